import { createHash } from 'node:crypto';
import type { TextRow } from '../data.ts';

/** Separates the texts of a row. */
export const UNIT_SEPARATOR = 31;

/** Leading hexadecimal digits of a hash that are kept: 56 bits, which fit every engine's integers without overflow. */
export const HASH_DIGITS = 14;

/** The hash of a row or key whose texts are at hand; equal to what engines compute. */
export const hashTexts = (texts: TextRow): string =>
  createHash('sha256')
    .update(
      texts
        .map((text) => (text === null ? '~' : `=${text}`))
        .join(String.fromCharCode(UNIT_SEPARATOR)),
    )
    .digest('hex')
    .slice(0, HASH_DIGITS);

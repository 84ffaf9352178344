import type { Column } from '../../../../../../connectors/core/definitions.ts';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';

/**
 * Both defaults are read as values of one type: the source's, but a boolean target's, for words for yes and no, and that of a moment
 * whose digits the other side keeps in bytes.
 */
export function typeOfDefaults(source: Column, target: Column): CanonicalType {
  if (target.canonical.kind === 'boolean') return target.canonical;
  for (const [bytes, moment] of [
    [source, target],
    [target, source],
  ] as const)
    if (bytes.canonical.kind === 'binary' && moment.canonical.kind === 'timestamp')
      return isOfDigits(bytes) ? moment.canonical : bytes.canonical;
  return source.canonical;
}

/** Whether a default fills a column of bytes with `YYYYMMDDhhmmss`, as MediaWiki's; a longer BINARY would end in zeros. */
const isOfDigits = ({ canonical, default: preset }: Column): boolean =>
  /^'\d{14}'$/.test(preset ?? '') &&
  canonical.kind === 'binary' &&
  (!canonical.fixed || canonical.length === 14);

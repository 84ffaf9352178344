import type { Form } from '../../../../../connectors/core/data.ts';
import type { Value } from './detector.ts';

/** Whether bytes are compared that one side has as text: what they spell shows more than their digits. */
export const isUtf8 = (form: Form): boolean => form.as === 'binary' && form.utf8 === true;

/** Longer values are shown by their digits. */
const MAX_DIGITS = 200_000;
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @returns undefined where the bytes are no text in UTF-8 */
function textOf(digits: Value): Value | undefined {
  if (digits === null) return null;
  if (digits.length > MAX_DIGITS) return undefined;
  try {
    return DECODER.decode(Buffer.from(digits, 'hex'));
  } catch {
    return undefined;
  }
}

/** The texts that the digits of two values spell; null unless both spell one, because what is compared is shown alike. */
export function textsOf(source: Value, target: Value): readonly [Value, Value] | null {
  const [one, other] = [textOf(source), textOf(target)];
  return one === undefined || other === undefined ? null : [one, other];
}

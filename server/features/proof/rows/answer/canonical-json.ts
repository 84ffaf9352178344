/** A text without an end, which is no JSON, is taken whole: otherwise each quote in it would be tried as a beginning. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * A canonical text: the same for equal JSON values, whatever their spacing, order of names and spelling of numbers; the
 * input where it is no JSON.
 */
export function canonicalJson(text: string): string {
  const value = readJson(text);
  if (value === undefined) return text;
  try {
    return JSON.stringify(value, sortNames);
  } catch (error) {
    // Nested more deeply than the stack holds.
    if (error instanceof RangeError) return text;
    throw error;
  }
}

/** A JSON value in which texts, names and numbers are marked texts: parsed, numbers would lose digits. */
export type Json = string | boolean | null | Json[] | { [name: string]: Json };

/** Reads JSON, with an `s` before texts and names, and numbers in one notation; undefined where it is none. */
export function readJson(text: string): Json | undefined {
  try {
    const marked = text.replace(TOKENS, (token) =>
      token.startsWith('"') ? `"s${token.slice(1)}` : `"n${canonicalNumber(token)}"`,
    );
    return JSON.parse(marked) as Json;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, Json> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const sortNames = (_name: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** A text without the given characters at its end. A pattern would be tried at each of them inside the text, too. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** The digits without zeros at either end, and the power of ten to multiply them by. */
export function canonicalNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = withoutEnd(digits, '0');
  if (kept === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - kept.length;
  return `${sign}${kept}e${power}`;
}

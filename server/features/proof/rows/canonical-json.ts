const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * A canonical text: the same for equal JSON values, whatever their spacing, order of names and spelling of numbers; the
 * input where it is no JSON.
 */
export function canonicalJson(text: string): string {
  try {
    // Numbers are kept as texts: parsed, they would lose digits.
    const marked = text.replace(TOKENS, (token) =>
      token.startsWith('"') ? `"s${token.slice(1)}` : `"n${canonicalNumber(token)}"`,
    );
    return JSON.stringify(JSON.parse(marked), sortNames);
  } catch {
    return text;
  }
}

const sortNames = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The digits without zeros at either end, and the power of ten to multiply them by. */
function canonicalNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - kept.length;
  return `${sign}${kept}e${power}`;
}

const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** A time, or a date with one. MySQL's times have a sign, and hours beyond a day; zones follow where there are some. */
const MOMENT =
  /^(?:(\d{4}-\d{2}-\d{2})[ T])?(-?\d{1,3}:\d{2}:\d{2})(?:\.(\d+))?([+-]\d{2}(?::?\d{2})?)?$/;

/** A number as digits and exponent, so that 1.50, 1.5 and 15e-1 are one. */
function normaliseNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text)!;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}

/** A value as both engines would write it. */
export function normaliseValue(value: string | null): string | null {
  if (value === null) return null;
  if (NUMBER.test(value)) return normaliseNumber(value);
  const [, date, time, fraction = '', zone = ''] = MOMENT.exec(value) ?? [];
  if (!time) return value;
  const digits = fraction.replace(/0+$/, '');
  return `${date ? `${date} ` : ''}${time}${digits ? `.${digits}` : ''}${zone}`;
}

const isBoolean = (type: string): boolean => /^bool/i.test(type);
const isText = (type: string): boolean => /char|text|clob|string|enum|json|xml/i.test(type);

function asFlag(value: string | null): string | null {
  if (value === null) return null;
  return /^(?:t|true)$/i.test(value) ? '1' : /^(?:f|false)$/i.test(value) ? '0' : value;
}

export type Write = (value: string | null) => string | null;

/** Filled up with blanks to its length, which not all engines show. */
const isFixedText = (type: string): boolean => /^(?:n?char|character|bpchar)(?:\(|$)/i.test(type);
const isUuid = (type: string): boolean => /^(?:uuid|uniqueidentifier)$/i.test(type);
const isBinary = (type: string): boolean => /^(?:(?:var)?binary|bytea|raw)\b/i.test(type);

/**
 * What makes values of a column comparable, as it does those of rows. What is a text on both sides is one: '1.50' is not
 * '1.5'; but blanks at the end count for nothing where a side fills texts up.
 */
export function writerOf(one: string, other: string): Write {
  const either = (is: (type: string) => boolean) => is(one) || is(other);
  if (either(isBoolean)) return asFlag;
  if (either(isUuid))
    return either(isBinary)
      ? (value) => value?.replaceAll('-', '').toLowerCase() ?? null
      : (value) => value?.toLowerCase() ?? null;
  if (isText(one) && isText(other))
    return either(isFixedText) ? (value) => value?.replace(/ +$/, '') ?? null : (value) => value;
  return normaliseValue;
}

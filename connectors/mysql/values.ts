import type { ReadColumn } from '../core/data.ts';

/** Most decimal places that a decimal may have. */
const MAX_SCALE = 30;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/**
 * A value as text in its column's form.
 *
 * @param cutsDoubles - whether the server cuts texts of doubles at 22 characters
 */
export function writeValue(value: string, column: ReadColumn, cutsDoubles: boolean): string {
  const { form, canonical } = column;
  switch (form.as) {
    case 'integer':
      return writeExact(value, column, null);
    case 'decimal':
      return writeExact(value, column, form.scale);
    case 'float':
      return isNumeric(column)
        ? writeFloat(`(${value} + 0e0)`, form.scale, cutsDoubles)
        : textOf(value);
    case 'boolean':
      return writeBoolean(value, column);
    case 'date':
      return canonical.kind === 'timestamp'
        ? `left(${charsOf(value)}, 10)`
        : spelledIn(value, column);
    case 'time':
      return writeTime(value, column, form.precision);
    case 'timestamp':
      return writeTimestamp(value, column, form.precision);
    case 'text': {
      const text = writeText(value, column);
      const trimmed = form.trim ? `trim(TRAILING ' ' FROM ${text})` : text;
      const folded = form.fold ? foldAscii(trimmed) : trimmed;
      return form.emptyIsNull ? `if(char_length(${folded}) = 0, NULL, ${folded})` : folded;
    }
    case 'binary': {
      const hex = writeHex(value, column);
      return form.emptyIsNull ? `if(char_length(${hex}) = 0, NULL, ${hex})` : hex;
    }
    case 'uuid':
      return writeUuid(value, column);
    case 'json':
      return textOf(value);
  }
}

const isNumeric = ({ canonical }: ReadColumn) =>
  ['integer', 'decimal', 'float', 'year', 'boolean', 'bits'].includes(canonical.kind);
const textOf = (value: string) => `convert(${value} USING utf8mb4)`;
const charsOf = (value: string) => `cast(${value} AS char)`;
const withoutZeros = (digits: string) =>
  `if(locate('.', ${digits}) > 0, trim(TRAILING '.' FROM trim(TRAILING '0' FROM ${digits})), ${digits})`;

/** Folds ASCII only: LOWER also folds other letters, and which ones depends on the version. */
const foldAscii = (text: string) =>
  LETTERS.reduce(
    (folded, letter) => `replace(${folded}, '${letter}', '${letter.toLowerCase()}')`,
    text,
  );

/**
 * An integer keeps a fraction that it should not have, so that it shows as a difference. `scale` null: no trailing
 * zeros.
 */
function writeExact(value: string, column: ReadColumn, scale: number | null): string {
  const { canonical } = column;
  switch (canonical.kind) {
    case 'integer':
    case 'year':
    case 'boolean':
    case 'bits':
      // Read as a number: bits would be bytes, and ZEROFILL and years have leading zeros.
      return fillUp(charsOf(`(${value} + 0)`), 0, scale ?? 0);
    case 'decimal': {
      const own = canonical.scale;
      if (own === null || scale === null) return withoutZeros(charsOf(value));
      return scale < own
        ? charsOf(`round(${value}, ${scale})`)
        : fillUp(charsOf(value), own, scale);
    }
    case 'float': {
      const double = `(${value} + 0e0)`;
      return scale === null
        ? withoutZeros(castDecimal(double, MAX_SCALE))
        : castDecimal(double, scale);
    }
    default:
      return textOf(value);
  }
}

/** Appends zeros as text: a cast to a larger scale would clip large numbers at a decimal's 65 digits. */
const fillUp = (text: string, own: number, scale: number) =>
  scale <= own ? text : `concat(${text}, '${own === 0 ? '.' : ''}${'0'.repeat(scale - own)}')`;

const castDecimal = (double: string, scale: number) =>
  charsOf(`cast(${double} AS decimal(65, ${Math.min(scale, MAX_SCALE)}))`);

function writeFloat(double: string, scale: number | null, cutsDoubles: boolean): string {
  const signed = (text: string) => `concat(if(${double} < 0, '-', ''), ${text})`;
  // Without the sign, because it would take one of the 22 characters.
  const plain = scale === null ? signed(charsOf(`abs(${double})`)) : castDecimal(double, scale);
  const least = scale === null ? ` AND abs(${double}) >= 1e-4` : '';
  return `CASE WHEN ${double} = 0 THEN ${scale === null ? "'0'" : plain} WHEN abs(${double}) < 1e15${least} THEN ${plain} ELSE ${signed(writeExponent(double, cutsDoubles))} END`;
}

/** The server writes 1e15, 1234567890123456.8 and 0.00000000085 where others write 1e+15, 1.2345678901234568e+15 and 8.5e-10. */
function writeExponent(double: string, cutsDoubles: boolean): string {
  const text = cutsDoubles ? writeWhole(`abs(${double})`) : charsOf(`abs(${double})`);
  const digits = `trim(LEADING '0' FROM trim(TRAILING '0' FROM replace(${text}, '.', '')))`;
  const mantissa = `concat(left(${digits}, 1), if(char_length(${digits}) > 1, concat('.', substr(${digits}, 2)), ''))`;
  const pad = (exponent: string) => `if(${exponent} < 10, concat('0', ${exponent}), ${exponent})`;
  const given = `substring_index(${text}, 'e', -1)`;
  const large = `(char_length(substring_index(${text}, '.', 1)) - 1)`;
  const small = `(char_length(substring_index(${text}, '.', -1)) - char_length(trim(LEADING '0' FROM substring_index(${text}, '.', -1))) + 1)`;
  return `CASE
    WHEN locate('e', ${text}) > 0 THEN concat(substring_index(${text}, 'e', 1), if(left(${given}, 1) = '-', 'e-', 'e+'), ${pad(`abs(${given} + 0)`)})
    WHEN abs(${double}) >= 1 THEN concat(${mantissa}, 'e+', ${pad(large)})
    ELSE concat(${mantissa}, 'e-', ${pad(small)}) END`;
}

/** As JSON the server writes all digits of a double, also where 22 characters are too few. */
const writeWhole = (size: string) =>
  `if(${size} < 1e-99, trim(LEADING '[' FROM trim(TRAILING ']' FROM ${charsOf(`json_array(${size})`)})), ${charsOf(size)})`;

function writeBoolean(value: string, column: ReadColumn): string {
  if (isNumeric(column))
    return `CASE WHEN ${value} = 0 THEN '0' WHEN ${value} IS NOT NULL THEN '1' END`;
  const text = `lower(trim(${textOf(value)}))`;
  return `CASE WHEN ${text} IN ('1', 't', 'true', 'y', 'yes') THEN '1' WHEN ${text} IN ('0', 'f', 'false', 'n', 'no') THEN '0' ELSE ${textOf(value)} END`;
}

/** Cuts a second with six digits to fewer digits, or pads it with zeros. */
function cutSecond(text: string, precision: number): string {
  if (precision === 6) return text;
  if (precision > 6) return `concat(${text}, '${'0'.repeat(precision - 6)}')`;
  return `left(${text}, char_length(${text}) - ${precision === 0 ? 7 : 6 - precision})`;
}

function writeTimestamp(value: string, { canonical }: ReadColumn, precision: number): string {
  if (canonical.kind === 'date') {
    const zeros = precision === 0 ? '' : `.${'0'.repeat(precision)}`;
    return `concat(${charsOf(value)}, ' 00:00:00${zeros}')`;
  }
  return canonical.kind === 'timestamp'
    ? cutSecond(`date_format(${value}, '%Y-%m-%d %H:%i:%s.%f')`, precision)
    : spelledIn(value, { canonical });
}

/** Bytes as Latin-1, in which all of them are letters: in UTF-8, those that are none would become NULL or question marks. */
const spelledIn = (value: string, { canonical }: Pick<ReadColumn, 'canonical'>) =>
  textOf(canonical.kind === 'binary' ? `convert(${value} USING latin1)` : value);

const writeTime = (value: string, { canonical }: ReadColumn, precision: number): string =>
  canonical.kind === 'time' || canonical.kind === 'timestamp'
    ? cutSecond(`time_format(${value}, '%H:%i:%s.%f')`, precision)
    : spelledIn(value, { canonical });

function writeText(value: string, { canonical }: ReadColumn): string {
  switch (canonical.kind) {
    case 'bits':
      return `lpad(bin(${value} + 0), ${canonical.length ?? 1}, '0')`;
    case 'spatial':
      return `st_astext(${value})`;
    default:
      return textOf(value);
  }
}

function writeHex(value: string, { canonical }: ReadColumn): string {
  switch (canonical.kind) {
    case 'binary':
      return `lower(hex(${value}))`;
    case 'uuid':
      return `replace(lower(${charsOf(value)}), '-', '')`;
    default:
      return `lower(hex(${textOf(value)}))`;
  }
}

function writeUuid(value: string, { canonical }: ReadColumn): string {
  if (canonical.kind !== 'binary') return `lower(${charsOf(value)})`;
  return [24, 19, 14, 9].reduceRight(
    (text, place) => `insert(${text}, ${place}, 0, '-')`,
    `lower(hex(${value}))`,
  );
}

import type { ReadColumn } from '../core/data.ts';

/** Compares texts code unit by code unit, without any folding. */
const EXACT = 'Latin1_General_100_BIN2';
const UTF8 = `${EXACT}_UTF8`;

/** The UTF-8 bytes of a text, for a server that has UTF-8 collations. */
// Microsoft Learn: "Collation and Unicode support": UTF-8 since SQL Server 2019.
export const bytesOf = (text: string): string => `CONVERT(varchar(max), (${text}) COLLATE ${UTF8})`;

/** The value as text in the column's form; see SqlDialect. */
export function writeValue(value: string, column: ReadColumn): string {
  const { form, canonical } = column;
  switch (form.as) {
    case 'integer':
      return writeExact(value, column, null);
    case 'decimal':
      return writeExact(value, column, form.scale);
    case 'float':
      return isNumeric(column) ? writeFloat(value, form.scale) : writeText(value, column);
    case 'boolean':
      return writeBoolean(value, column);
    case 'date':
      return isMoment(column)
        ? `CONVERT(nvarchar(10), CONVERT(date, ${inUtc(value, column)}), 23)`
        : writeText(value, column);
    case 'time':
      return writeMoment(value, column, 'time', form.precision);
    case 'timestamp':
      return writeMoment(value, column, 'datetime2', form.precision);
    case 'text': {
      const text = writeText(value, column);
      const trimmed = form.trim ? `RTRIM(${text})` : text;
      const folded = form.fold
        ? `TRANSLATE(${trimmed}, N'${UPPER}', N'${UPPER.toLowerCase()}')`
        : trimmed;
      return form.emptyIsNull ? unlessEmpty(folded) : folded;
    }
    case 'binary': {
      const hex = writeHex(value, column);
      return form.emptyIsNull ? unlessEmpty(hex) : hex;
    }
    case 'uuid':
      return canonical.kind === 'binary'
        ? [24, 19, 14, 9]
            .toReversed()
            .reduce((text, at) => `STUFF(${text}, ${at}, 0, N'-')`, writeHex(value, column))
        : `LOWER(${writeText(value, column)})`;
    case 'json':
      return writeText(value, column);
  }
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A text of blanks compares as equal to '', but is not empty. */
const unlessEmpty = (text: string) => `CASE WHEN DATALENGTH(${text}) > 0 THEN ${text} END`;

const isNumeric = ({ canonical }: ReadColumn) =>
  ['integer', 'decimal', 'float', 'boolean'].includes(canonical.kind);

const isMoment = ({ canonical }: ReadColumn) =>
  ['date', 'time', 'timestamp'].includes(canonical.kind);

/** .NET types have their own conversion to text; sql_variant does not convert to nvarchar(max). */
function writeText(value: string, { canonical, type }: ReadColumn): string {
  const isOfDotnet = canonical.kind === 'spatial' || type === 'hierarchyid';
  const given =
    type === 'sql_variant'
      ? `CONVERT(nvarchar(4000), ${value})`
      : isOfDotnet
        ? `${value}.ToString()`
        : value;
  return `CONVERT(nvarchar(max), ${given}) COLLATE ${EXACT}`;
}

/** An integer keeps a fraction that it should not have, so that it shows as a difference. */
function writeExact(value: string, column: ReadColumn, scale: number | null): string {
  const { canonical } = column;
  switch (canonical.kind) {
    case 'integer':
    case 'boolean':
      return padded(`CONVERT(nvarchar(40), ${value})`, 0, scale ?? 0);
    case 'decimal':
      return writeDecimal(value, canonical.scale ?? 0, scale);
    case 'float':
      return writeFloat(value, scale);
    default:
      return writeText(value, column);
  }
}

function writeDecimal(value: string, own: number, scale: number | null): string {
  const write = (places: number) =>
    `CONVERT(nvarchar(45), CONVERT(decimal(38,${places}), ${value}))`;
  if (scale === null) return own === 0 ? write(0) : withoutZeros(write(own));
  // A decimal has at most 38 digits, so further zeros are appended as text.
  return scale <= own ? write(scale) : padded(write(own), own, scale);
}

const padded = (text: string, own: number, scale: number): string =>
  scale > own ? `${text} + N'${own === 0 ? '.' : ''}${'0'.repeat(scale - own)}'` : text;

function writeBoolean(value: string, column: ReadColumn): string {
  if (isNumeric(column))
    return `CASE WHEN ${value} = 0 THEN N'0' WHEN ${value} IS NOT NULL THEN N'1' END`;
  const text = writeText(value, column);
  const word = `LOWER(LTRIM(RTRIM(${text})))`;
  return `CASE WHEN ${word} IN (N'1', N't', N'true', N'y', N'yes') THEN N'1' WHEN ${word} IN (N'0', N'f', N'false', N'n', N'no') THEN N'0' ELSE ${text} END`;
}

const inUtc = (value: string, { canonical }: ReadColumn): string =>
  'zone' in canonical && canonical.zone ? `SWITCHOFFSET(${value}, '+00:00')` : value;

/** Written with all digits of its second and then cut: a conversion to fewer would round. */
function writeMoment(
  value: string,
  column: ReadColumn,
  type: 'time' | 'datetime2',
  precision: number,
): string {
  const { canonical } = column;
  const isFitting = isMoment(column) && (type === 'datetime2') === (canonical.kind !== 'time');
  if (!isFitting && canonical.kind !== 'timestamp') return writeText(value, column);
  const own = 'precision' in canonical ? (canonical.precision ?? 7) : 0;
  // An old datetime counts in 1/300 seconds, and is shown in milliseconds.
  const exact = `CONVERT(datetime2(${own}), ${inUtc(value, column)})`;
  const given =
    canonical.kind === 'time' ? value : type === 'time' ? `CONVERT(time(${own}), ${exact})` : exact;
  const text = `CONVERT(nvarchar(27), ${given}, 121)`;
  if (precision >= own) return padded(text, own, precision);
  const whole = type === 'time' ? 8 : 19;
  return `LEFT(${text}, ${precision === 0 ? whole : whole + 1 + precision})`;
}

function writeHex(value: string, column: ReadColumn): string {
  switch (column.canonical.kind) {
    case 'binary':
      return `LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), ${value}), 2))`;
    case 'uuid':
      return `LOWER(REPLACE(${writeText(value, column)}, N'-', N''))`;
    default:
      return `LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), ${bytesOf(writeText(value, column))}), 2))`;
  }
}

/** Decimal places that a double between 1e-4 and 1e15 may need: 17 digits from the fourth place on. */
const PLACES = 22;

/**
 * Writes a double as the form `float` requires. Style 3 gives 17 digits, such as `1.2345678901234567e+003`; uses the
 * first of 15, 16 and 17 digits that reads back as the same double.
 */
function writeFloat(value: string, scale: number | null): string {
  const size = `ABS(CONVERT(float, ${value}))`;
  const written = `CONVERT(varchar(32), ${size}, 3)`;
  const mantissa = shortestMantissa(size, written);
  const exponent = `CONVERT(int, SUBSTRING(${written}, 20, 4))`;
  const plain = writePlain(mantissa, exponent);
  const sign = `CASE WHEN ${value} < 0 THEN '-' ELSE '' END`;
  const scientific = `${sign} + ${writeScientific(mantissa, exponent)}`;
  const isPlain = `${size} >= 1e-4 AND ${size} < 1e15`;
  if (scale === null)
    return `CASE WHEN ${value} = 0 THEN '0' WHEN ${isPlain} THEN ${sign} + ${withoutZeros(`CONVERT(varchar(45), ${plain})`)} ELSE ${scientific} END`;
  const round = (decimal: string) => roundSigned(value, decimal, scale);
  return `CASE WHEN ${isPlain} THEN ${round(plain)} WHEN ${size} < 1e-4 THEN ${round(`CONVERT(decimal(38,${PLACES}), ${size})`)} ELSE ${scientific} END`;
}

/** Zero has no sign, even if it is the result of rounding. */
function roundSigned(value: string, decimal: string, scale: number): string {
  const places = Math.min(scale, PLACES);
  const zeros = scale > places ? ` + '${'0'.repeat(scale - places)}'` : '';
  const signed = `CASE WHEN ${value} < 0 THEN -${decimal} ELSE ${decimal} END`;
  return `CONVERT(varchar(45), CONVERT(decimal(38,${places}), ${signed}))${zeros}`;
}

function shortestMantissa(size: string, written: string): string {
  const all = `LEFT(${written}, 18)`;
  const exponent = `SUBSTRING(${written}, 19, 5)`;
  const cases = [15, 16].map((digits) => {
    const rounded = `CONVERT(varchar(20), CONVERT(decimal(${digits + 1},${digits - 1}), CONVERT(decimal(17,16), ${all})))`;
    return `WHEN CONVERT(float, ${rounded} + ${exponent}) = ${size} THEN ${rounded}`;
  });
  return `CASE ${cases.join(' ')} ELSE ${all} END`;
}

/** Moves the point by the exponent; the padding zeros make room, and the conversion to decimal drops them. */
const writePlain = (mantissa: string, exponent: string): string =>
  `CONVERT(decimal(38,${PLACES}), STUFF('00000' + REPLACE(${mantissa}, '.', '') + '0', ${exponent} + 7, 0, '.'))`;

/** A mantissa rounded up to ten needs an exponent that is one higher. */
function writeScientific(mantissa: string, exponent: string): string {
  const isTen = `${mantissa} LIKE '10.%'`;
  const actual = `(${exponent} + CASE WHEN ${isTen} THEN 1 ELSE 0 END)`;
  return `CASE WHEN ${isTen} THEN '1' ELSE ${withoutZeros(mantissa)} END
    + CASE WHEN ${actual} < 0 THEN 'e-' ELSE 'e+' END + CASE WHEN ABS(${actual}) < 10 THEN '0' ELSE '' END
    + CONVERT(varchar(3), ABS(${actual}))`;
}

/** Removes trailing zeros from digits with a point. */
const withoutZeros = (digits: string): string =>
  `REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(${digits}, '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '')`;

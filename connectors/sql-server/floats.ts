/** Digits behind the point of what a double between 1e-4 and 1e15 may need: 17 from the fourth place on. */
const PLACES = 22;

/**
 * A double as `Form` float says. Style 3 gives 17 digits, such as `1.2345678901234567e+003`; the first of 15, 16 and 17
 * digits that reads back as the same double is taken.
 */
export function writeFloat(value: string, scale: number | null): string {
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

/** Zero has no sign, also where it was rounded. */
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

/** The point is put where it belongs; zeros around make room for it, and are dropped by the decimal. */
const writePlain = (mantissa: string, exponent: string): string =>
  `CONVERT(decimal(38,${PLACES}), STUFF('00000' + REPLACE(${mantissa}, '.', '') + '0', ${exponent} + 7, 0, '.'))`;

/** What is rounded up to ten has one more in its exponent. */
function writeScientific(mantissa: string, exponent: string): string {
  const isTen = `${mantissa} LIKE '10.%'`;
  const actual = `(${exponent} + CASE WHEN ${isTen} THEN 1 ELSE 0 END)`;
  return `CASE WHEN ${isTen} THEN '1' ELSE ${withoutZeros(mantissa)} END
    + CASE WHEN ${actual} < 0 THEN 'e-' ELSE 'e+' END + CASE WHEN ABS(${actual}) < 10 THEN '0' ELSE '' END
    + CONVERT(varchar(3), ABS(${actual}))`;
}

/** Of digits with a point. */
export const withoutZeros = (digits: string): string =>
  `REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(${digits}, '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '')`;

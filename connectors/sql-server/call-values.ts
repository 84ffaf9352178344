import type { ColumnMetadata } from 'tedious/lib/token/colmetadata-token-parser.js';
import { describeType } from './types.ts';

export type Column = ColumnMetadata;

/** Names of the driver's types that have several sizes, by size in bytes. */
const SIZED: Record<string, Record<number, string>> = {
  IntN: { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' },
  FloatN: { 4: 'real', 8: 'float' },
  MoneyN: { 4: 'smallmoney', 8: 'money' },
  DateTimeN: { 4: 'smalldatetime', 8: 'datetime' },
};
const NAMES: Record<string, string> = {
  BitN: 'bit',
  DecimalN: 'decimal',
  NumericN: 'numeric',
  Variant: 'sql_variant',
};
/** Length that the driver reports for `max`. */
const MAX = 0xff_ff;

/** A type's name, such as `decimal(18,2)`. */
export function nameType({ type, dataLength = 0, precision, scale, udtInfo }: Column): string {
  if (udtInfo) return udtInfo.typeName;
  const base = SIZED[type.name]?.[dataLength] ?? NAMES[type.name] ?? type.name.toLowerCase();
  const length = dataLength === MAX ? -1 : dataLength;
  const facts = { base, alias: null, length, precision: precision ?? 0, scale: scale ?? 0 };
  return describeType(facts).type;
}

/** Decimals, money and bigints are texts already. Writes bits as digits, bytes in hex, moments in UTC. */
export function writeCell(value: unknown, column: Column): string | null {
  if (typeof value === 'string')
    return column.type.name === 'UniqueIdentifier' ? value.toLowerCase() : value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number')
    return nameType(column) === 'real' ? writeReal(value) : String(value);
  if (value instanceof Date) return writeMoment(value, column);
  return Buffer.isBuffer(value) ? value.toString('hex') : null;
}

/** The shortest number that reads back as the same 4-byte float. */
function writeReal(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/** The driver's Date has milliseconds; `nanosecondsDelta` adds the rest, in seconds. */
function writeMoment(moment: Date & { nanosecondsDelta?: number }, column: Column): string {
  const [date = '', time = ''] = moment.toISOString().slice(0, -1).split('T');
  const finer = Math.round((moment.nanosecondsDelta ?? 0) * 1e7);
  const exact = `${time}${String(finer).padStart(4, '0')}`;
  const cut = (digits: number) => exact.slice(0, digits === 0 ? 8 : 9 + digits);
  switch (nameType(column).replace(/\(.*/, '')) {
    case 'date':
      return date;
    case 'time':
      return cut(column.scale ?? 7);
    case 'datetime':
      return `${date} ${cut(3)}`;
    case 'smalldatetime':
      return `${date} ${cut(0)}`;
    default:
      return `${date} ${cut(column.scale ?? 7)}`;
  }
}

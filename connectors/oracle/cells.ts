import type oracledb from 'oracledb';
import type { Cell } from '../core/rows/canonical.ts';

/**
 * Converts a value of the driver into one that its text can be made from.
 * @param isPadded - whether trailing blanks only fill a fixed length
 */
export function cellOf(value: unknown, isPadded: boolean): Cell {
  if (typeof value === 'string') return isPadded ? value.replace(/ +$/, '') : value;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'object' || value === null) return null;
  if ('fseconds' in value) return textOfDays(value as oracledb.IntervalDS);
  if ('years' in value && 'months' in value) return textOfMonths(value as oracledb.IntervalYM);
  return JSON.stringify(value);
}

/**
 * Writes an interval as a time that may exceed a day or be negative: `-51:04:05.000000000`. All parts have the same
 * sign.
 */
function textOfDays(interval: oracledb.IntervalDS): string {
  const { days = 0, hours = 0, minutes = 0, seconds = 0, fseconds = 0 } = interval;
  const sign = [days, hours, minutes, seconds, fseconds].some((part) => part < 0) ? '-' : '';
  const time = [Math.abs(days * 24 + hours), Math.abs(minutes), Math.abs(seconds)];
  return `${sign}${time.map((part) => pad(part, 2)).join(':')}.${pad(Math.abs(fseconds), 9)}`;
}

/** `+1-02` is a year and two months. */
function textOfMonths({ years = 0, months = 0 }: oracledb.IntervalYM): string {
  return `${years < 0 || months < 0 ? '-' : '+'}${Math.abs(years)}-${pad(Math.abs(months), 2)}`;
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

import type { DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { Cell } from '../core/rows/canonical.ts';

/** The shortest number that reads back as the same FLOAT, which the driver delivers as a double. */
function shortest(float: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return float;
}

const isBlob = (value: object): value is { bytes: Uint8Array } =>
  'bytes' in value && value.bytes instanceof Uint8Array;
const isMoment = (value: object): value is { micros: bigint } => 'micros' in value;

const SECOND = 1_000_000n;

/** Writes a moment in UTC: the driver's own text uses this machine's time zone. */
function writeMoment(micros: bigint): string | null {
  const part = ((micros % SECOND) + SECOND) % SECOND;
  const at = new Date(Number((micros - part) / 1_000n));
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9_999)
    return null;
  const fraction = String(part).padStart(6, '0').replace(/0+$/, '');
  return `${at.toISOString().slice(0, 19).replace('T', ' ')}${fraction && `.${fraction}`}+00`;
}

function cellOf(value: DuckDBValue, type: string): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return type === 'FLOAT' ? shortest(value) : value;
  if (type === 'BLOB' && isBlob(value)) return value.bytes;
  if (type === 'TIMESTAMP WITH TIME ZONE' && isMoment(value))
    return writeMoment(value.micros) ?? String(value);
  return String(value);
}

export function cellsOf(row: readonly DuckDBValue[], types: readonly DuckDBType[]): Cell[] {
  return row.map((value, index) => cellOf(value, String(types[index])));
}

export const sizeOf = (row: readonly Cell[]): number =>
  row.reduce<number>(
    (size, cell) =>
      size + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8),
    0,
  );

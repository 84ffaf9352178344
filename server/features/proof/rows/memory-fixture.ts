import { toEnglish } from '../../../../contract/messages/english.ts';
import { createHash } from 'node:crypto';
import type {
  TextPart,
  Checksum,
  ColumnAggregate,
  DataReader,
  Reading,
  Slice,
  TextRow,
} from '../../../../connectors/core/data.ts';
import { hashTexts } from '../../../../connectors/core/rows/row-hash.ts';
import type {
  Column,
  TableDefinition,
  ViewDefinition,
} from '../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { MARK_LENGTH } from '../../../platform/vault.ts';
import { DEFAULT_COMPARISON_RULES } from '../../../../contract/proof/rows.ts';
import { compareRows } from './compare-rows.ts';
import type { DataSide, DataTask } from './types.ts';

export const INTEGER: CanonicalType = { kind: 'integer', bits: 64, unsigned: false };
export const TEXT: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
export const DOUBLE: CanonicalType = { kind: 'float', bits: 64 };
export const JSON_TYPE: CanonicalType = { kind: 'json' };

export const columnOf = (name: string, canonical: CanonicalType, nullable = true): Column => ({
  name,
  type: canonical.kind,
  canonical,
  nullable,
  default: null,
  identity: false,
  generated: null,
  caseSensitive: null,
  comment: null,
});

export const tableOf = (columns: Column[], key: string[] = ['id']): TableDefinition => ({
  kind: 'table',
  name: 'items',
  columns,
  primaryKey: key.length > 0 ? { name: 'pk', columns: key } : null,
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  comment: null,
  estimatedRows: null,
});

export const viewOf = (columns: Column[]): ViewDefinition => ({
  kind: 'view',
  name: 'items',
  columns,
  text: null,
  materialised: false,
  comment: null,
  broken: null,
});

export type Call =
  | { method: 'countRows' | 'findBoundaries' | 'aggregate' | 'sampleRows' }
  | { method: 'checksum' | 'hashRows'; slice: Slice }
  | { method: 'bucketChecksums'; prefix: string; digits: number }
  | { method: 'readRows'; of: Slice | { keys: readonly TextRow[] }; part: TextPart | undefined };

/** A table in memory, whose columns are those of its definition. */
export interface MemorySide extends DataSide {
  rows: TextRow[];
  calls: Call[];
  /** Runs before each call is answered. */
  before: (call: Call) => Promise<void>;
}

export function memorySide(definition: DataSide['definition'], rows: TextRow[]): MemorySide {
  const side: MemorySide = {
    engine: ENGINES.postgresql.id,
    reader: {} as DataReader,
    definition,
    schema: 'shop',
    name: definition.name,
    rows,
    calls: [],
    before: () => Promise.resolve(),
  };
  const asked = async <T>(call: Call, answer: () => T): Promise<T> => {
    side.calls.push(call);
    await side.before(call);
    return answer();
  };
  side.reader = {
    countRows: () => asked({ method: 'countRows' }, () => side.rows.length),
    aggregate: (reading) =>
      asked({ method: 'aggregate' }, () =>
        reading.columns.map((_column, index) => aggregateOf(textsOf(side, reading), index)),
      ),
    findBoundaries: (reading, rows) =>
      asked({ method: 'findBoundaries' }, () => {
        const keys = textsOf(side, reading).flatMap((row) => row[reading.key[0] ?? 0] ?? []);
        const sorted = [...new Set(keys.map(BigInt))].sort((a, b) => (a < b ? -1 : 1));
        return sorted.filter((_key, index) => index > 0 && index % rows === 0).map(String);
      }),
    checksum: (reading, slice) =>
      asked({ method: 'checksum', slice }, () => checksumOf(rowsIn(side, reading, slice))),
    bucketChecksums: (reading, prefix, digits = 2) =>
      asked({ method: 'bucketChecksums', prefix, digits }, () => {
        const rows = rowsIn(side, reading, { kind: 'bucket', prefix });
        const buckets = new Map<string, TextRow[]>();
        for (const row of rows) {
          const name = hashTexts(keyOf(reading, row)).slice(0, prefix.length + digits);
          const bucket = buckets.get(name);
          if (bucket) bucket.push(row);
          else buckets.set(name, [row]);
        }
        return new Map([...buckets].map(([name, some]) => [name, checksumOf(some)]));
      }),
    hashRows: (reading, slice) =>
      asked({ method: 'hashRows', slice }, () =>
        rowsIn(side, reading, slice).map((row) => ({
          key: reading.key.map((place) => row[place] ?? null),
          hash: hashTexts(row),
        })),
      ),
    readRows: (reading, of, part) =>
      asked({ method: 'readRows', of, part }, () => {
        if (!('keys' in of)) return rowsIn(side, reading, of);
        const known = byKey(side, reading);
        const keys = new Set(of.keys.map((key) => JSON.stringify(key)));
        const rows = [...keys].flatMap((key) => known.get(key) ?? []);
        if (!part) return rows;
        const { start, length } = part;
        return rows.map((row) => [
          ...row.map((text) => text && text.slice(start, start + length)),
          ...row.map((text) => text && String(text.length)),
        ]);
      }),
    sampleRows: (reading, rows) =>
      asked({ method: 'sampleRows' }, () =>
        textsOf(side, reading)
          .map((row) => [hashTexts(keyOf(reading, row)), row] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .slice(0, rows)
          .map(([, row]) => row),
      ),
  };
  return side;
}

/** The rows in the order of the reading's columns; those of many slices are the same ones. */
function textsOf({ definition, rows }: MemorySide, { columns }: Reading): TextRow[] {
  const places = columns.map(({ name }) =>
    definition.columns.findIndex((column) => column.name === name),
  );
  if (
    places.every((place, index) => place === index) &&
    places.length === definition.columns.length
  )
    return rows;
  return rows.map((row) => places.map((place) => row[place] ?? null));
}

/** Rows by the number in one place of them; a table that is read in many slices is sorted once. */
interface Sorted {
  numbers: bigint[];
  rows: TextRow[];
  /** Those that have no number there. */
  others: TextRow[];
}
const sorted = new WeakMap<TextRow[], Map<number, Sorted>>();
function sortBy(place: number, rows: TextRow[]): Sorted {
  const known = sorted.get(rows) ?? new Map<number, Sorted>();
  sorted.set(rows, known);
  const found = known.get(place);
  if (found) return found;
  const pairs = rows.flatMap((row) => {
    const text = row[place] ?? null;
    return text === null ? [] : [[BigInt(text), row] as const];
  });
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const made = {
    numbers: pairs.map(([number]) => number),
    rows: pairs.map(([, row]) => row),
    others: rows.filter((row) => (row[place] ?? null) === null),
  };
  known.set(place, made);
  return made;
}

const keyed = new WeakMap<TextRow[], Map<string, TextRow[]>>();
/** Rows by their key, as an index finds them. */
function byKey(side: MemorySide, reading: Reading): Map<string, TextRow[]> {
  const rows = textsOf(side, reading);
  const known = keyed.get(rows);
  if (known) return known;
  const made = new Map<string, TextRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(reading, row));
    const same = made.get(key);
    if (same) same.push(row);
    else made.set(key, [row]);
  }
  keyed.set(rows, made);
  return made;
}

/** How many of these sorted numbers are below one. */
function countBelow(numbers: bigint[], end: bigint): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

const hashes = new WeakMap<TextRow, bigint>();
function hashOfRow(row: TextRow): bigint {
  let hash = hashes.get(row);
  if (hash === undefined) hashes.set(row, (hash = BigInt(`0x${hashTexts(row)}`)));
  return hash;
}

const keyOf = ({ key }: Reading, row: TextRow): TextRow =>
  key.length === 0 ? row : key.map((place) => row[place] ?? null);

function rowsIn(side: MemorySide, reading: Reading, slice: Slice): TextRow[] {
  const rows = textsOf(side, reading);
  if (slice.kind === 'range') {
    const { numbers, rows: inOrder, others } = sortBy(reading.key[0] ?? 0, rows);
    const start = slice.from === null ? 0 : countBelow(numbers, BigInt(slice.from));
    const end = slice.to === null ? numbers.length : countBelow(numbers, BigInt(slice.to));
    const between = inOrder.slice(start, end);
    return slice.from === null ? [...others, ...between] : between;
  }
  const prefixes = slice.kind === 'bucket' ? [slice.prefix] : slice.prefixes;
  if (prefixes.includes('')) return rows;
  const wanted = new Set(prefixes);
  const digits = prefixes[0]?.length ?? 0;
  return rows.filter((row) => wanted.has(hashTexts(keyOf(reading, row)).slice(0, digits)));
}

const checksumOf = (rows: readonly TextRow[]): Checksum => ({
  rows: rows.length,
  sum: String(rows.reduce((sum, row) => sum + hashOfRow(row), 0n)),
});

function aggregateOf(rows: readonly TextRow[], index: number): ColumnAggregate {
  const values = rows.flatMap((row) => row[index] ?? []).sort();
  return {
    nulls: rows.length - values.length,
    distinct: new Set(values).size,
    min: values[0] ?? null,
    max: values.at(-1) ?? null,
    sum: String(values.reduce((sum, value) => sum + value.length, 0)),
  };
}

/** A task with everything left to its defaults. */
export function taskOf(
  source: DataSide,
  target: DataSide,
  given: Partial<Omit<DataTask, 'rules'>> & { rules?: Partial<DataTask['rules']> } = {},
): DataTask {
  return {
    mask: [],
    mark: (text) => createHash('sha256').update(text).digest('base64url').slice(0, MARK_LENGTH),
    options: { depth: 'rows', sample: null },
    namesFold: (name) => name,
    connections: 2,
    signal: new AbortController().signal,
    checkpoint: null,
    saveCheckpoint: () => Promise.resolve(),
    addRows: () => undefined,
    ...given,
    source,
    target,
    rules: { ...DEFAULT_COMPARISON_RULES, ...given.rules },
  };
}

/** What comparing finds, in English. */
export async function compareInWords(task: DataTask) {
  const { notes, reason, ...found } = await compareRows(task);
  return { ...found, notes: notes.map(toEnglish), reason: reason && toEnglish(reason) };
}

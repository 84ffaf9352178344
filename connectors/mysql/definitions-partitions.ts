import type { Covered, Spread, Storage } from '../core/definitions.ts';
import { groupBy } from '../core/group.ts';
import { coverUpTo, literalsIn, valueOf } from '../core/catalogue/partitions.ts';
import type { Selection } from './selection.ts';

type Row = [
  table: string,
  partition: string,
  method: string,
  expression: string | null,
  description: string | null,
];
type Partitions = Pick<Storage, 'partitioning' | 'partitions' | 'spread'>;

export const NO_PARTITIONS: Partitions = { partitioning: null, partitions: 0 };

/** Partitions by table. @param names - tables that have partitions */
export async function readPartitions(
  { session, schema }: Selection,
  names: readonly string[],
): Promise<Map<string, Partitions>> {
  if (names.length === 0) return new Map();
  const rows = await session.query<Row>(
    `SELECT table_name, partition_name, partition_method, partition_expression, partition_description
     FROM information_schema.partitions
     WHERE table_schema = ? AND table_name IN (?) AND partition_name IS NOT NULL
     ORDER BY table_name, partition_ordinal_position, subpartition_ordinal_position`,
    [schema, names],
  );
  const tables = groupBy(rows, ([table]) => table);
  return new Map([...tables].map(([table, own]) => [table, toPartitions(own)]));
}

/** A table with subpartitions has a row for each subpartition. */
function toPartitions(rows: readonly Row[]): Partitions {
  const parts = [...groupBy(rows, ([, partition]) => partition).values()].map(([row]) => row!);
  const [, , method, expression] = parts[0]!;
  const known = METHODS.find(([word]) => method.includes(word))?.[1];
  return {
    partitioning: `${method} (${expression ?? ''})`,
    partitions: parts.length,
    ...(known && { spread: toSpread(known, expression ?? '', parts) }),
  };
}

const METHODS: readonly (readonly [string, Spread['method']])[] = [
  ['RANGE', 'range'],
  ['LIST', 'list'],
  ['HASH', 'hash'],
  ['KEY', 'hash'],
];

const NAMES =
  /^(?:`(?:[^`]|``)+`|[\p{L}_$][\p{L}\p{N}_$]*)(?:, ?(?:`(?:[^`]|``)+`|[\p{L}_$][\p{L}\p{N}_$]*))*$/u;
/** Partition functions whose bounds can be written as dates of the column. */
const OF_DATE = /^(?<of>year|to_days)\((?<column>`(?:[^`]|``)+`|[\p{L}_$][\p{L}\p{N}_$]*)\)$/iu;

const namesIn = (text: string): string[] =>
  (text.match(/`(?:[^`]|``)+`|[^`, ]+/gu) ?? []).map((name) =>
    name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name,
  );

function toSpread(method: Spread['method'], expression: string, rows: readonly Row[]): Spread {
  const date = method === 'range' ? OF_DATE.exec(expression)?.groups : undefined;
  const text = date?.['column'] ?? expression;
  const columns = NAMES.test(text) ? namesIn(text) : null;
  const descriptions = rows.map(([, , , , description]) => description ?? '');
  return { method, columns, covered: coveredBy(method, columns, descriptions, date?.['of']) };
}

function coveredBy(
  method: Spread['method'],
  columns: string[] | null,
  descriptions: readonly string[],
  of: string | undefined,
): Covered {
  if (method === 'hash') return 'all';
  if (method === 'list') {
    if (descriptions.includes('DEFAULT')) return 'all';
    const values = descriptions.map((description) => literalsIn(description));
    return columns?.length !== 1 || values.includes(null)
      ? 'unknown'
      : { values: values.flatMap((some) => some ?? []) };
  }
  const isOpen = descriptions
    .at(-1)
    ?.split(',')
    .every((end) => end.trim() === 'MAXVALUE');
  if (isOpen) return 'all';
  if (columns?.length !== 1) return 'unknown';
  return coverUpTo(descriptions.map((end) => toDate(valueOf(end), of)));
}

/** Day 719,528 is the first one of 1970. */
const toDate = (end: string, of: string | undefined): string => {
  if (of === undefined) return end;
  if (of.toLowerCase() === 'year') return `${end.padStart(4, '0')}-01-01`;
  const day = new Date((Number(end) - 719_528) * 86_400_000);
  return Number.isNaN(day.getTime()) ? end : day.toISOString().slice(0, 10);
};

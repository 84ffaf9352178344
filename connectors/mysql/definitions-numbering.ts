import { queryTables, readLargest } from '../core/catalogue/query-tables.ts';
import type { Column, NumberedColumn, Numbering, Reached } from '../core/definitions.ts';
import { quote } from './data.ts';
import type { Selection } from './selection.ts';

type Place = Omit<Selection, 'names'>;

/** The increment is a setting of the whole server, not of a table. */
export const NUMBERING: Numbering = { increment: '1', least: null, most: null, cycles: false };

/** A MariaDB sequence: a table of one row. */
export interface SequenceName {
  schema: string;
  name: string;
}

export interface SequenceRow extends Numbering {
  start: string;
  least: string;
  most: string;
  cache: string;
  /** Cached numbers count as used. */
  next: string;
}

const NUMBERS = [
  'start_value',
  'increment',
  'minimum_value',
  'maximum_value',
  'cache_size',
  'next_not_cached_value',
];

/** @returns in the order of the names; null where one cannot be read */
export const readSequenceRows = (
  session: Place['session'],
  sequences: readonly SequenceName[],
): Promise<(SequenceRow | null)[]> =>
  queryTables(sequences, async (some) => {
    const numbers = NUMBERS.map((column) => `CAST(${column} AS CHAR)`).join(', ');
    const rows = await session.query<[number, number, ...string[]]>(
      some
        .map(
          ({ schema, name }, index) =>
            `SELECT ${index}, cycle_option, ${numbers} FROM ${quote(schema)}.${quote(name)}`,
        )
        .join(' UNION ALL '),
    );
    return rows
      .toSorted(([one], [other]) => one - other)
      .map(([, cycles, ...texts]) => {
        const [start, increment, least, most, cache, next] = texts as Six;
        return { start, increment, least, most, cycles: Number(cycles) === 1, cache, next };
      });
  });
type Six = [string, string, string, string, string, string];

/** The sequence from which a default takes its numbers; null where it does something else. */
export function sequenceOf(fallback: string): SequenceName | null {
  const [, schema, name] = /^nextval\(`((?:[^`]|``)+)`\.`((?:[^`]|``)+)`\)$/u.exec(fallback) ?? [];
  const plain = (text: string) => text.replaceAll('``', '`');
  return schema === undefined || name === undefined
    ? null
    : { schema: plain(schema), name: plain(name) };
}

/** Columns of a schema that take their numbers from a sequence. @param tables - those that are asked for; all by default */
export async function readNumberedBySequences(
  { session, schema }: Pick<Place, 'session' | 'schema'>,
  tables?: readonly string[],
): Promise<(NumberedColumn & { sequence: SequenceName })[]> {
  if (!session.member.packages) return [];
  const rows = await session.query<[string, string, string]>(
    `SELECT table_name, column_name, column_default FROM information_schema.columns
     WHERE table_schema = ? AND column_default LIKE 'nextval(%'${tables ? ' AND table_name IN (?)' : ''}`,
    tables ? [schema, tables] : [schema],
  );
  return rows.flatMap(([table, column, fallback]) => {
    const sequence = sequenceOf(fallback);
    return sequence ? [{ table, column, sequence }] : [];
  });
}

/** Adds to columns that take their numbers from sequences how these count, as far as they can be read. */
export async function addSequences(
  session: Place['session'],
  columns: ReadonlyMap<string, readonly Column[]>,
): Promise<Map<string, Column[]>> {
  const sequences = new Map<string, SequenceName>();
  const keyOf = ({ numbering, kept }: Column): string | null => {
    const sequence = !numbering && kept?.numbers ? sequenceOf(kept.numbers) : null;
    if (sequence) sequences.set(kept!.numbers!, sequence);
    return sequence && kept!.numbers!;
  };
  const keyed = [...columns].map(
    ([table, own]) => [table, own.map((column) => [column, keyOf(column)] as const)] as const,
  );
  const rows = await readSequenceRows(session, [...sequences.values()]);
  const known = new Map([...sequences.keys()].map((key, at) => [key, rows[at]]));
  const numbered = (column: Column, key: string | null): Column => {
    const row = key === null ? null : known.get(key);
    if (!row) return column;
    const { increment, least, most, cycles } = row;
    return { ...column, numbering: { increment, least, most, cycles } };
  };
  return new Map(keyed.map(([table, own]) => [table, own.map((one) => numbered(...one))]));
}

export async function readReached(
  { session, facts, schema }: Place,
  columns: readonly NumberedColumn[],
): Promise<(Reached | null)[]> {
  const largest = await readLargest(session, schema, columns, {
    quote,
    toText: (largest) => `CAST(${largest} AS CHAR)`,
  });
  const next = await readNext({ session, facts, schema }, columns);
  return next.map((following, index) => {
    const found = largest[index];
    return found && following !== null ? { next: following, largest: found.value } : null;
  });
}

/** The number that the next row of each column gets; null where unknown. */
async function readNext(
  { session, facts, schema }: Place,
  columns: readonly NumberedColumn[],
): Promise<(string | null)[]> {
  const tables = [...new Set(columns.map(({ table }) => table))];
  const numbered = await readNumberedBySequences({ session, schema }, tables);
  const rows = await readSequenceRows(
    session,
    numbered.map(({ sequence }) => sequence),
  );
  const bySequence = new Map(numbered.map((one, at) => [keyOf(one), rows[at]?.next ?? null]));
  const byTable = await readAutoIncrements({ session, facts, schema }, columns);
  return columns.map(
    (column) => bySequence.get(keyOf(column)) ?? byTable.get(column.table) ?? null,
  );
}
const keyOf = ({ table, column }: NumberedColumn): string => JSON.stringify([table, column]);

async function readAutoIncrements(
  { session, facts, schema }: Place,
  columns: readonly NumberedColumn[],
): Promise<Map<string, string>> {
  if (facts.remembersNumbers)
    await session.query('SET SESSION information_schema_stats_expiry = 0');
  const rows = await session.query<[string, string | number | null]>(
    'SELECT table_name, auto_increment FROM information_schema.tables WHERE table_schema = ? AND table_name IN (?)',
    [schema, columns.map(({ table }) => table)],
  );
  if (facts.remembersNumbers)
    await session.query('SET SESSION information_schema_stats_expiry = DEFAULT');
  return new Map(rows.flatMap(([table, next]) => (next === null ? [] : [[table, String(next)]])));
}

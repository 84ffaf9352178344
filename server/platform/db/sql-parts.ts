import { type RawBuilder, sql, type Expression, PostgresAdapter } from 'kysely';
import type { StoreKind, Db } from './store.ts';

type ColumnType = 'text' | 'integer';
type RowOf<C extends Record<string, ColumnType>> = {
  [K in keyof C]: C[K] extends 'integer' ? number | null : string | null;
};

/**
 * Rows as a table in one parameter: `select … from ${jsonTable(…)} as item`. One statement can carry any number of
 * rows, without the limit on parameters and without compiling a long text.
 * @param columns - name → type; names are trusted identifiers
 * @param rows - one array per row, values in the order of `columns`
 */
export function jsonTable<C extends Record<string, ColumnType>>(
  kind: StoreKind,
  columns: C,
  rows: readonly (readonly (string | number | null)[])[],
): RawBuilder<RowOf<C>> {
  const entries = Object.entries(columns);
  const json = JSON.stringify(rows);
  const selected =
    kind === 'sqlite'
      ? entries.map(([name], index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`)
      : entries.map(
          ([name, type], index) =>
            sql`(value ->> ${sql.lit(index)})::${sql.raw(type)} as ${sql.ref(name)}`,
        );
  const elements =
    kind === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(${json}::json)`;
  return sql`(select ${sql.join(selected)} from ${elements})`;
}

/** A list of ids in one parameter: `where id in ${jsonIds(…)}`. Much faster than a table with one column. */
export const jsonIds = (kind: StoreKind, ids: readonly number[]): RawBuilder<number> =>
  kind === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(ids)}))`
    : sql`(select value::text::integer from json_array_elements(${JSON.stringify(ids)}::json))`;

/**
 * A LIKE pattern (escape `\`) that matches the text anywhere, with its own wildcards escaped.
 * @param value - folded to lower case as the column is
 */
export const containing = (value: string): string =>
  `%${value.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** Folds only ASCII letters, as `lower` does on both stores. */
export const lowerAscii = (value: string): string =>
  value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Locks rows that the transaction is about to change, in the order of their ids. Two transactions that change many of the
 * same rows then wait for each other; each in an order of its own, they would end in a deadlock. Objects are locked
 * before pairs. SQLite has one writer, so there is nothing to lock.
 * @param chosen - ids, or a query that selects them
 */
export async function lockRows(
  tx: Db,
  table: 'object' | 'pair' | 'run',
  chosen: readonly number[] | Expression<unknown>,
): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  if ('length' in chosen && chosen.length === 0) return;
  const ids = 'length' in chosen ? jsonIds('postgresql', chosen) : sql`(${chosen})`;
  await sql`select count(*) from (
    select 1 from ${sql.table(table)} where id in ${ids} order by id for no key update
  ) as locked`.execute(tx);
}

/** The newest id of a table that only grows; 0 where it is empty. */
export async function readNewestId(
  db: Db,
  table: 'history' | 'notification' | 'evidence',
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

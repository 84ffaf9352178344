import { type RawBuilder, sql } from 'kysely';
import type { StoreKind } from './store.ts';

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

import type pg from 'pg';
import type { Origin } from '../core/call.ts';

/** How many levels of nested views are followed. */
const DEEPEST = 10;

type Found = [
  table: number,
  column: number,
  schema: string,
  name: string,
  columnName: string,
  query: string | null,
];

/**
 * Finds the table columns behind the columns of a result. The server reports them for a query, but treats a view like
 * a table, so a view's query is examined in the same way.
 */
export async function findOrigins(
  client: pg.Client,
  fields: readonly pg.FieldDef[],
  deepest = DEEPEST,
): Promise<(Origin | null)[]> {
  const known = fields.filter(({ tableID, columnID }) => tableID > 0 && columnID > 0);
  if (known.length === 0) return fields.map(() => null);
  const { rows } = await client.query<Found>({
    text: `SELECT a.attrelid::int8::float8, a.attnum, n.nspname, c.relname, a.attname,
        CASE WHEN c.relkind IN ('v', 'm') THEN pg_catalog.pg_get_viewdef(c.oid) END
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum = ANY ($2::int2[])
        -- Statistics hold values of any column.
        AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
    values: [known.map(({ tableID }) => tableID), known.map(({ columnID }) => columnID)],
    rowMode: 'array',
  });
  const views = new Map<number, (Origin | null)[]>();
  for (const [table, , , , , query] of rows)
    if (query !== null && !views.has(table))
      views.set(table, await originsOfView(client, query, deepest - 1));
  return fields.map(({ tableID, columnID }) => {
    const view = views.get(tableID);
    if (view) return view[columnID - 1] ?? null;
    const found = rows.find(([table, column]) => table === tableID && column === columnID);
    return found ? { schema: found[2], table: found[3], column: found[4] } : null;
  });
}

/** Finds nothing if the account may not read what the view reads. */
async function originsOfView(
  client: pg.Client,
  query: string,
  deepest: number,
): Promise<(Origin | null)[]> {
  if (deepest === 0) return [];
  await client.query('SAVEPOINT origins');
  try {
    const { fields } = await client.query(
      `SELECT * FROM (${query.replace(/;\s*$/, '')}) AS view LIMIT 0`,
    );
    return await findOrigins(client, fields, deepest);
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT origins');
    return [];
  }
}

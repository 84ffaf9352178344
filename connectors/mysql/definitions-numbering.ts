import { readLargest } from '../core/catalogue/query-tables.ts';
import type { NumberedColumn, Numbering, Reached } from '../core/definitions.ts';
import { quote } from './data.ts';
import type { Selection } from './selection.ts';

/** The increment is a setting of the whole server, not of a table. */
export const NUMBERING: Numbering = { increment: '1', least: null, most: null, cycles: false };

/** Skips columns that take their numbers from a MariaDB sequence. */
export async function readReached(
  { session, facts, schema }: Omit<Selection, 'names'>,
  columns: readonly NumberedColumn[],
): Promise<(Reached | null)[]> {
  const largest = await readLargest(session, schema, columns, {
    quote,
    toText: (largest) => `CAST(${largest} AS CHAR)`,
  });
  if (facts.remembersNumbers)
    await session.query('SET SESSION information_schema_stats_expiry = 0');
  const rows = await session.query<[string, string | number | null]>(
    'SELECT table_name, auto_increment FROM information_schema.tables WHERE table_schema = ? AND table_name IN (?)',
    [schema, columns.map(({ table }) => table)],
  );
  if (facts.remembersNumbers)
    await session.query('SET SESSION information_schema_stats_expiry = DEFAULT');
  const next = new Map(rows);
  return columns.map(({ table }, index) => {
    const found = largest[index];
    const following = next.get(table) ?? null;
    return found && following !== null ? { next: String(following), largest: found.value } : null;
  });
}

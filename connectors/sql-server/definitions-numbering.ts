import { readLargest } from '../core/catalogue/query-tables.ts';
import type { Column, NumberedColumn, Reached } from '../core/definitions.ts';
import * as sql from './definitions-sql.ts';
import { quote } from './data.ts';
import type { Session } from './session.ts';

export function toNumbering(
  column: string,
  rows: readonly sql.NumberingRow[],
): Pick<Column, 'numbering'> {
  const row = rows.find(([, name]) => name === column);
  if (!row) return {};
  return { numbering: { increment: row[2], least: null, most: null, cycles: false } };
}

export async function readReached(
  session: Session,
  schema: string,
  columns: readonly NumberedColumn[],
): Promise<(Reached | null)[]> {
  const largest = await readLargest(session, schema, columns, {
    quote,
    toText: (largest) => `CONVERT(nvarchar(40), ${largest})`,
  });
  const tables = [...new Set(columns.map(({ table }) => table))];
  const rows = await session.query<sql.NextRow>(sql.next(tables.length), [schema, ...tables]);
  return columns.map(({ table, column }, index) => {
    const next = rows.find(([one, other]) => one === table && other === column)?.[2] ?? null;
    const found = largest[index];
    return found && next !== null ? { next, largest: found.value } : null;
  });
}

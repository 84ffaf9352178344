import { readLargest } from '../core/catalogue/query-tables.ts';
import type { Column, NumberedColumn, Reached } from '../core/definitions.ts';
import { type Ask, numberings, type NumberingRow } from './definitions-sql.ts';
import { quote } from './dialect.ts';
import type { Session } from './session.ts';

export async function readNumberings(
  ask: Ask,
): Promise<(table: string, column: string) => Pick<Column, 'numbering'>> {
  const find = finder(await ask<NumberingRow>(numberings));
  return (table, column) => {
    const row = find(table, column);
    if (!row) return {};
    const [, , increment, least, most, cycles, , kind] = row;
    const always = kind === 'ALWAYS' && ({ always: true } as const);
    return { numbering: { increment, least, most, cycles: cycles === 'Y', ...always } };
  };
}

const finder = (rows: readonly NumberingRow[]) => (table: string, column: string) =>
  rows.find(([one, other]) => one === table && other === column);

export async function readReached(
  session: Session,
  ask: Ask,
  schema: string,
  columns: readonly NumberedColumn[],
): Promise<(Reached | null)[]> {
  const largest = await readLargest(session, schema, columns, {
    quote,
    toText: (largest) => `TO_CHAR(${largest})`,
    behind: ' FROM sys.dual',
  });
  const find = finder(await ask<NumberingRow>(numberings));
  return columns.map(({ table, column }, index) => {
    const found = largest[index];
    const next = find(table, column)?.[6];
    return found && next !== undefined ? { next, largest: found.value } : null;
  });
}

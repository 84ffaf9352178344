import type { NumberedColumn } from './definitions.ts';
import { ConnectorError } from './errors.ts';

/** How many tables a statement asks: each takes a lock. */
const AT_ONCE = 100;

/** What concerns one table: it is gone, closed to the account, or its statement took too long. */
const OF_ONE: readonly ConnectorError['code'][] = ['permission', 'not-found', 'failed'];

/**
 * Asks many tables at once, in one statement. A single one that cannot be read fails it: then halves of them are asked.
 * @param ask - answers in the same order
 * @returns in the same order; null where a table cannot be read
 */
export async function askTables<Item, Answer>(
  items: readonly Item[],
  ask: (items: readonly Item[]) => Promise<Answer[]>,
): Promise<(Answer | null)[]> {
  if (items.length === 0) return [];
  if (items.length > AT_ONCE) {
    const first = await askTables(items.slice(0, AT_ONCE), ask);
    return [...first, ...(await askTables(items.slice(AT_ONCE), ask))];
  }
  try {
    return await ask(items);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    // What took too long is not tried again in parts.
    if (error.code === 'timeout') return items.map(() => null);
    if (!OF_ONE.includes(error.code)) throw error;
    if (items.length === 1) return [null];
    const half = Math.ceil(items.length / 2);
    const first = await askTables(items.slice(0, half), ask);
    return [...first, ...(await askTables(items.slice(half), ask))];
  }
}

interface Reader {
  query<Row extends unknown[]>(sql: string): Promise<Row[]>;
}

/** How an engine asks for the largest value of a column as a text. */
interface LargestText {
  quote(name: string): string;
  /** Makes a text of `MAX(column)`. */
  toText(largest: string): string;
  /** What stands behind a query that names no table. */
  behind?: string;
}

/** The largest value of each column; null where it cannot be read. */
export const readLargest = (
  session: Reader,
  schema: string,
  columns: readonly NumberedColumn[],
  { quote, toText, behind = '' }: LargestText,
): Promise<({ value: string | null } | null)[]> =>
  askTables(columns, async (some) => {
    const parts = some.map(
      ({ table, column }) =>
        `(SELECT ${toText(`MAX(${quote(column)})`)} FROM ${quote(schema)}.${quote(table)})`,
    );
    const [row] = await session.query<(string | null)[]>(`SELECT ${parts.join(', ')}${behind}`);
    return (row ?? []).map((value) => ({ value }));
  });

import type { NumberedColumn } from '../definitions.ts';
import { ConnectorError } from '../errors.ts';

/** Most tables in one statement: each of them takes a lock. */
const TABLES_PER_QUERY = 100;

/** Errors that may concern a single table: it is gone, the account may not read it, or its statement failed. */
const ERRORS_OF_ONE_TABLE: readonly ConnectorError['code'][] = [
  'permission',
  'not-found',
  'failed',
];

/**
 * Queries many tables in one statement. A single one that cannot be read fails that: the tables are then bisected.
 * @param ask - queries some of them; answers in the same order
 * @returns in the same order; null where a table cannot be read
 */
export async function queryTables<Item, Answer>(
  items: readonly Item[],
  ask: (items: readonly Item[]) => Promise<Answer[]>,
): Promise<(Answer | null)[]> {
  if (items.length === 0) return [];
  if (items.length > TABLES_PER_QUERY) {
    const first = await queryTables(items.slice(0, TABLES_PER_QUERY), ask);
    return [...first, ...(await queryTables(items.slice(TABLES_PER_QUERY), ask))];
  }
  try {
    return await ask(items);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    // A statement that took too long is not retried in parts.
    if (error.code === 'timeout') return items.map(() => null);
    if (!ERRORS_OF_ONE_TABLE.includes(error.code)) throw error;
    if (items.length === 1) return [null];
    const half = Math.ceil(items.length / 2);
    const first = await queryTables(items.slice(0, half), ask);
    return [...first, ...(await queryTables(items.slice(half), ask))];
  }
}

interface Reader {
  query<Row extends unknown[]>(sql: string): Promise<Row[]>;
}

/** How an engine queries the largest value of a column as a text. */
interface LargestText {
  quote(name: string): string;
  /** Makes a text of `MAX(column)`. */
  toText(largest: string): string;
  /** What a SELECT without a table ends in, such as `FROM dual`. */
  behind?: string;
}

/** The largest value of each column; null where it cannot be read. */
export const readLargest = (
  session: Reader,
  schema: string,
  columns: readonly NumberedColumn[],
  { quote, toText, behind = '' }: LargestText,
): Promise<({ value: string | null } | null)[]> =>
  queryTables(columns, async (some) => {
    const parts = some.map(
      ({ table, column }) =>
        `(SELECT ${toText(`MAX(${quote(column)})`)} FROM ${quote(schema)}.${quote(table)})`,
    );
    const [row] = await session.query<(string | null)[]>(`SELECT ${parts.join(', ')}${behind}`);
    return (row ?? []).map((value) => ({ value }));
  });

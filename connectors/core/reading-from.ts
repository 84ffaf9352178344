import type { Reading } from './data.ts';

/** Whether a statement that reads this holds words of a person's. */
export const isForeign = ({ where, columns }: Reading): boolean =>
  where !== null || columns.some(({ expression }) => expression !== undefined);

/**
 * FROM and WHERE. Expressions stand in a table of their own, under the names of the columns that they stand for:
 * so whatever is asked of a column is asked of the same value, be it a row or a sum of hashes.
 * @param condition - of ours, on those columns
 */
export function writeFrom(
  reading: Reading,
  quote: (name: string) => string,
  condition: string | null = null,
): string {
  const table = `${quote(reading.schema)}.${quote(reading.table)}`;
  // A comment at its end must not reach what follows.
  const where = reading.where === null ? null : `(${reading.where}\n)`;
  if (reading.columns.every(({ expression }) => expression === undefined))
    return `FROM ${table}${allOf([where, condition])}`;
  const columns = reading.columns.map(({ name, expression }) =>
    expression === undefined ? quote(name) : `(${expression}\n) AS ${quote(name)}`,
  );
  const read = `SELECT ${columns.join(', ')} FROM ${table}${allOf([where])}`;
  return `FROM (${read}) c${allOf([condition])}`;
}

function allOf(conditions: readonly (string | null)[]): string {
  const given = conditions.filter((condition) => condition !== null);
  return given.length > 0 ? ` WHERE ${given.join(' AND ')}` : '';
}

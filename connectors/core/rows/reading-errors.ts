import { message } from '../../../contract/messages/message.ts';
import type { Reading } from '../data.ts';
import { ConnectorError } from '../errors.ts';

const nameOf = ({ schema, table }: Reading) => `"${schema}"."${table}"`;

export const tooLong = (reading: Reading) =>
  new ConnectorError('unsupported', message('reading.rowTooLong', { object: nameOf(reading) }));

/** Explains why a generated statement failed: the object has changed, is not granted, or the user's condition is wrong. */
export function explainReading(error: unknown, reading: Reading): unknown {
  if (
    !(error instanceof ConnectorError) ||
    (error.code !== 'failed' && error.code !== 'permission')
  )
    return error;
  const advice =
    error.code === 'permission'
      ? message('reading.checkGrant')
      : !isForeign(reading)
        ? message('reading.checkColumns')
        : reading.where === null
          ? message('reading.checkExpression')
          : message('reading.checkCondition');
  return new ConnectorError(
    error.code,
    message('reading.wasAbout', { failure: error.said, object: nameOf(reading), advice }),
    { cause: error },
  );
}

/** Whether statements for this reading contain SQL that a user wrote. */
export const isForeign = ({ where, columns }: Reading): boolean =>
  where !== null || columns.some(({ expression }) => expression !== undefined);

/**
 * Writes FROM and WHERE. Expressions are computed in a derived table, under the names of the columns that they replace,
 * so that every query of a column sees the same value, whether it reads rows or sums hashes.
 * @param condition - generated condition on those columns
 */
export function writeFrom(
  reading: Reading,
  quote: (name: string) => string,
  condition: string | null = null,
): string {
  const table = `${quote(reading.schema)}.${quote(reading.table)}`;
  // The line break ends a trailing line comment of the condition.
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

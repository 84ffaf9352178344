import type { Reading } from './data.ts';
import { ConnectorError } from './errors.ts';

const nameOf = ({ schema, table }: Reading) => `"${schema}"."${table}"`;

export const tooLong = (reading: Reading) =>
  new ConnectorError(
    'unsupported',
    `A row of ${nameOf(reading)} is longer than the server can put together. Leave its longest column out, or raise the limit of the server.`,
  );

/** A statement of ours fails for few reasons: the object has changed, it is not granted, or the condition is wrong. */
export function explainReading(error: unknown, reading: Reading): unknown {
  if (
    !(error instanceof ConnectorError) ||
    (error.code !== 'failed' && error.code !== 'permission')
  )
    return error;
  const advice =
    error.code === 'permission'
      ? 'Check that it is still there, and that the account may read it.'
      : reading.where === null
        ? 'Check that it and its columns are still there.'
        : 'Check the condition, and that the columns are still there.';
  return new ConnectorError(
    error.code,
    `${error.message} It was about ${nameOf(reading)}. ${advice}`,
    { cause: error },
  );
}

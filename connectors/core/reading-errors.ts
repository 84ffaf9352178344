import type { Reading } from './data.ts';
import { ConnectorError } from './errors.ts';

const nameOf = ({ schema, table }: Reading) => `"${schema}"."${table}"`;

export const tooLong = (reading: Reading) =>
  new ConnectorError(
    'unsupported',
    `A row of ${nameOf(reading)} is longer than the server can put together. Leave its longest column out, or raise the limit of the server.`,
  );

/** A statement of ours fails for few reasons: the object has changed, or the condition is wrong. */
export function explainReading(error: unknown, reading: Reading): unknown {
  if (!(error instanceof ConnectorError) || error.code !== 'failed') return error;
  const advice =
    reading.where === null
      ? 'Check that it and its columns are still there.'
      : 'Check the condition, and that the columns are still there.';
  return new ConnectorError(
    'failed',
    `${error.message} It was about ${nameOf(reading)}. ${advice}`,
    { cause: error },
  );
}

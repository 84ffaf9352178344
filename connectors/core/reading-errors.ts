import { message } from '../../contract/messages/message.ts';
import type { Reading } from './data.ts';
import { ConnectorError } from './errors.ts';
import { isForeign } from './reading-from.ts';

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

import { message } from '../../contract/messages/message.ts';
import { checkCondition, checkExpression, type CallSyntax } from './call-text.ts';
import type { DataReader, Reading } from './data.ts';
import { ConnectorError } from './errors.ts';
import { explainReading } from './reading-errors.ts';
import { isExpression } from './sql-tokens.ts';

const OPEN = new ConnectorError('failed', message('reading.oneExpression'));

/**
 * Wraps a reader so that users' conditions and expressions may name no more than their calls, and end where the brackets
 * around them end.
 */
export function guardConditions(reader: DataReader, syntax: CallSyntax): DataReader {
  const guard =
    <Rest extends unknown[], T>(read: (reading: Reading, ...rest: Rest) => Promise<T>) =>
    async (reading: Reading, ...rest: Rest): Promise<T> => {
      if (reading.where !== null) {
        if (!isExpression(reading.where, syntax.spelling)) throw explainReading(OPEN, reading);
        checkCondition(reading.where, syntax);
      }
      for (const { expression } of reading.columns)
        if (expression !== undefined) checkExpression(expression, syntax);
      return read(reading, ...rest);
    };
  return {
    countRows: guard(reader.countRows),
    aggregate: guard(reader.aggregate),
    findBoundaries: guard(reader.findBoundaries),
    checksum: guard(reader.checksum),
    bucketChecksums: guard(reader.bucketChecksums),
    hashRows: guard(reader.hashRows),
    readRows: guard(reader.readRows),
    sampleRows: guard(reader.sampleRows),
  };
}

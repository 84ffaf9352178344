import { message } from '../../../contract/messages/message.ts';
import { type CallSyntax, checkCondition, checkExpression } from '../calls/call-text.ts';
import type { CallRunner } from '../call.ts';
import type { Connection, ConnectionTarget, ConnectOptions } from '../connector.ts';
import type { DataReader, Reading } from '../data.ts';
import type { DefinitionReader } from '../definitions.ts';
import { ConnectorError } from '../errors.ts';
import { explainReading } from '../rows/reading-errors.ts';
import { isExpression } from '../sql/sql-tokens.ts';

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

/** The modules that an open connection is made of, of an engine whose sessions are `Session`. */
type Modules<Session> = readonly [
  session: {
    openSession(target: ConnectionTarget, options: ConnectOptions): Promise<Session>;
  },
  catalogue: {
    readVersion(session: Session): Promise<string> | string;
    listSchemas(session: Session): ReturnType<Connection['listSchemas']>;
    listObjects(
      session: Session,
      ...asked: Parameters<Connection['listObjects']>
    ): ReturnType<Connection['listObjects']>;
    /** Absent where every account sees everything. */
    listWarnings?(
      session: Session,
      ...asked: Parameters<Connection['listWarnings']>
    ): ReturnType<Connection['listWarnings']>;
    /** Absent where it is not looked for. */
    listUnreadable?(
      session: Session,
      ...asked: Parameters<Connection['listUnreadable']>
    ): ReturnType<Connection['listUnreadable']>;
    listOthers(
      session: Session,
      ...asked: Parameters<Connection['listOthers']>
    ): ReturnType<Connection['listOthers']>;
  },
  data: { createDataReader(session: Session): DataReader | undefined },
  definitions: { createDefinitionReader(session: Session): DefinitionReader | undefined },
  calls: { createCallRunner(session: NoInfer<Session>): CallRunner | undefined },
  /** Absent where there are no accounts. */
  rights?: { readRights(session: Session): ReturnType<NonNullable<Connection['rights']>> },
];

/**
 * `connect` of an engine. Its modules, and with them its driver, are loaded by the first connection.
 * @param callSyntax - how users' conditions on rows are written
 */
export const connecting =
  <Session extends { close(): Promise<void> }>(
    callSyntax: CallSyntax,
    load: () => Promise<Modules<Session>>,
  ) =>
  async (target: ConnectionTarget, options: ConnectOptions): Promise<Connection> => {
    const [
      { openSession },
      catalogue,
      { createDataReader },
      { createDefinitionReader },
      { createCallRunner },
      accounts,
    ] = await load();
    const session = await openSession(target, options);
    const data = createDataReader(session);
    const definitions = createDefinitionReader(session);
    const calls = createCallRunner(session);
    return {
      serverVersion: async () => catalogue.readVersion(session),
      listSchemas: () => catalogue.listSchemas(session),
      listObjects: (...asked) => catalogue.listObjects(session, ...asked),
      listOthers: (...asked) => catalogue.listOthers(session, ...asked),
      listWarnings: async (schemas) => catalogue.listWarnings?.(session, schemas) ?? [],
      listUnreadable: async (schemas) => catalogue.listUnreadable?.(session, schemas) ?? [],
      ...(accounts && { rights: () => accounts.readRights(session) }),
      ...(definitions && { definitions }),
      ...(data && { data: guardConditions(data, callSyntax) }),
      ...(calls && { calls }),
      close: () => session.close(),
    };
  };

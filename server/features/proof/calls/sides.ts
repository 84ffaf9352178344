import { type Message } from '../../../../contract/messages/message.ts';
import type { Connection } from '../../../../connectors/core/connector.ts';
import { ConnectorError, type ConnectorErrorCode } from '../../../../connectors/core/errors.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { DatabaseService, Opened } from '../../databases/service.ts';

export type BySide<T> = Record<Side, T>;
export const bySide = <T>(valueOf: (side: Side) => T): BySide<T> => ({
  source: valueOf('source'),
  target: valueOf('target'),
});

export interface Failure {
  failure: Message;
  isOutage: boolean;
}
export type OpenResult = Opened<Connection> | Failure;
export const isOpen = (side: OpenResult): side is Opened<Connection> => 'database' in side;

/** Errors that the call itself causes; any others may be gone an hour later. */
const OF_THE_CALL: readonly ConnectorErrorCode[] = ['permission', 'unsupported', 'failed'];

/** A side that cannot be called is part of the answer. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ConnectorError)) throw error;
  return { failure: error.said, isOutage: !OF_THE_CALL.includes(error.code) };
}

/** @throws ProblemError where a connection is not configured completely: then nothing was sent, on either side */
export async function openSides(
  databases: DatabaseService,
  projectId: number,
  signal: AbortSignal,
  statement: number,
): Promise<BySide<OpenResult>> {
  const open = (side: Side) => databases.open(projectId, side, signal, { statement });
  const [source, target] = await Promise.allSettled(SIDES.map(open));
  const results = [source!, target!];
  const refused = results.find(
    (result) => result.status === 'rejected' && !(result.reason instanceof ConnectorError),
  );
  if (refused?.status === 'rejected') {
    for (const result of results)
      if (result.status === 'fulfilled') await result.value.database.close();
    throw refused.reason;
  }
  const [here, there] = results.map((result): OpenResult =>
    result.status === 'fulfilled' ? result.value : failureOf(result.reason),
  );
  return { source: here!, target: there! };
}

/** Closes the sides that could be opened. */
export async function closeSides(opened: BySide<OpenResult>): Promise<void> {
  const { source, target } = opened;
  await Promise.all([source, target].filter(isOpen).map(({ database }) => database.close()));
}

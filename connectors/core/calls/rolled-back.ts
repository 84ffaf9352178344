import type { Answer, CallResult, TakePart } from '../call.ts';

/** A session with a transaction that may write, which all its statements run in until the rollback. */
export interface WritingSession {
  /** @throws ConnectorError */
  begin(): Promise<void>;
  /** @throws ConnectorError */
  rollBack(): Promise<void>;
}

/** Runs a writing call in a transaction and rolls that back, on engines where no allowed call can end it. */
export async function runRolledBack(
  session: WritingSession,
  answer: () => Promise<Answer>,
  take: TakePart,
): Promise<CallResult> {
  await take({ stage: 'before' });
  await session.begin();
  let found: Answer;
  try {
    found = await answer();
    if (!found.error) await take({ stage: 'after', written: null });
  } catch (error) {
    // The first error says more than one of the rollback.
    await session.rollBack().catch(() => undefined);
    throw error;
  }
  await session.rollBack();
  return { ...found, committed: false };
}

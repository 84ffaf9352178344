import type { Answer, CallResult, TakePart } from './call.ts';

/** A transaction that may write, in which a session asks whatever it is asked meanwhile. */
export interface WritingSession {
  /** @throws ConnectorError */
  begin(): Promise<void>;
  /** @throws ConnectorError */
  rollBack(): Promise<void>;
}

/** Runs a call that writes where nothing that a call may say ends the transaction. */
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
    // What failed says more than what fails after it.
    await session.rollBack().catch(() => undefined);
    throw error;
  }
  await session.rollBack();
  return { ...found, committed: false };
}

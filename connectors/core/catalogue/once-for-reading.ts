/** How long all batches of one reading get the same answer, in milliseconds. */
const OF_A_READING = 60_000;

/** Asks once for all batches of a reading. What changes meanwhile is seen by the next one. */
export function onceForReading<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: { answer: Promise<Answer>; until: number } | null = null;
  return async () => {
    if (kept && performance.now() < kept.until) return kept.answer;
    const own = (kept = { answer: ask(), until: performance.now() + OF_A_READING });
    try {
      return await own.answer;
    } catch (error) {
      if (kept === own) kept = null;
      throw error;
    }
  };
}

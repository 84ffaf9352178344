/**
 * Does work for one item after the other, also for those after one whose work fails.
 * @throws the failure, or an AggregateError of several, after the last item
 */
export async function inTurn<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length === 0) return;
  throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'Several items failed.');
}

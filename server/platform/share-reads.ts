/**
 * Lets all who ask for the same while it is being read share the next reading, so that many open screens cost no more than one. Each answer
 * is of a reading that began after it was asked for.
 */
export function shareReads<Answer>(): (
  what: string,
  read: () => Promise<Answer>,
) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>();
  const waiting = new Map<string, Promise<Answer>>();
  return (what, read) => {
    const start = (): Promise<Answer> => {
      waiting.delete(what);
      const own = read().finally(() => {
        if (running.get(what) === own) running.delete(what);
      });
      running.set(what, own);
      return own;
    };
    const now = running.get(what);
    if (!now) return start();
    const next = waiting.get(what) ?? now.catch(() => undefined).then(start);
    waiting.set(what, next);
    return next;
  };
}

/** Grants the right to write to one holder at a time, first come first served. */
export interface WriteLock {
  /** Resolves when the lock is granted, with the function that releases it. */
  acquire(): Promise<() => void>;
}

/** The lock itself, in the main thread. */
export function createWriteLock(): WriteLock {
  let tail: Promise<void> = Promise.resolve();
  return {
    acquire() {
      const turn = tail;
      let release!: () => void;
      tail = new Promise<void>((resolve) => {
        release = resolve;
      });
      return turn.then(() => release);
    },
  };
}

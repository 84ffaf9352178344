/** Limits how often somebody may do something. Kept in memory, so a restart resets it. */
export interface RateLimit {
  /** Counts one more. @returns milliseconds to wait, 0 if allowed */
  take(who: string): number;
}

/** At most `max` in each `window` of milliseconds. */
export function createRateLimit(max: number, window: number): RateLimit {
  let since = performance.now();
  let counts = new Map<string, number>();
  return {
    take(who) {
      const now = performance.now();
      if (now - since >= window) {
        since = now;
        counts = new Map();
      }
      const count = (counts.get(who) ?? 0) + 1;
      counts.set(who, count);
      return count > max ? window - (now - since) : 0;
    },
  };
}

/** Latencies in milliseconds. */
export interface Latencies {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export function summarise(values: number[]): Latencies {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return {
    count: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: sorted.at(-1) ?? 0,
  };
}

/** Starts an action every `ms`, even if earlier ones are still running, so that no delay hides another. */
export function every(ms: number, act: () => Promise<unknown>): { stop(): Promise<number[]> } {
  const taken: number[] = [];
  const open = new Set<Promise<void>>();
  let failure: Error | null = null;
  const timer = setInterval(() => {
    const started = performance.now();
    const one: Promise<void> = act()
      .then(() => void taken.push(performance.now() - started))
      .catch((error: Error) => void (failure ??= error))
      .finally(() => open.delete(one));
    open.add(one);
  }, ms);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      if (failure) throw failure;
      return taken;
    },
  };
}

/** The maximum of a figure while the work runs. */
export async function peak(figure: () => number, work: () => Promise<unknown>): Promise<number> {
  let most = figure();
  const timer = setInterval(() => void (most = Math.max(most, figure())), 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, figure());
}

/** The duration of some work in milliseconds. */
export async function time(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Pseudo-random numbers from 0 up to `below` (exclusive), the same in every run. */
export function createDice(): (below: number) => number {
  let state = 20_251;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

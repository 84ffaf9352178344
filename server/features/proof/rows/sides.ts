import { setMaxListeners } from 'node:events';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import type { DataReader, Reading } from '../../../../connectors/core/data.ts';
import type { Plan } from './plan/plan.ts';
import type { DataTask } from './types.ts';

/** An error of one side's database. */
export class SideError extends ConnectorError {
  readonly side: 'source' | 'target';

  constructor(side: SideError['side'], cause: ConnectorError) {
    super(cause.code, cause.said, { cause });
    this.side = side;
  }
}

type Ask<T> = (reader: DataReader, reading: Reading) => Promise<T>;

/** Asks both tables the same question at the same time. */
export interface Sides {
  /** @throws ConnectorError, or the signal's reason as soon as it is aborted */
  both<T>(ask: Ask<T>): Promise<[source: T, target: T]>;
  one<T>(side: 'source' | 'target', ask: Ask<T>): Promise<T>;
  /** How many more rows may be read in parts. */
  inParts: number;
}

/** Each of these rows takes many statements. */
const MAX_IN_PARTS = 20;

export function openSides({ source, target, signal }: DataTask, plan: Plan): Sides {
  // Each question under way adds a listener, and there may be many.
  setMaxListeners(0, signal);
  const readers = { source: source.reader, target: target.reader };
  const one: Sides['one'] = (side, ask) =>
    untilAborted(signal, () => ask(readers[side], plan[side])).catch((error: unknown) => {
      throw error instanceof ConnectorError ? new SideError(side, error) : error;
    });
  return {
    one,
    both: (ask) => Promise.all([one('source', ask), one('target', ask)]),
    inParts: MAX_IN_PARTS,
  };
}

/** The result of `work`; null where it exceeds the reader's limit. */
export async function nullIfTooLarge<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'limit') return null;
    throw error;
  }
}

/** Does not wait for engines, which may take long to notice that a statement was cancelled. */
function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    work()
      .then(resolve, (error: unknown) => reject((signal.aborted ? signal.reason : error) as Error))
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

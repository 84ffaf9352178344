import { type Message, message } from '../../../../contract/messages/message.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import type { PairTask } from '../pairs/service.ts';
import type { DefinitionOutcome } from '../definitions/service.ts';
import type { WaitingItem } from './repository.ts';

/** How often a pair may crash the process that compares it before it is set aside. */
const MAX_ATTEMPTS = 2;

/** Whether work failed because the process that talks to a database ended. */
const isProcessEnded = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.code === 'ended';

/** Why a pair is set aside that crashed the process of one of its databases. */
export const reasonOf = ({ code, said }: ConnectorError): Message =>
  code === 'ended' ? message('process.triedTwice', { failure: said }) : said;

export const hasCrashedTwice = ({ attempts }: WaitingItem): boolean => attempts >= MAX_ATTEMPTS;

/** The first pairs that are compared together; one that may have crashed a process is compared alone. */
export function takeBatch(waiting: readonly WaitingItem[]): readonly WaitingItem[] {
  const suspect = waiting.findIndex(({ attempts }) => attempts > 0);
  return suspect < 0 ? waiting : waiting.slice(0, Math.max(1, suspect));
}

/** Retries work whose process crashed. @throws what `work` throws */
export async function withRetry<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isProcessEnded(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Reads the definitions of pairs. If a process crashes, it reads ever fewer at once, until the pairs that cause it are
 * known.
 * @param skip - called for each of those pairs; they are not in the answer
 */
export async function readInParts(
  tasks: readonly PairTask[],
  signal: AbortSignal,
  read: (tasks: readonly PairTask[]) => Promise<Map<number, DefinitionOutcome>>,
  skip: (task: PairTask, reason: Message) => Promise<void>,
): Promise<Map<number, DefinitionOutcome>> {
  const [only] = tasks;
  if (!only) return new Map();
  try {
    return await (tasks.length === 1 ? withRetry(signal, () => read(tasks)) : read(tasks));
  } catch (error) {
    signal.throwIfAborted();
    if (!isProcessEnded(error)) throw error;
    if (tasks.length === 1) {
      await skip(only, reasonOf(error));
      return new Map();
    }
    const middle = Math.ceil(tasks.length / 2);
    const first = await readInParts(tasks.slice(0, middle), signal, read, skip);
    const second = await readInParts(tasks.slice(middle), signal, read, skip);
    return new Map([...first, ...second]);
  }
}

import type { Limits } from './connector.ts';
import { ConnectorError } from './errors.ts';

/** Extra time for a statement where a server has the same limit itself, before the connection is given up. */
export const SERVER_GRACE = 2_000;

/** Runs the steps of one connection, one after the other, within its limits and until its signal is aborted. */
export interface Guard {
  run<T>(step: 'connect' | 'statement', work: () => Promise<T>): Promise<T>;
  /** For work that goes on after an answer that may have come too late. @throws ConnectorError why it was stopped */
  check(): void;
  /** Gives the connection up, as a limit would. */
  fail(error: ConnectorError): void;
  /** No limit and no signal has an effect from here on. */
  end(): void;
}

export interface GuardSetup {
  /** Such as `PostgreSQL at db.example:5432`, for messages. */
  subject: string;
  limits: Limits;
  signal: AbortSignal | undefined;
  /** Milliseconds added to the statement limit. */
  grace: number;
  /** Turns what a driver throws into a sentence. */
  translate(error: unknown): ConnectorError;
  /** Cancels what runs at the server and closes; called once, when a limit is reached or the signal is aborted. */
  stop(): void;
}

export function createGuard(setup: GuardSetup): Guard {
  const { subject, limits, signal } = setup;
  let stopped: ConnectorError | null = null;
  let ended = false;
  let rejectCurrent: ((error: ConnectorError) => void) | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const stop = (error: ConnectorError): void => {
    if (stopped) return;
    stopped = error;
    end();
    rejectCurrent?.(error);
    setup.stop();
  };
  const onAbort = () =>
    stop(new ConnectorError('cancelled', `Reading from ${subject} was cancelled.`));
  const overall = setTimeout(
    () => stop(timeout(`${subject} needed more than ${seconds(limits.overall)} in all.`)),
    limits.overall,
  );
  const end = () => {
    ended = true;
    clearTimeout(overall);
    signal?.removeEventListener('abort', onAbort);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  const runStep = async <T>(step: 'connect' | 'statement', work: () => Promise<T>): Promise<T> => {
    if (stopped) throw stopped;
    if (ended) throw new ConnectorError('failed', `The connection to ${subject} is closed.`);
    const limit = step === 'connect' ? limits.connect : limits.statement + setup.grace;
    const message =
      step === 'connect'
        ? `${subject} did not answer within ${seconds(limit)}. Check host and port, and whether a firewall is in between.`
        : statementTimeout(subject, limits);
    const timer = setTimeout(() => stop(timeout(message)), limit);
    try {
      return await Promise.race([
        work(),
        new Promise<never>((_resolve, reject) => {
          rejectCurrent = reject;
        }),
      ]);
    } catch (error) {
      // A driver that notices the closed connection first must not hide why it was closed.
      throw stopped ?? (error instanceof ConnectorError ? error : setup.translate(error));
    } finally {
      rejectCurrent = null;
      clearTimeout(timer);
    }
  };

  return {
    run(step, work) {
      const result = turn.then(() => runStep(step, work));
      turn = result.catch(() => undefined);
      return result;
    },
    check() {
      if (stopped) throw stopped;
    },
    fail: stop,
    end,
  };
}

export const statementTimeout = (subject: string, limits: Limits): string =>
  `${subject} needed more than ${seconds(limits.statement)} for one statement, so it was stopped.`;

const timeout = (message: string) => new ConnectorError('timeout', message);
const seconds = (milliseconds: number) =>
  milliseconds === 1_000 ? '1 second' : `${milliseconds / 1_000} seconds`;

import { type Message, type Param, message } from '../../../contract/messages/message.ts';
import { type AnswerLimit, explainLimitExceeded, type Purpose } from './answer-limits.ts';
import type { Limits } from '../connector.ts';
import { ConnectorError } from '../errors.ts';

/** Extra time for a statement where a server has the same limit itself, before the connection is given up. */
export const SERVER_GRACE = 2_000;

/** Counts what arrives in answer to the running statement, where it arrives. */
export interface Meter {
  receive(bytes: number): void;
  /** Notes that a row of so many values has arrived, which is held in memory. */
  row(values: number): void;
  /** Notes that everything that has arrived so far is no longer held. */
  release(): void;
  /** Notes that the driver refused data beyond a limit. */
  refuse(limit: AnswerLimit): void;
}

/** For connections that are closed after seconds, whatever they send. */
export const UNMETERED: Meter = {
  receive: () => undefined,
  row: () => undefined,
  release: () => undefined,
  refuse: () => undefined,
};

/** Memory overhead of a row, and of a value, in bytes: a million empty rows are not free. */
const ROW_COST = 100;
const VALUE_COST = 32;
/** Limit of the bytes that a server sends before sign-in is done. */
const SIGN_IN_BYTES = 1_000_000;

/** Runs the steps of one connection, one after the other, within its limits and until its signal is aborted. */
export interface Guard {
  run<T>(purpose: Purpose, work: () => Promise<T>): Promise<T>;
  meter: Meter;
  /** Called before work continues after an answer that may have come too late. @throws ConnectorError why it was stopped */
  check(): void;
  /** Closes the connection with this error, as for an exceeded limit. */
  fail(error: ConnectorError): void;
  /** Disables the limits and the signal. */
  end(): void;
}

export interface GuardSetup {
  /** Such as `PostgreSQL at db.example:5432`, for messages. */
  subject: Param;
  limits: Limits;
  signal: AbortSignal | undefined;
  /** Milliseconds added to the statement limit. */
  grace: number;
  /** Translates what a driver throws into a message for people. */
  translate(error: unknown): ConnectorError;
  /** Cancels what runs at the server and closes; called once, when a limit is reached or the signal is aborted. */
  stop(): void;
  /** Closes at once: the server notices by itself, because it is speaking. Called when too much arrives. */
  cut(): void;
}

export function createGuard(setup: GuardSetup): Guard {
  const { subject, limits, signal } = setup;
  let stopped: ConnectorError | null = null;
  let ended = false;
  let rejectCurrent: ((error: ConnectorError) => void) | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let purpose: Purpose = 'sign-in';
  let held = 0;
  let unfinished = 0;

  const fail = (error: ConnectorError, close: () => void): void => {
    if (stopped) return;
    stopped = error;
    end();
    rejectCurrent?.(error);
    close();
  };
  const stop = (error: ConnectorError) => fail(error, () => setup.stop());
  const weigh = (): void => {
    if (held > mostHeld()) refuse('answer');
    else if (unfinished > limits.row) refuse('row');
  };
  const mostHeld = () => (purpose === 'sign-in' ? SIGN_IN_BYTES : limits.answer);
  const refuse = (limit: AnswerLimit): void => {
    // A server that is being cancelled may go on, too.
    if (stopped) return setup.cut();
    const bytes = limit === 'answer' ? mostHeld() : limits.row;
    fail(explainLimitExceeded(subject, purpose, limit, bytes), () => setup.cut());
  };
  const meter: Meter = {
    receive(bytes) {
      held += bytes;
      unfinished += bytes;
      weigh();
    },
    row(values) {
      unfinished = 0;
      // Rows of a call are passed on at once, and are counted by the receiver.
      if (purpose === 'call') held = 0;
      held += ROW_COST + values * VALUE_COST;
      weigh();
    },
    release() {
      held = 0;
      unfinished = 0;
    },
    refuse,
  };
  const onAbort = () =>
    stop(new ConnectorError('cancelled', message('reading.cancelled', { server: subject })));
  const overall = setTimeout(
    () =>
      stop(
        timeout(
          message('reading.overallTooLong', { server: subject, time: seconds(limits.overall) }),
        ),
      ),
    limits.overall,
  );
  const end = () => {
    ended = true;
    clearTimeout(overall);
    signal?.removeEventListener('abort', onAbort);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  const runStep = async <T>(own: Purpose, work: () => Promise<T>): Promise<T> => {
    if (stopped) throw stopped;
    if (ended)
      throw new ConnectorError('failed', message('network.connectionClosed', { server: subject }));
    purpose = own;
    meter.release();
    const limit = own === 'sign-in' ? limits.connect : limits.statement + setup.grace;
    const late =
      own === 'sign-in'
        ? message(isFile(subject) ? 'file.notOpenedWithin' : 'network.noAnswerWithin', {
            server: subject,
            time: seconds(limit),
          })
        : statementTimeout(subject, limits);
    const timer = setTimeout(() => stop(timeout(late)), limit);
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
    meter,
    run(own, work) {
      const result = turn.then(() => runStep(own, work));
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

export const statementTimeout = (subject: Param, limits: Limits): Message =>
  message('reading.statementTooLong', { server: subject, time: seconds(limits.statement) });

const isFile = (subject: Param): boolean =>
  typeof subject === 'object' && 'code' in subject && subject.code === 'place.file';

const timeout = (said: Message) => new ConnectorError('timeout', said);
const seconds = (milliseconds: number) => message('time.seconds', { count: milliseconds / 1_000 });

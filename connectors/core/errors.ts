import type { ErrorClass } from '../../contract/proof/calls.ts';
import { toEnglish } from '../../contract/messages/english.ts';
import { type Message, type Param, message } from '../../contract/messages/message.ts';

/** Why a database could not be read. */
export type ConnectorErrorCode =
  | 'auth'
  | 'network'
  | 'timeout'
  | 'tls'
  | 'permission'
  | 'unsupported'
  | 'not-found'
  | 'reach'
  | 'cancelled'
  /** The process that talked to the database is gone, for an unknown reason. */
  | 'ended'
  /** More arrived than the limits allow. */
  | 'limit'
  | 'failed';

/** A failure at a source or target database. `said` is a sentence that a person can act on, free of SQL and secrets. */
export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode;
  readonly said: Message;

  constructor(code: ConnectorErrorCode, said: Message, options?: { cause?: unknown }) {
    super(toEnglish(said), options);
    this.name = 'ConnectorError';
    this.code = code;
    this.said = said;
  }
}

/** The message for an error of which only the code is known. */
export const unexplained = (server: Param, code: string): Message =>
  code
    ? message('reading.failedWithCode', { server, code })
    : message('reading.failed', { server });

/** Reads what an engine's code means: the first class whose pattern fits it. */
export const classifyBy =
  (patterns: Partial<Record<ErrorClass, RegExp>>) =>
  ({ code }: { code: string }): ErrorClass | null => {
    const found = Object.entries(patterns).find(([, pattern]) => pattern.test(code));
    return (found?.[0] ?? null) as ErrorClass | null;
  };

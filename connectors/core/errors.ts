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
  /** The process that talked to the database is gone; whether of the database or of chance is not known. */
  | 'ended'
  /** More arrived than is taken in. */
  | 'limit'
  | 'failed';

/** A failure at a source or target database. `message` is a sentence that a person can act on, free of SQL and secrets. */
export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode;

  constructor(code: ConnectorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ConnectorError';
    this.code = code;
  }
}

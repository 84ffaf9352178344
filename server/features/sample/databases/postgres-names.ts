/** Names for signing in to the sample's PostgreSQL database. */
export const DATABASE = 'bookshop';
export const READER = 'bookshop_reader';

/** Messages to the child about the client whose session it serves. */
export type ToChild =
  /** The client's startup message, and the bytes after its password. */
  | { say: 'enter'; startup: Uint8Array; rest: Uint8Array }
  | { say: 'data'; bytes: Uint8Array }
  | { say: 'left' };

export type FromChild =
  | { say: 'ready' }
  | { say: 'data'; bytes: Uint8Array }
  /** The client's session has ended, so the next one may begin. */
  | { say: 'released' }
  | { say: 'failed'; message: string };

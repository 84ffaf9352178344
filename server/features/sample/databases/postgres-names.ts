/** How one signs in to the sample's PostgreSQL database. */
export const DATABASE = 'bookshop';
export const READER = 'bookshop_reader';

/** What the child needs of the one client whose session it serves. */
export type ToChild =
  /** Its startup message, and what came after its password. */
  | { say: 'enter'; startup: Uint8Array; rest: Uint8Array }
  | { say: 'data'; bytes: Uint8Array }
  | { say: 'left' };

export type FromChild =
  | { say: 'ready' }
  | { say: 'data'; bytes: Uint8Array }
  /** The client's session is over, and the next one may come. */
  | { say: 'released' }
  | { say: 'failed'; message: string };

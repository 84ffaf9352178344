/** How one signs in to the sample's PostgreSQL database. */
export const DATABASE = 'bookshop';
export const READER = 'bookshop_reader';

/** Where the server hands over a connection: what the child needs to go on. */
export interface Handover {
  /** The client's startup message, and what came after its password; base64. */
  startup: string;
  rest: string;
}

export type FromChild = { say: 'ready' } | { say: 'released' } | { say: 'failed'; message: string };

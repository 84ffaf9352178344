import type { Endpoint, RequestOf, ResponseOf } from '../../../contract/endpoint.ts';

/** The signed-in user on whose behalf a request is carried out. */
export interface Actor {
  userId: number;
  username: string;
  isAdmin: boolean;
}

/** A handler's access to the HTTP exchange. Bulk routes have none: they run in a worker. */
export interface Exchange {
  /** The client's address as the server sees it. */
  address: string;
  /** Aborted when the client disconnects; for event streams, also when the session ends. */
  signal: AbortSignal;
  /** The session token that the client sent. */
  sessionToken: string | undefined;
  setSessionToken(token: string | null): void;
  setHeader(name: string, value: string): void;
}

/** Sends a page of a short list, with the total number of matches. */
export function sendPage<R>(http: Exchange, { rows, total }: { rows: R[]; total: number }): R[] {
  http.setHeader('x-total-count', String(total));
  return rows;
}

/** The answer of a streamed list: the number of matches, and the rows in chunks. */
export interface RowStream<R> {
  total: number;
  chunks: AsyncIterable<R[]>;
}

type ActorOf<E extends Endpoint> = E['access']['who'] extends 'public' ? Actor | null : Actor;
type ExchangeOf<E extends Endpoint> = E extends { bulk: true } | { offMainThread: true }
  ? undefined
  : Exchange;
type ElementOf<T> = T extends readonly (infer R)[] ? R : never;
type AnswerOf<E extends Endpoint> = E extends { events: true }
  ? AsyncIterable<ResponseOf<E>>
  : E extends { download: string }
    ? AsyncIterable<Uint8Array>
    : E extends { stream: true }
      ? RowStream<ElementOf<ResponseOf<E>>>
      : ResponseOf<E>;

export type Input<E extends Endpoint> = RequestOf<E> & { actor: ActorOf<E>; http: ExchangeOf<E> };

/** An endpoint with the function that answers it. */
export interface Route {
  endpoint: Endpoint;
  handle(input: AnyInput): Promise<unknown>;
}

export interface AnyInput {
  params: unknown;
  query: unknown;
  body: unknown;
  actor: Actor | null;
  http: Exchange | undefined;
}

/** Binds a handler to its endpoint; types of input and answer come from the contract. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (input: Input<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
): Route {
  return { endpoint, handle: async (input) => handle(input as unknown as Input<E>) };
}

/** A key that names an endpoint, such as `PUT /api/testresults/{id}`. */
export const routeKey = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;

import type { z } from 'zod';
import type { Access } from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the API. The same object drives the route, the OpenAPI document, the typed client,
 * the authorisation matrix and the fuzz tests.
 */
export interface Endpoint {
  method: Method;
  /** Path with `{name}` parameters, trailing slash as specified; both forms are answered. */
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** Status of a successful answer, 200 unless said. */
  status?: 200 | 201 | 204;
  /** It changes something of a project, and may do so once that is archived. */
  ofArchived?: boolean;
  /** The answer is a list that is streamed: an array of `response`'s element. */
  stream?: boolean;
  /** The body may be a long list or a file: a large one is read and carried out off the main thread. */
  bulk?: boolean;
  /** The body holds a file. */
  file?: boolean;
  /** Takes seconds of computing: always carried out off the main thread. Access is by `params` alone. */
  aside?: boolean;
  /** The answer is a stream of server-sent events, each one `response`. */
  events?: boolean;
  /** Answers text/plain instead of JSON. */
  text?: boolean;
  /** The answer is a file of this type, written while it is read. */
  download?: 'application/zip';
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Parsed<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type Sent<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

/** What the server's handler receives, after validation. */
export interface RequestOf<E extends Endpoint> {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
}

/** What a client sends. */
export interface CallOf<E extends Endpoint> {
  params: Sent<E, 'params'>;
  query: Sent<E, 'query'>;
  body: Sent<E, 'body'>;
}

export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

import type { z } from 'zod';

/**
 * Who may call an endpoint. Every endpoint declares one; the server refuses to start without it.
 * `of` names the place of the id in the request, as `params.x`, `body.x` or `query.x`.
 * Administrators pass all of them.
 */
export type Access =
  | { who: 'public' }
  | { who: 'user' }
  | { who: 'administrator' }
  /** The signed-in user whose id is named. */
  | { who: 'self'; of: IdPlace }
  /** Anybody who works on the named project: its developers and testers. */
  | { who: 'member'; of: IdPlace }
  /** The project's developers and testers, and its clients, who may make no other calls about it. */
  | { who: 'memberOrClient'; of: IdPlace }
  /** Anybody with a role on the project of the named object. */
  | { who: 'objectMember'; of: IdPlace }
  /** The tester or developer of the named object. */
  | { who: 'objectAssignee'; of: IdPlace }
  /** The tester or developer of an object of the named pair. */
  | { who: 'pairAssignee'; of: IdPlace };

export type IdPlace = `${'params' | 'body' | 'query'}.${string}`;

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
  /** Status of a successful answer; 200 by default. */
  status?: 200 | 201 | 204;
  /** The call may change an archived project. */
  ofArchived?: boolean;
  /** The answer is a streamed list: an array whose elements match the element of `response`. */
  stream?: boolean;
  /** The body may be a long list or a file: a large one is parsed and processed off the main thread. */
  bulk?: boolean;
  /** The body contains a file. */
  file?: boolean;
  /** Needs seconds of computation: always runs off the main thread. Access may depend on `params` only. */
  offMainThread?: boolean;
  /** The answer is a stream of server-sent events, each one `response`. */
  events?: boolean;
  /** Answers text/plain instead of JSON. */
  text?: boolean;
  /** The answer is a file of this type, streamed while it is generated. */
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

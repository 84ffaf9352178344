import type { CallOf, Endpoint, ResponseOf } from '../../contract/endpoint.ts';
import type { FieldError, Problem } from '../../contract/problems.ts';
import { i18n, texts } from './i18n/index.ts';
import { translateMessage } from './i18n/messages.ts';
import { reportReachable, reportUnreachable } from './reachability.ts';

const t = texts('api');

/** A response with status 400 or above, or a call without a response (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.problem = problem;
  }
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = K extends keyof E
  ? { [P in K]: CallOf<E>[P] }
  : unknown;

/** Input of a call: the endpoint's params and body are required, query and signal optional. */
export type CallInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'body'> &
  Partial<Part<E, 'query'>> & { signal?: AbortSignal | undefined };

type InputArguments<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

type Plain = string | number | boolean | null | undefined;

interface LooseInput {
  params?: Record<string, Plain>;
  query?: Record<string, Plain>;
  body?: unknown;
  signal?: AbortSignal;
}

let sessionExpired: (endpoint: Endpoint) => void = () => {};

/** Sets the handler for calls that need a session but are answered with 401. */
export function onSessionExpired(handler: (endpoint: Endpoint) => void): void {
  sessionExpired = handler;
}

export function urlOf(path: string, { params, query }: LooseInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function problemOf(response: Response): Promise<Problem> {
  const { status, statusText } = response;
  const title = statusText || String(status);
  const body: unknown = await response.json().catch(() => null);
  // A proxy may answer with its own error page, which is not worth showing.
  return body && typeof body === 'object' && 'detail' in body
    ? (body as Problem)
    : { type: 'about:blank', title, status, detail: title };
}

/** Sends a call and returns the raw response, for callers that stream it. @throws ApiError */
export async function send<const E extends Endpoint>(
  endpoint: E,
  ...[input]: InputArguments<E>
): Promise<Response> {
  const { body, signal, ...address } = (input ?? {}) as LooseInput;
  let response: Response;
  try {
    response = await fetch(urlOf(endpoint.path, address), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        accept: endpoint.text ? 'text/plain' : 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    reportUnreachable();
    throw new ApiError({
      type: 'about:blank',
      title: t('offlineTitle'),
      status: 0,
      detail: t('offline'),
    });
  }
  reportReachable();
  if (!response.ok) {
    if (response.status === 401 && endpoint.access.who !== 'public') {
      sessionExpired(endpoint);
    }
    throw new ApiError(await problemOf(response));
  }
  return response;
}

/** Sends a call and also returns the response headers, such as totals and warnings. */
export async function request<const E extends Endpoint>(
  endpoint: E,
  ...input: InputArguments<E>
): Promise<{ data: ResponseOf<E>; headers: Headers }> {
  const response = await send(endpoint, ...input);
  const data: unknown =
    response.status === 204 ? undefined : await (endpoint.text ? response.text() : response.json());
  return { data: data as ResponseOf<E>, headers: response.headers };
}

/** Calls an endpoint of the contract and returns the parsed answer. @throws ApiError */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...input: InputArguments<E>
): Promise<ResponseOf<E>> {
  return (await request(endpoint, ...input)).data;
}

const MAX_NAMED = 5;

/** Parts whose keys are also field names of the API. */
const LABELS = {
  projects: texts('projects'),
  users: texts('users'),
  'object-words': texts('object-words'),
  assignments: texts('assignments'),
};

/** The label of a field. */
function labelOf(field: string): string {
  const part = Object.entries(LABELS).find(([ns]) => i18n.exists(field, { ns }));
  return part ? part[1](field as never) : field.replaceAll('_', ' ');
}

/** The field errors with the fields' labels instead of their names on the wire. */
function fieldsText(errors: readonly FieldError[]): string {
  const faults = errors
    .slice(0, MAX_NAMED)
    .map(({ field, message, ...said }) => {
      const fault = translateMessage(said, message);
      return field && said.code ? `${labelOf(field)} ${fault}` : fault;
    })
    .join('; ');
  const more = errors.length - MAX_NAMED;
  return more > 0
    ? translateMessage({ code: 'request.invalidAndMore', params: { faults, count: more } }, faults)
    : `${faults}.`;
}

const NAMES_FIELDS = ['request.invalid', 'request.invalidAndMore'];

/** The message for anything that was thrown, in the chosen language if a translation exists. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const { detail, title, errors, code = '' } = error.problem;
    return errors && NAMES_FIELDS.includes(code) && i18n.language !== 'en'
      ? fieldsText(errors)
      : translateMessage(error.problem, detail || title);
  }
  return error instanceof Error ? error.message : String(error);
}

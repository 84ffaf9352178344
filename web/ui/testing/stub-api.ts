import { vi } from 'vitest';

export interface SeenCall {
  method: string;
  /** Path with its query. */
  url: string;
  body: unknown;
}
type AnswerTo = (call: SeenCall) => unknown;

/** An answer other than 200, or with headers. */
export class StubAnswer {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(body: unknown, status: number, headers: Record<string, string> = {}) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

export const problemAnswer = (status: number, detail: string, more: object = {}) =>
  new StubAnswer({ type: '/problems/stub', title: 'Stub', status, detail, ...more }, status);

/** An answer of server-sent events. */
export class StubEvents {
  readonly events: readonly unknown[];

  constructor(...events: unknown[]) {
    this.events = events;
  }

  toResponse(): Response {
    const text = this.events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    return new Response(`retry: 2000\n\n${text}`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  }
}

/** Answers calls by 'METHOD /path', with a value or a function of the call, and keeps what was sent. What is not listed fails the test. */
export function stubApi(answers: Record<string, unknown>) {
  const calls: SeenCall[] = [];
  const unexpected: string[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body: unknown = init.body ? JSON.parse(init.body as string) : undefined;
    const seen = { method, url: input, body };
    calls.push(seen);
    const key = `${method} ${input.split('?')[0]}`;
    if (!(key in answers)) {
      unexpected.push(key);
      return Response.json({ detail: `no stub for ${key}`, status: 404 }, { status: 404 });
    }
    const answer = answers[key];
    const made: unknown = typeof answer === 'function' ? await (answer as AnswerTo)(seen) : answer;
    init.signal?.throwIfAborted();
    if (made instanceof StubEvents) return made.toResponse();
    const {
      body: json,
      status,
      headers,
    } = made instanceof StubAnswer ? made : new StubAnswer(made, 200);
    return new Response(JSON.stringify(json), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
  });
  const sent = (method: string, path: string) =>
    calls.filter((one) => one.method === method && one.url.split('?')[0] === path);
  return { calls, unexpected, sent };
}

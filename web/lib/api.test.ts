import { afterEach, describe, expect, it, vi } from 'vitest';
import { login, me } from '../../contract/auth.ts';
import { listProjects, updateProject } from '../../contract/projects.ts';
import { listSourceObjects } from '../../contract/objects.ts';
import { ApiError, call, errorText, onSessionExpired, request, urlOf } from './api.ts';

function answer(body: unknown, init: ResponseInit = {}) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () =>
    body === undefined
      ? new Response(null, { status: 204 })
      : new Response(typeof body === 'string' ? body : JSON.stringify(body), init),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const problem = (status: number) => ({
  type: '/problems/x',
  title: 'No',
  status,
  detail: `Refused with ${status}.`,
});

afterEach(() => {
  vi.unstubAllGlobals();
  onSessionExpired(() => {});
});

describe('the typed client', () => {
  // covers: D26.1
  it('fills in the path and the query and keeps the trailing slash', () => {
    expect(urlOf('/api/posts/{id}', { params: { id: 'a/b' } })).toBe('/api/posts/a%2Fb');
    expect(urlOf('/api/adminresults/', { query: { archived: 1, q: undefined } })).toBe(
      '/api/adminresults/?archived=1',
    );
  });

  // covers: 7.base.1
  it('sends JSON with the session cookie', async () => {
    const fetched = answer({ Project_Id: 3 });
    await call(updateProject, { params: { id: 3 }, body: { Client_Name: 'ACME' } });
    const [url, init] = fetched.mock.calls[0]!;
    expect(url).toBe('/api/posts/3');
    expect(init).toMatchObject({ method: 'PUT', credentials: 'same-origin' });
    expect(init.body).toBe('{"Client_Name":"ACME"}');
    expect(init.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('hands back headers where they matter', async () => {
    answer([], { headers: { 'x-total-count': '7' } });
    const { data, headers } = await request(listSourceObjects, { params: { id: 1 } });
    expect(data).toEqual([]);
    expect(headers.get('x-total-count')).toBe('7');
  });

  it('turns problem details into an ApiError', async () => {
    answer(
      { ...problem(422), errors: [{ field: 'username', message: 'is already taken' }] },
      { status: 422 },
    );
    const error = await call(listProjects).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).problem.errors).toEqual([
      { field: 'username', message: 'is already taken' },
    ]);
    expect(errorText(error)).toBe('Refused with 422.');
  });

  it('survives an answer that is no problem document', async () => {
    answer('<html>', { status: 502, statusText: 'Bad Gateway' });
    await expect(call(listProjects)).rejects.toMatchObject({ status: 502, message: 'Bad Gateway' });
  });

  it('says when nothing answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(listProjects)).rejects.toMatchObject({ status: 0 });
  });

  it('passes an abort on as it is', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal!.reason));
    const abort = new AbortController();
    abort.abort(new Error('left the page'));
    await expect(call(listProjects, { signal: abort.signal })).rejects.toThrow('left the page');
  });

  it('reports an expired session, but not a failed login', async () => {
    const expired = vi.fn<(endpoint: unknown) => void>();
    onSessionExpired(expired);
    answer(problem(401), { status: 401 });
    await expect(call(login, { body: { username: 'a', password: 'b' } })).rejects.toThrow();
    expect(expired).not.toHaveBeenCalled();
    await expect(call(me)).rejects.toThrow();
    expect(expired).toHaveBeenCalledWith(me);
  });
});

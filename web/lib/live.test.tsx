import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import { useLive } from './live.ts';
import { queryKeys } from './query-keys.ts';

class StubSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: StubSource[] = [];
  static get open() {
    return StubSource.all.filter(({ readyState }) => readyState !== 2);
  }
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    StubSource.all.push(this);
  }
  close() {
    this.readyState = 2;
  }
  send(event: LiveEvent) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  }
}

let hidden = false;
function setHidden(next: boolean) {
  hidden = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  StubSource.all = [];
  hidden = false;
  vi.stubGlobal('EventSource', StubSource);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function listen() {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const { unmount } = renderHook(useLive, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const keys = () => invalidate.mock.calls.map(([filter]) => JSON.stringify(filter?.queryKey));
  return { keys, unmount, invalidate };
}

// covers: D24.3
test('events make the lists that they concern out of date, gathered for a moment', () => {
  const { keys } = listen();
  const [source] = StubSource.open;
  expect(source?.url).toBe('/api/events');
  for (let i = 0; i < 50; i++) source?.send({ kind: 'objects', project_id: 12, ids: [i], by: 1 });
  source?.send({ kind: 'notifications' });
  expect(keys()).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(keys()).toContain('["objects",12]');
  expect(keys()).toContain('["notifications"]');
  expect(new Set(keys()).size).toBe(keys().length);
});

test('a storm of events does not fetch a list more often than every two seconds', () => {
  const { keys } = listen();
  for (let i = 0; i < 40; i++) {
    StubSource.open[0]?.send({ kind: 'project', project_id: 12 });
    vi.advanceTimersByTime(100);
  }
  expect(keys().filter((key) => key === '["projects"]').length).toBeLessThanOrEqual(3);
});

test('pairs and runs make lists, figures and the pair itself out of date; a run is followed closely', () => {
  const { keys, invalidate } = listen();
  const [source] = StubSource.open;
  source?.send({ kind: 'pairs', project_id: 12, ids: [5] });
  source?.send({ kind: 'run', project_id: 12, id: 3 });
  vi.advanceTimersByTime(300);
  expect(keys()).toEqual(
    expect.arrayContaining([
      '["objects",12,"pairs"]',
      '["objects",12,"proof"]',
      '["project",12,"pair",5]',
      '["project",12,"reads"]',
      '["runs",12]',
      '["run",12,3]',
    ]),
  );
  invalidate.mockClear();
  for (let i = 0; i < 4; i++) {
    source?.send({ kind: 'run', project_id: 12, id: 3 });
    source?.send({ kind: 'pairs', project_id: 12, ids: [] });
    vi.advanceTimersByTime(500);
  }
  const count = (key: string) => keys().filter((one) => one === key).length;
  expect(count('["run",12,3]')).toBeGreaterThanOrEqual(3);
  expect(count('["project",12,"pair"]')).toBe(1);
});

test('an event of a project stands for those of its runs and pairs, so they are out of date as well', () => {
  const { keys } = listen();
  StubSource.open[0]?.send({ kind: 'project', project_id: 12 });
  vi.advanceTimersByTime(300);
  const stale = keys().map((key) => key.slice(0, -1));
  for (const open of [
    queryKeys.run(12, 3),
    queryKeys.runs(12),
    queryKeys.pair(12, 5),
    queryKeys.pairList(12),
  ])
    expect(stale.some((start) => JSON.stringify(open).startsWith(start))).toBe(true);
});

test('a page that is left ends its connection', () => {
  const { unmount } = listen();
  expect(StubSource.open).toHaveLength(1);
  unmount();
  expect(StubSource.open).toEqual([]);
});

test('a hidden tab holds no connection; visible again it fetches what it missed', () => {
  const { keys } = listen();
  setHidden(true);
  expect(StubSource.open).toEqual([]);
  setHidden(false);
  expect(StubSource.open).toHaveLength(1);
  StubSource.open[0]?.dispatchEvent(new Event('open'));
  vi.advanceTimersByTime(300);
  expect(keys()).toContain('["objects"]');
});

test('refused, it asks again, ever more slowly', () => {
  listen();
  const refuse = () => {
    const [source] = StubSource.open;
    source?.close();
    source?.dispatchEvent(new Event('error'));
  };
  refuse();
  expect(StubSource.open).toHaveLength(0);
  vi.advanceTimersByTime(2_000);
  expect(StubSource.open).toHaveLength(1);
  refuse();
  vi.advanceTimersByTime(2_000);
  expect(StubSource.open).toHaveLength(0);
  vi.advanceTimersByTime(2_000);
  expect(StubSource.open).toHaveLength(1);
});

test('refused, it makes the screen ask the server: a session that has ended shows by that', () => {
  const { keys } = listen();
  const [source] = StubSource.open;
  source?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(300);
  expect(keys()).toEqual([]);
  source?.close();
  source?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(300);
  expect(keys()).toEqual(['["notifications"]']);
});

test('what is no event of ours is passed over', () => {
  const { keys } = listen();
  StubSource.open[0]?.dispatchEvent(new MessageEvent('message', { data: 'ping' }));
  StubSource.open[0]?.dispatchEvent(new MessageEvent('message', { data: '{"kind":"x"}' }));
  vi.advanceTimersByTime(3_000);
  expect(keys()).toEqual([]);
});

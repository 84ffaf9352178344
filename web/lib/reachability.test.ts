import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  reportReachable,
  reportUnreachable,
  subscribeToReachability,
  untilReachable,
  useReachable,
} from './reachability.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('asks again where an answer hangs', async () => {
  vi.useFakeTimers();
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const hang = vi.fn<(path: string, init: RequestInit) => Promise<unknown>>((_path, { signal }) =>
    signal!.aborted
      ? Promise.reject(signal!.reason as Error)
      : new Promise((_, reject) =>
          signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
        ),
  );
  vi.stubGlobal('fetch', hang);
  const told = vi.fn<() => void>();
  const leave = subscribeToReachability(told);
  reportUnreachable();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hang).toHaveBeenCalledTimes(1);
  limit.abort(new Error('too long'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toHaveBeenCalled();
  expect(hang.mock.calls.length).toBeGreaterThan(1);
  leave();
});

test('back online, the server can be reached, though an answer came when the connection had gone', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get');
  let answer!: (response: Response) => void;
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise<Response>((resolve) => (answer = resolve))),
  );
  const change = (onLine: boolean) =>
    act(() => {
      connection.mockReturnValue(onLine);
      window.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    });
  const { result } = renderHook(useReachable);
  change(false);
  act(reportReachable);
  expect(result.current).toBe(false);
  change(true);
  expect(result.current).toBe(true);
  await act(async () => answer(new Response('{}')));
});

describe('while the server is away', () => {
  let isUp = false;
  const probe = vi.fn<() => Promise<Response>>(() =>
    isUp ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('Failed to fetch')),
  );
  const wentOn = vi.fn<() => void>();
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return probe.mock.calls.length;
  };
  beforeEach(() => {
    vi.useFakeTimers();
    isUp = false;
    probe.mockClear();
    wentOn.mockClear();
    vi.stubGlobal('fetch', probe);
    for (let part = 0; part < 5; part++) void untilReachable().then(wentOn);
  });
  afterEach(async () => {
    isUp = true;
    await vi.advanceTimersByTimeAsync(15_000);
  });

  test('one poll with growing pauses asks for all that wait', async () => {
    for (const [at, seconds] of [2, 4, 8, 15, 15].entries()) {
      reportUnreachable();
      expect(await after(seconds * 1_000 - 1)).toBe(at);
      expect(await after(1)).toBe(at + 1);
    }
    expect(wentOn).not.toHaveBeenCalled();
    isUp = true;
    expect(await after(15_000)).toBe(6);
    expect(wentOn).toHaveBeenCalledTimes(5);
    expect(await after(60_000)).toBe(6);
  });

  test.each([
    ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
    ['the tab is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('it asks at once when %s', async (_, happen) => {
    await after(14_000);
    isUp = true;
    happen();
    await after(0);
    expect(wentOn).toHaveBeenCalledTimes(5);
  });

  test('an answer to another call is enough', async () => {
    await after(2_000);
    reportReachable();
    await after(0);
    expect(wentOn).toHaveBeenCalledTimes(5);
    expect(await after(60_000)).toBe(1);
  });
});

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  reportReachable,
  reportUnreachable,
  subscribeToReachability,
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
  const hang = vi.fn<(path: string, init: RequestInit) => Promise<unknown>>(
    (_path, { signal }) =>
      new Promise((_, reject) =>
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

test('back online, the server can be reached, though an answer came when the connection had gone', () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get');
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => undefined)),
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
});

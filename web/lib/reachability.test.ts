import { afterEach, expect, test, vi } from 'vitest';
import { reportUnreachable, subscribeToReachability } from './reachability.ts';

afterEach(() => {
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

import { afterEach, expect, it, vi } from 'vitest';
import { type NamedAcceptance, stillValid } from '../../accept/acceptances.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('an acceptance is valid for all of its last day, in every time zone', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const acceptance = { until: '2026-03-05', ended_at: null } as NamedAcceptance;
  const holdsAt = (now: string) => {
    vi.setSystemTime(new Date(now));
    return stillValid([acceptance]).length === 1;
  };
  expect(holdsAt('2026-03-05T23:59:59Z')).toBe(true);
  // West of Hawaii it is the fifth of March until then.
  expect(holdsAt('2026-03-06T11:59:59Z')).toBe(true);
  expect(holdsAt('2026-03-06T12:00:01Z')).toBe(false);
});

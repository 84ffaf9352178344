import { describe, expect, it } from 'vitest';
import { MAX_MINUTES } from '../../../contract/cutover.ts';
import { MINUTE, expectedEnd, isReady, measuredMinutes } from './progress.ts';

const START = Date.parse('2026-01-01T20:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

type Step = Parameters<typeof measuredMinutes>[0];
const waiting = (over: Partial<Step> = {}): Step => ({
  state: 'waiting',
  minutes: 10,
  after: null,
  started_at: null,
  started_by: null,
  ended_at: null,
  ended_by: null,
  ...over,
});
const running = (from: number, over: Partial<Step> = {}) =>
  waiting({ state: 'running', started_at: at(from), ...over });
const done = (from: number, to: number) =>
  waiting({ state: 'done', started_at: at(from), ended_at: at(to) });

describe('the end that is expected', () => {
  const endOf = (steps: Step[], now: number) =>
    (expectedEnd(steps, START, START + now * MINUTE) - START) / MINUTE;

  it.each<[string, Step[], number, number]>([
    ['is the plan before anything began', [waiting(), waiting()], 0, 20],
    ['is later by every minute that nobody begins', [waiting(), waiting()], 7, 27],
    ['is earlier after a step that was quick', [done(0, 4), waiting()], 4, 14],
    ['takes a step under way to last as long as planned', [running(3), waiting()], 5, 23],
    ['takes one that is late to end now', [running(0), waiting()], 15, 25],
    [
      'begins what failed anew',
      [waiting({ state: 'failed', started_at: at(0), ended_at: at(6) }), waiting()],
      6,
      26,
    ],
    [
      'waits for the longest of what goes on side by side',
      [done(0, 2), running(2), waiting({ after: [1], minutes: 30 }), waiting({ after: [2, 3] })],
      5,
      45,
    ],
    ['of nothing is the start', [], 0, 0],
  ])('%s', (_, steps, now, end) => {
    expect(endOf(steps, now)).toBe(end);
  });
});

it('a step may start once all that it waits for is done or skipped', () => {
  const skipped = waiting({ state: 'skipped', ended_at: at(1) });
  const failed = waiting({ state: 'failed', ended_at: at(1) });
  const last = waiting({ after: [1, 2] });
  expect(isReady([done(0, 1), skipped, last], 2)).toBe(true);
  for (const before of [waiting(), running(0), failed])
    expect(isReady([done(0, 1), before, last], 2)).toBe(false);
  expect(isReady([waiting(), waiting({ after: [] })], 1)).toBe(true);
});

it('a step took whole minutes, one at least, and none where it was not done', () => {
  expect(measuredMinutes(done(0, 12.4))).toBe(12);
  expect(measuredMinutes(done(0, 12.6))).toBe(13);
  expect(measuredMinutes(done(0, 0.1))).toBe(1);
  expect(measuredMinutes(done(0, MAX_MINUTES + 1))).toBe(MAX_MINUTES);
  expect(measuredMinutes({ ...done(0, 5), state: 'skipped' })).toBeNull();
  expect(measuredMinutes({ ...done(0, 5), state: 'failed' })).toBeNull();
  expect(measuredMinutes(running(0))).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { schedule } from './schedule.ts';

describe('the plan of a runbook', () => {
  it('each step waits for the one above it, unless stated otherwise', () => {
    const { slots, minutes } = schedule([
      { minutes: 10, after: null },
      { minutes: 60, after: null },
      { minutes: 5, after: [1] },
      { minutes: 15, after: [2, 3] },
      { minutes: 20, after: [] },
    ]);
    expect(slots.map(({ begins, ends }) => [begins, ends])).toEqual([
      [0, 10],
      [10, 70],
      [10, 15],
      [70, 85],
      [0, 20],
    ]);
    expect(minutes).toBe(85);
  });

  it('finds the steps that determine the end', () => {
    const { slots } = schedule([
      { minutes: 10, after: null },
      { minutes: 60, after: null },
      { minutes: 5, after: [1] },
      { minutes: 15, after: [2, 3] },
    ]);
    expect(slots.map(({ critical }) => critical)).toEqual([true, true, false, true]);
  });

  it('has no length without steps', () => {
    expect(schedule([])).toEqual({ slots: [], minutes: 0 });
  });
});

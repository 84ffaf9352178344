import { expect, test, vi } from 'vitest';
import { onceForReading } from './once-for-reading.ts';

test('the batches of a reading share an answer; a failure, or one from before, is asked for again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let asked = 0;
    let fails = true;
    const ask = onceForReading(async () => {
      asked += 1;
      if (fails) throw new Error('refused');
      return asked;
    });
    await expect(ask()).rejects.toThrow('refused');
    fails = false;
    expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
    vi.advanceTimersByTime(59_000);
    expect(await ask()).toBe(2);
    vi.advanceTimersByTime(2_000);
    expect(await ask()).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

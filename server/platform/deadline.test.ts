import { getEventListeners, once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withDeadline } from './deadline.ts';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};
const untilAborted = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort');
  throw signal.reason;
};
const forever = new AbortController();

describe('work with a deadline', () => {
  it('is aborted when its time is up, whatever was collected as garbage meanwhile', async () => {
    const working = withDeadline(50, forever.signal, untilAborted);
    setTimeout(collectGarbage, 10);
    await expect(working).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('is aborted with the reason of the caller, also of one that has ended before', async () => {
    const caller = new AbortController();
    const reason = new Error('the caller has left');
    const working = withDeadline(60_000, caller.signal, untilAborted);
    caller.abort(reason);
    await expect(working).rejects.toBe(reason);
    const late = withDeadline(60_000, caller.signal, (signal) =>
      Promise.resolve(signal.throwIfAborted()),
    );
    await expect(late).rejects.toBe(reason);
  });

  it('leaves nothing behind at a caller that lives on', async () => {
    expect(await withDeadline(60_000, forever.signal, () => Promise.resolve('done'))).toBe('done');
    expect(getEventListeners(forever.signal, 'abort')).toEqual([]);
  });
});

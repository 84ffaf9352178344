import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { streamEvents } from './register-routes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Lets everything happen that waits for no timer. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A source of events by hand, and what a listener has received. */
function open(stillSignedIn: () => Promise<boolean>) {
  const queue: unknown[] = [];
  let wake = (): void => {};
  async function* events() {
    for (;;) {
      yield* queue.splice(0);
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const stream = streamEvents(events(), stillSignedIn);
  let text = '';
  let ended = false;
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => (text += piece));
  stream.on('end', () => (ended = true));
  return {
    stream,
    async emit(event: unknown) {
      queue.push(event);
      wake();
      await settle();
    },
    async pass(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      await settle();
    },
    text: () => text,
    ended: () => ended,
  };
}

describe('a stream of events', () => {
  it('tells each as a line of JSON, and pings in between', async () => {
    const listener = open(async () => true);
    await settle();
    await listener.emit({ kind: 'project', project_id: 1 });
    await listener.pass(25_000);
    await listener.emit({ kind: 'notifications' });
    expect(listener.text()).toBe(
      [
        'retry: 2000',
        'data: {"kind":"project","project_id":1}',
        ': ping',
        'data: {"kind":"notifications"}',
        '',
      ].join('\n\n'),
    );
    listener.stream.destroy();
  });

  it('ends when the session has ended', async () => {
    let signedIn = true;
    const listener = open(async () => signedIn);
    await settle();
    await listener.pass(25_000);
    expect(listener.ended()).toBe(false);
    signedIn = false;
    await listener.pass(2_500);
    expect([listener.ended(), listener.text()]).toEqual([true, 'retry: 2000\n\n: ping\n\n']);
  });

  it('ends then, also when events come all the time', async () => {
    const listener = open(async () => false);
    await settle();
    for (let second = 0; second < 3; second += 1) {
      await listener.emit({ second });
      await listener.pass(1_000);
    }
    expect(listener.ended()).toBe(true);
    const told = listener.text();
    await listener.emit({ kind: 'secret' });
    expect(listener.text()).toBe(told);
  });
});

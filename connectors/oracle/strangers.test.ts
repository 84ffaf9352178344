import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atEnd, failAt, listen, serve } from './testing/at-listener.ts';
import { accept, startFakeListener } from './testing/fake-listener.ts';

describe('a server of another kind, or none', () => {
  test('a closed port', async () => {
    const listener = await startFakeListener(() => []);
    listener.stop();
    const error = await failAt(listener);
    expect(error.code).toBe('network');
    expect(error.message).toContain(`127.0.0.1:${listener.port} refused the connection`);
  });

  test('one that says nothing: given up at the limit, and nothing stays open', async () => {
    const listener = await listen(() => []);
    const error = await failAt(listener, {}, { connect: 400 });
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('within 0.4 seconds');
    await expect.poll(listener.openSockets).toBe(0);
  });

  test('one that greets in another language', async () => {
    for (const greeting of [
      'SSH-2.0-OpenSSH_9.2\r\n',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      '220 mail.example.com ESMTP\r\n',
      '\x4a\x00\x00\x00\x0a10.11.6-MariaDB\x00',
      'E\x00\x00\x00\x55SFATAL\x00',
      '\x15\x03\x03\x00\x02\x02\x46',
      '\x00\x00\x00\x00\x00',
    ]) {
      const server = await serve((socket) => socket.write(greeting, 'latin1'));
      const error = await failAt(server);
      expect({ greeting, code: error.code }).toEqual({ greeting, code: 'network' });
      expect(error.message).toContain('answers, but it is not an Oracle server');
      await expect.poll(server.openSockets).toBe(0);
    }
  });

  test('one that begins well and goes on with rubbish', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(2, 4, 5, 11),
        fc.uint8Array({ maxLength: 100 }),
        fc.boolean(),
        async (type, rubbish, hangUp) => {
          const server = await serve((socket) => {
            socket.write(
              Buffer.concat([Buffer.of(0, 8 + rubbish.length, 0, 0, type, 0, 0, 0), rubbish]),
            );
            if (hangUp) socket.end();
          });
          const error = await failAt(server, {}, { connect: 100 });
          expect(error.message).toContain(`127.0.0.1:${server.port}`);
          server.stop();
        },
      ),
      { numRuns: 60 },
    );
  });

  test('one that hangs up', async () => {
    for (const hangUp of [
      (socket: Socket) => socket.end(),
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => socket.once('data', () => socket.end()),
      (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()),
    ]) {
      const server = await serve(hangUp);
      const error = await failAt(server);
      expect(error.code).toBe('network');
      expect(error.message).toContain(`127.0.0.1:${server.port} closed the connection`);
    }
  });

  test('a call that was given up connects no more, and an abort ends it at once', async () => {
    const listener = await listen(() => []);
    const abort = new AbortController();
    const running = failAt(listener, {}, { signal: abort.signal });
    await expect.poll(listener.accepted).toBe(1);
    abort.abort();
    expect((await running).code).toBe('cancelled');
    await expect.poll(listener.openSockets).toBe(0);
  });
});

describe('a listener that lets the client in', () => {
  const TOO_OLD = accept(314);
  const MODERN = accept(318);

  test('to a version that the driver does not speak with', async () => {
    const error = await failAt(await listen(() => [TOO_OLD]));
    expect(error.code).toBe('unsupported');
    expect(error.message).toContain('older than version 12.1');
  });

  test('and then is silent, hangs up, or talks rubbish: nothing stays open or ends the process later', async () => {
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', onUncaught);
    atEnd(() => process.off('uncaughtException', onUncaught));

    for (const [answers, code] of [
      [[MODERN], 'timeout'],
      [[MODERN, Buffer.alloc(40, 6)], 'network'],
      [[Buffer.concat([MODERN, MODERN])], undefined],
    ] as const) {
      const listener = await listen(() => [...answers]);
      const error = await failAt(listener, {}, { connect: 300 });
      if (code) expect(error.code).toBe(code);
      await expect.poll(listener.openSockets).toBe(0);
    }
    const hangUps: ((socket: Socket) => void)[] = [
      (socket) => void socket.end(),
      (socket) => void socket.resetAndDestroy(),
    ];
    for (const hangUp of hangUps) {
      const server = await serve((socket) => {
        socket.once('data', () => socket.write(MODERN));
        setTimeout(() => hangUp(socket), 50);
      });
      expect((await failAt(server)).code).toBe('network');
    }
    await collectGarbage();
    expect(uncaught).toEqual([]);
  });
});

/** Until what nobody holds any more is gone, and the last words of it have been said. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let collected = 0;
  const registry = new FinalizationRegistry(() => (collected += 1));
  for (let index = 0; index < 10; index += 1) registry.register({}, index);
  await expect
    .poll(() => {
      collect();
      return collected;
    })
    .toBe(10);
  await sleep(50);
}

import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificates, type TestCertificates } from '../../tests/support/certificates.ts';
import type { Reach } from '../core/connector.ts';
import { failureOf, optionsOf } from '../core/exams/exam.ts';
import { loadDriver } from './driver.ts';
import { openSession } from './session.ts';
import { atEnd, failAt, listen, serve, UNKNOWN_SERVICE } from './testing/at-listener.ts';
import { accept, redirect, refuse, type FakeListener } from './testing/fake-listener.ts';
import { record } from './testing/recording.ts';
import { replay } from './testing/replayed-database.ts';

describe('what a listener says', () => {
  test('a service or SID that it does not know: both ways to name a database', async () => {
    const listener = await listen(() => [UNKNOWN_SERVICE]);
    const error = await failAt(listener);
    expect(error.code).toBe('not-found');
    expect(error.message).toContain(`127.0.0.1:${listener.port} has no service`);
    expect(error.message).toContain('"shop.example.com"');
    expect(error.message).toContain('sid:');
    expect(listener.asked[0]).toContain('(CONNECT_DATA=(SERVICE_NAME=shop.example.com)');

    const other = await listen(() => [refuse(12505)]);
    const sid = await failAt(other, { database: 'sid: ORCL' });
    expect(sid.message).toContain('has no SID "ORCL"');
    expect(other.asked[0]).toContain('(CONNECT_DATA=(SID=ORCL)');
  });

  test('a reason that only the listener knows', async () => {
    for (const [code, kind, text] of [
      [12516, 'failed', 'no free connection'],
      [12528, 'network', 'not open'],
      [12529, 'network', 'does not let this machine in'],
      [12599, 'network', 'refused the connection'],
    ] as const) {
      const error = await failAt(await listen(() => [refuse(code)]));
      expect([code, error.code]).toEqual([code, kind]);
      expect(error.message).toContain(text);
    }
  });

  test('no name of a database says more than a name in the descriptor', async () => {
    const listener = await listen(() => [UNKNOWN_SERVICE]);
    for (const database of [
      'a)(HOST=10.0.0.1',
      'a)(SECURITY=(WALLET_LOCATION=/etc)',
      '"quoted"',
      "'x'",
      'a=b',
      'a,b',
      'a\\)',
      'a b',
      'sid:',
      'sid:a)(b',
      '//10.0.0.1/x',
      'ü',
      '',
    ]) {
      const error = await failAt(listener, { database });
      expect([database, error.code]).toEqual([database, 'not-found']);
      expect(error.message).toContain('service name');
    }
    expect(listener.accepted()).toBe(0);
  });
});

describe('a listener that sends its clients on', () => {
  test('is followed, once the other place has been checked', async () => {
    const node = await listen(() => [UNKNOWN_SERVICE]);
    const scan = await listen(() => [redirect('localhost', node.port)]);
    const asked: unknown[] = [];
    const resolve: Reach['resolve'] = async (...question) => {
      asked.push(question);
      return '127.0.0.1';
    };
    expect((await failAt(scan, {}, { reach: { resolve } })).code).toBe('not-found');
    expect(node.accepted()).toBe(1);
    expect(asked).toEqual([
      ['127.0.0.1', scan.port, 'shop.example.com'],
      ['localhost', node.port, 'shop.example.com'],
    ]);
    expect(node.asked[0]).toContain('(SERVICE_NAME=shop.example.com)');
  });

  test('to a host that is unknown here', async () => {
    const scan = await listen(() => [redirect('node1.invalid', 1521)]);
    const error = await failAt(scan);
    expect(error.code).toBe('network');
    expect(error.message).toContain('a host name that cannot be resolved here');
  });

  test('to a place that may not be reached, or to none: nothing goes there', async () => {
    const node = await listen(() => [UNKNOWN_SERVICE]);
    for (const [host, port, code, text] of [
      ['169.254.169.254', 80, 'reach', 'redirects its clients to 169.254.169.254:80'],
      ['8.8.8.8', 1521, 'reach', 'not allowed from here'],
      ['127.0.0.1', 0, 'network', 'without saying where'],
    ] as const) {
      const error = await failAt(await listen(() => [redirect(host, port)]));
      expect([host, error.code]).toEqual([host, code]);
      expect(error.message).toContain(text);
    }
    const loop: FakeListener = await listen(() => [redirect('127.0.0.1', loop.port)]);
    expect((await failAt(loop)).message).toContain('in an endless loop');
    expect(node.accepted()).toBe(0);
  });
});

describe('TLS', () => {
  let certificates: TestCertificates;
  let context: ReturnType<typeof createSecureContext>;
  beforeAll(() => {
    certificates = makeCertificates();
    context = createSecureContext({
      cert: readFileSync(certificates.server.cert),
      key: readFileSync(certificates.server.key),
    });
  });
  afterAll(() => certificates.remove());

  const verifyFull = () =>
    ({ host: 'localhost', tls: 'verify-full', tlsCa: certificates.ca }) as const;

  test('a listener that has its clients encrypt anew on the same connection', async () => {
    const listener = await listen(() => ['encrypt again', UNKNOWN_SERVICE], context);
    const error = await failAt(listener, verifyFull());
    expect(error.message).toContain('has no service');
    expect(listener.asked).toHaveLength(2);
    expect(listener.accepted()).toBe(1);
  });

  test('a listener cannot send an encrypted connection on to one that is not, nor to a stranger', async () => {
    const node = await listen(() => [UNKNOWN_SERVICE], context);
    const plain = await listen(() => [redirect('127.0.0.1', node.port, 'TCP')], context);
    const error = await failAt(plain, verifyFull());
    expect(error.code).toBe('tls');
    expect(error.message).toContain('without TLS');
    expect(node.accepted()).toBe(0);

    const secured = await listen(() => [redirect('127.0.0.1', node.port, 'TCPS')], context);
    expect((await failAt(secured, verifyFull())).code).toBe('not-found');
    const open = await listen(() => [redirect('127.0.0.1', node.port, 'TCPS')]);
    expect((await failAt(open)).message).toContain('only accepts encrypted connections');
    const stranger = await listen(() => [UNKNOWN_SERVICE], strangersContext());
    const away = await listen(() => [redirect('127.0.0.1', stranger.port, 'TCPS')], context);
    expect((await failAt(away, verifyFull())).code).toBe('tls');
  });
});

/** Somebody else's certificate. */
const strangersContext = () => {
  const other = makeCertificates();
  atEnd(() => other.remove());
  return createSecureContext({
    cert: readFileSync(other.server.cert),
    key: readFileSync(other.server.key),
  });
};

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
    await cutStatement();
    await collectGarbage();
    expect(uncaught).toEqual([]);
  });
});

/** A statement whose connection is given up while it runs. */
async function cutStatement(): Promise<void> {
  const recording = record();
  const server = await replay(recording);
  atEnd(() => server.stop());
  const abort = new AbortController();
  const target = { ...recording.target, port: server.port };
  const session = await openSession(target, optionsOf({ signal: abort.signal }), loadDriver);
  const running = failureOf(session.query(recording.slowStatement));
  await expect.poll(server.slowCalls).toBe(1);
  abort.abort();
  expect((await running).code).toBe('cancelled');
  await session.close();
}

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

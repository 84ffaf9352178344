import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificates, type TestCertificates } from '../../tests/support/certificates.ts';
import type { ConnectionTarget, Reach } from '../core/connector.ts';
import { connectWith, failureOf } from '../core/exam.ts';
import { createReach } from '../core/reach.ts';
import { oracle } from './connector.ts';
import { redirect, refuse, startFakeListener, type FakeListener } from './testing/fake-listener.ts';

const TARGET: ConnectionTarget = {
  host: '127.0.0.1',
  port: 0,
  database: 'shop.example.com',
  username: 'reader',
  password: 'dontTellAnyone42',
  tls: 'off',
  tlsCa: null,
};
const UNKNOWN_SERVICE = refuse(12514);

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const listen = async (...[answers, context]: Parameters<typeof startFakeListener>) => {
  const listener = await startFakeListener(answers, context);
  stops.push(() => listener.stop());
  return listener;
};

/** The sentence with which the real driver's connection ends; no database follows any of these listeners. */
const failAt = async (
  listener: Pick<FakeListener, 'port'>,
  change: Partial<ConnectionTarget> = {},
  reach?: Partial<Reach>,
) => {
  const error = await failureOf(
    connectWith(
      oracle,
      { ...TARGET, port: listener.port, ...change },
      {
        limits: { connect: 3_000, statement: 3_000, overall: 10_000 },
        ...(reach ? { reach: { ...createReach({ sqliteFolders: [] }), ...reach } } : {}),
      },
    ),
  );
  expect(error.message).not.toContain(TARGET.password);
  return error;
};

describe('what a listener says', () => {
  test('a service or SID that it does not know: both ways to name a database', async () => {
    const listener = await listen(() => [UNKNOWN_SERVICE]);
    const error = await failAt(listener);
    expect(error.code).toBe('not-found');
    expect(error.message).toContain(`127.0.0.1:${listener.port} knows no service`);
    expect(error.message).toContain('"shop.example.com"');
    expect(error.message).toContain('sid:');
    expect(listener.asked[0]).toContain('(CONNECT_DATA=(SERVICE_NAME=shop.example.com)');

    const other = await listen(() => [refuse(12505)]);
    const sid = await failAt(other, { database: 'sid: ORCL' });
    expect(sid.message).toContain('knows no SID "ORCL"');
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

describe('where the driver connects to', () => {
  test('to the very address that the reach gave, and the host is looked up once', async () => {
    const listener = await listen(() => [UNKNOWN_SERVICE]);
    const asked: unknown[] = [];
    const error = await failAt(
      listener,
      { host: 'database.invalid' },
      {
        resolve: async (...question) => {
          asked.push(question);
          return '127.0.0.1';
        },
      },
    );
    expect(error.code).toBe('not-found');
    expect(asked).toEqual([['database.invalid', listener.port, 'shop.example.com']]);
  });

  test('not where the reach refuses', async () => {
    const listener = await listen(() => [UNKNOWN_SERVICE]);
    const { resolve } = createReach({ sqliteFolders: [], deny: ['127.0.0.0/8'] });
    expect((await failAt(listener, {}, { resolve })).code).toBe('reach');
    expect(listener.accepted()).toBe(0);
  });

  test('where a listener sends its clients on to, once that has been checked', async () => {
    const node = await listen(() => [UNKNOWN_SERVICE]);
    const scan = await listen(() => [redirect('localhost', node.port)]);
    const asked: unknown[] = [];
    const resolve: Reach['resolve'] = async (...question) => {
      asked.push(question);
      return '127.0.0.1';
    };
    expect((await failAt(scan, {}, { resolve })).code).toBe('not-found');
    expect(node.accepted()).toBe(1);
    expect(asked).toEqual([
      ['127.0.0.1', scan.port, 'shop.example.com'],
      ['localhost', node.port, 'shop.example.com'],
    ]);
    expect(node.asked[0]).toContain('(SERVICE_NAME=shop.example.com)');
  });

  test('nowhere, when the listener names a host that is unknown here', async () => {
    const scan = await listen(() => [redirect('node1.invalid', 1521)]);
    const error = await failAt(scan);
    expect(error.code).toBe('network');
    expect(error.message).toContain('a host name that is unknown here');
  });

  test('nowhere else', async () => {
    const node = await listen(() => [UNKNOWN_SERVICE]);
    for (const [host, port, code, text] of [
      ['169.254.169.254', 80, 'reach', 'sends its clients on to 169.254.169.254:80'],
      ['8.8.8.8', 1521, 'reach', 'not allowed from here'],
      ['127.0.0.1', 0, 'network', 'on to nowhere'],
    ] as const) {
      const error = await failAt(await listen(() => [redirect(host, port)]));
      expect([host, error.code]).toEqual([host, code]);
      expect(error.message).toContain(text);
    }
    const loop: FakeListener = await listen(() => [redirect('127.0.0.1', loop.port)]);
    expect((await failAt(loop)).message).toContain('from one place to the next');
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

  const verifyCa = () => ({ host: 'localhost', tls: 'verify-ca', tlsCa: certificates.ca }) as const;

  test('each mode checks what it says', async () => {
    const listener = await listen(() => [UNKNOWN_SERVICE], context);
    for (const [change, code, text] of [
      [verifyCa(), 'not-found', 'knows no service'],
      [{ tls: 'accept-self-signed' }, 'not-found', 'knows no service'],
      [{ ...verifyCa(), tlsCa: certificates.otherCa }, 'tls', 'authority that is not known here'],
      [{ ...verifyCa(), tlsCa: 'rubbish' }, 'tls', ''],
      [{ ...verifyCa(), host: '127.0.0.1' }, 'tls', 'is not for 127.0.0.1'],
      [{ host: 'localhost', tls: 'verify' }, 'tls', 'authority that is not known here'],
      [{ tls: 'off' }, 'network', 'encrypted connections'],
    ] as const) {
      const error = await failAt(listener, change);
      expect([change, error.code]).toEqual([change, code]);
      expect(error.message).toContain(text);
    }
    expect(listener.asked[0]).toContain('(PROTOCOL=TCPS)');
  });

  test('the name checked is the one that was entered, not the address', async () => {
    const listener = await listen(() => [UNKNOWN_SERVICE], context);
    const resolve = async () => '127.0.0.1';
    const error = await failAt(listener, { ...verifyCa(), host: 'database.invalid' }, { resolve });
    expect(error.code).toBe('tls');
    expect(error.message).toContain('is not for database.invalid');
  });

  test('a listener that has its clients encrypt anew on the same connection', async () => {
    const listener = await listen(() => ['encrypt again', UNKNOWN_SERVICE], context);
    const error = await failAt(listener, verifyCa());
    expect(error.message).toContain('knows no service');
    expect(listener.asked).toHaveLength(2);
    expect(listener.accepted()).toBe(1);
  });

  test('a listener without TLS is refused by every mode but off', async () => {
    const server = await serve((socket) => socket.once('data', () => socket.end()));
    for (const tls of ['verify', 'verify-ca', 'accept-self-signed'] as const) {
      const error = await failAt(server, { tls, tlsCa: certificates.ca });
      expect(error.code).toBe('tls');
      expect(error.message).toContain('does not offer TLS');
    }
  });

  test('a listener cannot send an encrypted connection on to one that is not, nor to a stranger', async () => {
    const node = await listen(() => [UNKNOWN_SERVICE], context);
    const plain = await listen(() => [redirect('127.0.0.1', node.port, 'TCP')], context);
    const error = await failAt(plain, verifyCa());
    expect(error.code).toBe('tls');
    expect(error.message).toContain('without TLS');
    expect(node.accepted()).toBe(0);

    const secured = await listen(() => [redirect('127.0.0.1', node.port, 'TCPS')], context);
    expect((await failAt(secured, verifyCa())).code).toBe('not-found');
    const open = await listen(() => [redirect('127.0.0.1', node.port, 'TCPS')]);
    expect((await failAt(open)).message).toContain('takes encrypted connections only');
    const stranger = await listen(() => [UNKNOWN_SERVICE], strangersContext());
    const away = await listen(() => [redirect('127.0.0.1', stranger.port, 'TCPS')], context);
    expect((await failAt(away, verifyCa())).code).toBe('tls');
  });
});

/** Somebody else's certificate. */
const strangersContext = () => {
  const other = makeCertificates();
  stops.push(() => other.remove());
  return createSecureContext({
    cert: readFileSync(other.server.cert),
    key: readFileSync(other.server.key),
  });
};

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
    const error = await failureOf(
      connectWith(
        oracle,
        { ...TARGET, port: listener.port },
        { limits: { connect: 400, statement: 3_000, overall: 10_000 } },
      ),
    );
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
          const error = await failureOf(
            connectWith(
              oracle,
              { ...TARGET, port: server.port },
              { limits: { connect: 100, statement: 3_000, overall: 10_000 } },
            ),
          );
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
    const running = failureOf(
      connectWith(oracle, { ...TARGET, port: listener.port }, { signal: abort.signal }),
    );
    await expect.poll(listener.accepted).toBe(1);
    abort.abort();
    expect((await running).code).toBe('cancelled');
    await expect.poll(listener.openSockets).toBe(0);
  });
});

async function serve(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  stops.push(stop);
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    openSockets: () => sockets.size,
    stop,
  };
}

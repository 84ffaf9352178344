import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificates, type TestCertificates } from '../../tests/support/certificates.ts';
import type { Reach } from '../core/connector.ts';
import { createReach } from '../core/reach.ts';
import { atEnd, failAt, listen, serve, UNKNOWN_SERVICE } from './testing/at-listener.ts';
import { redirect, refuse, type FakeListener } from './testing/fake-listener.ts';

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
        reach: {
          resolve: async (...question) => {
            asked.push(question);
            return '127.0.0.1';
          },
        },
      },
    );
    expect(error.code).toBe('not-found');
    expect(asked).toEqual([['database.invalid', listener.port, 'shop.example.com']]);
  });

  test('not where the reach refuses', async () => {
    const listener = await listen(() => [UNKNOWN_SERVICE]);
    const { resolve } = createReach({ sqliteFolders: [], deny: ['127.0.0.0/8'] });
    expect((await failAt(listener, {}, { reach: { resolve } })).code).toBe('reach');
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
    expect((await failAt(scan, {}, { reach: { resolve } })).code).toBe('not-found');
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
    const error = await failAt(
      listener,
      { ...verifyCa(), host: 'database.invalid' },
      { reach: { resolve } },
    );
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
  atEnd(() => other.remove());
  return createSecureContext({
    cert: readFileSync(other.server.cert),
    key: readFileSync(other.server.key),
  });
};

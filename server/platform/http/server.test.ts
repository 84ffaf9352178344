import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestCertificates, makeCertificates } from '../../../tests/support/certificates.ts';
import { ConfigError, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { createServer } from './server.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(env: Record<string, string>): Promise<FastifyInstance> {
  server = await createServer(readConfig(env), createLog('silent'));
  server.get('/address', ({ ip }) => ip);
  return server;
}

describe('the address of a client', () => {
  const ask = async (env: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const app = await start(env);
    const headers = { 'x-forwarded-for': '1.2.3.4' };
    return (await app.inject({ url: '/address', remoteAddress, headers })).body;
  };

  it('is what it says only behind a proxy that is trusted', async () => {
    expect(await ask({})).toBe('127.0.0.1');
    await server!.close();
    expect(await ask({ TRUST_PROXY: '127.0.0.1' })).toBe('1.2.3.4');
    await server!.close();
    expect(await ask({ TRUST_PROXY: '127.0.0.1' }, '10.0.0.9')).toBe('10.0.0.9');
  });
});

it('a request that is not complete in half a minute is given up', async () => {
  expect((await start({})).server.requestTimeout).toBe(30_000);
});

describe('with a certificate', () => {
  let certificates: TestCertificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => certificates.remove());

  it('HTTPS is served, and browsers are told to keep to it', async () => {
    const { cert, key } = certificates.server;
    const app = await start({ TLS_CERT: cert, TLS_KEY: key });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const asked = get({
      port,
      path: '/address',
      host: '127.0.0.1',
      servername: 'localhost',
      ca: certificates.ca,
      agent: false,
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  it('that is missing or does not fit its key, a sentence says which setting', async () => {
    const { cert, key } = certificates.server;
    for (const [env, sentence] of [
      [
        { TLS_CERT: '/no/such.crt', TLS_KEY: key },
        "no such file or directory, open '/no/such.crt'",
      ],
      [
        { TLS_CERT: cert, TLS_KEY: '/no/such.key' },
        "no such file or directory, open '/no/such.key'",
      ],
      [{ TLS_CERT: cert, TLS_KEY: certificates.flawed('selfSigned').key }, 'key values mismatch'],
    ] as const) {
      const failure: unknown = await start(env).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConfigError);
      expect((failure as Error).message).toContain('TLS_CERT or TLS_KEY: ');
      expect((failure as Error).message).toContain(sentence);
    }
  });
});

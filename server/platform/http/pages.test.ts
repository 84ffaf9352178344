import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servePages } from './pages.ts';

const SCRIPT = 'console.log(1);'.repeat(100);
const PAGE = '<!doctype html><meta nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>';
const folder = mkdtempSync(join(tmpdir(), 'dbmu-pages-'));
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets/a.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/a.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/a.js.gz'), gzipSync(SCRIPT));
  app = fastify();
  await servePages(app, folder, ['https://trace.example']);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const ask = (url: string, encodings: string) =>
  app.inject({ url, headers: { 'accept-encoding': encodings } });

it.each([
  ['gzip, deflate, br', 'br', brotliCompressSync(SCRIPT)],
  ['gzip', 'gzip', gzipSync(SCRIPT)],
  ['identity', undefined, Buffer.from(SCRIPT)],
])('a script for a browser that takes %s comes as the build made it', async (takes, as, bytes) => {
  const { headers, rawPayload } = await ask('/assets/a.js', takes);
  expect(headers['content-encoding']).toBe(as);
  expect(rawPayload).toEqual(bytes);
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining('worker-src'),
    vary: 'accept-encoding',
  });
});

it('what is compressed has no address of its own', async () => {
  for (const ending of ['br', 'gz'])
    expect((await ask(`/assets/a.js.${ending}`, 'identity')).statusCode).toBe(404);
});

it('a page runs only its own scripts, and styles of this answer', async () => {
  const answers = [await ask('/', 'identity'), await ask('/projects/1?tab=proof', 'identity')];
  const nonces = answers.map(({ headers, body }) => {
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([\w+/=]{24})'/.exec(policy)![1]!;
    expect(policy.replace(nonce, '…')).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-…'; img-src 'self' data:; font-src 'self' data:; connect-src 'self' https://trace.example; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(body).toBe(PAGE.replaceAll('__CSP_NONCE__', nonce));
    return nonce;
  });
  expect(nonces[0]).not.toBe(nonces[1]);
});

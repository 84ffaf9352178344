import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servePages } from './pages.ts';

const SCRIPT = 'console.log(1);'.repeat(100);
const folder = mkdtempSync(join(tmpdir(), 'dbmu-pages-'));
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/a.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/a.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/a.js.gz'), gzipSync(SCRIPT));
  app = fastify();
  await servePages(app, folder, []);
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

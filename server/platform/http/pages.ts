import { message } from '../../../contract/messages/message.ts';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Pages may run only their own scripts, and use only styles with this answer's nonce. */
const pagePolicy = (nonce: string, connect: string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * A script that runs as a worker has its own policy: workers load their own files, and the one that writes workbooks
 * compresses in nested workers, which it creates from text.
 */
const WORKER_POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";

/**
 * Serves the built front end: files with a hash in their name may be cached for a year; every other address that is
 * not the API's returns the page.
 * @param folder - dist/web
 * @param connect - other origins that the page may call
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  connect: string[],
): Promise<void> {
  const indexFile = join(folder, 'index.html');
  if (!existsSync(indexFile)) return;
  const index = readFileSync(indexFile, 'utf8');

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/');
      if (/\.js(\.br|\.gz)?$/.test(path)) response.header('content-security-policy', WORKER_POLICY);
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/') || /\.\w+$/.test(request.url.split('?')[0]!)) {
      throw new ProblemError('not-found', message('request.noSuchAddress'));
    }
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce, connect))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(index.replaceAll(NONCE_PLACEHOLDER, nonce));
  });
}

import { message } from '../../contract/messages/message.ts';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../contract/index.ts';
import type { BulkRunner } from '../platform/bulk/runner.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from '../platform/db/store.ts';
import { authorise } from '../platform/http/authorise.ts';
import { collectMetrics } from '../platform/http/metrics.ts';
import { buildOpenApi } from '../platform/http/openapi.ts';
import { servePages } from '../platform/http/pages.ts';
import { registerRoutes } from '../platform/http/register-routes.ts';
import { createServer } from '../platform/http/server.ts';
import { ProblemError } from '../platform/problem.ts';
import type { Context } from './context.ts';

/** The prefix `__Host-` binds the cookie to this host and to HTTPS; browsers refuse such a cookie over HTTP. */
const cookieNameOf = (config: Config): string => (config.cookieSecure ? '__Host-sid' : 'sid');

export interface HttpParts {
  config: Config;
  log: Log;
  store: Store;
  context: Context;
  bulk: BulkRunner;
  /** Folder of the built front end. */
  webFolder: string;
}

/** The whole HTTP side: API, documentation, health, metrics, pages. */
export async function createHttp({
  config,
  log,
  store,
  context,
  bulk,
  webFolder,
}: HttpParts): Promise<FastifyInstance> {
  const app = await createServer(config, log);
  const cookieName = cookieNameOf(config);
  const { sessions, routes, rules } = context;
  const metrics = collectMetrics(app);

  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: buildOpenApi(ENDPOINTS, cookieName) as never },
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true });

  registerRoutes(app, {
    endpoints: Object.values(ENDPOINTS),
    routes,
    rules,
    bulk,
    bodies: config.bodies,
    sessions: { cookieName, cookieSecure: config.cookieSecure, findActor: sessions.findActor },
  });

  app.get('/healthz', () => ({ status: 'up' }));
  app.get('/readyz', async () => {
    await store.ping();
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    const token = request.cookies[cookieName];
    const actor = token ? await sessions.findActor(token) : null;
    await authorise({ who: 'administrator' }, { params: {}, query: {}, body: {} }, actor, rules);
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
  app.setNotFoundHandler(() => {
    throw new ProblemError('not-found', message('request.noSuchAddress'));
  });
  const { traceUrl } = config;
  await servePages(app, webFolder, traceUrl ? [new URL(traceUrl).origin] : []);
  if (config.metricsPort !== null) await serveMetrics(app, config.metricsPort, metrics);
  return app;
}

/** A second server on the loopback address, for a scraper without an account. */
async function serveMetrics(
  app: FastifyInstance,
  port: number,
  metrics: ReturnType<typeof collectMetrics>,
): Promise<void> {
  const { createServer: createPlainServer } = await import('node:http');
  const server = createPlainServer((_request, response) => {
    void metrics
      .metrics()
      .then((text) => response.setHeader('content-type', metrics.contentType).end(text));
  });
  app.addHook('onClose', () => void server.close());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

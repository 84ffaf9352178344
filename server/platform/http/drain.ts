import type { FastifyInstance } from 'fastify';

/** Milliseconds that answers under way have left once the server closes. */
const DRAIN_MS = 6_000;
const LOOK_MS = 50;

/**
 * Lets the server close although clients hold on: a connection ends as soon as its answer is out,
 * and one whose client does not read is cut off after a while.
 */
export function drainOnClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS).unref();
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
  });
}

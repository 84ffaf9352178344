import { readFileSync } from 'node:fs';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { type Config, ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import { leaveBodiesUnread } from './body-limits.ts';
import { renderError } from './render-error.ts';
import { message } from '../../../contract/messages/message.ts';
import { ProblemError, forbidden } from '../problem.ts';

/** Pages may load only their own files; answers of the API are not pages. */
const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Addresses that the router cannot parse skip all hooks, so these answers get helmet's headers here. */
const UNROUTED_HEADERS = {
  ...API_HEADERS,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Does not log requests, only failures after an answer has begun, which its status no longer shows. */
class OnlyFailures extends LogController {
  override streamError(error: NodeJS.ErrnoException, _: FastifyRequest, reply: FastifyReply): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      reply.log.error({ err: error }, 'An answer was cut off.');
  }
}

function readCertificate({ certFile, keyFile }: NonNullable<Config['tls']>) {
  try {
    return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  } catch (error) {
    throw new ConfigError(`TLS_CERT or TLS_KEY: ${(error as Error).message}`, { cause: error });
  }
}

/** Fastify validates the list of proxies and the certificate when they are used. */
function startFastify(options: FastifyServerOptions): FastifyInstance {
  try {
    return fastify(options);
  } catch (error) {
    const { message } = error as Error;
    const setting =
      options.trustProxy && /address/i.test(message) ? 'TRUST_PROXY' : 'TLS_CERT or TLS_KEY';
    throw new ConfigError(`${setting}: ${message}`, { cause: error });
  }
}

/**
 * Creates a server with everything that features should not deal with: limits, headers, errors, cookies, compression.
 */
export async function createServer(config: Config, log: Log): Promise<FastifyInstance> {
  const options: FastifyServerOptions = {
    requestTimeout: 30_000,
    trustProxy: config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    loggerInstance: log,
    logController: new OnlyFailures({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => {
      reply.headers(UNROUTED_HEADERS);
      renderError(error, request, reply);
    },
    ...(config.tls && { https: readCertificate(config.tls) }),
  };
  const app = startFastify(options);

  leaveBodiesUnread(app);
  app.setErrorHandler(renderError);
  drainOnClose(app);

  await app.register(fastifyHelmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: config.tls !== null || config.cookieSecure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(API_HEADERS));
  // Runs after the headers are set, so that a refusal has them as well.
  app.addHook('onRequest', async (request) => {
    refuseCrossSite(request);
    requireJson(request);
  });
  await app.register(fastifyCookie);
  await app.register(fastifyCompress, {
    encodings: ['gzip'],
    globalDecompression: false,
    zlibOptions: { level: 3 },
  });
  return app;
}

/** Milliseconds that running answers have to finish once the server closes. */
const DRAIN_MS = 6_000;
const POLL_MS = 50;

/**
 * Lets the server close although clients keep connections open: each connection ends after its answer, and one whose
 * client does not read is cut off after a while.
 */
function drainOnClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    const idle = setInterval(() => server.closeIdleConnections(), POLL_MS).unref();
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that another site makes a browser send. A client that sends neither header is not a browser. */
function refuseCrossSite(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined) {
    if (fetchSite !== 'same-origin' && fetchSite !== 'none')
      throw forbidden(message('access.otherSite'));
    return;
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) {
    throw forbidden(message('access.otherSite'));
  }
}

/** Bodies must be JSON, so that content types of cross-site forms (text, form data) never reach a parser. */
function requireJson(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type === undefined) return;
  if (!/^application\/json(;\s*charset="?utf-8"?)?$/i.test(type)) {
    throw new ProblemError('unsupported-media-type', message('request.wrongBody'));
  }
}

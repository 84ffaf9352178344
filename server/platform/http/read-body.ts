import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type FastifyInstance, errorCodes } from 'fastify';
import { ProblemError } from '../problem.ts';
import { BULK_BODY_LIMIT } from './server.ts';

/** Routes of this part of the server get their bodies as they come, and decide who reads them. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
}

/**
 * The parts of a body that was left unread; none where there is no body.
 * @throws an error of status 413 beyond the limit, ProblemError `malformed` where it is cut off
 */
export async function* readParts(body: unknown): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) return;
  const declared = Number((body as IncomingMessage).headers?.['content-length']);
  if (declared > BULK_BODY_LIMIT) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  let size = 0;
  // Whoever sends too much shall hear so: the connection stays.
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  try {
    for await (const part of parts) {
      size += part.byteLength;
      if (size > BULK_BODY_LIMIT) break;
      yield part;
    }
  } catch (error) {
    throw new ProblemError('malformed', 'The body was cut off.', { cause: error });
  }
  if (size > BULK_BODY_LIMIT) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
}

export async function readWhole(body: unknown): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of readParts(body)) parts.push(part);
  return Buffer.concat(parts);
}

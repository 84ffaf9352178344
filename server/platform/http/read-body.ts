import { message } from '../../../contract/messages/message.ts';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';

/**
 * Leaves bodies unread until it is known whether the caller has access, and which thread reads them: this one or the
 * worker.
 */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
}

/**
 * The parts of an unread body; none if there is no body.
 * @param limit - in bytes
 * @throws ProblemError `too-large` beyond the limit, `malformed` if it is cut off
 */
export async function* readParts(body: unknown, limit: number): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) return;
  const declared = Number((body as IncomingMessage).headers?.['content-length']);
  if (declared > limit) throw tooLarge(limit);
  let size = 0;
  // Keeps the connection open, so that the client gets the error.
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  try {
    for await (const part of parts) {
      size += part.byteLength;
      if (size > limit) break;
      yield part;
    }
  } catch (error) {
    throw new ProblemError('malformed', message('request.bodyCut'), { cause: error });
  } finally {
    // Discards unread bytes, which would block the next request on the connection.
    body.resume();
  }
  if (size > limit) throw tooLarge(limit);
}

const tooLarge = (limit: number) =>
  new ProblemError(
    'too-large',
    message('request.bodyTooLarge', { limit: Math.floor(limit / 1024) }),
  );

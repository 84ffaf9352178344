import { message } from '../../../contract/messages/message.ts';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';

/** Bodies stay unread until it is known who may call, and who reads them: this thread, or the worker. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
}

/**
 * The parts of a body that was left unread; none where there is no body.
 * @param limit - in bytes
 * @throws ProblemError `too-large` beyond the limit, `malformed` where it is cut off
 */
export async function* readParts(body: unknown, limit: number): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) return;
  const declared = Number((body as IncomingMessage).headers?.['content-length']);
  if (declared > limit) throw tooLarge(limit);
  let size = 0;
  // The connection stays open so that the client gets the error.
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
    // What nobody reads must not stand in the way of the next request.
    body.resume();
  }
  if (size > limit) throw tooLarge(limit);
}

const tooLarge = (limit: number) =>
  new ProblemError(
    'too-large',
    message('request.bodyTooLarge', { limit: Math.floor(limit / 1024) }),
  );

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { message } from '../../../contract/messages/message.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Config } from '../config.ts';
import { ProblemError } from '../problem.ts';

/** Limits of one body; checked while it arrives and is parsed. */
export interface BodyLimits {
  bytes: number;
  /** Most values, including nested ones. */
  values: number;
  /** Deepest nesting of lists and objects. */
  depth: number;
}

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;
/** Limit for requests without a session, whose bodies are small. */
const PUBLIC_BYTES = 64 * KILOBYTE;
/** Size of the base64 of a file (a third more), plus the JSON around it. */
const fileBytes = (megabytes: number): number =>
  Math.ceil((megabytes * MEGABYTE * 4) / 3) + MEGABYTE;

const isAdministratorsList = ({ bulk, access }: Endpoint): boolean =>
  bulk === true && access.who === 'administrator';

export function limitsOf(endpoint: Endpoint, config: Config['bodies']): BodyLimits {
  const { depth } = config;
  const values = endpoint.bulk ? config.listValues : config.values;
  const bytes = () => {
    if (endpoint.access.who === 'public') return PUBLIC_BYTES;
    if (endpoint.file) return fileBytes(config.attachmentMegabytes);
    return MEGABYTE * (isAdministratorsList(endpoint) ? config.listMegabytes : config.megabytes);
  };
  return { bytes: bytes(), values, depth };
}

/** Approximate memory of a value, besides its bytes. */
const VALUE_BYTES = 64;
/** For a moment a body exists as bytes, as text and as values. */
const COPIES = 3;
/** Smaller bodies do not count towards the shared limit. */
const FREE_BYTES = 128 * KILOBYTE;

/** One body's part of the shared memory. */
export interface Share {
  /** @throws ProblemError `unavailable` if all bodies together exceed the limit */
  take(bytes: number, values: number): void;
  /** Releases all of it. */
  leave(): void;
}

/** The memory that concurrent bodies may use together, per thread. */
export interface Rooms {
  enter(endpoint: Endpoint): Share;
}

/** All bodies together may use as much memory as one at its limits; administrators' lists have separate memory. */
export function createRooms(config: Config['bodies']): Rooms {
  const room = (megabytes: number) => ({
    taken: 0,
    size: COPIES * megabytes * MEGABYTE + VALUE_BYTES * config.listValues,
  });
  const lists = room(config.listMegabytes);
  const others = room(Math.max(16, config.attachmentMegabytes, config.megabytes));
  return {
    enter(endpoint) {
      const within = isAdministratorsList(endpoint) ? lists : others;
      let mine = 0;
      return {
        take(bytes, values) {
          const more = COPIES * bytes + VALUE_BYTES * values;
          mine += more;
          within.taken += more;
          if (mine > FREE_BYTES && within.taken > within.size) throw full();
        },
        leave() {
          within.taken -= mine;
          mine = 0;
        },
      };
    },
  };
}

const full = () =>
  new ProblemError('unavailable', message('request.bodiesFull'), { retryAfter: 5 });

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

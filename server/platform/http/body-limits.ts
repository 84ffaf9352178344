import { message } from '../../../contract/messages/message.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Config } from '../config.ts';
import { ProblemError } from '../problem.ts';

/** What one body may be; counted while it arrives and is parsed. */
export interface BodyLimits {
  bytes: number;
  /** Values in it, those inside of others included. */
  values: number;
  /** Lists and objects inside of each other. */
  depth: number;
}

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;
/** Who is not signed in has little to say. */
const PUBLIC_BYTES = 64 * KILOBYTE;
/** What is around a file, and a third more for its base64. */
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

/** What a value takes beside its bytes, about. */
const VALUE_BYTES = 64;
/** A body is there as bytes, as text and as values for a moment. */
const COPIES = 3;
/** Bodies up to this are not counted together. */
const FREE_BYTES = 128 * KILOBYTE;

/** A body's part of the room. */
export interface Share {
  /** @throws ProblemError `unavailable` when bodies have as much as they may together */
  take(bytes: number, values: number): void;
  /** Gives all of it back. */
  leave(): void;
}

/** The memory that bodies under way may have together in a thread. */
export interface Rooms {
  enter(endpoint: Endpoint): Share;
}

/** Everybody's bodies together may be what one at its limits is; the lists of administrators have a room of their own. */
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

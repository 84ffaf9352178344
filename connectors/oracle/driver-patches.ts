import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/**
 * What is replaced in private parts of oracledb, all of it, because its interface has nothing for it:
 *
 * - `lib/thin/sqlnet/ntTcp.js`: sockets. The driver resolves names itself, follows a listener to any address and knows no
 *   authority but that of a wallet.
 * - `lib/impl/datahandlers/buffer.js`: dates. The driver makes a Date of each, which keeps milliseconds only and takes a
 *   time that summer time skips here for another.
 *
 * A test names the release that this was written for, and says what to look at in another one.
 */
export function patchDriver(): void {
  if (isPatched) return;
  takeOverSockets();
  takeOverMoments();
  isPatched = true;
}
let isPatched = false;

/** Where the driver wants to go: first as configured, then where a listener sends it. */
export interface Hop {
  /** As the descriptor or the listener spells it. */
  hostname: string;
  port: number;
  /** `TCP` or `TCPS`, in any case. */
  protocol: string;
}

/** Makes the driver's sockets. */
export interface Dialler {
  dial(hop: Hop): Promise<Socket>;
  /** Also called for a socket that has been encrypted before: a listener hands its clients on within a connection. */
  secure(socket: Socket): Promise<TLSSocket>;
}

/** What is used of the driver's class for a TCP connection, a private one: `lib/thin/sqlnet/ntTcp.js`. */
interface Transport {
  stream: Socket | null;
  connStream: Socket;
  connected: boolean;
  ntConnect(hop: Hop): Promise<void>;
  tlsConnect(context: unknown, socket: Socket): Promise<void>;
}

const current = new AsyncLocalStorage<Dialler>();

/** Work of the driver, all of whose sockets come from the dialler. */
export const withDialler = <T>(dialler: Dialler, work: () => Promise<T>): Promise<T> =>
  current.run(dialler, work);

function takeOverSockets(): void {
  const { prototype } = createRequire(import.meta.url)('oracledb/lib/thin/sqlnet/ntTcp.js') as {
    prototype: Transport;
  };
  if (!prototype.ntConnect || !prototype.tlsConnect)
    throw new Error('This release of oracledb opens its sockets in another way');

  prototype.ntConnect = async function ntConnect(hop) {
    this.stream = await diallerOfCall().dial(hop);
    this.connected = true;
  };
  prototype.tlsConnect = async function tlsConnect(_context, socket) {
    this.stream?.removeAllListeners();
    this.stream = await diallerOfCall().secure(socket);
    this.connStream = socket;
  };
}

function diallerOfCall(): Dialler {
  const dialler = current.getStore();
  if (!dialler) throw new Error('The driver connects only where a dialler was given to it');
  return dialler;
}

/** What is used of the driver's class that decodes values, a private one: `lib/impl/datahandlers/buffer.js`. */
interface Decoder {
  caps?: { dbTzOffset?: number; dbTzRegion?: string | null };
  parseOracleDate(bytes: Buffer, useLocalTime?: boolean, isInDatabaseZone?: boolean): unknown;
}

function takeOverMoments(): void {
  const { BaseBuffer } = createRequire(import.meta.url)(
    'oracledb/lib/impl/datahandlers/buffer.js',
  ) as { BaseBuffer: { prototype: Decoder } };
  const { prototype } = BaseBuffer;
  if (!prototype.parseOracleDate)
    throw new Error('This release of oracledb decodes dates in another way');

  prototype.parseOracleDate = function parseOracleDate(bytes, _useLocalTime, isInDatabaseZone) {
    if (!isInDatabaseZone) return textOfMoment(bytes);
    const { dbTzOffset = 0, dbTzRegion } = this.caps ?? {};
    // Without its rules the offset of a region is not known.
    return dbTzRegion ? `${textOfMoment(bytes)} ${dbTzRegion}` : textOfMoment(bytes, dbTzOffset);
  };
}

/**
 * Such as `2024-02-29 23:59:58.123456789`, without a fraction where none was sent; a year before Christ has a minus.
 * The bytes: century and year, each plus 100; month and day; hour, minute and second, each plus one; then, where they
 * are, nanoseconds in four bytes, and a zone that says nothing, because such values come in UTC.
 *
 * @param offset - minutes that the value is ahead of UTC, which are taken off
 */
export function textOfMoment(bytes: Buffer, offset = 0): string {
  const [century = 100, years = 100, month = 1, day = 1, hour = 1, minute = 1, second = 1] = bytes;
  const parts = [(century - 100) * 100 + years - 100, month, day, hour - 1, minute - 1, second - 1];
  const [year = 0, ...rest] = offset === 0 ? parts : shift(parts, -offset);
  const [months, days, hours, minutes, seconds] = rest.map((part) => pad(part, 2));
  const fraction = bytes.length >= 11 ? `.${pad(bytes.readUInt32BE(7), 9)}` : '';
  const date = `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}-${months}-${days}`;
  return `${date} ${hours}:${minutes}:${seconds}${fraction}`;
}

/** For moments of our calendar: Oracle has days before 1582 that it does not have. */
function shift([year = 0, month = 1, day, hour = 0, minute = 0, second]: number[], by: number) {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  at.setUTCHours(hour, minute + by, second);
  return [
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  ];
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

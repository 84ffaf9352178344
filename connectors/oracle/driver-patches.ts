import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/**
 * All changes to private parts of oracledb, needed because its interface offers nothing for them: -
 * `lib/thin/sqlnet/ntTcp.js`: sockets. The driver resolves names itself, follows a listener to any address and trusts
 * only the authorities of a wallet. - `lib/impl/datahandlers/buffer.js`: dates. The driver makes a Date of each,
 * which only keeps milliseconds and shifts a time that daylight saving skips on this machine. A test names the
 * release for which this was written, and says what to check in another one.
 */
export function patchDriver(): void {
  if (isPatched) return;
  patchSockets();
  patchTimestamps();
  isPatched = true;
}
let isPatched = false;

/** An address that the driver wants to connect to: first the configured one, then where a listener redirects it. */
export interface Hop {
  /** The name as the descriptor or the listener spells it. */
  hostname: string;
  port: number;
  /** `TCP` or `TCPS`, in any case. */
  protocol: string;
}

/** Opens the driver's sockets. */
export interface Dialler {
  dial(hop: Hop): Promise<Socket>;
  /** Also called for a socket that is already encrypted: a listener may hand over its clients within a connection. */
  secure(socket: Socket): Promise<TLSSocket>;
}

/** The part that is used of the driver's private class for a TCP connection: `lib/thin/sqlnet/ntTcp.js`. */
interface Transport {
  stream: Socket | null;
  connStream: Socket;
  connected: boolean;
  ntConnect(hop: Hop): Promise<void>;
  tlsConnect(context: unknown, socket: Socket): Promise<void>;
}

const current = new AsyncLocalStorage<Dialler>();

/** Runs work of the driver with all of its sockets opened by the dialler. */
export const withDialler = <T>(dialler: Dialler, work: () => Promise<T>): Promise<T> =>
  current.run(dialler, work);

function patchSockets(): void {
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

/** The part that is used of the driver's private class that decodes values: `lib/impl/datahandlers/buffer.js`. */
interface Decoder {
  caps?: { dbTzOffset?: number; dbTzRegion?: string | null };
  parseOracleDate(bytes: Buffer, useLocalTime?: boolean, isInDatabaseZone?: boolean): unknown;
}

function patchTimestamps(): void {
  const { BaseBuffer } = createRequire(import.meta.url)(
    'oracledb/lib/impl/datahandlers/buffer.js',
  ) as { BaseBuffer: { prototype: Decoder } };
  const { prototype } = BaseBuffer;
  if (!prototype.parseOracleDate)
    throw new Error('This release of oracledb decodes dates in another way');

  prototype.parseOracleDate = function parseOracleDate(bytes, _useLocalTime, isInDatabaseZone) {
    if (!isInDatabaseZone) return textOfMoment(bytes);
    const { dbTzOffset = 0, dbTzRegion } = this.caps ?? {};
    // The offset of a region is unknown without its time zone rules.
    return dbTzRegion ? `${textOfMoment(bytes)} ${dbTzRegion}` : textOfMoment(bytes, dbTzOffset);
  };
}

/**
 * Writes a moment such as `2024-02-29 23:59:58.123456789`, without a fraction if none was sent; years BC are
 * negative. The bytes: century and year, each plus 100; month and day; hour, minute and second, each plus one;
 * optionally nanoseconds in four bytes, and a zone that is ignored because such values arrive in UTC.
 * @param offset - minutes that the value is ahead of UTC, which are subtracted
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

/** Valid for Gregorian dates only: before 1582 Oracle has days that a JavaScript Date does not have. */
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

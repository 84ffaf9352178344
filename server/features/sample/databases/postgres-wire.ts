/** Names for signing in to the sample's PostgreSQL database. */
export const DATABASE = 'bookshop';
export const READER = 'bookshop_reader';

/** Messages to the child about the client whose session it serves. */
export type ToChild =
  /** The client's startup message, and the bytes after its password. */
  | { say: 'enter'; startup: Uint8Array; rest: Uint8Array }
  | { say: 'data'; bytes: Uint8Array }
  | { say: 'left' };

export type FromChild =
  | { say: 'ready' }
  | { say: 'data'; bytes: Uint8Array }
  /** The client's session has ended, so the next one may begin. */
  | { say: 'released' }
  | { say: 'failed'; message: string };

// The few messages of PostgreSQL's protocol (version 3) that the gate needs.

const CANCEL_REQUEST = 80_877_102;
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const MAX_STARTUP = 10_000;

export type Opening =
  | { kind: 'incomplete' }
  /** A request for encryption, which is refused with one letter; `length` bytes are consumed. */
  | { kind: 'encryption'; length: number }
  | { kind: 'startup'; message: Buffer; user: string; database: string }
  | { kind: 'unwanted' };

/** A client's first message. */
export function readOpening(data: Buffer): Opening {
  if (data.length < 8) return { kind: 'incomplete' };
  const length = data.readUInt32BE(0);
  const code = data.readUInt32BE(4);
  if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption', length: 8 };
  if (code === CANCEL_REQUEST || code >>> 16 !== 3 || length > MAX_STARTUP || length < 9) {
    return { kind: 'unwanted' };
  }
  if (data.length < length) return { kind: 'incomplete' };
  const settings = data.toString('utf8', 8, length).split('\0');
  const valueOf = (name: string) => {
    const at = settings.findIndex((word, i) => i % 2 === 0 && word === name);
    return at < 0 ? '' : (settings[at + 1] ?? '');
  };
  const user = valueOf('user');
  return {
    kind: 'startup',
    message: data.subarray(0, length),
    user,
    database: valueOf('database') || user,
  };
}

export interface Message {
  /** A single letter. */
  type: string;
  /** Type, length and body. */
  whole: Buffer;
  body: Buffer;
}

/** The first message in the received bytes, or null while it is incomplete. */
export function readMessage(data: Buffer): Message | null {
  if (data.length < 5) return null;
  const end = 1 + data.readUInt32BE(1);
  if (data.length < end) return null;
  return {
    type: String.fromCharCode(data[0] as number),
    whole: data.subarray(0, end),
    body: data.subarray(5, end),
  };
}

function writeMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

export const PASSWORD_REQUEST = writeMessage('R', Buffer.from([0, 0, 0, 3]));

/** @param code SQLSTATE, such as 28P01 for a wrong password */
export const writeError = (code: string, message: string): Buffer =>
  writeMessage('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`));

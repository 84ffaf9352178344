/** What a client of TDS 7.4 asks (MS-TDS, section 2.2.6), as far as tests need it. */

export type Login = Record<'user' | 'password' | 'database', string>;
export interface Question {
  sql: string;
  values: (string | number | null)[];
}

const HEADER = 8;
export const PACKET = {
  batch: 1,
  procedure: 3,
  results: 4,
  attention: 6,
  transaction: 14,
  login: 16,
  preLogin: 18,
  /** Cancelled before it was complete. */
  ignored: -1,
};

/** Cuts a stream into messages: a type, and the data of all packets up to the last one. */
export function createMessageReader(onMessage: (type: number, data: Buffer) => void) {
  let waiting = Buffer.alloc(0);
  let parts: Buffer[] = [];
  return (bytes: Buffer): void => {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= HEADER && waiting.length >= waiting.readUInt16BE(2)) {
      const length = waiting.readUInt16BE(2);
      const [type = 0, status = 0] = waiting;
      parts.push(waiting.subarray(HEADER, length));
      waiting = waiting.subarray(length);
      if (!(status & 1)) continue;
      const data = Buffer.concat(parts);
      parts = [];
      onMessage(status & 2 ? PACKET.ignored : type, data);
    }
  };
}

/** A message in packets of 4,096 bytes at most. */
export function toPackets(type: number, data: Buffer): Buffer {
  const packets: Buffer[] = [];
  const most = 4_096 - HEADER;
  for (let at = 0; at === 0 || at < data.length; at += most) {
    const part = data.subarray(at, at + most);
    const header = Buffer.alloc(HEADER);
    header.set([type, at + most >= data.length ? 1 : 0]);
    header.writeUInt16BE(part.length + HEADER, 2);
    packets.push(header, part);
  }
  return Buffer.concat(packets);
}

/** The second option of the first message. */
export const wantsTls = (data: Buffer): boolean => [1, 3].includes(data[data.readUInt16BE(6)] ?? 2);

export function readLogin(data: Buffer): Login {
  const field = (at: number) => {
    const start = data.readUInt16LE(at);
    return Buffer.from(data.subarray(start, start + data.readUInt16LE(at + 2) * 2));
  };
  const clear = (byte: number) => (((byte ^ 0xa5) << 4) | ((byte ^ 0xa5) >> 4)) & 255;
  return {
    user: field(40).toString('utf16le'),
    password: Buffer.from(field(44).map(clear)).toString('utf16le'),
    database: field(68).toString('utf16le'),
  };
}

/** Behind the headers that every request begins with. */
const behindHeaders = (data: Buffer) => data.subarray(data.readUInt32LE(0));
export const readBatch = (data: Buffer): Question => ({
  sql: behindHeaders(data).toString('utf16le'),
  values: [],
});
export const isRollBack = (data: Buffer): boolean => behindHeaders(data).readUInt16LE(0) === 8;

/** A call of sp_executesql: the statement, the declaration of its parameters, their values. */
export function readProcedure(data: Buffer): Question {
  const body = behindHeaders(data);
  if (body.readUInt32LE(0) !== 0x000affff) throw new Error('Only sp_executesql is understood');
  const values: Question['values'] = [];
  for (let at = 6; at < body.length;) {
    at += body.readUInt8(at) * 2 + 2;
    const isText = body.readUInt8(at) === 0xe7;
    // Behind the type stand its length and collation, or its length alone.
    const start = isText ? at + 10 : at + 3;
    const length = isText ? body.readUInt16LE(at + 8) : body.readUInt8(at + 2);
    const isNull = length === (isText ? 0xffff : 0);
    at = isNull ? start : start + length;
    if (isNull) values.push(null);
    else values.push(isText ? body.toString('utf16le', start, at) : body.readIntLE(start, length));
  }
  return { sql: String(values[0]), values: values.slice(2) };
}

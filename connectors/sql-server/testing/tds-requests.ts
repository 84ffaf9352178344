/** What a client of TDS 7.4 asks (MS-TDS: Tabular Data Stream Protocol, section 2.2.6), as far as tests need it. */

export interface Login {
  user: string;
  password: string;
  database: string;
}

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
} as const;

/** Cuts a stream into messages: a type, and the data of all packets up to the last one. */
export function createMessageReader(
  onMessage: (type: number, data: Buffer) => void,
): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0);
  let parts: Buffer[] = [];
  return (bytes) => {
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
    return data.subarray(start, start + data.readUInt16LE(at + 2) * 2);
  };
  const password = Buffer.from(field(44)).map((byte) => {
    const plain = byte ^ 0xa5;
    return ((plain << 4) | (plain >> 4)) & 255;
  });
  return {
    user: field(40).toString('utf16le'),
    password: Buffer.from(password).toString('utf16le'),
    database: field(68).toString('utf16le'),
  };
}

/** Behind the headers that every request begins with. */
const behindHeaders = (data: Buffer) => data.subarray(data.readUInt32LE(0));

export const readBatch = (data: Buffer): Question => ({
  sql: behindHeaders(data).toString('utf16le'),
  values: [],
});

export const readTransactionRequest = (data: Buffer): number => behindHeaders(data).readUInt16LE(0);

/** A call of sp_executesql: the statement, the declaration of its parameters, their values. */
export function readProcedure(data: Buffer): Question {
  const body = behindHeaders(data);
  if (body.readUInt16LE(0) !== 0xffff || body.readUInt16LE(2) !== 10)
    throw new Error('Only sp_executesql is understood');
  const values: Question['values'] = [];
  let at = 6;
  while (at < body.length) {
    at += 1 + body.readUInt8(at) * 2 + 1;
    const [value, next] = readParameter(body, at);
    values.push(value);
    at = next;
  }
  return { sql: String(values[0]), values: values.slice(2) };
}

function readParameter(body: Buffer, at: number): [Question['values'][number], number] {
  const type = body.readUInt8(at);
  if (type === 0x26) {
    const length = body.readUInt8(at + 2);
    return [length === 0 ? null : body.readIntLE(at + 3, length), at + 3 + length];
  }
  if (type !== 0xe7) throw new Error(`No parameter of type ${type} is understood`);
  const start = at + 8;
  if (body.readUInt16LE(at + 1) === 0xffff) return readLongText(body, start);
  const length = body.readUInt16LE(start);
  if (length === 0xffff) return [null, start + 2];
  return [body.toString('utf16le', start + 2, start + 2 + length), start + 2 + length];
}

function readLongText(body: Buffer, start: number): [string, number] {
  const chunks: Buffer[] = [];
  let at = start + 8;
  for (let length = body.readUInt32LE(at); length > 0; length = body.readUInt32LE(at)) {
    chunks.push(body.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return [Buffer.concat(chunks).toString('utf16le'), at + 4];
}

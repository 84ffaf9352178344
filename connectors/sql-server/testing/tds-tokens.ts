/** What a server of TDS 7.4 says (MS-TDS: Tabular Data Stream Protocol, section 2.2.7), as far as tests need it. */

export type ColumnType =
  | 'int'
  | 'bigint'
  | 'bit'
  | 'nvarchar'
  | 'nvarchar(max)'
  | 'char(2)'
  | 'decimal(38,4)';
export type CellValue = string | number | bigint | boolean | null;

export interface ResultSet {
  columns: readonly (readonly [name: string, type: ColumnType])[];
  rows: readonly (readonly CellValue[])[];
}

export interface ServerError {
  number: number;
  message: string;
  /** From 11 on an error, below an information. */
  class?: number;
  state?: number;
}

const COLLATION = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);
const u8 = (value: number) => Buffer.from([value]);
const u16 = (value: number) => Buffer.from([value & 255, value >> 8]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  return bytes;
};
const ucs2 = (text: string) => Buffer.from(text, 'utf16le');
const shortText = (text: string) => Buffer.concat([u8(text.length), ucs2(text)]);
const longText = (text: string) => Buffer.concat([u16(text.length), ucs2(text)]);
const token = (type: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u8(type), u16(body.length), body]);
};

interface Encoding {
  type: Buffer;
  value(value: NonNullable<CellValue>): Buffer;
  missing: Buffer;
}

const text = (value: NonNullable<CellValue>, size: 1 | 2) => {
  const bytes = size === 2 ? ucs2(String(value)) : Buffer.from(String(value).padEnd(2), 'latin1');
  return Buffer.concat([u16(bytes.length), bytes]);
};

const ENCODINGS: Record<ColumnType, Encoding> = {
  int: {
    type: Buffer.from([0x26, 4]),
    value: (value) => Buffer.concat([u8(4), u32(Number(value))]),
    missing: u8(0),
  },
  bigint: {
    type: Buffer.from([0x26, 8]),
    value: (value) => Buffer.concat([u8(8), u64(BigInt(value))]),
    missing: u8(0),
  },
  bit: {
    type: Buffer.from([0x68, 1]),
    value: (value) => Buffer.from([1, Number(value)]),
    missing: u8(0),
  },
  nvarchar: {
    type: Buffer.concat([u8(0xe7), u16(8_000), COLLATION]),
    value: (value) => text(value, 2),
    missing: u16(0xffff),
  },
  'nvarchar(max)': {
    type: Buffer.concat([u8(0xe7), u16(0xffff), COLLATION]),
    value(value) {
      const bytes = ucs2(String(value));
      return Buffer.concat([u64(BigInt(bytes.length)), u32(bytes.length), bytes, u32(0)]);
    },
    missing: u64(-1n),
  },
  'char(2)': {
    type: Buffer.concat([u8(0xaf), u16(2), COLLATION]),
    value: (value) => text(value, 1),
    missing: u16(0xffff),
  },
  'decimal(38,4)': {
    type: Buffer.from([0x6a, 17, 38, 4]),
    value(value) {
      const scaled = BigInt(Number(value) * 10_000);
      const size = scaled < 0n ? -scaled : scaled;
      return Buffer.concat([u8(17), u8(scaled < 0n ? 0 : 1), u64(size), u64(0n)]);
    },
    missing: u8(0),
  },
};

export function resultSet({ columns, rows }: ResultSet): Buffer {
  const encodings = columns.map(([, type]) => ENCODINGS[type]);
  const heads = columns.map(([name], index) =>
    Buffer.concat([u32(0), u16(9), encodings[index]?.type ?? u8(0), shortText(name)]),
  );
  const lines = rows.map((row) =>
    Buffer.concat([
      u8(0xd1),
      ...encodings.map(({ value, missing }, index) => {
        const cell = row[index] ?? null;
        return cell === null ? missing : value(cell);
      }),
    ]),
  );
  return Buffer.concat([u8(0x81), u16(columns.length), ...heads, ...lines]);
}

export const errorToken = ({ number, message, class: severity = 16, state = 1 }: ServerError) =>
  token(
    severity > 10 ? 0xaa : 0xab,
    u32(number),
    Buffer.from([state, severity]),
    longText(message),
    shortText('REPLAYER'),
    shortText(''),
    u32(1),
  );

const DONE = { end: 0xfd, procedure: 0xfe, inProcedure: 0xff };
export const MORE = 1;
export const FAILED = 2;
export const COUNT = 16;
export const ATTENTION = 32;

export const doneToken = (kind: keyof typeof DONE, status: number, rows = 0) =>
  Buffer.concat([u8(DONE[kind]), u16(status), u16(193), u64(BigInt(rows))]);

export const returnStatus = () => Buffer.concat([u8(0x79), u32(0)]);

export const loginAck = () =>
  token(0xad, Buffer.from([1, 0x74, 0, 0, 4]), shortText('Replayer'), Buffer.from([16, 0, 16, 39]));

export const databaseChange = (database: string) =>
  token(0xe3, u8(1), shortText(database), shortText(''));

/** Sends the client on to another server. */
export function routingChange(host: string, port: number): Buffer {
  const route = Buffer.concat([u8(0), u16(port), longText(host)]);
  return token(0xe3, u8(20), u16(route.length), route, u16(0));
}

export const transactionChange = (is: 'begun' | 'rolled back') => {
  const descriptor = Buffer.concat([u8(8), u64(1n)]);
  const none = u8(0);
  return is === 'begun'
    ? token(0xe3, u8(8), descriptor, none)
    : token(0xe3, u8(10), none, descriptor);
};

/** The answer to the first message: the version of the server, and whether it encrypts. */
export function preLoginAnswer(encryption: 'on' | 'required' | 'none'): Buffer {
  const value = { on: 1, none: 2, required: 3 }[encryption];
  const heads = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff]);
  return Buffer.concat([heads, Buffer.from([16, 0, 16, 39, 0, 0]), u8(value)]);
}

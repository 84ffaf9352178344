/** What a server of TDS 7.4 says (MS-TDS, section 2.2.7), as far as tests need it. */

export type CellValue = string | number | null;
export interface ResultSet {
  columns: readonly (readonly [name: string, type: ColumnType])[];
  rows: readonly (readonly CellValue[])[];
}
export interface ServerError {
  number: number;
  message: string;
  /** From 11 on an error, below it an information. */
  class?: number;
  state?: number;
}

const join = (...parts: Buffer[]) => Buffer.concat(parts);
const bytes = (...values: number[]) => Buffer.from(values);
const little = (size: 2 | 4 | 8, value: number | bigint) => {
  const whole = Buffer.alloc(8);
  whole.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  return whole.subarray(0, size);
};
const wide = (text: string) => Buffer.from(text, 'utf16le');
const shortText = (text: string) => join(bytes(text.length), wide(text));
const longText = (text: string) => join(little(2, text.length), wide(text));
const counted = (data: Buffer) => join(little(2, data.length), data);

const COLLATION = bytes(0x09, 0x04, 0xd0, 0x00, 0x34);
const integer = (size: 4 | 8) => ({
  type: bytes(0x26, size),
  encode: (value: CellValue) =>
    value === null ? bytes(0) : join(bytes(size), little(size, BigInt(value))),
});
const CELLS = {
  int: integer(4),
  bigint: integer(8),
  nvarchar: {
    type: join(bytes(0xe7), little(2, 8_000), COLLATION),
    encode: (value: CellValue) => (value === null ? little(2, -1) : counted(wide(String(value)))),
  },
  'char(2)': {
    type: join(bytes(0xaf), little(2, 2), COLLATION),
    encode: (value: CellValue) => counted(Buffer.from(String(value).padEnd(2), 'latin1')),
  },
  bit: {
    type: bytes(0x68, 1),
    encode: (value: CellValue) => (value === null ? bytes(0) : bytes(1, Number(value))),
  },
  decimal: {
    type: bytes(0x6a, 17, 38, 0),
    encode: (value: CellValue) => join(bytes(17, 1), little(8, BigInt(value ?? 0)), little(8, 0)),
  },
};
export type ColumnType = keyof typeof CELLS;

export const resultSet = ({ columns, rows }: ResultSet): Buffer =>
  join(
    bytes(0x81),
    little(2, columns.length),
    ...columns.map(([name, type]) =>
      join(little(4, 0), little(2, 9), CELLS[type].type, shortText(name)),
    ),
    ...rows.map((row) =>
      join(bytes(0xd1), ...columns.map(([, type], at) => CELLS[type].encode(row[at] ?? null))),
    ),
  );

const sized = (type: number, ...parts: Buffer[]) => join(bytes(type), counted(join(...parts)));

export const errorToken = ({ number, message, class: severity = 16, state = 1 }: ServerError) =>
  sized(
    severity > 10 ? 0xaa : 0xab,
    join(little(4, number), bytes(state, severity), longText(message)),
    join(shortText('REPLAYER'), shortText(''), little(4, 1)),
  );

const DONE = { end: 0xfd, procedure: 0xfe, inProcedure: 0xff };
export const STATUS = { last: 0, more: 1, failed: 2, count: 16, attention: 32 };
export const doneToken = (kind: keyof typeof DONE, status: number, rows = 0) =>
  join(bytes(DONE[kind]), little(2, status), little(2, 193), little(8, rows));

export const returnStatus = () => join(bytes(0x79), little(4, 0));

export const loginAck = () =>
  sized(0xad, bytes(1, 0x74, 0, 0, 4), shortText('Replayer'), bytes(16, 0, 16, 39));

const TRANSACTION = join(bytes(8), little(8, 1));
export const transactionBegun = () => sized(0xe3, bytes(8), TRANSACTION, bytes(0));
export const transactionRolledBack = () => sized(0xe3, bytes(10), bytes(0), TRANSACTION);
/** Sends the client on to another server. */
export const routing = (host: string, port: number) =>
  sized(0xe3, bytes(20), counted(join(bytes(0), little(2, port), longText(host))), little(2, 0));

/** The answer to the first message: a version, and whether the server encrypts. */
export const preLoginAnswer = (encryption: 'on' | 'none' | 'required') =>
  join(
    bytes(0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 16, 39, 0, 0),
    bytes({ on: 1, none: 2, required: 3 }[encryption]),
  );

/** What a database says in the protocol above the listener's (TTC), as far as a reader of names needs it. Field version 7: 12.1. */

const FIELD_VERSION_12_1 = 7;
const VARCHAR = 1;
const NUMBER = 2;

/** A value of another type than a text or a number: the number of its type, and its bytes. */
export interface Raw {
  type: number;
  bytes: Buffer;
}

const byte = (...values: number[]): Buffer => Buffer.from(values);

/** A number of up to eight bytes: how many, then they. */
export function integer(value: number): Buffer {
  if (value === 0) return byte(0);
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return Buffer.concat([byte(bytes.length), bytes]);
}

/** Long ones in chunks, of which one is enough. */
export function bytes(value: Buffer): Buffer {
  if (value.length <= 252) return Buffer.concat([byte(value.length), value]);
  return Buffer.concat([byte(254), integer(value.length), value, integer(0)]);
}

const text = (value: string): Buffer => bytes(Buffer.from(value));
/** Preceded by its length, once more. */
const sizedText = (value: string): Buffer =>
  value ? Buffer.concat([integer(Buffer.byteLength(value)), text(value)]) : integer(0);

/** Answers the driver's greeting: character sets and capabilities. */
export function protocolInfo(): Buffer {
  const capabilities = Buffer.alloc(40);
  capabilities[7] = FIELD_VERSION_12_1;
  const characterSets = Buffer.alloc(11);
  characterSets.writeUInt16BE(2_000, 9);
  return Buffer.concat([
    byte(1, 6, 0),
    Buffer.from('replayed\0'),
    byte(0x69, 3, 1, 0, 0, 0, characterSets.length),
    characterSets,
    bytes(capabilities),
    bytes(Buffer.alloc(8)),
  ]);
}

export const dataTypes = (): Buffer => byte(2, 0, 0);

const callStatus = (): Buffer => Buffer.concat([byte(9), integer(0), integer(0)]);

/** What follows a call without rows. */
export const done = callStatus;

/** Pairs of the sign-in; a number with a value is its flag. */
export const parameters = (pairs: [string, string, number?][]): Buffer =>
  Buffer.concat([
    byte(8),
    integer(pairs.length),
    ...pairs.flatMap(([key, value, flag = 0]) => [
      integer(key.length),
      text(key),
      sizedText(value),
      integer(flag),
    ]),
    callStatus(),
  ]);

/** Ends a call; 1403 is the end of the rows. */
export const failure = (code: number, message: string): Buffer =>
  Buffer.concat([
    // Status, counters and cursor; then position, kinds, flags; address of a row; what batches had.
    byte(4, 0, 0, 0, 0, 0, 0, 0),
    byte(0, 0, 0, 0, 0, 0, 0),
    byte(0, 0, 0, 0, 0),
    byte(0, 0, 0, 0, 0),
    byte(0, 0, 0, 0),
    integer(code),
    integer(0),
    text(`ORA-${String(code).padStart(5, '0')}: ${message}\n`),
  ]);

/** All rows of a query at once; columns in which there are digits only are numbers. */
export function resultOf(rows: readonly (readonly unknown[])[]): Buffer {
  const width = rows[0]?.length ?? 1;
  const columns = Array.from({ length: width }, (_, index) => ({
    name: `C${index}`,
    type: typeOf(rows.map((row) => row[index])),
  }));
  return Buffer.concat([
    byte(16, 0),
    integer(0),
    integer(width),
    byte(0),
    ...columns.map(({ name, type }) => describe(name, type)),
    byte(0, 0, 0, 0, 0, 0),
    byte(6, 0, 0, 0, 0, 0, 0, 0),
    ...rows.flatMap((row) => [
      byte(7),
      ...columns.map(({ type }, index) => value(row[index], type)),
    ]),
    failure(1403, 'no data found'),
  ]);
}

const isRaw = (cell: unknown): cell is Raw => typeof cell === 'object' && cell !== null;

function typeOf(cells: readonly unknown[]): number {
  const raw = cells.find(isRaw);
  if (raw) return raw.type;
  const isNumber = (cell: unknown) => typeof cell === 'string' && /^\d+$/.test(cell);
  return cells.length > 0 && cells.every(isNumber) ? NUMBER : VARCHAR;
}

const describe = (name: string, type: number): Buffer =>
  Buffer.concat([
    byte(type, 0, 0, 0),
    integer(type === VARCHAR ? 4_000 : 22),
    // Array, flags, type, version, character set and its form.
    byte(0, 0, 0, 0),
    integer(type === VARCHAR ? 873 : 0),
    byte(type === VARCHAR ? 1 : 0),
    integer(4_000),
    byte(1, name.length),
    sizedText(name),
    byte(0, 0, 0, 0),
  ]);

function value(content: unknown, type: number): Buffer {
  if (isRaw(content)) return bytes(content.bytes);
  if (typeof content !== 'string') return byte(0);
  return type === NUMBER ? bytes(decimal(content)) : text(content);
}

/** A natural number: exponent of 100, then pairs of digits, each plus one. */
function decimal(digits: string): Buffer {
  if (Number(digits) === 0) return byte(0x80);
  const even = digits.length % 2 ? `0${digits}` : digits;
  const pairs = even.match(/../g) ?? [];
  return byte(0xc0 + pairs.length, ...pairs.map((pair) => Number(pair) + 1));
}

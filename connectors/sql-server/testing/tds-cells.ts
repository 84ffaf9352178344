/** Values as they stand in rows (MS-TDS, sections 2.2.5.4 and 2.2.5.5). */

export type CellValue = string | number | null;

export const join = (...parts: Buffer[]) => Buffer.concat(parts);
export const bytes = (...values: number[]) => Buffer.from(values);
/** The lowest byte first. */
export const little = (size: number, value: number | bigint) => {
  let rest = BigInt.asUintN(size * 8, BigInt(value));
  const whole = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1, rest >>= 8n) whole[at] = Number(rest & 255n);
  return whole;
};
export const wide = (text: string) => Buffer.from(text, 'utf16le');

interface Cell {
  type: Buffer;
  encode(value: CellValue): Buffer;
}

const COLLATION = bytes(0x09, 0x04, 0xd0, 0x00, 0x34);
const counted = (data: Buffer) => join(little(2, data.length), data);

/** Behind one byte for their length, which is 0 for null. */
const short = (type: Buffer, encode: (value: string) => Buffer): Cell => ({
  type,
  encode(value) {
    if (value === null) return bytes(0);
    const data = encode(String(value));
    return join(bytes(data.length), data);
  },
});
const integer = (size: 1 | 2 | 4 | 8) =>
  short(bytes(0x26, size), (value) => little(size, BigInt(value)));
const withoutPoint = (text: string) => BigInt(text.replace('.', ''));
const decimal = (text: string, size: 8 | 16) => {
  const value = withoutPoint(text);
  return join(bytes(value < 0n ? 0 : 1), little(size, value < 0n ? -value : value));
};
const money = (text: string) => {
  const value = withoutPoint(text);
  return join(little(4, value >> 32n), little(4, value));
};
const real = (size: 4 | 8) =>
  short(bytes(0x6d, size), (text) => {
    const data = Buffer.alloc(size);
    if (size === 4) data.writeFloatLE(Number(text));
    else data.writeDoubleLE(Number(text));
    return data;
  });

const DAY = 86_400_000;
const daysOf = (date: string) => Date.parse(`${date}T00:00Z`) / DAY + 719_162;
/** Of `hh:mm:ss.fffffff`, in ten millionths of a second. */
const ticksOf = (time: string) =>
  BigInt(Date.parse(`1970-01-01T${time.slice(0, 8)}Z`)) * 10_000n + BigInt(time.slice(9));
const moment = (text: string) => {
  const [date = '', time = ''] = text.split(' ');
  return join(little(5, ticksOf(time)), little(3, daysOf(date)));
};
/** In 300ths of a second, since 1900. */
const oldMoment = (text: string) => {
  const milliseconds = Date.parse(`${text.replace(' ', 'T')}Z`) - Date.UTC(1900, 0, 1);
  const days = Math.floor(milliseconds / DAY);
  return join(little(4, days), little(4, Math.round(((milliseconds - days * DAY) * 3) / 10)));
};

export const CELLS = {
  tinyint: integer(1),
  int: integer(4),
  bigint: integer(8),
  nvarchar: {
    type: join(bytes(0xe7), little(2, 8_000), COLLATION),
    encode: (value) => (value === null ? little(2, -1) : counted(wide(String(value)))),
  },
  'char(2)': {
    type: join(bytes(0xaf), little(2, 2), COLLATION),
    encode: (value) => counted(Buffer.from(String(value).padEnd(2), 'latin1')),
  },
  bit: short(bytes(0x68, 1), (value) => bytes(Number(value))),
  decimal: short(bytes(0x6a, 17, 38, 0), (text) => decimal(text, 16)),
  'numeric(18,4)': short(bytes(0x6c, 9, 18, 4), (text) => decimal(text, 8)),
  money: short(bytes(0x6e, 8), money),
  smallmoney: short(bytes(0x6e, 4), (text) => little(4, withoutPoint(text))),
  float: real(8),
  real: real(4),
  date: short(bytes(0x28), (text) => little(3, daysOf(text))),
  'time(7)': short(bytes(0x29, 7), (text) => little(5, ticksOf(text))),
  datetime: short(bytes(0x6f, 8), oldMoment),
  'datetime2(7)': short(bytes(0x2a, 7), moment),
  /** Given in UTC, and shown two hours later by whoever put it there. */
  'datetimeoffset(7)': short(bytes(0x2b, 7), (text) => join(moment(text), little(2, 120))),
  uniqueidentifier: short(bytes(0x24, 16), (hex) => Buffer.from(hex, 'hex')),
  varbinary: {
    type: join(bytes(0xa5), little(2, 8_000)),
    encode: (value) =>
      value === null ? little(2, -1) : counted(Buffer.from(String(value), 'hex')),
  },
  /** Of a decimal of 38 digits, 4 of them behind the point, or of an integer. */
  sql_variant: {
    type: join(bytes(0x62), little(4, 8_009)),
    encode(value) {
      if (value === null) return little(4, 0);
      const data =
        typeof value === 'number'
          ? join(bytes(0x38, 0), little(4, value))
          : join(bytes(0x6c, 2, 38, 4), decimal(value, 16));
      return join(little(4, data.length), data);
    },
  },
} satisfies Record<string, Cell>;
export type ColumnType = keyof typeof CELLS;

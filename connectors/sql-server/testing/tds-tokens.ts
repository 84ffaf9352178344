/** What a server of TDS 7.4 says (MS-TDS, section 2.2.7), as far as tests need it. */

import { bytes, CELLS, join, little, wide, type CellValue, type ColumnType } from './tds-cells.ts';

export interface ResultSet {
  columns: readonly (readonly [name: string, type: ColumnType])[];
  rows: readonly (readonly CellValue[])[];
  /** As servers write rows with many nulls. */
  compact?: boolean;
}
export interface ServerError {
  number: number;
  message: string;
  /** From 11 on an error, below it an information. */
  class?: number;
  state?: number;
}

const shortText = (text: string) => join(bytes(text.length), wide(text));
const longText = (text: string) => join(little(2, text.length), wide(text));
const counted = (data: Buffer) => join(little(2, data.length), data);

export const resultSet = ({ columns, rows, compact }: ResultSet): Buffer =>
  join(
    bytes(0x81),
    little(2, columns.length),
    ...columns.map(([name, type]) =>
      join(little(4, 0), little(2, 9), CELLS[type].type, shortText(name)),
    ),
    Buffer.concat(rows.map((row) => (compact ? compactRow : wholeRow)(columns, row))),
  );

type Columns = ResultSet['columns'];
const wholeRow = (columns: Columns, row: readonly CellValue[]) =>
  join(bytes(0xd1), ...columns.map(([, type], at) => CELLS[type].encode(row[at] ?? null)));

/** Of what is null a bit only. */
function compactRow(columns: Columns, row: readonly CellValue[]): Buffer {
  const nulls = Buffer.alloc(Math.ceil(columns.length / 8));
  const cells = columns.flatMap(([, type], at) => {
    const value = row[at] ?? null;
    if (value !== null) return [CELLS[type].encode(value)];
    nulls[at >> 3]! |= 1 << (at & 7);
    return [];
  });
  return join(bytes(0xd2), nulls, ...cells);
}

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
export const transactionCommitted = () => sized(0xe3, bytes(9), bytes(0), TRANSACTION);
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

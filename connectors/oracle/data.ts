import { message } from '../../contract/messages/message.ts';
import { createHash } from 'node:crypto';
import { explainTooMuch } from '../core/answer-limits.ts';
import { createWriter } from '../core/canonical.ts';
import type { DataReader, ReadColumn, Reading } from '../core/data.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/place.ts';
import { createScan } from '../core/scan.ts';
import { createScanReader, type ScanDialect } from '../core/scan-data.ts';
import { isExpression } from '../core/sql-tokens.ts';
import { cellOf } from './cells.ts';
import { constantOf, quote, selectOf } from './dialect.ts';
import { engine } from './engine.ts';
import { hashesOf } from './hashes.ts';
import type { Session } from './session.ts';

const DIALECT: ScanDialect = {
  quote,
  cellOf: selectOf,
  numberOf: ({ name }) => quote(name),
  // The driver gives numbers as texts.
  textOf: (number) => number,
  constantOf,
};

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Values of these types come whole, and each may be large. */
const LARGE = new Set(['CLOB', 'NCLOB', 'BLOB', 'LONG', 'LONG RAW', 'XMLTYPE', 'JSON']);
const ROWS_AT_ONCE = 1_000;
const LARGE_ROWS_AT_ONCE = 20;

/**
 * Oracle hashes and joins texts of up to 4,000 bytes only, and no large ones. So rows are fetched and their texts
 * made here, from the driver's values: no setting of the server's has a part in it. Where rows are short and plain,
 * Oracle adds up their hashes all the same, so that slices that are equal are not fetched.
 */
export function createDataReader(session: Session): DataReader {
  let isUnicode: Promise<boolean> | null = null;
  const read = async (sql: string): Promise<unknown[][]> => {
    const rows: unknown[][] = [];
    await session.scan(sql, ROWS_AT_ONCE, (row) => rows.push(row));
    return rows;
  };
  /** A hash is one of bytes. */
  const readIsUnicode = async () => {
    const [row] = await read(CHARACTER_SET).catch(ifRefused);
    return row?.[0] === 'AL32UTF8';
  };
  return createScanReader(DIALECT, {
    async hashesOf(reading) {
      const hashes = hashesOf(reading);
      return hashes && (await (isUnicode ??= readIsUnicode())) ? hashes : null;
    },
    async query(sql, reading) {
      checkCondition(reading);
      return read(sql);
    },
    async scan(sql, plan, reading) {
      checkCondition(reading);
      const pass = createScan(createWriter(), digest, countHeld(session))(plan);
      const { columns } = reading;
      const isLarge = columns.some(({ type }) => LARGE.has(type));
      const padded = columns.map(isPadded);
      await session.scan(sql, isLarge ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE, (row) =>
        pass.take(row.map((value, index) => cellOf(value, padded[index] === true))),
      );
      return pass.result();
    },
  });
}

function countHeld({ place, mostHeld }: Session): (bytes: number) => void {
  let held = 0;
  return (bytes) => {
    held += bytes;
    if (held > mostHeld) throw explainTooMuch(subjectOf(place), 'rows', 'answer', mostHeld);
  };
}

/** Database Reference, NLS_DATABASE_PARAMETERS. */
const CHARACTER_SET = `SELECT p.value FROM sys.nls_database_parameters p WHERE p.parameter = 'NLS_CHARACTERSET'`;

/** @throws whatever is no answer of the server's to the statement */
function ifRefused(error: unknown): unknown[][] {
  if (error instanceof ConnectorError && ['failed', 'permission'].includes(error.code)) return [];
  throw error;
}

const isPadded = ({ canonical }: ReadColumn) => canonical.kind === 'text' && canonical.fixed;

/** @throws ConnectorError where a condition would reach beyond its brackets */
function checkCondition({ where }: Reading): void {
  if (where !== null && !isExpression(where, engine.sql))
    throw new ConnectorError('failed', message('reading.oneExpression'));
}

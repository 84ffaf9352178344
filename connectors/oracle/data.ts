import { createHash } from 'node:crypto';
import { explainLimitExceeded } from '../core/connecting/answer-limits.ts';
import { createWriter } from '../core/rows/canonical.ts';
import type { DataReader, ReadColumn } from '../core/data.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/connecting/place.ts';
import { createScan } from '../core/rows/scan.ts';
import { createScanReader, type ScanDialect } from '../core/rows/scan-data.ts';
import { cellOf } from './cells.ts';
import { constantOf, quote, selectOf } from './dialect.ts';
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

/** Types whose values arrive whole, and may each be large. */
const LARGE = new Set(['CLOB', 'NCLOB', 'BLOB', 'LONG', 'LONG RAW', 'XMLTYPE', 'JSON']);
const ROWS_AT_ONCE = 1_000;
const LARGE_ROWS_AT_ONCE = 20;

/**
 * Oracle hashes and joins only texts of up to 4,000 bytes. So rows are fetched, and their texts are made here from
 * the driver's values, independent of the server's settings. If rows are short and plain, Oracle does add up their
 * hashes, so that equal slices are not fetched.
 */
export function createDataReader(session: Session): DataReader {
  let isUnicode: Promise<boolean> | null = null;
  const read = async (sql: string): Promise<unknown[][]> => {
    const rows: unknown[][] = [];
    await session.scan(sql, ROWS_AT_ONCE, (row) => rows.push(row));
    return rows;
  };
  /** Hashes are comparable only if the database stores text as UTF-8, because a hash covers bytes. */
  const readIsUnicode = async () => {
    const [row] = await read(CHARACTER_SET).catch(ifRefused);
    return row?.[0] === 'AL32UTF8';
  };
  return createScanReader(DIALECT, {
    async hashesOf(reading) {
      const hashes = hashesOf(reading);
      return hashes && (await (isUnicode ??= readIsUnicode())) ? hashes : null;
    },
    query: (sql) => read(sql),
    async scan(sql, plan, reading) {
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
    if (held > mostHeld) throw explainLimitExceeded(subjectOf(place), 'rows', 'answer', mostHeld);
  };
}

/** Database Reference, NLS_DATABASE_PARAMETERS. */
const CHARACTER_SET = `SELECT p.value FROM sys.nls_database_parameters p WHERE p.parameter = 'NLS_CHARACTERSET'`;

/** Returns no rows if the server refuses the statement. @throws every other error */
function ifRefused(error: unknown): unknown[][] {
  if (error instanceof ConnectorError && ['failed', 'permission'].includes(error.code)) return [];
  throw error;
}

const isPadded = ({ canonical }: ReadColumn) => canonical.kind === 'text' && canonical.fixed;

import { createHash } from 'node:crypto';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import { createWriter } from '../core/rows/canonical.ts';
import type { DataReader, ReadColumn } from '../core/data.ts';
import { createScan } from '../core/rows/scan.ts';
import { createScanReader, type ScanDialect } from '../core/rows/scan-data.ts';
import type { Session } from './session.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Types read as bytes: the driver would drop a U+FEFF at the start of a text. */
const IN_BYTES = new Set<CanonicalType['kind']>(['text', 'json', 'enum', 'array', 'other']);

/** Bytes and doubles are read as they are; all other types as DuckDB's own text. */
function cellOf({ name, canonical }: ReadColumn): string {
  const value = quote(name);
  if (canonical.kind === 'binary' || canonical.kind === 'float') return value;
  if (canonical.kind === 'boolean') return `CAST(CAST(${value} AS INTEGER) AS VARCHAR)`;
  const text = `CAST(${value} AS VARCHAR)`;
  return IN_BYTES.has(canonical.kind) ? `encode(${text})` : text;
}

const DIALECT: ScanDialect = {
  quote,
  cellOf,
  numberOf: ({ name, canonical: { kind } }) =>
    kind === 'integer' ? quote(name) : `CAST(${quote(name)} AS HUGEINT)`,
  textOf: (number) => `CAST(${number} AS VARCHAR)`,
  constantOf({ canonical, form }, text) {
    if (form.as === 'integer' && canonical.kind === 'integer')
      return /^-?\d{1,38}$/.test(text) ? text : null;
    const isKeptAsIs = form.as === 'text' && canonical.kind === 'text' && !form.trim && !form.fold;
    return isKeptAsIs ? literal(text) : null;
  },
};

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** DuckDB has SHA-256, but writes numbers and moments differently from other engines, so rows are hashed here. */
export function createDataReader(session: Session): DataReader {
  return createScanReader(DIALECT, {
    query: (sql) => session.query(sql, [], 'rows'),
    scan: (sql, plan) =>
      session.scan(sql, (hold) => createScan(createWriter(), digest, hold)(plan)),
  });
}

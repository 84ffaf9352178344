import type { DataReader } from '../core/data.ts';
import { createScanReader, type ScanDialect } from '../core/rows/scan-data.ts';
import type { Session } from './session.ts';

/** SQLite would read a missing column in double quotes as a string literal. */
const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A cell may hold any type, so only columns whose values are stored unconverted can be compared with constants. */
const DIALECT: ScanDialect = {
  quote,
  cellOf: ({ name }) => quote(name),
  // A column of texts has the order of texts.
  numberOf: ({ name, canonical: { kind } }) =>
    kind === 'integer' || kind === 'decimal' ? quote(name) : `cast(${quote(name)} AS INTEGER)`,
  textOf: (number) => `cast(${number} AS TEXT)`,
  constantOf({ canonical, form }, text) {
    if (form.as === 'integer' && canonical.kind === 'integer')
      return /^-?\d{1,18}$/.test(text) ? text : literal(text);
    const isKeptAsIs = form.as === 'text' && canonical.kind === 'text' && !form.trim && !form.fold;
    return isKeptAsIs ? literal(text) : null;
  },
};

/** SQLite has no SHA-256: texts and hashes are made in the process that reads the file. */
export function createDataReader(session: Session): DataReader {
  return createScanReader(DIALECT, {
    query: (sql) => session.query(sql, [], 'rows'),
    scan: (sql, plan) => session.scan(sql, plan),
  });
}

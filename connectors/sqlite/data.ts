import type { DataReader, ReadColumn, Reading } from '../core/data.ts';
import { createScanReader, type ScanDialect, type ScanSource } from '../core/rows/scan-data.ts';
import { isNotUtf8 } from './errors.ts';
import type { Session } from './session.ts';

/** SQLite would read a missing column in double quotes as a string literal. */
const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * The driver cuts texts at U+0000, and ends its process at bytes that are not UTF-8: such texts are read as bytes.
 * @param isEach - read all texts as bytes, which takes several times as long
 */
function cellOf({ name }: ReadColumn, isEach: boolean): string {
  const cell = quote(name);
  const isCut = isEach ? '' : ` AND instr(${cell}, char(0)) > 0`;
  return `CASE WHEN typeof(${cell}) = 'text'${isCut} THEN CAST(${cell} AS BLOB) ELSE ${cell} END`;
}

/** A cell may hold any type, so only columns whose values are stored unconverted can be compared with constants. */
const DIALECT: ScanDialect = {
  quote,
  cellOf: (column) => cellOf(column, false),
  // A column of texts has the order of texts.
  numberOf: ({ name, canonical: { kind } }) =>
    kind === 'integer' || kind === 'decimal' ? quote(name) : `cast(${quote(name)} AS INTEGER)`,
  textOf: (number) => `cast(${number} AS TEXT)`,
  constantOf({ canonical, form }, text) {
    if (form.as === 'integer' && canonical.kind === 'integer')
      return /^-?\d{1,18}$/.test(text) ? text : literal(text);
    const isKeptAsIs = form.as === 'text' && canonical.kind === 'text' && !form.trim && !form.fold;
    // A statement ends at U+0000, too.
    if (!isKeptAsIs || text.includes('\0')) return null;
    // Bytes that are not UTF-8 have their digits as text.
    const isBytes = /^(?:[\da-f]{2})+$/.test(text);
    return isBytes ? `${literal(text)}, x'${text}', CAST(x'${text}' AS TEXT)` : literal(text);
  },
};

/** SQLite has no SHA-256: texts and hashes are made in the process that reads the file. */
export function createDataReader(session: Session): DataReader {
  const source: ScanSource = {
    query: (sql) => session.query(sql, [], 'rows'),
    scan: (sql, plan) => session.scan(sql, plan),
  };
  const quick = createScanReader(DIALECT, source);
  const sure = createScanReader({ ...DIALECT, cellOf: (column) => cellOf(column, true) }, source);
  const tablesOfBytes = new Set<string>();
  const read = async <T>({ table }: Reading, work: (reader: DataReader) => Promise<T>) => {
    if (!tablesOfBytes.has(table)) {
      try {
        return await work(quick);
      } catch (error) {
        if (!isNotUtf8(error)) throw error;
        tablesOfBytes.add(table);
      }
    }
    return work(sure);
  };
  return {
    countRows: quick.countRows,
    aggregate: (reading, ...of) => read(reading, (reader) => reader.aggregate(reading, ...of)),
    findBoundaries: quick.findBoundaries,
    checksum: (reading, ...of) => read(reading, (reader) => reader.checksum(reading, ...of)),
    bucketChecksums: (reading, ...of) =>
      read(reading, (reader) => reader.bucketChecksums(reading, ...of)),
    hashRows: (reading, ...of) => read(reading, (reader) => reader.hashRows(reading, ...of)),
    readRows: (reading, ...of) => read(reading, (reader) => reader.readRows(reading, ...of)),
    sampleRows: (reading, ...of) => read(reading, (reader) => reader.sampleRows(reading, ...of)),
  };
}

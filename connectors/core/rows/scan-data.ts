import type { CellForm } from './canonical.ts';
import type { Checksum, DataReader, ReadColumn, Reading, Slice, TextRow } from '../data.ts';
import { ConnectorError } from '../errors.ts';
import { hashedColumns, isOrdered, isSummed, keyColumns, resolveForms } from './forms.ts';
import { explainReading, writeFrom } from './reading-errors.ts';
import { hashTexts } from './row-hash.ts';
import type { ScanPlan, ScanResult, ScanTask } from './scan.ts';
import { cutDense, prefixesOf, rangeCondition } from './slices.ts';

/** What the statements of a scanning reader need from an engine. All arguments and results are SQL text. */
export interface ScanDialect {
  quote(name: string): string;
  /** The select expression of a column. @throws ConnectorError `unsupported` where no text can be made of it */
  cellOf(column: ReadColumn): string;
  /** A column of numbers, or of texts that are numbers, as a number. */
  numberOf(column: ReadColumn): string;
  /** A number as text. */
  textOf(number: string): string;
  /**
   * A constant for index lookups: every value with this text in its form equals it (others may,
   * too). Null where there is no such constant.
   */
  constantOf(column: ReadColumn, text: string): string | null;
}

/** How an engine hashes the rows of one table, as SQL. */
export interface EngineHashes {
  /** Aggregates the first 56 bits of the hashes of rows to their sum. */
  sum: string;
  /** The first hexadecimal digits, lower-case, of a key's hash. */
  keyHash(digits: number): string;
}

/** Runs the statements of a scanning reader; every method runs one SELECT and throws ConnectorError only. */
export interface ScanSource {
  /**
   * For tables whose rows the engine itself can hash exactly; else null. That only finds slices that need no scan:
   * rows of the others are still hashed here.
   */
  hashesOf?(reading: Reading): Promise<EngineHashes | null>;
  /** Returns all rows: for statements with few. */
  query(sql: string, reading: Reading): Promise<unknown[][]>;
  /** Streams the rows through a scan: for any number of them. */
  scan(sql: string, plan: ScanPlan, reading: Reading): Promise<ScanResult>;
}

/** Engines limit how much a condition may list. */
const MAX_LISTED = 1_000;

const hasPrefix = (keyHash: (digits: number) => string, prefixes: readonly string[]): string =>
  `${keyHash(prefixes[0]?.length ?? 1)} IN (${prefixes.map((prefix) => `'${prefix}'`).join(', ') || 'NULL'})`;

/** Reads the rows of an engine that cannot write and hash their texts itself: that is done here, row by row. */
export function createScanReader(dialect: ScanDialect, source: ScanSource): DataReader {
  const explain = async <T>(reading: Reading, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explainReading(error, reading);
    }
  };
  const query = (reading: Reading, sql: string) =>
    explain(reading, () => source.query(sql, reading));

  const from = (reading: Reading, condition: string | null = null): string =>
    writeFrom(reading, dialect.quote, condition);

  const scan = (
    reading: Reading,
    task: ScanTask,
    of: { prefixes?: ScanPlan['prefixes']; condition?: string | null } = {},
  ): Promise<ScanResult> => {
    const { condition = null, prefixes = null } = of;
    const plan: ScanPlan = {
      columns: reading.columns.map(cellFormOf),
      hashed: indexesOf(reading, hashedColumns(reading)),
      key: indexesOf(reading, keyColumns(reading)),
      prefixes,
      task,
    };
    return explain(reading, async () => {
      const cells = reading.columns.map((column) => dialect.cellOf(column));
      const sql = `SELECT ${cells.join(', ')} ${from(reading, condition)}`;
      return source.scan(sql, plan, reading);
    });
  };
  const scanSlice = (reading: Reading, task: ScanTask, slice: Slice) =>
    slice.kind === 'range'
      ? scan(reading, task, { condition: rangeCondition(keyNumber(reading), slice) })
      : scan(reading, task, { prefixes: prefixesOf(slice) });

  /** Checksums that the engine computes itself, by prefix of the key's hash; null where it cannot. */
  const addUp = async (
    reading: Reading,
    slice: Slice,
    digits: number,
  ): Promise<[string, Checksum][] | null> => {
    const hashes = await source.hashesOf?.(reading);
    const prefixes = slice.kind === 'range' ? null : prefixesOf(slice);
    if (!hashes || (prefixes !== null && prefixes.length > MAX_LISTED)) return null;
    const condition =
      slice.kind === 'range'
        ? rangeCondition(keyNumber(reading), slice)
        : prefixes && hasPrefix(hashes.keyHash, prefixes);
    const bucket = digits === 0 ? null : hashes.keyHash(digits);
    const items = ['count(*)', hashes.sum, ...(bucket === null ? [] : [bucket])];
    const rest = bucket === null ? '' : ` GROUP BY ${bucket}`;
    const sql = `SELECT ${items.join(', ')} ${from(reading, condition)}${rest}`;
    const rows = (await query(reading, sql).catch(ifFailed)) as [string, string, string?][] | null;
    return rows?.every(([, sum]) => /^\d+$/.test(sum))
      ? rows.map(([count, sum, name = '']) => [name, { rows: Number(count), sum }])
      : null;
  };

  /** The only key column, as a number. */
  const keyNumber = (reading: Reading): string => {
    const [column] = keyColumns(reading);
    if (!column || reading.key.length !== 1) throw new RangeError('Ranges need one key column');
    return dialect.numberOf(column);
  };

  /** A condition that lets an index narrow the rows down to the keys. */
  const narrow = (reading: Reading, keys: readonly TextRow[]): string | null => {
    const conditions = reading.key.flatMap((place, index) => {
      const column = reading.columns[place];
      const constants = [...new Set(keys.map((key) => key[index] ?? null))].map((text) =>
        column && text !== null ? dialect.constantOf(column, text) : null,
      );
      if (!column || constants.includes(null)) return [];
      return [`${dialect.quote(column.name)} IN (${constants.join(', ')})`];
    });
    return conditions.length > 0 ? conditions.join(' AND ') : null;
  };

  return {
    async countRows(reading) {
      const [row] = await query(reading, `SELECT count(*) ${from(reading)}`);
      return Number(row?.[0]);
    },

    async aggregate(given, options = { distinct: false }) {
      const found = await scan(resolveForms(given), { kind: 'aggregate', ...options });
      return 'aggregates' in found ? found.aggregates : [];
    },

    async findBoundaries(given, rows) {
      const reading = resolveForms(given);
      const key = keyNumber(reading);
      const ends = [`min(${key})`, `max(${key})`].map((end) => dialect.textOf(end));
      const [extent = []] = await query(
        reading,
        `SELECT count(${key}), ${ends.join(', ')} ${from(reading)}`,
      );
      const [count, min, max] = extent as [unknown, string | null, string | null];
      const dense = cutDense({ rows: Number(count), min, max }, rows);
      if (dense) return dense;
      const ranked = `SELECT ${key} AS k, row_number() OVER (ORDER BY ${key}) - 1 AS n ${from(reading, `${key} IS NOT NULL`)}`;
      const found = await query(
        reading,
        `SELECT ${dialect.textOf('k')} FROM (${ranked}) r WHERE n > 0 AND n = ${rows} * round(n / ${rows}) ORDER BY n`,
      );
      return [...new Set(found.map(([boundary]) => String(boundary)))].filter((one) => one !== min);
    },

    async checksum(given, slice) {
      const reading = resolveForms(given);
      const sums = await addUp(reading, slice, 0);
      if (sums?.[0]) return sums[0][1];
      const found = await scanSlice(reading, { kind: 'checksum' }, slice);
      return ('buckets' in found && found.buckets[0]?.[1]) || { rows: 0, sum: '0' };
    },

    async bucketChecksums(given, prefix, digits = 2) {
      const reading = resolveForms(given);
      const slice = { kind: 'bucket', prefix } as const;
      const task = { kind: 'buckets', digits: prefix.length + digits } as const;
      const sums = await addUp(reading, slice, task.digits);
      if (sums) return new Map(sums);
      const found = await scanSlice(reading, task, slice);
      return new Map('buckets' in found ? found.buckets : []);
    },

    async hashRows(given, slice) {
      const found = await scanSlice(resolveForms(given), { kind: 'hashes' }, slice);
      const hashes = 'hashes' in found ? found.hashes : [];
      return given.key.length > 0 ? hashes : hashes.map(({ hash }) => ({ key: [], hash }));
    },

    async readRows(given, of, part) {
      const reading = resolveForms(given);
      const task: ScanTask = part ? { kind: 'texts', part } : { kind: 'texts' };
      if ('keys' in of && of.keys.length === 0) return [];
      const found = await ('keys' in of
        ? scan(reading, task, {
            prefixes: of.keys.map(hashTexts),
            condition: narrow(reading, of.keys),
          })
        : scanSlice(reading, task, of));
      return 'texts' in found ? found.texts : [];
    },

    async sampleRows(given, rows) {
      const found = await scan(resolveForms(given), { kind: 'sample', rows });
      return 'texts' in found ? found.texts : [];
    },
  };
}

/** Null for a failed statement: the rows can then be read instead, or show what is wrong. Throws any other error. */
function ifFailed(error: unknown): null {
  if (error instanceof ConnectorError && error.code === 'failed') return null;
  throw error;
}

const cellFormOf = (column: ReadColumn): CellForm => ({
  form: column.form,
  ordered: isOrdered(column),
  summed: isSummed(column),
});

const indexesOf = (reading: Reading, columns: readonly ReadColumn[]): number[] =>
  columns.map((column) => reading.columns.indexOf(column));

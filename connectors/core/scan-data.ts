import type { CellForm } from './canonical.ts';
import type { DataReader, ReadColumn, Reading, Slice, TextRow } from './data.ts';
import { hashedColumns, isOrdered, isSummed, keyColumns, resolveForms } from './forms.ts';
import { explainReading } from './reading-errors.ts';
import { hashTexts } from './row-hash.ts';
import type { ScanPlan, ScanResult, ScanTask } from './scan.ts';
import { cutDense, prefixesOf, rangeCondition } from './slices.ts';

/** What the statements of a reader of this kind need of an engine. Everything given and returned is SQL text. */
export interface ScanDialect {
  quote(name: string): string;
  /** What is selected of a column. @throws ConnectorError `unsupported` where no text can be made of it */
  cellOf(column: ReadColumn): string;
  /** A column of numbers, or of texts that are numbers, as the number. */
  numberOf(column: ReadColumn): string;
  /** A number as text. */
  textOf(number: string): string;
  /**
   * A constant that the engine finds by an index: whatever has this text in its form is equal to it (others may be,
   * too). Null where there is no such constant.
   */
  constantOf(column: ReadColumn, text: string): string | null;
}

/** Both run one SELECT; what they throw is a ConnectorError. */
export interface ScanSource {
  /** Few rows. */
  query(sql: string, reading: Reading): Promise<unknown[][]>;
  /** A pass through rows that are as many as there are. */
  scan(sql: string, plan: ScanPlan, reading: Reading): Promise<ScanResult>;
}

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

  const from = ({ schema, table, where }: Reading, condition: string | null = null): string => {
    // A comment at its end must not reach what follows.
    const conditions = [where === null ? null : `(${where}\n)`, condition].filter(
      (part) => part !== null,
    );
    const all = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
    return `FROM ${dialect.quote(schema)}.${dialect.quote(table)}${all}`;
  };

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

  /** The only key column, in an order of numbers. */
  const keyNumber = (reading: Reading): string => {
    const [column] = keyColumns(reading);
    if (!column || reading.key.length !== 1) throw new RangeError('Ranges need one key column');
    return dialect.numberOf(column);
  };

  /** What an index can find of the keys. */
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
      const found = await scanSlice(resolveForms(given), { kind: 'checksum' }, slice);
      return ('buckets' in found && found.buckets[0]?.[1]) || { rows: 0, sum: '0' };
    },

    async bucketChecksums(given, prefix, digits = 2) {
      const task = { kind: 'buckets', digits: prefix.length + digits } as const;
      const found = await scanSlice(resolveForms(given), task, { kind: 'bucket', prefix });
      return new Map('buckets' in found ? found.buckets : []);
    },

    async hashRows(given, slice) {
      const found = await scanSlice(resolveForms(given), { kind: 'hashes' }, slice);
      const hashes = 'hashes' in found ? found.hashes : [];
      return given.key.length > 0 ? hashes : hashes.map(({ hash }) => ({ key: [], hash }));
    },

    async readRows(given, of) {
      const reading = resolveForms(given);
      const task = { kind: 'texts' } as const;
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

const cellFormOf = (column: ReadColumn): CellForm => ({
  form: column.form,
  ordered: isOrdered(column),
  summed: isSummed(column),
});

const indexesOf = (reading: Reading, columns: readonly ReadColumn[]): number[] =>
  columns.map((column) => reading.columns.indexOf(column));

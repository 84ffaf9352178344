import type {
  Checksum,
  DataReader,
  ReadColumn,
  Reading,
  Slice,
  TextRow,
  ColumnAggregate,
  TextPart,
} from '../data.ts';
import { hashedColumns, keyColumns, resolveForms, isOrdered, isSummed } from './forms.ts';
import { explainReading, tooLong, isForeign, writeFrom } from './reading-errors.ts';
import { hashTexts, HASH_DIGITS } from './row-hash.ts';
import { cutDense, prefixesOf, rangeCondition } from './slices.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';

/**
 * What the statements of a DataReader need from an SQL engine. All arguments and results are SQL text.
 * A `value` is a column of this engine, quoted, or an aggregate of it that has its type.
 */
export interface SqlDialect {
  quote(name: string): string;
  /** The value as text in the column's form; NULL where it is NULL. The form `text` occurs only with text-like types. */
  textOf(value: string, column: ReadColumn): string;
  /** The row text (see DataReader) of some columns; may be NULL where the engine cannot build a text that long. */
  rowText(columns: readonly ReadColumn[]): string;
  /** The first hexadecimal digits, lower-case, of the SHA-256 of a text's UTF-8 bytes; NULL of NULL. */
  hashOf(text: string, digits: number): string;
  /**
   * Aggregates the first 56 bits of the SHA-256 of texts to their sum, as decimal text without exponent; '0' of no rows.
   * A NULL text counts as more than all rows could add up to, such as 1e30.
   */
  sumOfHashes(text: string): string;
  /**
   * A constant for index lookups: every value with this text in its form equals it (others may,
   * too). Null where there is no such constant.
   */
  constantOf(column: ReadColumn, text: string): string | null;
  /** The clause after ORDER BY that limits the rows. */
  first(rows: number): string;
  /** An expression that `count` accepts and that is NULL where the value is; absent where `count` accepts every type. */
  presenceOf?(value: string): string;
  /** Aggregates numbers of a type to their exact sum, as a value of that type or a wider one of the same scale. */
  sumOf(value: string, canonical: CanonicalType): string;
  /** Part of a text. */
  partOf(text: string, part: TextPart): string;
  /** Characters (code points) of a text. */
  lengthOf(text: string): string;
  /** A name for an output by its index; absent where long expressions may stand without one. */
  outputName?(index: number): string;
  /** An expression for `count(DISTINCT …)` that is equal exactly where the texts are, byte by byte. */
  distinctOf(value: string, column: ReadColumn): string;
}

/**
 * Runs one SELECT and returns its rows as arrays. `foreign`: it contains a condition or an expression that a user
 * wrote (those of `reading`), so its effects on the session must not outlast it.
 * @throws ConnectorError
 */
export type RunSelect = (sql: string, foreign: boolean, reading: Reading) => Promise<unknown[][]>;

/** Engines limit how much one SELECT may list. */
const COLUMNS_AT_ONCE = 200;

/** Reads the rows of an engine that writes and hashes their texts itself. */
export function createSqlReader(dialect: SqlDialect, run: RunSelect): DataReader {
  const statements = createStatements(dialect);

  const read = async (reading: Reading, sql: string): Promise<unknown[][]> => {
    try {
      return await run(sql, isForeign(reading), reading);
    } catch (error) {
      throw explainReading(error, reading);
    }
  };

  return {
    async countRows(reading) {
      const [row] = await read(reading, statements.select(reading, ['count(*)']));
      return Number(row?.[0]);
    },

    async aggregate(given, options = { distinct: false }) {
      const reading = resolveForms(given);
      const aggregates = [];
      for (let start = 0; start < reading.columns.length; start += COLUMNS_AT_ONCE) {
        const columns = reading.columns.slice(start, start + COLUMNS_AT_ONCE);
        const items = aggregateItems(dialect, columns, options.distinct);
        const [row = []] = await read(reading, statements.select(reading, items));
        aggregates.push(...aggregatesOf(columns, row));
      }
      return aggregates;
    },

    async findBoundaries(given, rows) {
      const reading = resolveForms(given);
      const [extent = []] = await read(reading, statements.extent(reading));
      const [count, min, max] = extent as [unknown, string | null, string | null];
      const dense = cutDense({ rows: Number(count), min, max }, rows);
      if (dense) return dense;
      const ranked = await read(reading, statements.boundaries(reading, rows));
      return [...new Set(ranked.map(([key]) => String(key)))].filter((key) => key !== min);
    },

    async checksum(given, slice) {
      const reading = resolveForms(given);
      const condition = statements.inSlice(reading, slice);
      const [row = []] = await read(
        reading,
        statements.select(reading, statements.checksum(reading), { condition }),
      );
      return checksumOf(reading, row);
    },

    async bucketChecksums(given, prefix, digits = 2) {
      const reading = resolveForms(given);
      const bucket = statements.keyHash(reading, prefix.length + digits);
      const rows = await read(
        reading,
        statements.select(reading, [...statements.checksum(reading), bucket], {
          condition: statements.inSlice(reading, { kind: 'bucket', prefix }),
          rest: ` GROUP BY ${bucket}`,
        }),
      );
      return new Map(rows.map((row) => [String(row[2]), checksumOf(reading, row)]));
    },

    async hashRows(given, slice) {
      const reading = resolveForms(given);
      const hash = dialect.hashOf(dialect.rowText(hashedColumns(reading)), HASH_DIGITS);
      const key = reading.key.map((index) => statements.text(reading.columns[index]));
      const condition = statements.inSlice(reading, slice);
      const rows = await read(reading, statements.select(reading, [hash, ...key], { condition }));
      return rows.map(([found, ...texts]) => {
        if (typeof found !== 'string') throw tooLong(reading);
        return { key: texts as TextRow, hash: found };
      });
    },

    async readRows(given, of, part) {
      const reading = resolveForms(given);
      if ('keys' in of && of.keys.length === 0) return [];
      const condition =
        'keys' in of ? statements.withKeys(reading, of.keys) : statements.inSlice(reading, of);
      const texts = reading.columns.map(statements.text);
      const items = part
        ? [...texts.map((text) => dialect.partOf(text, part)), ...texts.map(dialect.lengthOf)]
        : texts;
      const rows = await read(reading, statements.select(reading, items, { condition }));
      return part
        ? rows.map((row) =>
            row.map((cell) => (cell === null ? null : String(cell as string | number | bigint))),
          )
        : (rows as TextRow[]);
    },

    async sampleRows(given, rows) {
      const reading = resolveForms(given);
      const items = reading.columns.map(statements.text);
      const rest = ` ORDER BY ${statements.keyHash(reading, HASH_DIGITS)} ${dialect.first(rows)}`;
      return (await read(reading, statements.select(reading, items, { rest }))) as TextRow[];
    },
  };
}

/** The texts of all statements and their parts. */
function createStatements(dialect: SqlDialect) {
  const quoted = (column: ReadColumn) => dialect.quote(column.name);
  const text = (column: ReadColumn | undefined) =>
    column ? dialect.textOf(quoted(column), column) : 'NULL';
  const onlyKey = (reading: Reading): ReadColumn => {
    const [column] = keyColumns(reading);
    if (!column || reading.key.length !== 1) throw new RangeError('Ranges need one key column');
    return column;
  };
  const keyHash = (reading: Reading, digits: number) =>
    dialect.hashOf(dialect.rowText(keyColumns(reading)), digits);

  const from = (reading: Reading, condition: string | null = null): string =>
    writeFrom(reading, dialect.quote, condition);
  const named = (item: string, index: number): string =>
    dialect.outputName ? `${item} AS ${dialect.quote(dialect.outputName(index))}` : item;

  return {
    text,
    keyHash,
    select: (
      reading: Reading,
      items: readonly string[],
      { condition = null, rest = '' }: { condition?: string | null; rest?: string } = {},
    ) => `SELECT ${items.map(named).join(', ')} ${from(reading, condition)}${rest}`,

    checksum: (reading: Reading) => [
      'count(*)',
      dialect.sumOfHashes(dialect.rowText(hashedColumns(reading))),
    ],

    inSlice: (reading: Reading, slice: Slice): string | null => {
      if (slice.kind === 'range') return rangeCondition(quoted(onlyKey(reading)), slice);
      const prefixes = prefixesOf(slice);
      if (prefixes === null) return null;
      const digits = prefixes[0]?.length ?? 1;
      const texts = prefixes.map((prefix) => `'${prefix}'`).join(', ') || 'NULL';
      return `${keyHash(reading, digits)} IN (${texts})`;
    },

    /** Selects rows by the hash of their key, which is exact; constants let an index narrow the rows first. */
    withKeys: (reading: Reading, keys: readonly TextRow[]): string => {
      const narrow = reading.key.flatMap((place, index) => {
        const column = reading.columns[place];
        const texts = [...new Set(keys.map((key) => key[index] ?? null))];
        const constants = texts.map((part) =>
          column && part !== null ? dialect.constantOf(column, part) : null,
        );
        if (!column || constants.includes(null)) return [];
        return [`${quoted(column)} IN (${constants.join(', ')})`];
      });
      const hashes = keys.map((key) => `'${hashTexts(key)}'`);
      return [...narrow, `${keyHash(reading, HASH_DIGITS)} IN (${hashes.join(', ')})`].join(
        ' AND ',
      );
    },

    extent: (reading: Reading): string => {
      const column = onlyKey(reading);
      const key = quoted(column);
      const ends = [`min(${key})`, `max(${key})`].map((end) => dialect.textOf(end, column));
      return `SELECT count(${key}), ${ends.join(', ')} ${from(reading)}`;
    },

    /** The key of every nth row in key order, for n = `rows`. */
    boundaries: (reading: Reading, rows: number): string => {
      const column = onlyKey(reading);
      const key = quoted(column);
      const ranked = `SELECT ${key} AS k, row_number() OVER (ORDER BY ${key}) - 1 AS n ${from(reading, `${key} IS NOT NULL`)}`;
      return `SELECT ${dialect.textOf('k', column)} FROM (${ranked}) r WHERE n > 0 AND n = ${rows} * floor(n / ${rows}) ORDER BY n`;
    },
  };
}

function checksumOf(reading: Reading, row: unknown[]): Checksum {
  const rows = Number(row[0]);
  const sum = String(row[1]);
  if (!/^\d+$/.test(sum) || BigInt(sum) > BigInt(rows) << 56n) throw tooLong(reading);
  return { rows, sum };
}

const ITEMS = 5;

const LENGTH = { kind: 'integer', bits: 64, unsigned: false } as const;

/** Count of rows, and per column: values, distinct values, least, greatest, sum. */
function aggregateItems(
  dialect: SqlDialect,
  columns: readonly ReadColumn[],
  distinct: boolean,
): string[] {
  return [
    'count(*)',
    ...columns.flatMap((column) => {
      const value = dialect.quote(column.name);
      const text = dialect.textOf(value, column);
      const ordered = isOrdered(column);
      const presence = dialect.presenceOf?.(value) ?? value;
      return [
        // The text is needed only where the form turns some values into NULL.
        `count(${'emptyIsNull' in column.form && column.form.emptyIsNull ? text : presence})`,
        distinct && column.form.as !== 'json'
          ? `count(DISTINCT ${dialect.distinctOf(value, column)})`
          : 'NULL',
        ordered ? dialect.textOf(`min(${value})`, column) : 'NULL',
        ordered ? dialect.textOf(`max(${value})`, column) : 'NULL',
        sumItem(dialect, value, column),
      ];
    }),
  ];
}

const aggregatesOf = (columns: readonly ReadColumn[], row: unknown[]): ColumnAggregate[] =>
  columns.map(({ form }, index) => {
    const [values, distinct, min, max, sum] = row.slice(
      1 + index * ITEMS,
      1 + (index + 1) * ITEMS,
    ) as (string | null)[];
    return {
      nulls: Number(row[0]) - Number(values),
      distinct: distinct == null ? null : Number(distinct),
      min: min ?? null,
      max: max ?? null,
      // Two hexadecimal digits are a byte.
      sum: sum == null || form.as !== 'binary' ? (sum ?? null) : String(BigInt(sum) / 2n),
    };
  });

function sumItem(dialect: SqlDialect, value: string, column: ReadColumn): string {
  if (isSummed(column)) return dialect.textOf(dialect.sumOf(value, column.canonical), column);
  if (column.form.as !== 'text' && column.form.as !== 'binary') return 'NULL';
  const lengths = dialect.sumOf(dialect.lengthOf(dialect.textOf(value, column)), LENGTH);
  return dialect.textOf(lengths, { ...column, canonical: LENGTH, form: { as: 'integer' } });
}

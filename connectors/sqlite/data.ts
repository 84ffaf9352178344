import type { DataReader, ReadColumn, Reading, Slice } from '../core/data.ts';
import { ConnectorError } from '../core/errors.ts';
import { hashedColumns, isOrdered, isSummed, keyColumns, resolveForms } from '../core/forms.ts';
import { explainReading } from '../core/reading-errors.ts';
import { hashTexts } from '../core/row-hash.ts';
import { cutDense, prefixesOf, rangeCondition } from '../core/slices.ts';
import type { CellForm } from './canonical.ts';
import type { ScanPlan, ScanResult, ScanTask } from './scan.ts';
import type { Session } from './session.ts';

/** Between double quotes a column that is gone would turn into a text. */
const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQLite has no SHA-256, and a cell holds any type: texts and hashes are made in the process that reads the file. */
export function createDataReader(session: Session): DataReader {
  const scan = (
    reading: Reading,
    task: ScanTask,
    of: { prefixes?: ScanPlan['prefixes']; condition?: string | null } = {},
  ): Promise<ScanResult> => {
    const { condition = null, prefixes = null } = of;
    const sql = `SELECT ${reading.columns.map(({ name }) => quote(name)).join(', ')} ${from(reading, condition)}`;
    const plan: ScanPlan = {
      columns: reading.columns.map(cellFormOf),
      hashed: indexesOf(reading, hashedColumns(reading)),
      key: indexesOf(reading, keyColumns(reading)),
      prefixes,
      task,
    };
    return read(reading, () => session.scan(sql, plan));
  };
  const query = <Row extends unknown[]>(reading: Reading, sql: string): Promise<Row[]> =>
    read(reading, () => session.query<Row>(sql));
  const scanSlice = (reading: Reading, task: ScanTask, slice: Slice) =>
    slice.kind === 'range'
      ? scan(reading, task, { condition: rangeCondition(keyValue(reading), slice) })
      : scan(reading, task, { prefixes: prefixesOf(slice) });

  return {
    async countRows(reading) {
      const [row] = await query<[number]>(reading, `SELECT count(*) ${from(reading)}`);
      return Number(row?.[0]);
    },

    async aggregate(given, options = { distinct: false }) {
      const found = await scan(resolveForms(given), { kind: 'aggregate', ...options });
      return 'aggregates' in found ? found.aggregates : [];
    },

    async findBoundaries(given, rows) {
      const reading = resolveForms(given);
      const key = keyValue(reading);
      const [extent] = await query<[number, string | null, string | null]>(
        reading,
        `SELECT count(${key}), cast(min(${key}) AS TEXT), cast(max(${key}) AS TEXT) ${from(reading)}`,
      );
      const [count = 0, min = null, max = null] = extent ?? [];
      const dense = cutDense({ rows: count, min, max }, rows);
      if (dense) return dense;
      const ranked = `SELECT ${key} AS k, row_number() OVER (ORDER BY ${key}) - 1 AS n ${from(reading, `${key} IS NOT NULL`)}`;
      const found = await query<[string]>(
        reading,
        `SELECT cast(k AS TEXT) FROM (${ranked}) WHERE n > 0 AND n % ${rows} = 0 ORDER BY n`,
      );
      return [...new Set(found.map(([boundary]) => boundary))].filter((key) => key !== min);
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
      const found = await ('keys' in of
        ? scan(
            reading,
            { kind: 'texts' },
            { prefixes: of.keys.map(hashTexts), condition: narrow(reading, of.keys) },
          )
        : scanSlice(reading, { kind: 'texts' }, of));
      return 'texts' in found ? found.texts : [];
    },

    async sampleRows(given, rows) {
      const found = await scan(resolveForms(given), { kind: 'sample', rows });
      return 'texts' in found ? found.texts : [];
    },
  };
}

/** What is quoted or said aside. */
const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[^]*?\*\//g;

/** A pass through a table, or why there is none. */
async function read<T>(reading: Reading, pass: () => Promise<T>): Promise<T> {
  try {
    // The driver would run the first statement and say nothing of the second.
    if (reading.where?.replaceAll(QUOTED, '').includes(';')) {
      throw new ConnectorError('failed', 'The condition is more than one statement.');
    }
    return await pass();
  } catch (error) {
    throw explainReading(error, reading);
  }
}

function from({ schema, table, where }: Reading, condition: string | null = null): string {
  // A comment at its end must not reach what follows.
  const conditions = [where === null ? null : `(${where}\n)`, condition].filter(
    (part) => part !== null,
  );
  return `FROM ${quote(schema)}.${quote(table)}${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''}`;
}

const cellFormOf = (column: ReadColumn): CellForm => ({
  form: column.form,
  ordered: isOrdered(column),
  summed: isSummed(column),
});

const indexesOf = (reading: Reading, columns: readonly ReadColumn[]): number[] =>
  columns.map((column) => reading.columns.indexOf(column));

/** The only key column, in an order of numbers: a column of texts has that of texts. */
function keyValue(reading: Reading): string {
  const [column] = keyColumns(reading);
  if (!column || reading.key.length !== 1) throw new RangeError('Ranges need one key column');
  const isNumber = column.canonical.kind === 'integer' || column.canonical.kind === 'decimal';
  return isNumber ? quote(column.name) : `cast(${quote(column.name)} AS INTEGER)`;
}

/** What an index can find of the keys: integers, and texts that are kept as they are. */
function narrow(reading: Reading, keys: readonly (readonly (string | null)[])[]): string | null {
  const conditions = reading.key.flatMap((place, index) => {
    const column = reading.columns[place];
    const texts = new Set(keys.map((key) => key[index] ?? null));
    if (!column || texts.has(null) || !isKeptAsIs(column)) return [];
    const constants = [...texts].map((text) =>
      column.form.as === 'integer' && /^-?\d{1,18}$/.test(text ?? '') ? text : literal(text ?? ''),
    );
    return [`${quote(column.name)} IN (${constants.join(', ')})`];
  });
  return conditions.length > 0 ? conditions.join(' AND ') : null;
}

const isKeptAsIs = ({ canonical, form }: ReadColumn): boolean =>
  form.as === 'text'
    ? canonical.kind === 'text' && !form.trim && !form.fold
    : form.as === 'integer' && canonical.kind === 'integer';

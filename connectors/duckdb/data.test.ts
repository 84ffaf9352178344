import { join } from 'node:path';
import { type DuckDBValue, DuckDBInstance, DuckDBBlobValue } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import type { Reading } from '../core/data.ts';
import { type DataServer, examineData } from '../core/exams/data-exam.ts';
import { VALUE_KINDS, type ValueKindName } from '../core/exams/data-values-exam.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { duckdb } from './connector.ts';
import { createFolder, quote } from './fixture.ts';

const KINDS: DataServer['kinds'] = {
  integer: { type: 'BIGINT' },
  unsigned: { type: 'UBIGINT' },
  decimal: { type: 'DECIMAL(38,10)' },
  amount: { type: 'DECIMAL(10,2)' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'DATE' },
  timestamp: { type: 'TIMESTAMP' },
  zoned: { type: 'TIMESTAMP WITH TIME ZONE' },
  time: { type: 'TIME' },
  fixed: { type: 'VARCHAR' },
  text: { type: 'VARCHAR' },
  bytes: { type: 'BLOB' },
  uuid: { type: 'UUID' },
};

/** Converted by DuckDB, but for what its texts do not hold. */
function bind(kind: ValueKindName, text: string | null): DuckDBValue {
  if (text === null) return null;
  if (kind === 'bytes') return new DuckDBBlobValue(Buffer.from(text, 'hex'));
  return kind === 'zoned' ? `${text}+00` : text;
}

async function startServer(): Promise<DataServer> {
  const folder = await createFolder();
  const file = 'rows.db';
  await folder.run(file, 'CREATE TABLE first (id INTEGER)');
  return {
    connector: duckdb,
    target: folder.targetOf(file),
    options: folder.options,
    schema: 'main',
    quote,
    kinds: KINDS,
    run: (sql) => folder.run(file, sql),
    async insert(table, columns, rows) {
      const instance = await DuckDBInstance.create(join(folder.folder, file));
      const connection = await instance.connect();
      const places = columns.map(({ kind }, index) => `CAST($${index + 1} AS ${KINDS[kind].type})`);
      await connection.run('BEGIN');
      const statement = await connection.prepare(
        `INSERT INTO ${quote(table)} VALUES (${places.join(', ')})`,
      );
      for (const row of rows) {
        statement.bind(columns.map(({ kind }, index) => bind(kind, row[index] ?? null)));
        await statement.run();
      }
      statement.destroySync();
      await connection.run('COMMIT');
      connection.closeSync();
      instance.closeSync();
    },
    tearDown: () => folder.tearDown(),
  };
}

examineData('DuckDB', startServer);

const readingOf = (table: string, kind: ValueKindName): Reading => ({
  schema: 'main',
  table,
  columns: [
    {
      name: 'x',
      type: KINDS[kind].type,
      canonical: VALUE_KINDS[kind].canonical,
      form: FORMS[kind],
    },
  ],
  key: [0],
  where: null,
});
const FORMS = {
  integer: { as: 'integer' },
  double: { as: 'float', scale: null },
  text: { as: 'text', trim: false, fold: false, emptyIsNull: false },
} as Record<ValueKindName, Reading['columns'][number]['form']>;
const EVERYTHING = { kind: 'bucket', prefix: '' } as const;

describe('DuckDB: a pass through many rows', () => {
  test('ends when it is cancelled, and respects the limits of what is kept', async () => {
    const folder = await createFolder();
    try {
      await folder.run(
        'long.db',
        'CREATE VIEW long AS SELECT range AS x FROM range(100000000000)',
        "CREATE VIEW wide AS SELECT repeat('x', 5000000) AS x FROM range(3)",
      );
      const target = folder.targetOf('long.db');
      const abort = new AbortController();
      const connection = await connectWith(duckdb, target, {
        ...folder.options,
        signal: abort.signal,
      });
      const running = failureOf(
        connection.data!.checksum(readingOf('long', 'integer'), EVERYTHING),
      );
      setTimeout(() => abort.abort(), 300);
      expect((await running).code).toBe('cancelled');
      await connection.close();

      const small = await connectWith(duckdb, target, {
        ...folder.options,
        limits: { row: 4_000_000, answer: 8_000_000 },
      });
      const long = await failureOf(small.data!.readRows(readingOf('long', 'integer'), EVERYTHING));
      expect(long.message).toContain('answered a query for rows with more than 8 MB');
      const wide = await failureOf(small.data!.readRows(readingOf('wide', 'text'), EVERYTHING));
      expect(wide.message).toContain('a row or message of more than 4 MB');
      await small.close();
    } finally {
      await folder.tearDown();
    }
  });

  test('infinite and missing numbers, and small floats as people write them', async () => {
    const folder = await createFolder();
    try {
      await folder.run(
        'floats.db',
        "CREATE TABLE doubles AS SELECT unnest(['NaN', 'Infinity', '-Infinity', '-0', '0.1']::DOUBLE[]) AS x",
        'CREATE TABLE floats AS SELECT unnest([0.1, 16777216, 1.17549435e-38]::FLOAT[]) AS x',
      );
      const connection = await connectWith(duckdb, folder.targetOf('floats.db'), folder.options);
      const read = async (table: string) =>
        (await connection.data!.readRows(readingOf(table, 'double'), EVERYTHING)).flat();
      expect(await read('doubles')).toEqual(['NaN', 'Infinity', '-Infinity', '0', '0.1']);
      expect(await read('floats')).toEqual(['0.1', '16777216', '1.1754944e-38']);
      await connection.close();
    } finally {
      await folder.tearDown();
    }
  });
});

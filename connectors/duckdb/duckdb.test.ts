import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { examineAdversarial } from '../core/adversarial-exam.ts';
import { connectWith, examineConnector, failureOf, optionsOf } from '../core/exam.ts';
import { DUCKDB_CASES } from './adversarial-fixture.ts';
import { duckdb } from './connector.ts';
import { createDuckdbFixture, createFolder, type DuckdbFolder } from './fixture.ts';
import { openSession } from './session.ts';

examineConnector('DuckDB', async () => (await createDuckdbFixture()).exam);
examineAdversarial('DuckDB', duckdb, createFolder, DUCKDB_CASES);

describe('DuckDB files', () => {
  let folder: DuckdbFolder;
  beforeAll(async () => {
    folder = await createFolder();
    await folder.run('good.db', 'CREATE TABLE notes AS SELECT 1 AS id');
  });
  afterAll(() => folder?.tearDown());

  const fail = (database: string) =>
    failureOf(connectWith(duckdb, folder.targetOf(database), folder.options));
  const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

  test('reading leaves the file and its folder as they were', async () => {
    const path = join(folder.folder, 'good.db');
    const before = [hashOf(path), readdirSync(folder.folder)];
    const connection = await connectWith(duckdb, folder.targetOf('good.db'), folder.options);
    await connection.listObjects('tables', 'main');
    expect([hashOf(path), readdirSync(folder.folder)]).toEqual(before);
    await connection.close();
    expect([hashOf(path), readdirSync(folder.folder)]).toEqual(before);
  });

  test('a missing file, a folder, a file of another kind, an empty and a damaged one, and one outside', async () => {
    expect((await fail('missing.db')).code).toBe('not-found');
    expect(readdirSync(folder.folder)).not.toContain('missing.db');
    mkdirSync(join(folder.folder, 'folder.db'));
    expect((await fail('folder.db')).code).toBe('not-found');
    writeFileSync(join(folder.folder, 'letter.db'), 'Dear reader, '.repeat(1_000));
    expect((await fail('letter.db')).code).toBe('unsupported');
    writeFileSync(join(folder.folder, 'empty.db'), '');
    expect((await fail('empty.db')).code).toBe('unsupported');
    writeFileSync(join(folder.folder, 'other.db'), 'SQLite format 3\0'.padEnd(4_096, '\0'));
    expect((await fail('other.db')).code).toBe('unsupported');
    const bytes = readFileSync(join(folder.folder, 'good.db'));
    bytes.fill(0xff, 100, 3_000);
    writeFileSync(join(folder.folder, 'damaged.db'), bytes);
    expect((await fail('damaged.db')).code).toBe('failed');
    expect((await fail('../outside.db')).code).toBe('reach');
    expect((await fail('')).code).toBe('reach');
  });

  test('releases the file between statements, so that other programs can write to it', async () => {
    await folder.run('shared.db', 'CREATE TABLE first (id INTEGER)');
    const connection = await connectWith(duckdb, folder.targetOf('shared.db'), folder.options);
    expect((await connection.listObjects('tables', 'main')).names).toEqual(['first']);
    await folder.run('shared.db', 'CREATE TABLE second (id INTEGER)');
    expect((await connection.listObjects('tables', 'main')).names).toEqual(['first', 'second']);
    await connection.close();
  });

  test('explains that the driver is not installed', async () => {
    vi.doMock('@duckdb/node-api', () => {
      throw new Error('Cannot find package');
    });
    try {
      expect(await fail('good.db')).toMatchObject({
        code: 'unsupported',
        message:
          'This server cannot read DuckDB: the driver is not installed. The operator can install it with npm install @duckdb/node-api.',
      });
    } finally {
      vi.doUnmock('@duckdb/node-api');
    }
  });

  test('reports that procedures do not exist', async () => {
    const connection = await connectWith(duckdb, folder.targetOf('good.db'), folder.options);
    const error = await failureOf(connection.listObjects('procedures', 'main'));
    expect(error).toMatchObject({
      code: 'unsupported',
      message: 'DuckDB has no stored procedures.',
    });
    await connection.close();
  });

  test('no statement reaches another file or changes how the file was opened', async () => {
    const session = await openSession(folder.targetOf('good.db'), optionsOf(folder.options));
    const letter = join(folder.folder, 'good.db');
    for (const sql of [
      `SELECT * FROM read_text('${letter}')`,
      `SELECT * FROM read_csv('/etc/passwd')`,
      `ATTACH '${join(folder.folder, 'new.db')}' AS new`,
      `COPY notes TO '${join(folder.folder, 'new.csv')}'`,
      'SET enable_external_access = true',
      'SET threads = 8',
      'INSTALL httpfs',
      'LOAD httpfs',
      `EXPORT DATABASE '${join(folder.folder, 'new')}'`,
    ]) {
      expect((await failureOf(session.query(sql))).code, sql).toMatch(
        /failed|permission|unsupported/,
      );
    }
    expect(readdirSync(folder.folder).filter((name) => name.startsWith('new'))).toEqual([]);
    await session.close();
  });
});

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { examineAdversarial } from '../core/exams/adversarial-exam.ts';
import { connectWith, examineConnector, failureOf, optionsOf } from '../core/exams/exam.ts';
import { DUCKDB_CASES } from './adversarial-fixture.ts';
import { duckdb } from './connector.ts';
import { createDuckdbFixture, createFolder, type DuckdbFolder } from './fixture.ts';
import { openSession } from './session.ts';

examineConnector('DuckDB', async () => (await createDuckdbFixture()).exam);
examineAdversarial('DuckDB', duckdb, createFolder, DUCKDB_CASES);

/** Writes in another process, as only that is locked out of a file that this one reads. */
const writeElsewhere = (path: string, sql: string) =>
  promisify(execFile)(process.execPath, [
    '-e',
    `require('@duckdb/node-api').DuckDBInstance.create(process.argv[1])
      .then((file) => file.connect()).then((connection) => connection.run(process.argv[2]))`,
    path,
    sql,
  ]);

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

  test('releases the file soon after the last statement, so that other programs can write to it', async () => {
    await folder.run('shared.db', 'CREATE TABLE first (id INTEGER)');
    const connection = await connectWith(duckdb, folder.targetOf('shared.db'), folder.options);
    expect((await connection.listObjects('tables', 'main')).names).toEqual(['first']);
    const path = join(folder.folder, 'shared.db');
    await vi.waitFor(() => writeElsewhere(path, 'CREATE TABLE second (id INTEGER)'), 5_000);
    expect((await connection.listObjects('tables', 'main')).names).toEqual(['first', 'second']);
    await connection.close();
    await writeElsewhere(path, 'CREATE TABLE third (id INTEGER)');
  });

  test('keeps the file open for statements that follow at once', async () => {
    await folder.run('kept.db', 'CREATE TABLE first (id INTEGER)');
    const create = vi.spyOn(DuckDBInstance, 'create');
    const session = await openSession(folder.targetOf('kept.db'), optionsOf(folder.options));
    for (let n = 0; n < 5; n += 1) await session.query('SELECT * FROM first');
    expect(create).toHaveBeenCalledOnce();
    await session.close();
    create.mockRestore();
  });

  test.each([0, 400])('says that a file is gone, %d ms later', async (later) => {
    await folder.run('gone.db', 'CREATE TABLE first (id INTEGER)');
    const session = await openSession(folder.targetOf('gone.db'), optionsOf(folder.options));
    rmSync(join(folder.folder, 'gone.db'));
    await setTimeout(later);
    const { code, message } = await failureOf(session.query('SELECT * FROM first'));
    expect([code, message]).toEqual(['not-found', 'The file gone.db does not exist.']);
    await session.close();
  });

  test('stops a statement that still runs when the session is closed', async () => {
    await folder.run('ended.db', 'CREATE TABLE first AS SELECT range AS id FROM range(10000)');
    const session = await openSession(folder.targetOf('ended.db'), optionsOf(folder.options));
    const ended = failureOf(
      session.query('SELECT count(*) FROM first a, first b, first c WHERE a.id + b.id % 7 = c.id'),
    );
    await setTimeout(100);
    await session.close();
    expect((await ended).cause).toMatchObject({
      message: expect.stringMatching(/^(INTERRUPT Error: Interrupted!|Stopped)$/),
    });
  });

  test('gives the file back where an answer is not read to its end', async () => {
    await folder.run('long.db', 'CREATE TABLE first AS SELECT range AS id FROM range(1000000)');
    const write = (id: number) =>
      writeElsewhere(join(folder.folder, 'long.db'), `INSERT INTO first VALUES (${id})`);
    const options = optionsOf(folder.options);
    const limits = { ...options.limits, answer: 100_000 };
    const limited = await openSession(folder.targetOf('long.db'), { ...options, limits });
    expect((await failureOf(limited.query('SELECT id FROM first'))).code).toBe('limit');
    // The statement ends after the answer that says why.
    await vi.waitFor(() => write(-1), 5_000);
    const session = await openSession(folder.targetOf('long.db'), options);
    let parts = 0;
    await session.call('SELECT id FROM first', [], async () => (parts += 1) < 2);
    expect(String(await session.query('SELECT min(id) FROM first'))).toBe('-1');
    await session.close();
    await write(-2);
  });

  test('an answer that is not read to its end aborts no transaction', async () => {
    await folder.run('begun.db', 'CREATE TABLE first AS SELECT range AS id FROM range(1000000)');
    const session = await openSession(folder.targetOf('begun.db'), optionsOf(folder.options));
    await session.begin();
    expect(await session.call('DELETE FROM first WHERE id < 10', [], async () => true)).toBe(10);
    let parts = 0;
    await session.call('SELECT id FROM first', [], async () => (parts += 1) < 2);
    expect(String(await session.query('SELECT min(id) FROM first'))).toBe('10');
    await session.rollBack();
    expect(String(await session.query('SELECT min(id) FROM first'))).toBe('0');
    await session.close();
  });

  test('waits a moment for a program that has the file open', async () => {
    await folder.run('busy.db', 'CREATE TABLE first (id INTEGER)');
    const writer = spawn(process.execPath, [
      '-e',
      `require('@duckdb/node-api').DuckDBInstance.create(process.argv[1])
        .then(() => { console.log('open'); setTimeout(() => process.exit(), 200); })`,
      join(folder.folder, 'busy.db'),
    ]);
    await once(writer.stdout, 'data');
    const connection = await connectWith(duckdb, folder.targetOf('busy.db'), folder.options);
    expect((await connection.listObjects('tables', 'main')).names).toEqual(['first']);
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

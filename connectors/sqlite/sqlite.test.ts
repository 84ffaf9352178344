import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examineAdversarial } from '../core/exams/adversarial-exam.ts';
import { connectWith, examineConnector, failureOf, optionsOf } from '../core/exams/exam.ts';
import { SQLITE_CASES } from './adversarial-fixture.ts';
import { sqlite } from './connector.ts';
import { createFolder, createSqliteFixture, listReaders, type SqliteFixture } from './fixture.ts';
import { openSession } from './session.ts';

examineConnector('SQLite', async () => (await createSqliteFixture()).exam);
examineAdversarial('SQLite', sqlite, createFolder, SQLITE_CASES);

describe('SQLite files', () => {
  let fixture: SqliteFixture;
  beforeAll(async () => {
    fixture = await createSqliteFixture();
  });
  afterAll(() => fixture?.exam.tearDown());

  const targetOf = (database: string) => ({ ...fixture.exam.target, database });
  const fail = (database: string) =>
    failureOf(connectWith(sqlite, targetOf(database), fixture.exam.options));
  const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

  test('reading leaves the file and its folder as they were', async () => {
    const path = join(fixture.folder, fixture.exam.target.database);
    const before = [hashOf(path), readdirSync(fixture.folder)];
    const connection = await connectWith(sqlite, fixture.exam.target, fixture.exam.options);
    await connection.listObjects('tables', 'main');
    expect([hashOf(path), readdirSync(fixture.folder)]).toEqual(before);
    await connection.close();
    expect([hashOf(path), readdirSync(fixture.folder)]).toEqual(before);
  });

  test('a missing file is not made', async () => {
    const error = await fail('missing.db');
    expect(error.code).toBe('not-found');
    expect(error.message).toContain('missing.db');
    expect(readdirSync(fixture.folder)).not.toContain('missing.db');
  });

  test('a file that vanishes before it is opened is not made either', async () => {
    const ghost = join(fixture.folder, 'ghost.db');
    const reach = { ...optionsOf({}).reach, resolveFile: async () => ghost };
    const error = await failureOf(connectWith(sqlite, targetOf('ghost.db'), { reach }));
    expect(error.code).toBe('permission');
    expect(readdirSync(fixture.folder)).not.toContain('ghost.db');
  });

  test('a folder, a file of another kind, a damaged one, and one outside', async () => {
    mkdirSync(join(fixture.folder, 'folder.db'));
    expect((await fail('folder.db')).code).toBe('not-found');
    writeFileSync(join(fixture.folder, 'letter.db'), 'Dear reader, '.repeat(1_000));
    expect((await fail('letter.db')).code).toBe('unsupported');
    const bytes = readFileSync(join(fixture.folder, fixture.exam.target.database));
    bytes.fill(0xff, 100, 3_000);
    writeFileSync(join(fixture.folder, 'damaged.db'), bytes);
    const damaged = await fail('damaged.db');
    expect(damaged.code).toBe('failed');
    expect(damaged.message).toContain('damaged');
    expect((await fail('../outside.db')).code).toBe('reach');
    expect((await fail('')).code).toBe('reach');
  });

  test('an empty file is an empty database', async () => {
    writeFileSync(join(fixture.folder, 'empty.db'), '');
    const connection = await connectWith(sqlite, targetOf('empty.db'), fixture.exam.options);
    expect(await connection.listObjects('tables', 'main')).toEqual({ names: [], warnings: [] });
    await connection.close();
  });

  test('a database that another program is writing to, in its write-ahead log', async () => {
    const writer = new Database(join(fixture.folder, 'busy.db'));
    writer.exec(
      'PRAGMA journal_mode = wal; CREATE TABLE committed (id int); BEGIN; CREATE TABLE not_yet (id int)',
    );
    const connection = await connectWith(sqlite, targetOf('busy.db'), fixture.exam.options);
    expect((await connection.listObjects('tables', 'main')).names).toEqual(['committed']);
    writer.exec('COMMIT');
    expect((await connection.listObjects('tables', 'main')).names).toEqual([
      'committed',
      'not_yet',
    ]);
    await connection.close();
    writer.close();
    rmSync(join(fixture.folder, 'busy.db'));
  });

  test('what a crashed program left in its write-ahead log is read, and left there', async () => {
    const writer = new Database(join(fixture.folder, 'alive.db'));
    writer.exec('PRAGMA journal_mode = wal; CREATE TABLE in_the_log (id int)');
    const files = ['crashed.db', 'crashed.db-wal'].map((name) => join(fixture.folder, name));
    files.forEach((file) => copyFileSync(file.replace('crashed', 'alive'), file));
    writer.close();
    const before = files.map(hashOf);
    const connection = await connectWith(sqlite, targetOf('crashed.db'), fixture.exam.options);
    expect((await connection.listObjects('tables', 'main')).names).toEqual(['in_the_log']);
    await connection.close();
    expect(files.map(hashOf)).toEqual(before);
  });

  test('reports that functions and procedures do not exist', async () => {
    const connection = await connectWith(sqlite, fixture.exam.target, fixture.exam.options);
    expect((await failureOf(connection.listObjects('functions', 'main'))).code).toBe('unsupported');
    await connection.close();
  });

  test('a reader that is ended in the middle is an outage, not a statement about the file', async () => {
    const others = await listReaders();
    const session = await openSession(fixture.exam.target, optionsOf(fixture.exam.options));
    const running = failureOf(session.query(fixture.exam.slowStatement));
    for (const reader of await listReaders())
      if (!others.includes(reader)) process.kill(reader, 'SIGKILL');
    expect(await running).toMatchObject({ code: 'network' });
    expect(await failureOf(session.query('SELECT 1'))).toMatchObject({ code: 'network' });
    await session.close();
  });

  test('is opened in the way that distrusts it', async () => {
    const session = await openSession(fixture.exam.target, optionsOf(fixture.exam.options));
    for (const [pragma, value] of [
      ['trusted_schema', 0],
      ['cell_size_check', 1],
      ['query_only', 1],
    ]) {
      expect(await session.query(`PRAGMA ${pragma}`)).toEqual([[value]]);
    }
    await session.close();
  });

  test('does not hold up this process while it reads', async () => {
    const session = await openSession(fixture.exam.target, optionsOf(fixture.exam.options));
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 10);
    const slow =
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1500000) SELECT max(x) FROM c';
    expect(await session.query(slow)).toEqual([[1_500_000]]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
    await session.close();
  });
});

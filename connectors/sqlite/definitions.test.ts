import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectWith } from '../core/exams/exam.ts';
import { examineDefinitions } from '../core/exams/definitions-exam.ts';
import { parseCreateTable } from './create-statements.ts';
import { createSqliteFixture, type SqliteFixture } from './fixture.ts';
import { createSqliteDefinitionExam } from './definitions-fixture.ts';

examineDefinitions('SQLite', createSqliteDefinitionExam);

describe('files that are odd', () => {
  let fixture: SqliteFixture;
  beforeAll(async () => {
    fixture = await createSqliteFixture();
  });
  afterAll(() => fixture?.exam.tearDown());

  const readFrom = async (file: string, type: 'tables' | 'views') => {
    const connection = await connectWith(
      fixture.exam.connector,
      { ...fixture.exam.target, database: file },
      fixture.exam.options,
    );
    const { names } = await connection.listObjects(type, 'main');
    const found = (await connection.definitions?.readDefinitions(type, 'main', names)) ?? [];
    await connection.close();
    expect(found.map(({ name }) => name).sort()).toEqual(names);
    return found;
  };

  test('hostile names, and a broken view among others', async () => {
    const file = fixture.exam.target.database;
    await readFrom(file, 'tables');
    const views = await readFrom(file, 'views');
    const broken = views.filter((object) => object.kind === 'view' && object.broken !== null);
    expect(broken.map(({ name }) => name)).toEqual(['broken_view']);
  });

  test('a virtual table whose module is not here: the table, without columns, and the others whole', async () => {
    const database = new Database(join(fixture.folder, 'module.db'));
    database.exec('CREATE TABLE plain (a int, b int)');
    database.pragma('writable_schema = on');
    database.exec(
      `INSERT INTO sqlite_schema VALUES ('table', 'odd', 'odd', 0, 'CREATE VIRTUAL TABLE odd USING missing(a, CHECK (b))')`,
    );
    database.close();
    const found = await readFrom('module.db', 'tables');
    expect(found).toMatchObject([
      { name: 'plain', columns: [{ name: 'a' }, { name: 'b' }] },
      { name: 'odd', columns: [], checks: [] },
    ]);
  });
});

test('a text of a table that ends too early, or makes no sense, is read as far as it goes', () => {
  for (const sql of [
    '',
    'CREATE TABLE t',
    'CREATE TABLE t (',
    'CREATE TABLE t (a CHECK',
    'CREATE TABLE t (a CHECK (b',
  ]) {
    expect(parseCreateTable(sql).uniques).toEqual([]);
  }
  const long = `CREATE TABLE t (${Array.from({ length: 50_000 }, (_, at) => `c${at} CHECK (c${at} > 0)`).join(',')})`;
  expect(parseCreateTable(long).checks).toHaveLength(50_000);
});

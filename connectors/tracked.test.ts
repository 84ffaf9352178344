import Database from 'libsql';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import type { TrackedType } from '../contract/engines.ts';
import type { Connection } from './core/connector.ts';
import { connectWith } from './core/exams/exam.ts';
import { readTrackedDefinitions } from './core/catalogue/tracked.ts';
import { duckdb } from './duckdb/connector.ts';
import { createFolder as createDuckdbFolder } from './duckdb/fixture.ts';
import { mysql } from './mysql/connector.ts';
import { openServer } from './mysql/fixture.ts';
import { postgresql } from './postgresql/connector.ts';
import { createDatabase } from './postgresql/fixture.ts';
import { sqlite } from './sqlite/connector.ts';
import { createFolder } from './sqlite/fixture.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const open = (connection: Connection): Connection => {
  closing.push(() => connection.close());
  return connection;
};
const read = (connection: Connection, type: TrackedType, schema: string, names: string[]) =>
  readTrackedDefinitions(connection.definitions!, type, schema, names);

test('PostgreSQL: triggers of tables and views, distinguished by their table, and sequences with their next number', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  closing.push(() => database.tearDown());
  await database.run(`
    CREATE TABLE film (id int); CREATE TABLE actor (id int); CREATE VIEW films AS SELECT * FROM film;
    CREATE FUNCTION does() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TRIGGER changed BEFORE INSERT OR UPDATE ON film FOR EACH ROW WHEN (NEW.id > 0) EXECUTE FUNCTION does();
    CREATE TRIGGER changed AFTER DELETE ON actor EXECUTE FUNCTION does();
    ALTER TABLE actor DISABLE TRIGGER changed;
    CREATE TRIGGER "seen on view" INSTEAD OF INSERT ON films FOR EACH ROW EXECUTE FUNCTION does();
    CREATE SEQUENCE fresh START 5 CACHE 3; CREATE SEQUENCE used INCREMENT 10; SELECT nextval('used');
    CREATE SEQUENCE moved MAXVALUE 500 CYCLE; SELECT setval('moved', 100, false);
    CREATE SEQUENCE closed; REVOKE ALL ON closed FROM public;
  `);
  const connection = open(await connectWith(postgresql, database.target));
  const names = ['changed on film', 'changed on actor', 'seen on view', 'changed', 'gone'];
  // What `changed` alone meant is not known any more.
  expect(await read(connection, 'triggers', 'public', names)).toMatchObject([
    {
      kind: 'trigger',
      name: 'changed on film',
      table: 'film',
      timing: 'before',
      events: ['insert', 'update'],
      condition: expect.stringContaining('id > 0'),
      enabled: true,
    },
    {
      name: 'changed on actor',
      table: 'actor',
      timing: 'after',
      level: 'statement',
      enabled: false,
    },
    { name: 'seen on view', schema: 'public', table: 'films', timing: 'instead of' },
  ]);
  const sequences = await read(connection, 'sequences', 'public', ['fresh', 'used', 'moved', 'no']);
  expect(sequences.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toMatchObject([
    { name: 'fresh', start: '5', cache: '3', cycles: false, next: '5' },
    { name: 'moved', least: '1', most: '500', cycles: true, next: '100' },
    { name: 'used', increment: '10', next: '11' },
  ]);
});

test('MariaDB: triggers and sequences', async () => {
  const server = await openServer(inject('mariadbUrl'));
  closing.push(() => server.tearDown());
  const shop = await server.addSchema('shop');
  for (const sql of [
    `CREATE TABLE ${shop}.film (id int)`,
    `CREATE TRIGGER ${shop}.film_log BEFORE INSERT ON ${shop}.film FOR EACH ROW SET NEW.id = 1`,
    `CREATE SEQUENCE ${shop}.orders START WITH 40 INCREMENT BY 2 MAXVALUE 900 NOCACHE`,
    `DO NEXT VALUE FOR ${shop}.orders`,
  ])
    await server.run(sql);
  const connection = open(await connectWith(mysql, { ...server.target, database: shop }));
  expect(await read(connection, 'triggers', shop, ['film_log', 'FILM_LOG'])).toMatchObject([
    { name: 'film_log', table: 'film', timing: 'before', events: ['insert'], enabled: true },
  ]);
  expect(await read(connection, 'sequences', shop, ['orders', 'no'])).toEqual([
    {
      kind: 'sequence',
      name: 'orders',
      start: '40',
      increment: '2',
      least: '1',
      most: '900',
      cycles: false,
      cache: '0',
      next: '42',
    },
  ]);
});

test('SQLite: triggers of tables and views', async () => {
  const folder = await createFolder();
  closing.push(() => folder.tearDown());
  const database = new Database(join(folder.folder, 'shop.db'));
  database.exec(`
    CREATE TABLE film (id int); CREATE VIEW films AS SELECT * FROM film;
    CREATE TRIGGER log AFTER UPDATE OF id ON film BEGIN SELECT 1; END;
    CREATE TRIGGER seen INSTEAD OF INSERT ON films BEGIN SELECT 1; END;
  `);
  database.close();
  const connection = open(await connectWith(sqlite, folder.targetOf('shop.db'), folder.options));
  expect(await read(connection, 'triggers', 'main', ['log', 'seen', 'no'])).toMatchObject([
    { name: 'log', table: 'film', timing: 'after', events: ['update'] },
    { name: 'seen', table: 'films', timing: 'instead of' },
  ]);
  expect(await read(connection, 'sequences', 'main', ['log'])).toEqual([]);
});

test('DuckDB: sequences', async () => {
  const folder = await createDuckdbFolder();
  closing.push(() => folder.tearDown());
  await folder.run(
    'shop.duckdb',
    'CREATE SEQUENCE fresh START 7',
    'CREATE SEQUENCE used INCREMENT -1 MINVALUE -9 MAXVALUE 9 START 9 CYCLE',
    "SELECT nextval('used')",
    'CREATE SEQUENCE ids START 5',
    "CREATE TABLE film (id int DEFAULT nextval('ids') PRIMARY KEY, name int)",
    'INSERT INTO film (name) VALUES (1)',
  );
  const connection = open(
    await connectWith(duckdb, folder.targetOf('shop.duckdb'), folder.options),
  );
  const found = await read(connection, 'sequences', 'main', ['fresh', 'used']);
  expect(found.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toMatchObject([
    { name: 'fresh', start: null, next: '7', cache: null },
    { name: 'used', increment: '-1', least: '-9', most: '9', cycles: true, next: '8' },
  ]);
  // The number behind 5, not one further.
  const film = [{ table: 'film', column: 'id' }];
  expect(await connection.definitions!.readReached!('main', film)).toEqual([
    { next: '6', largest: '5' },
  ]);
});

import Database from 'libsql';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { createFolder as createDuckdbFolder } from './duckdb/fixture.ts';
import { cutover as duckdb } from './duckdb/cutover.ts';
import { openServer } from './mysql/fixture.ts';
import { cutover as mysql } from './mysql/cutover.ts';
import { createDatabase } from './postgresql/fixture.ts';
import { cutover as postgresql } from './postgresql/cutover.ts';
import { connectors } from './registry.ts';
import { createFolder } from './sqlite/fixture.ts';
import { cutover as sqlite } from './sqlite/cutover.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Run = (sql: string) => Promise<unknown[]>;

/** Runs a script as the engine's shell does: what `\gexec` ends gives statements, which are run, too. */
async function runScript(run: Run, script: string): Promise<unknown[][]> {
  const answers: unknown[][] = [];
  for (const [statement, ending] of [
    ...script.matchAll(/([\s\S]+?)(;(?=\s*(?:\n|$))|\\gexec)\s*/g),
  ].map(([, text, end]) => [text!, end!] as const)) {
    const rows = await run(statement);
    answers.push(rows);
    if (ending === ';') continue;
    for (const row of rows) await run(String(Object.values(row as object)[0]));
  }
  return answers;
}

/** Statements that a script gives, run. */
async function runGiven(run: Run, script: string): Promise<void> {
  for (const rows of await runScript(run, script))
    for (const row of rows) await run(String(Object.values(row as object)[0]));
}

test('PostgreSQL: freezes and unfreezes writes, and sets next numbers, statement by statement', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  closing.push(() => database.tearDown());
  const { run } = database;
  await run(`CREATE TABLE "Odd "" table" (id serial, "N o" int GENERATED ALWAYS AS IDENTITY, plain int);
    CREATE TABLE empty (id bigserial);
    INSERT INTO "Odd "" table" OVERRIDING SYSTEM VALUE VALUES (40, 7, 900)`);
  await runScript(run, postgresql.target.numbers);
  const numbers = await run(`INSERT INTO "Odd "" table" (plain) VALUES (1) RETURNING id, "N o"`);
  expect(numbers).toEqual([{ id: 41, 'N o': 8 }]);
  expect(await run('INSERT INTO empty DEFAULT VALUES RETURNING id')).toEqual([{ id: '1' }]);

  const { statistics, grants, smoke, watch } = postgresql.target;
  for (const script of [statistics, grants, watch]) await runScript(run, script);
  expect((await runScript(run, smoke)).flat()).toEqual([]);
  await run('ALTER TABLE empty ADD CHECK (id > 0) NOT VALID');
  expect((await runScript(run, smoke)).flat()).toEqual([
    { table: 'empty', not_validated: 'empty_id_check' },
  ]);

  const isReadOnly = async () => {
    const [row] = await database.run(
      `SELECT setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE datname = current_database()`,
    );
    return JSON.stringify(row ?? null).includes('default_transaction_read_only=on');
  };
  await runScript(run, postgresql.source.freeze);
  expect(await isReadOnly()).toBe(true);
  await run('SET default_transaction_read_only = on');
  await runScript(run, postgresql.source.thaw);
  expect(await isReadOnly()).toBe(false);
});

test('MariaDB: its scripts give statements that run', async () => {
  const server = await openServer(inject('mariadbUrl'));
  closing.push(() => server.tearDown());
  const shop = await server.addSchema('shop');
  const { run } = server;
  await run(`USE ${shop}`);
  await run('CREATE TABLE `a `` table` (id int AUTO_INCREMENT PRIMARY KEY)');
  await run('INSERT INTO `a `` table` VALUES (40)');
  await run('ALTER TABLE `a `` table` AUTO_INCREMENT = 900');
  await runGiven(run, mysql.target.numbers);
  await run('INSERT INTO `a `` table` VALUES ()');
  expect(await run('SELECT max(id) AS id FROM `a `` table`')).toEqual([{ id: 41 }]);
  await runGiven(run, mysql.target.statistics);
  await runGiven(run, mysql.target.smoke);
  await runScript(run, mysql.target.grants);
  await runScript(run, mysql.target.watch);
});

test('SQLite and DuckDB: their scripts run', async () => {
  const folder = await createFolder();
  closing.push(() => folder.tearDown());
  const database = new Database(join(folder.folder, 'shop.db'));
  database.exec('CREATE TABLE film (id integer primary key autoincrement)');
  const scripts = [sqlite.source.freeze, sqlite.target.statistics, sqlite.target.smoke];
  expect(() => database.exec(scripts.join(''))).not.toThrow();
  database.close();
  const other = await createDuckdbFolder();
  closing.push(() => other.tearDown());
  const { numbers, statistics, smoke } = duckdb.target;
  const run = other.run('shop.duckdb', duckdb.source.freeze, numbers, statistics, smoke);
  await expect(run).resolves.toBeUndefined();
});

test('every engine has scripts to freeze it, to check it and to update its statistics', () => {
  const lacking = connectors.filter(
    ({ cutover: { source, target } }) =>
      source.freeze === '' || target.smoke === '' || target.statistics === '',
  );
  expect(lacking).toEqual([]);
});

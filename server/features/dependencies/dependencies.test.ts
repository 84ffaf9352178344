import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Database from 'libsql';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as contract from '../../../contract/dependencies.ts';
import { importSource, importTarget } from '../../../contract/inventory.ts';
import {
  createProject,
  inventoryItem,
  joinProject,
  listObjects,
} from '../../../tests/support/fixtures.ts';
import { buildProgram } from '../../../tests/support/built-program.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { openStore } from '../../platform/db/store.ts';
import { createWriteLock } from '../../platform/db/write-lock.ts';
import { type EngineFixture, startMariadb, startPostgres } from '../proof/rows/engines-fixture.ts';
import { listBlockers } from './lists.ts';
import { readNeighbours } from './neighbours.ts';

let app: TestApp;
let admin: Client;
let mariadb: EngineFixture;
let postgres: EngineFixture;

/** In MariaDB; what the catalogue says there are foreign keys and the tables of triggers. */
const SOURCE = [
  'CREATE TABLE customers (id int PRIMARY KEY, name varchar(50))',
  'CREATE TABLE audit (id int PRIMARY KEY AUTO_INCREMENT, what varchar(50))',
  'CREATE TABLE orders (id int PRIMARY KEY, customer int, amount int, FOREIGN KEY (customer) REFERENCES customers (id))',
  'CREATE TABLE elsewhere (id int PRIMARY KEY)',
  'CREATE TABLE parts (id int PRIMARY KEY, orders int, FOREIGN KEY (id) REFERENCES elsewhere (id))',
  'CREATE VIEW totals AS WITH customers_of AS (SELECT customer FROM orders) SELECT c.id FROM customers c JOIN customers_of o ON o.customer = c.id',
  'CREATE FUNCTION tax(a int) RETURNS int DETERMINISTIC RETURN a + 1',
  `CREATE PROCEDURE ping() BEGIN
     -- from audit
     DECLARE audit_text varchar(50) DEFAULT 'from audit';
     CALL pong();
   END`,
  `CREATE PROCEDURE pong() BEGIN CALL ping(); SET @s = 'delete from customers'; PREPARE p FROM @s; EXECUTE p; END`,
  'CREATE PROCEDURE bill() BEGIN UPDATE orders SET amount = tax(amount); INSERT INTO missing_log SELECT id FROM totals; END',
  `CREATE TRIGGER told AFTER INSERT ON orders FOR EACH ROW INSERT INTO audit (what) VALUES ('customers')`,
];
const SOURCE_OBJECTS = {
  tables: ['customers', 'audit', 'orders', 'parts'],
  views: ['totals'],
  functions: ['tax'],
  procedures: ['ping', 'pong', 'bill'],
};

/** In PostgreSQL the catalogue also knows views, defaults, checks, trigger functions and bodies of the standard's kind. */
const TARGET = [
  'CREATE TABLE customers (id int PRIMARY KEY)',
  'CREATE FUNCTION tax(a int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT a + 1 $$',
  'CREATE FUNCTION tax(a text) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT 1 $$',
  'CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM tax(1); RETURN NEW; END $$',
  'CREATE TABLE orders (id serial PRIMARY KEY, customer int REFERENCES customers, amount int CHECK (tax(amount) > 0))',
  'CREATE TRIGGER told BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION noted()',
  'CREATE VIEW totals AS SELECT c.id FROM customers c JOIN orders ON customer = c.id',
  'CREATE PROCEDURE bill() LANGUAGE sql BEGIN ATOMIC UPDATE orders SET amount = tax(amount); END',
];
const TARGET_OBJECTS = {
  tables: ['customers', 'orders'],
  views: ['totals'],
  functions: ['tax(integer)', 'tax(text)', 'noted'],
  procedures: ['bill'],
};

beforeAll(async () => {
  [mariadb, postgres] = await Promise.all([
    startMariadb(inject('mariadbUrl')),
    startPostgres(inject('postgresUrl')),
  ]);
  for (const statement of SOURCE) await mariadb.run(statement);
  for (const statement of TARGET) await postgres.run(statement);
  app = await startTestApp();
  admin = app.admin;
});
afterAll(async () => {
  await app?.close();
  await Promise.all([mariadb?.tearDown(), postgres?.tearDown()]);
});

const TYPE_IDS = { tables: 1, views: 2, functions: 3, procedures: 4 } as const;

async function importAll(
  id: number,
  side: 'source' | 'target',
  schema: string,
  objects: Record<string, readonly string[]>,
): Promise<void> {
  await admin.call(side === 'source' ? importSource : importTarget, {
    body: Object.entries(objects).flatMap(([type, names]) =>
      names.map((name) => ({
        ...inventoryItem(id, name, schema, TYPE_IDS[type as keyof typeof TYPE_IDS]),
        [`object_type_${side}`]: type,
        [`object_type_${side}_id`]: TYPE_IDS[type as keyof typeof TYPE_IDS],
      })),
    ),
  });
}

async function createShop(over: Record<string, unknown> = {}): Promise<number> {
  const { Project_Id: id } = await createProject(admin, {
    source_ip: mariadb.target.host,
    source_port: mariadb.target.port,
    source_db_name: mariadb.schema,
    source_username: mariadb.target.username,
    source_db_password: mariadb.target.password,
    source_tls: 'off',
    target_ip: postgres.target.host,
    target_port: postgres.target.port,
    target_db_name: postgres.target.database,
    target_username: postgres.target.username,
    target_db_password: postgres.target.password,
    target_tls: 'off',
    ...over,
  });
  await importAll(id, 'source', mariadb.schema, SOURCE_OBJECTS);
  await importAll(id, 'target', 'public', TARGET_OBJECTS);
  return id;
}

async function read(id: number): Promise<contract.DependencyRead> {
  const { id: reading } = await admin.call(contract.startDependencyRead, { params: { id } });
  const until = Date.now() + 40_000;
  for (;;) {
    const found = (await admin.call(contract.listDependencyReads, { params: { id } })).find(
      (one) => one.id === reading,
    )!;
    if (!['queued', 'running'].includes(found.state)) return found;
    if (Date.now() > until) throw new Error(`It stayed as it is: ${JSON.stringify(found)}`);
    await sleep(50);
  }
}

/** Such as `orders > customers: foreign_key, catalogue`, in order. */
async function edgesOf(id: number, side: 'source' | 'target'): Promise<string[]> {
  const rows = await app.store.db
    .selectFrom('dependency')
    .innerJoin('object', 'object.id', 'dependency.object_id')
    .leftJoin('object as needed', 'needed.id', 'dependency.needs_id')
    .select(['object.object_name', 'needed.object_name as needs', 'name', 'kind', 'origin'])
    .where('object.project_id', '=', id)
    .where('object.side', '=', side)
    .execute();
  return rows
    .map(
      (row) => `${row.object_name} > ${row.needs ?? `(${row.name})`}: ${row.kind}, ${row.origin}`,
    )
    .toSorted();
}

it('reads what objects need from the catalogue, the parser and words in code', async () => {
  const id = await createShop();
  const { state, not_read: notRead, source_only: sourceOnly, total, done } = await read(id);
  expect({ state, notRead, sourceOnly, total, done }).toEqual({
    state: 'finished',
    notRead: 0,
    sourceOnly: false,
    total: 16,
    done: 16,
  });
  expect(await edgesOf(id, 'source')).toEqual([
    'bill > (missing_log): code, tokens',
    'bill > orders: code, tokens',
    'bill > tax: code, tokens',
    'bill > totals: code, tokens',
    'orders > audit: trigger, tokens',
    'orders > customers: foreign_key, catalogue',
    `parts > (${mariadb.schema}.elsewhere): foreign_key, catalogue`,
    'ping > pong: code, tokens',
    'pong > (null): dynamic, tokens',
    'pong > ping: code, tokens',
    'totals > customers: query, parser',
    'totals > orders: query, parser',
  ]);
  expect(await edgesOf(id, 'target')).toEqual([
    'bill > orders: code, catalogue',
    'bill > tax(integer): code, catalogue',
    'noted > tax(integer): code, tokens',
    'noted > tax(text): code, tokens',
    'orders > customers: foreign_key, catalogue',
    'orders > noted: trigger, catalogue',
    'orders > tax(integer): expression, catalogue',
    'totals > customers: query, catalogue',
    'totals > orders: query, catalogue',
  ]);
});

it('lists cycles, blockers, objects outside of the project and unknown ones', async () => {
  const id = await createShop();
  await read(id);
  const lists = await admin.call(contract.getDependencyLists, { params: { id } });
  expect(lists.cycle_count).toBe(1);
  expect(lists.cycles[0]).toMatchObject({ side: 'source', count: 2, loosest: { kind: 'code' } });
  expect(lists.cycles[0]!.objects.map((one) => one.object_name)).toEqual(['ping', 'pong']);
  const names = lists.blockers.map((one) => `${one.object_name} ${one.blocks}`);
  // A foreign key holds nobody up: orders can be written without customers.
  expect(names).toEqual([
    'audit 3',
    'orders 2',
    'customers 2',
    'totals 1',
    'tax 1',
    'ping 1',
    'pong 1',
  ]);
  // What its database does not have any more waits for nothing, and nothing for it.
  await app.store.db
    .updateTable('object')
    .set({ missing_since: '2026-01-02T00:00:00.000Z' })
    .where('project_id', '=', id)
    .where('object_name', 'in', ['orders', 'totals', 'ping'])
    .execute();
  const { blockers } = await admin.call(contract.getDependencyLists, { params: { id } });
  expect(blockers.map((one) => `${one.object_name} ${one.blocks}`)).toEqual(['tax 1']);
  expect(lists.outside.map(({ name, kind, needed_by: by }) => [name, kind, by])).toEqual([
    ['missing_log', 'code', `${mariadb.schema}.bill`],
    [`${mariadb.schema}.elsewhere`, 'foreign_key', `${mariadb.schema}.parts`],
  ]);
  expect(lists.outside_count).toBe(2);
  expect(lists.unknown.map((one) => one.object_name)).toEqual(['pong']);
});

it('shows what an object needs and what needs it, two steps deep, and what waits where it is late', async () => {
  const id = await createShop();
  const objects = await listObjects(admin, id, 'source');
  const idOf = (name: string) => objects.find((one) => one.object_name === name)!.source_objectid;
  const ask = (name: string) =>
    admin.call(contract.getObjectDependencies, { params: { id: idOf(name) } });
  expect(await ask('orders')).toMatchObject({ read_at: null, neighbours: [] });
  await read(id);
  const orders = await ask('orders');
  const steps = orders.neighbours.map(({ object_name: name, step }) => [name, step]);
  expect(steps.toSorted((one, other) => Number(one[1]) - Number(other[1]))).toEqual([
    ['audit', -1],
    ['customers', -1],
    ['orders', 0],
    ['bill', 1],
    ['totals', 1],
  ]);
  expect(orders).toMatchObject({ more_needs: 0, more_needed_by: 0, late: 2, unknown: false });
  const bill = await ask('bill');
  expect(bill.neighbours.find((one) => one.object_name === 'customers')?.step).toBe(-2);
  expect(bill.outside).toEqual([{ name: 'missing_log', kind: 'code' }]);
  expect((await ask('pong')).unknown).toBe(true);
  expect((await ask('pong')).edges.every((edge) => edge.in_cycle)).toBe(true);
});

it('reads a SQLite file, and without the target what the source needs', async () => {
  mkdirSync(join(app.dataDir, 'sample'), { recursive: true });
  const file = new Database(join(app.dataDir, 'sample', 'order.sqlite'));
  file.exec(`
    CREATE TABLE a (id integer PRIMARY KEY);
    CREATE TABLE b (id integer PRIMARY KEY, a integer REFERENCES a);
    CREATE VIEW v AS SELECT a.id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.a = a.id);
    CREATE TRIGGER t AFTER DELETE ON a BEGIN DELETE FROM b WHERE a = OLD.id; END;`);
  file.close();
  const id = await createShop({
    Source_Database: 5,
    source_db_name: 'order.sqlite',
    target_port: 9,
  });
  await importAll(id, 'source', 'main', { tables: ['a', 'b'], views: ['v'] });
  const found = await read(id);
  // What was imported of another database is not there: that is no error, but nothing is known of it.
  expect(found).toMatchObject({ state: 'finished', source_only: true, not_read: 9 });
  expect((await edgesOf(id, 'source')).filter((edge) => !edge.includes('null'))).toEqual([
    'a > b: trigger, tokens',
    'b > a: foreign_key, catalogue',
    'v > a: query, parser',
    'v > b: query, parser',
  ]);
});

it('keeps the previous result if a reading is cancelled or fails, and runs one at a time', async () => {
  const id = await createShop();
  const good = await read(id);
  const before = await edgesOf(id, 'source');
  const [first, second] = await Promise.all([
    admin.send(contract.startDependencyRead, { params: { id } }),
    admin.send(contract.startDependencyRead, { params: { id } }),
  ]);
  expect([first.status, second.status].toSorted()).toEqual([201, 409]);
  const started = (first.status === 201 ? first : second).body as contract.DependencyRead;
  const params = { id, read: started.id };
  const cancelled = await admin.send(contract.cancelDependencyRead, { params });
  expect([200, 409]).toContain(cancelled.status);
  await expect
    .poll(
      async () => (await admin.call(contract.listDependencyReads, { params: { id } }))[0]!.state,
      { timeout: 20_000 },
    )
    .toMatch(/cancelled|finished/);
  expect(await edgesOf(id, 'source')).toEqual(before);
  expect((await admin.send(contract.cancelDependencyRead, { params })).status).toBe(409);

  const lost = await createShop({ source_port: 9 });
  const failed = await read(lost);
  expect(failed).toMatchObject({ state: 'failed', connection_failed: true });
  expect(failed.error).toBeTruthy();
  expect(good.error).toBeNull();
});

it('deletes dependencies together with their objects', async () => {
  const id = await createShop();
  await read(id);
  const objects = await listObjects(admin, id, 'source');
  const orders = objects.find((one) => one.object_name === 'orders')!;
  await app.store.db.deleteFrom('object').where('id', '=', orders.source_objectid!).execute();
  expect((await edgesOf(id, 'source')).filter((edge) => edge.includes('orders'))).toEqual([]);
});

it('is started by administrators only; members see the result', async () => {
  const id = await createShop();
  const member = await app.createUser('order_reader');
  await joinProject(admin, id, member.userId, 'developer');
  expect((await member.send(contract.startDependencyRead, { params: { id } })).status).toBe(403);
  await read(id);
  expect((await member.call(contract.getDependencyLists, { params: { id } })).cycle_count).toBe(1);
});

it('is answered by a connection that cannot write, as in the built server', async () => {
  // On PostgreSQL both are the same pool.
  if (app.store.kind === 'postgresql') return;
  const id = await createShop();
  const { id: reading } = await read(id);
  const [pong] = (await listObjects(admin, id, 'source')).filter(
    (one) => one.object_name === 'pong',
  );
  const thread = await buildProgram('server/app/sqlite-thread.ts');
  const built = openStore({
    databaseUrl: null,
    dataDir: app.dataDir,
    lock: createWriteLock(),
    startThread: (workerData) => new Worker(thread.file, { workerData }),
  });
  try {
    expect((await listBlockers(built.longReads, id, reading)).length).toBeGreaterThan(0);
    const found = await readNeighbours(
      built.longReads,
      { id: reading, finished_at: null },
      pong!.source_objectid!,
    );
    expect(found.late).toBe(1);
  } finally {
    await built.close();
    thread.remove();
  }
});

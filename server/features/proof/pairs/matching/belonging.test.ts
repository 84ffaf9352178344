import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type MariadbServer, openServer } from '../../../../../connectors/mysql/fixture.ts';
import {
  createDatabase,
  type PostgresDatabase,
} from '../../../../../connectors/postgresql/fixture.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import * as inventory from '../../../../../contract/inventory.ts';
import * as contract from '../../../../../contract/proof/pairs.ts';
import {
  connectionOf,
  createProject,
  inventoryItem,
} from '../../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';
import { timestampNow } from '../../../../platform/clock.ts';

let app: TestApp;
let mariadb: MariadbServer;
let postgres: PostgresDatabase;
let shop: string;

const TABLES = ['sales', 'people'];
const PARTS = ['sales_2025', 'sales_rest', 'sales_rest_0', 'people_old'];
const FUNCTIONS = ['logs', 'unused', 'plain'];

beforeAll(async () => {
  mariadb = await openServer(inject('mariadbUrl'));
  postgres = await createDatabase(inject('postgresUrl'));
  shop = await mariadb.addSchema('shop');
  for (const table of TABLES) await mariadb.run(`CREATE TABLE ${shop}.${table} (id int, day date)`);
  await postgres.run(`
    CREATE TABLE sales (id int, day date) PARTITION BY RANGE (day);
    CREATE TABLE sales_2025 PARTITION OF sales FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
    CREATE TABLE sales_rest PARTITION OF sales DEFAULT PARTITION BY HASH (id);
    CREATE TABLE sales_rest_0 PARTITION OF sales_rest FOR VALUES WITH (MODULUS 1, REMAINDER 0);
    CREATE TABLE people (id int, day date);
    CREATE TABLE people_old () INHERITS (people);
    CREATE TABLE people_more (extra text) INHERITS (people);
    CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE FUNCTION unused() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE FUNCTION plain() RETURNS int LANGUAGE sql AS 'SELECT 1';
    CREATE TRIGGER sales_log BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION logs();
  `);
  app = await startTestApp();
});
afterAll(async () => {
  await app?.close();
  await mariadb?.tearDown();
  await postgres?.tearDown();
});

/** A project with these objects on the target, and the two tables on the source. */
async function prepare(tables: readonly string[]): Promise<number> {
  const { Project_Id: id } = await createProject(app.admin, {
    Source_Database: ENGINES.mysql.id,
    ...connectionOf('source', { ...mariadb.target, database: shop }),
    ...connectionOf('target', postgres.target),
  });
  const table = (name: string, schema: string) => inventoryItem(id, name, schema);
  await app.admin.call(inventory.importSource, { body: TABLES.map((name) => table(name, shop)) });
  await app.admin.call(inventory.importTarget, {
    body: [
      ...tables.map((name) => table(name, 'public')),
      ...FUNCTIONS.map((name) => ({
        ...inventoryItem(id, name, 'public', 3),
        object_type_source: 'functions' as const,
      })),
    ],
  });
  await app.admin.call(contract.matchObjects, { params: { id } });
  return id;
}
const verdictsOf = async (id: number) => {
  const rows = await app.admin.call(contract.listPairs, {
    params: { id },
    query: { limit: '100' },
  });
  return Object.fromEntries(rows.map(({ name, verdict, reason }) => [name, [verdict, reason]]));
};

describe('what goes with another object', () => {
  it('needs no counterpart, says with which, and blocks nothing', async () => {
    const id = await prepare([...TABLES, ...PARTS, 'people_more']);
    const inherits = 'Inherits from public.people: its rows are compared with those of that table';
    const part = 'A partition of public.sales: its rows are compared with those of that table';
    expect(await verdictsOf(id)).toMatchObject({
      [`${shop}.sales`]: ['never_compared', expect.anything()],
      'public.sales_2025': ['belongs', part],
      'public.sales_rest': ['belongs', part],
      'public.sales_rest_0': ['belongs', part],
      'public.people_old': ['belongs', inherits],
      // It holds what its parent does not show.
      'public.people_more': ['unmatched', null],
      'public.logs': [
        'belongs',
        'Only called by triggers, and compared with them: sales_log (people)',
      ],
      'public.unused': ['belongs', 'Can only be called by a trigger, and no trigger calls it'],
      'public.plain': ['unmatched', null],
    });
    const summary = await app.admin.call(contract.getProofSummary, { params: { id } });
    expect(summary.blocking.map(({ name }) => name).toSorted()).toEqual(
      [`${shop}.people`, `${shop}.sales`, 'public.people_more', 'public.plain'].toSorted(),
    );
    expect(summary.by_type.map((type) => [type.unmatched_target, type.verdicts.belongs])).toEqual([
      [1, 4],
      [1, 2],
    ]);
    const query = { 'filter[state]': 'unmatched' };
    const alone = await app.admin.call(contract.listPairs, { params: { id }, query });
    expect(alone.map(({ name }) => name).toSorted()).toEqual([
      'public.people_more',
      'public.plain',
    ]);
  });

  it('is no part of what it is: another trigger changes the reason, and no definition', async () => {
    const id = await prepare(TABLES);
    const { db } = app.store;
    const hashes = () =>
      db
        .selectFrom('snapshot')
        .innerJoin('object', 'object.id', 'snapshot.object_id')
        .select(['object_name', 'hash', 'changed_at'])
        .where('object.project_id', '=', id)
        .where('type_id', '=', 3)
        .orderBy('object_name')
        .execute();
    const before = await hashes();
    expect(before).toHaveLength(FUNCTIONS.length);
    await db.updateTable('snapshot').set({ read_at: '2026-01-01T00:00:00.000Z' }).execute();
    await postgres.run(
      'CREATE TRIGGER later BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION unused()',
    );
    await app.admin.call(contract.matchObjects, { params: { id } });
    await postgres.run('DROP TRIGGER later ON people');
    expect(await verdictsOf(id)).toMatchObject({
      'public.unused': [
        'belongs',
        'Only called by triggers, and compared with them: later (people)',
      ],
    });
    expect(await hashes()).toEqual(before);
  });

  it('stands alone where the project lacks the table that it goes with', async () => {
    const id = await prepare(['people', 'sales_2025']);
    expect(await verdictsOf(id)).toMatchObject({ 'public.sales_2025': ['unmatched', null] });
  });

  it('is not called by anybody: the function of a trigger that has a counterpart is proven by its text', async () => {
    const id = await prepare(TABLES);
    const rows = await app.admin.call(contract.listPairs, {
      params: { id },
      query: { limit: '100' },
    });
    const now = timestampNow();
    const called = async (name: string) => {
      const pair = rows.find((row) => row.name === name)!.id;
      await app.store.db
        .updateTable('pair')
        .set({ state: 'confirmed', structure_result: 'same', structure_at: now })
        .where('id', '=', pair)
        .execute();
      return (await app.admin.call(contract.getPair, { params: { id, pair } })).verdict;
    };
    expect(await called('public.plain')).toBe('never_called');
    expect(await called('public.logs')).toBe('proven');
  });

  it('numbers a column: a sequence that one default uses, and no other', async () => {
    await postgres.run(`CREATE SCHEMA old;
      CREATE SEQUENCE old.loose; CREATE TABLE old.a (id int DEFAULT nextval('old.loose'));
      CREATE SEQUENCE old.worded; CREATE TABLE old.b (id int DEFAULT nextval('worded'::text::regclass));
      CREATE SEQUENCE old.shared; CREATE TABLE old.c (id int DEFAULT nextval('old.shared'), n int DEFAULT nextval('old.shared'));
      CREATE SEQUENCE old.part; CREATE TABLE old.d (code text DEFAULT 'INV-' || nextval('old.part'));
      CREATE SEQUENCE old.free`);
    const { Project_Id: id } = await createProject(app.admin, {
      Source_Database: ENGINES.mysql.id,
      also_tracked: 'sequences',
      ...connectionOf('source', { ...mariadb.target, database: shop }),
      ...connectionOf('target', postgres.target),
    });
    const sequences = ['loose', 'worded', 'shared', 'part', 'free'].map((name) => ({
      ...inventoryItem(id, name, 'old', 6),
      object_type_source: 'sequences' as const,
    }));
    const tables = ['a', 'b', 'c', 'd'].map((name) => inventoryItem(id, name, 'old'));
    await app.admin.call(inventory.importTarget, { body: [...tables, ...sequences] });
    await app.admin.call(contract.matchObjects, { params: { id } });
    const numbers = (name: string) =>
      `Numbers ${name}: its next number is compared with that table`;
    expect(await verdictsOf(id)).toMatchObject({
      'old.loose': ['belongs', numbers('old.a.id')],
      'old.worded': ['belongs', numbers('old.b.id')],
      'old.shared': ['unmatched', null],
      // Its numbers are not held against the largest one.
      'old.part': ['unmatched', null],
      'old.free': ['unmatched', null],
    });
  });
});

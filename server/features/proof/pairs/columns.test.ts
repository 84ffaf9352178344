import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type MariadbServer, openServer } from '../../../../connectors/mysql/fixture.ts';
import {
  type PostgresDatabase,
  createDatabase,
} from '../../../../connectors/postgresql/fixture.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import { importSource, importTarget } from '../../../../contract/inventory.ts';
import * as contract from '../../../../contract/proof/pairs.ts';
import { connectionOf, createProject, inventoryItem } from '../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';

let app: TestApp;
let mariadb: MariadbServer;
let postgres: PostgresDatabase;
let schema: string;

const LINES = 'sku varchar(20), ordered_quantity int, unit_price decimal(10,2), note varchar(99)';
const PERSON = 'last_name varchar(40), first_name varchar(40), birth_date date, iban varchar(34)';
const LEVEL = 'on_hand int, reserved int, reorder_point int, counted_at date';
const SOURCE: Record<string, string> = {
  tbl_cust: `cust_id int PRIMARY KEY, ${PERSON}`,
  bestellposition: `line_id int PRIMARY KEY, ${LINES}`,
  order_detail_active: 'opened_by varchar(9), queue_position int',
  stock: `stock_id int PRIMARY KEY, ${LEVEL}`,
};
const TARGET: Record<string, string> = {
  customers: `customer_id bigint PRIMARY KEY, ${PERSON}`,
  order_item: `line_id bigint PRIMARY KEY, ${LINES}`,
  order_detail_inactive: 'closed_by varchar(9), closed_reason varchar(9)',
  inventory_level: `stock_id int PRIMARY KEY, ${LEVEL}`,
  shelf_content: `stock_id int PRIMARY KEY, ${LEVEL}`,
};

beforeAll(async () => {
  mariadb = await openServer(inject('mariadbUrl'));
  postgres = await createDatabase(inject('postgresUrl'));
  app = await startTestApp();
  schema = await mariadb.addSchema('columns');
  for (const [name, columns] of Object.entries(SOURCE))
    await mariadb.run(`CREATE TABLE ${schema}.${name} (${columns})`);
  for (const [name, columns] of Object.entries(TARGET))
    await postgres.run(`CREATE TABLE ${name} (${columns})`);
});
afterAll(async () => {
  await app?.close();
  await postgres?.tearDown();
  await mariadb?.tearDown();
});

async function importBoth(over: Record<string, unknown> = {}) {
  const { Project_Id: id } = await createProject(app.admin, {
    Source_Database: ENGINES.mysql.id,
    Target_Database: ENGINES.postgresql.id,
    ...connectionOf('source', { ...mariadb.target, database: schema }),
    ...connectionOf('target', postgres.target),
    ...over,
  });
  const items = (tables: object, own: string) =>
    Object.keys(tables).map((name) => inventoryItem(id, name, own));
  await app.admin.call(importSource, { body: items(SOURCE, schema) });
  await app.admin.call(importTarget, { body: items(TARGET, 'public') });
  const counts = await app.admin.call(contract.matchObjects, { params: { id } });
  return { id, counts };
}

const list = (id: number, query = {}): Promise<contract.PairRow[]> =>
  app.admin.call(contract.listPairs, { params: { id }, query: { sort: 'name', ...query } });
const proposals = async (id: number) =>
  (await list(id, { 'filter[state]': 'proposed' })).map(
    ({ source, target }) => `${source[0]!.object_name} → ${target[0]!.object_name}`,
  );
const of = (id: number, pair: number) => ({ params: { id, pair } });

describe('columns are evidence', () => {
  it('finds renames by them, and proposes nothing against them', async () => {
    const { id, counts } = await importBoth();
    expect(counts).toMatchObject({ by_method: { similar: 1, columns: 1 } });
    expect(await proposals(id)).toEqual(['bestellposition → order_item', 'tbl_cust → customers']);
    const [renamed] = await list(id, { q: 'bestellposition' });
    expect(renamed).toMatchObject({
      method: 'columns',
      reason: '5 of 5 columns have the same names and types; The same primary key',
    });
  });

  it('shows people what fits two equally, until one of them is taken', async () => {
    const { id } = await importBoth();
    const [open, ...more] = await list(id, {
      'filter[state]': contract.HAS_CANDIDATES,
      q: 'stock',
    });
    expect(more).toEqual([]);
    expect(open).toMatchObject({ state: 'unmatched', has_candidates: 1 });
    const found = await app.admin.call(contract.listCandidates, of(id, open!.id));
    expect(found.map(({ object_name }) => object_name).toSorted()).toEqual([
      'inventory_level',
      'shelf_content',
    ]);
    expect(found[0]!.reason).toContain('5 of 5 columns');
    await app.admin.call(contract.linkObjects, {
      params: { id },
      body: { source_ids: [open!.source[0]!.id], target_ids: [found[0]!.id] },
    });
    const [left] = await list(id, { q: found[1]!.object_name });
    expect(await app.admin.call(contract.listCandidates, of(id, left!.id))).toEqual([]);
    const [linked] = await list(id, { 'filter[state]': 'confirmed' });
    expect(linked).toMatchObject({ has_candidates: 0 });
    expect(await app.admin.call(contract.listCandidates, of(id, linked!.id))).toEqual([]);
  });

  it('uses names alone if a database does not respond', async () => {
    const { id, counts } = await importBoth({ target_db_password: 'not this one' });
    expect(counts.by_method).toEqual({ similar: 1 });
    expect(await proposals(id)).toEqual(['tbl_cust → customers']);
    const [known] = await list(id, { q: 'tbl_cust' });
    expect(known!.reason).toContain('The columns are not known');
  });

  it('reads a recreated table again', async () => {
    const { id } = await importBoth();
    await postgres.run('ALTER TABLE order_item RENAME COLUMN sku TO article');
    try {
      await app.store.db
        .updateTable('snapshot')
        .set({ read_at: '2026-01-01T00:00:00.000Z' })
        .execute();
      await app.admin.call(contract.matchObjects, { params: { id } });
      expect(await proposals(id)).not.toContain('bestellposition → order_item');
    } finally {
      await postgres.run('ALTER TABLE order_item RENAME COLUMN article TO sku');
    }
  });
});

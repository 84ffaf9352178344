import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ConnectionTarget } from '../../../connectors/core/connector.ts';
import { ENGINES } from '../../../connectors/engines.ts';
import { type MariadbServer, openServer } from '../../../connectors/mysql/fixture.ts';
import * as inventory from '../../../contract/inventory.ts';
import * as others from '../../../contract/proof/others.ts';
import { connectionOf, createProject } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let mariadb: MariadbServer;
/** Alphabetically before `shop`, so that an order by name would choose it. */
let archive: string;
let shop: string;
/** An account that sees the two databases alone, and no text of a routine. */
let reader: Pick<ConnectionTarget, 'username' | 'password'>;

beforeAll(async () => {
  mariadb = await openServer(inject('mariadbUrl'));
  archive = await mariadb.addSchema('archive');
  shop = await mariadb.addSchema('shop');
  for (const sql of [
    `CREATE TABLE ${archive}.old_orders (id int)`,
    `CREATE TABLE ${shop}.orders (id int)`,
    `CREATE FUNCTION ${shop}.one() RETURNS int DETERMINISTIC RETURN 1`,
    `CREATE PROCEDURE ${shop}.two() SELECT 2`,
  ])
    await mariadb.run(sql);
  reader = await mariadb.addUser(
    'two_databases',
    [archive, shop].map((name) => `SELECT, SHOW VIEW, EXECUTE ON \`${name}\`.*`),
  );
  app = await startTestApp();
});
afterAll(async () => {
  await app?.close();
  await mariadb?.tearDown();
});

/** A move within one server, so that both sides see both databases. */
async function begin(): Promise<number> {
  const target = { ...mariadb.target, ...reader };
  const row = await createProject(app.admin, {
    Source_Database: ENGINES.mysql.id,
    Target_Database: ENGINES.mysql.id,
    ...connectionOf('source', { ...target, database: archive }),
    ...connectionOf('target', { ...target, database: shop }),
  });
  return row.Project_Id;
}

const formOf = (id: number) => ({
  Project_Id: id,
  reportType: 'target' as const,
  Target_Database: ENGINES.mysql.id,
  target_db_ip: mariadb.target.host,
  target_db_port: mariadb.target.port,
  target_db_name: shop,
  target_db_username: reader.username,
});

async function readAll(id: number, over: object = {}) {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/dbconnect/everything',
    headers: { cookie: app.admin.cookie() },
    payload: { ...formOf(id), ...over },
  });
  const events = answer.body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => inventory.everythingEvent.parse(JSON.parse(line.slice(6))));
  const names = events.flatMap((event) => (event.kind === 'part' ? event.names : []));
  const gone = events.flatMap((event) => (event.kind === 'part' ? event.gone : []));
  return { plan: events[0], names, gone, end: events.at(-1) };
}

describe('a connection to one of several databases of a server', () => {
  it('is about the database that it names; the others are named, not read', async () => {
    const { plan, names } = await readAll(await begin());
    expect(plan).toMatchObject({ schemas: [shop], others: [archive] });
    expect(names).toEqual(['orders', 'one', 'two']);
  });

  it('reads the others, too, when asked to', async () => {
    const { plan, names } = await readAll(await begin(), { all_databases: 1 });
    expect(plan).toMatchObject({ schemas: [shop, archive], others: [] });
    expect(names).toContain('old_orders');
  });

  it('warns of what is hidden in what is read, once, and of nothing else', async () => {
    const id = await begin();
    const { end } = await readAll(id);
    const texts = expect.stringContaining('cannot see the texts of 2 routines');
    expect(end).toMatchObject({ kind: 'end', warnings: [texts] });
    const tested = await app.admin.call(inventory.testConnection, { body: formOf(id) });
    expect(tested.warnings).toEqual([texts]);
    const wide = await readAll(id, { all_databases: 1 });
    expect(wide.end).toMatchObject({
      warnings: [expect.stringContaining('only sees the databases'), texts],
    });
  });

  it('offers its own database first, which a report without a schema takes', async () => {
    const id = await begin();
    const schemas = await app.admin.call(inventory.targetSchemas, { body: formOf(id) });
    expect(schemas).toEqual([shop, archive].map((name) => ({ schema_name: name, name })));
    const body = { ...formOf(id), object_type_source: 'tables' as const };
    expect(await app.admin.call(inventory.readInventory, { body })).toMatchObject([
      { schema: shop, table_name: 'orders' },
    ]);
    const summary = await app.admin.call(inventory.summariseInventory, { body: formOf(id) });
    expect(summary.schema).toBe(shop);
  });

  it('is also about databases of which objects are imported', async () => {
    const id = await begin();
    const item = (schema: string, table_name: string) => ({
      Project_Id: id,
      object_type_source: 'tables' as const,
      schema,
      table_name,
    });
    await app.admin.call(inventory.importTarget, {
      body: [item(archive, 'old_orders'), item(archive, 'lost'), item('nowhere', 'never')],
    });
    const { plan, names, gone } = await readAll(id);
    expect(plan).toMatchObject({ schemas: [shop, archive], others: [] });
    expect(names).toContain('old_orders');
    // A database that this account may not see could still be there.
    expect(gone).toEqual(['lost']);
  });

  it('has other objects of its own database alone', async () => {
    const answer = await app.app.inject({
      url: `/api/projects/${await begin()}/others`,
      headers: { cookie: app.admin.cookie() },
    });
    const events = answer.body
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => others.othersEvent.parse(JSON.parse(line.slice(6))));
    expect(
      events.flatMap((one) =>
        one.event === 'schema' ? [[one.source_schema, one.target_schema]] : [],
      ),
    ).toEqual([[archive, shop]]);
  });
});

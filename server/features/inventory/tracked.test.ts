import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ENGINES } from '../../../connectors/engines.ts';
import { type MariadbServer, openServer } from '../../../connectors/mysql/fixture.ts';
import { createDatabase, type PostgresDatabase } from '../../../connectors/postgresql/fixture.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import * as inventory from '../../../contract/inventory.ts';
import * as projects from '../../../contract/projects.ts';
import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import { connectionOf, createProject, listObjects } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let mariadb: MariadbServer;
let postgres: PostgresDatabase;
let shop: string;

beforeAll(async () => {
  mariadb = await openServer(inject('mariadbUrl'));
  postgres = await createDatabase(inject('postgresUrl'));
  shop = await mariadb.addSchema('shop');
  for (const sql of [
    `CREATE TABLE ${shop}.films (id int)`,
    `CREATE TRIGGER ${shop}.films_log BEFORE INSERT ON ${shop}.films FOR EACH ROW SET NEW.id = 1`,
    `CREATE SEQUENCE ${shop}.orders`,
  ])
    await mariadb.run(sql);
  await postgres.run(`
    CREATE TABLE film (id serial); CREATE TABLE actor (id int);
    CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TRIGGER changed BEFORE INSERT ON film FOR EACH ROW EXECUTE FUNCTION logs();
    CREATE TRIGGER changed BEFORE INSERT ON actor FOR EACH ROW EXECUTE FUNCTION logs();
    CREATE SEQUENCE orders;
  `);
  app = await startTestApp();
});
afterAll(async () => {
  await app?.close();
  await mariadb?.tearDown();
  await postgres?.tearDown();
});

const TYPES: ObjectType[] = ['tables', 'views', 'functions', 'procedures'];

async function begin(also_tracked?: projects.AlsoTracked): Promise<number> {
  const row = await createProject(app.admin, {
    Source_Database: ENGINES.mysql.id,
    ...connectionOf('source', { ...mariadb.target, database: shop }),
    ...connectionOf('target', postgres.target),
    ...(also_tracked && { also_tracked }),
  });
  return row.Project_Id;
}

const rowOf = (id: number) => app.admin.call(projects.getProject, { params: { id } });
const track = (id: number, also_tracked: projects.AlsoTracked) =>
  app.admin.call(projects.updateProject, { params: { id }, body: { also_tracked } });

function formOf(id: number, side: 'source' | 'target') {
  const { host, port, database, username } =
    side === 'source' ? { ...mariadb.target, database: shop } : postgres.target;
  return {
    Project_Id: id,
    reportType: side,
    Source_Database: ENGINES.mysql.id,
    Target_Database: ENGINES.postgresql.id,
    [`${side}_db_ip`]: host,
    [`${side}_db_port`]: port,
    [`${side}_db_name`]: database,
    [`${side}_db_username`]: username,
  };
}

const read = (id: number, side: 'source' | 'target', object_type_source: ObjectType) =>
  app.admin.send(inventory.readInventory, {
    body: {
      ...formOf(id, side),
      object_type_source,
      schema: shop,
      schemaTarget: 'public',
    },
  });

async function readAll(id: number, side: 'source' | 'target') {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/dbconnect/everything',
    headers: { cookie: app.admin.cookie() },
    payload: formOf(id, side),
  });
  const events = answer.body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => inventory.everythingEvent.parse(JSON.parse(line.slice(6))));
  const plan = events.find((event) => event.kind === 'plan');
  const names = (type: ObjectType) =>
    events.flatMap((event) =>
      event.kind === 'part' && event.object_type === type ? event.names : [],
    );
  const gone = events.flatMap((event) => (event.kind === 'part' ? event.gone : []));
  return { types: plan?.object_types, names, gone };
}

const itemOf = (id: number, type: ObjectType, table_name: string, schema = shop) => ({
  Project_Id: id,
  object_type_source: type,
  schema,
  table_name,
});
const send = (items: ReturnType<typeof itemOf>[]) =>
  app.admin.send(inventory.importSource, { body: items });

describe('a project that tracks tables, views, functions and procedures', () => {
  it('reads nothing else, and names the field in the way', async () => {
    const id = await begin();
    expect(await rowOf(id)).toMatchObject({ also_tracked: 'none', tracked_types: [] });
    expect((await readAll(id, 'source')).types).toEqual(TYPES);
    const { status, body } = await read(id, 'source', 'triggers');
    expect(status).toBe(422);
    expect(body).toMatchObject({
      errors: [{ field: 'object_type_source', code: 'field.notTracked' }],
    });
  });

  it('imports nothing else, by an import or a list: not even what stands beside it', async () => {
    const id = await begin();
    const refused = await send([
      itemOf(id, 'tables', 'films'),
      itemOf(id, 'triggers', 'films_log'),
    ]);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: [{ field: '1.object_type_source_id' }] });
    const rows = [
      { side: 'source', object_type: 'tables', schema_name: shop, object_name: 'films' },
      { side: 'source', object_type: 'sequences', schema_name: shop, object_name: 'orders' },
    ];
    for (const dry_run of [1, 0]) {
      const list = await app.admin.send(importSpreadsheet, {
        params: { id },
        body: { dry_run, rows },
      });
      expect(list.status).toBe(422);
      expect(list.body).toMatchObject({ errors: [{ field: 'rows.1.object_type' }] });
    }
    expect(await listObjects(app.admin, id, 'source')).toEqual([]);
  });
});

describe('a project that tracks triggers and sequences, too', () => {
  it('reads them with the others on both sides, one table’s told from another’s', async () => {
    const id = await begin('both');
    const source = await readAll(id, 'source');
    expect(source.types).toEqual([...TYPES, 'triggers', 'sequences']);
    expect([source.names('triggers'), source.names('sequences')]).toEqual([
      ['films_log'],
      ['orders'],
    ]);
    const target = await readAll(id, 'target');
    expect(target.names('triggers')).toEqual(['changed on actor', 'changed on film']);
    // That of the serial column goes with its table.
    expect(target.names('sequences')).toEqual(['orders']);
    const { status, body } = await read(id, 'target', 'sequences');
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({ table_name: 'orders', object_type_source_id: 6, known: 0 }),
    ]);
  });

  it('reads only the ones that were chosen', async () => {
    const id = await begin('sequences');
    expect((await readAll(id, 'source')).types).toEqual([...TYPES, 'sequences']);
    expect((await read(id, 'source', 'triggers')).status).toBe(422);
  });

  it('has them as objects of types 5 and 6, counted like the others', async () => {
    const id = await begin('both');
    const { body } = await send([
      itemOf(id, 'tables', 'films'),
      itemOf(id, 'triggers', 'films_log'),
      itemOf(id, 'sequences', 'orders'),
    ]);
    expect(body).toMatchObject({ imported: 3, added: 3 });
    const objects = await listObjects(app.admin, id, 'source');
    expect(objects.map((one) => [one.object_name, one.object_type_id, one.object_type])).toEqual([
      ['films', 1, 'tables'],
      ['films_log', 5, 'triggers'],
      ['orders', 6, 'sequences'],
    ]);
    expect((await rowOf(id)).progress.source.total).toBe(3);
    const { source } = await app.admin.call(inventory.describeImports, { params: { id } });
    expect(source.types.map(({ object_type, count }) => [object_type, count])).toEqual([
      ['tables', 1],
      ['triggers', 1],
      ['sequences', 1],
    ]);
  });

  it('keeps what it had once they are switched off, and gets no more', async () => {
    const id = await begin('both');
    await send([itemOf(id, 'triggers', 'films_log')]);
    // One that the database does not have would be missing, if its type were read.
    await send([itemOf(id, 'triggers', 'never_there')]);
    await track(id, 'none');
    expect((await readAll(id, 'source')).gone).toEqual([]);
    const kept = await listObjects(app.admin, id, 'source');
    expect(kept.map((one) => [one.object_name, one.missing_since])).toEqual([
      ['films_log', null],
      ['never_there', null],
    ]);
    expect(await rowOf(id)).toMatchObject({ also_tracked: 'none', tracked_types: ['triggers'] });
    expect((await send([itemOf(id, 'triggers', 'another')])).status).toBe(422);
    // Its list can still be brought in: it adds nothing.
    const list = await app.admin.call(importSpreadsheet, {
      params: { id },
      body: {
        rows: [
          {
            side: 'source',
            object_type: 'triggers',
            schema_name: shop,
            object_name: 'films_log',
            comments: 'kept',
          },
        ],
      },
    });
    expect(list).toMatchObject({ added: 0, changed: 1 });
    await track(id, 'triggers');
    expect((await readAll(id, 'source')).gone).toEqual(['never_there']);
  });
});

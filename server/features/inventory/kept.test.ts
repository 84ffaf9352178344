import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import * as inventory from '../../../contract/inventory.ts';
import * as projects from '../../../contract/projects.ts';
import { createProject } from '../../../tests/support/fixtures.ts';
import { runOnPostgres } from '../../../tests/support/run-on-postgres.ts';
import { type TestApp, pathOf, startTestApp } from '../../../tests/support/test-app.ts';
import { timestampIn } from '../../platform/clock.ts';
import { createKeptReadings } from './kept.ts';

const name = `kept_${randomBytes(6).toString('hex')}`;
const postgres = new URL(inject('postgresUrl'));
const place = {
  source_db_ip: postgres.hostname,
  source_db_port: Number(postgres.port),
  source_db_name: name,
  source_db_username: decodeURIComponent(postgres.username),
};
let app: TestApp;
let id: number;

beforeAll(async () => {
  await runOnPostgres(postgres, 'postgres', [`create database ${name}`]);
  await runOnPostgres(postgres, name, [
    'create schema bakery',
    'create table bakery.loaves (id int)',
    'create table bakery.rolls (id int)',
    'create view bakery.fresh as select * from bakery.loaves',
  ]);
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  await runOnPostgres(postgres, 'postgres', [`drop database ${name} with (force)`]);
});
beforeEach(async () => {
  const row = await createProject(app.admin, {
    Source_Database: 4,
    source_ip: place.source_db_ip,
    source_port: place.source_db_port,
    source_db_name: name,
    source_username: place.source_db_username,
    source_db_password: decodeURIComponent(postgres.password),
  });
  id = row.Project_Id;
});

const eventsOf = (body: string): inventory.EverythingEvent[] =>
  body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => inventory.everythingEvent.parse(JSON.parse(line.slice(6))));

async function read(over: object = {}) {
  const answer = await app.app.inject({
    method: 'POST',
    url: pathOf(inventory.readEverything),
    headers: { cookie: app.admin.cookie() },
    payload: { Project_Id: id, Source_Database: 4, reportType: 'source', ...place, ...over },
  });
  return eventsOf(answer.body);
}
async function readKept(side = 'source') {
  const answer = await app.app.inject({
    method: 'GET',
    url: pathOf(inventory.keptInventory, { id, side }),
    headers: { cookie: app.admin.cookie() },
  });
  return eventsOf(answer.body);
}
const isKept = async () =>
  (await app.admin.call(inventory.describeImports, { params: { id } })).source.is_kept;
const importOne = (table_name: string, object_type_source: 'tables' | 'views') =>
  app.admin.call(inventory.importSource, {
    body: [{ Project_Id: id, object_type_source, schema: 'bakery', table_name }],
  });
const NOTHING = [{ kind: 'end', warnings: [], warnings_said: [] }];
const stored = () =>
  app.store.db
    .selectFrom('inventory_reading')
    .leftJoin('inventory_part', 'reading_id', 'inventory_reading.id')
    .select('inventory_reading.id')
    .where('project_id', '=', id)
    .execute();

it('what was read comes again, with what is imported by now, until all of it is', async () => {
  expect(await readKept()).toEqual(NOTHING);
  const events = await read();
  expect(await readKept()).toEqual(events);
  expect(await readKept('target')).toEqual(NOTHING);
  expect(await isKept()).toBe(true);

  await importOne('loaves', 'tables');
  expect(await readKept()).toContainEqual(
    expect.objectContaining({ names: ['loaves', 'rolls'], known: ['loaves'], gone: [] }),
  );
  await importOne('rolls', 'tables');
  await importOne('fresh', 'views');
  expect(await isKept()).toBe(false);
});

it('only the last one is kept', async () => {
  await read();
  const before = await stored();
  await read();
  const now = await stored();
  expect(now).toHaveLength(before.length);
  expect(now[0]!.id).not.toBe(before[0]!.id);
});

it('that of another database than the project’s own is not kept, nor one before the connection changed', async () => {
  await read({
    source_db_name: 'postgres',
    source_db_password: decodeURIComponent(postgres.password),
  });
  expect(await stored()).toEqual([]);
  await read();
  const { version } = await app.admin.call(projects.getProject, { params: { id } });
  await app.admin.call(projects.updateProject, {
    params: { id },
    body: { version, source_db_name: 'postgres', source_db_password: 'another' },
  });
  expect(await isKept()).toBe(false);
  expect(await readKept()).toEqual(NOTHING);
});

it('expires after a day', async () => {
  await read();
  const set = (ended_at: string) =>
    app.store.db
      .updateTable('inventory_reading')
      .set({ ended_at, began_at: ended_at })
      .where('project_id', '=', id)
      .execute();
  const hour = 60 * 60 * 1000;
  await set(timestampIn(-23 * hour));
  expect(await isKept()).toBe(true);
  await set(timestampIn(-25 * hour));
  expect(await isKept()).toBe(false);
  expect(await readKept()).toEqual(NOTHING);
  // Whoever reads a database next removes old ones, of all projects.
  await set(timestampIn(-49 * hour));
  const other = createKeptReadings(app.store, NO_OBJECTS).keep(id, 'target', plan());
  await other.next();
  expect(await stored()).toHaveLength(1);
  await other.return(undefined);
});

const NO_OBJECTS = { listNames: async () => [] };
async function* plan() {
  yield { kind: 'plan' as const, schemas: ['a'], others: [], object_types: ['tables' as const] };
  yield { kind: 'end' as const, warnings: [], warnings_said: [] };
}

it('one that is broken off is not kept, and leaves the one before', async () => {
  const events = await read();
  const reading = createKeptReadings(app.store, NO_OBJECTS).keep(id, 'source', plan());
  await reading.next();
  expect(await readKept()).toEqual(events);
  await reading.return(undefined);
  expect(await readKept()).toEqual(events);
  expect(new Set((await stored()).map((one) => one.id)).size).toBe(1);
});

it('belongs to a project', async () => {
  id = 987_654;
  const answer = await app.app.inject({
    method: 'GET',
    url: pathOf(inventory.keptInventory, { id, side: 'source' }),
    headers: { cookie: app.admin.cookie() },
  });
  expect(answer.statusCode).toBe(404);
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as inventory from '../../../contract/inventory.ts';
import * as projects from '../../../contract/projects.ts';
import { createProject, listObjects } from '../../../tests/support/fixtures.ts';
import { runOnPostgres } from '../../../tests/support/run-on-postgres.ts';
import { type TestApp, pathOf, startTestApp } from '../../../tests/support/test-app.ts';

const name = `all_${randomBytes(6).toString('hex')}`;
const postgres = new URL(inject('postgresUrl'));
let app: TestApp;

const onPostgres = (database: string, ...statements: string[]): Promise<void> =>
  runOnPostgres(postgres, database, statements);

beforeAll(async () => {
  await onPostgres('postgres', `create database ${name}`);
  await onPostgres(
    name,
    'create schema bakery',
    'create table bakery.loaves (id int)',
    'create view bakery.fresh as select * from bakery.loaves',
    'create schema cellar',
    'create table cellar.bottles (id int)',
    'create procedure cellar.tidy() language sql as $$select 1$$',
  );
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  await onPostgres('postgres', `drop database ${name} with (force)`);
});

const place = {
  ip: postgres.hostname,
  port: Number(postgres.port),
  db_name: name,
  username: decodeURIComponent(postgres.username),
};
const under = (prefix: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [prefix + key, value]));

async function createLiveProject(): Promise<number> {
  const password = decodeURIComponent(postgres.password);
  const row = await createProject(app.admin, {
    Source_Database: 4,
    ...under('source_', { ...place, db_password: password }),
  });
  return row.Project_Id;
}

/** All events of one reading, or the problem in their place. */
async function readEverything(projectId: number, over: object = {}) {
  const { ip, port, db_name, username } = place;
  const answer = await app.app.inject({
    method: 'POST',
    url: pathOf(inventory.readEverything),
    headers: { cookie: app.admin.cookie() },
    payload: {
      Project_Id: projectId,
      Source_Database: 4,
      reportType: 'source',
      source_db_ip: ip,
      source_db_port: port,
      source_db_name: db_name,
      source_db_username: username,
      ...over,
    },
  });
  const events = answer.body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => inventory.everythingEvent.parse(JSON.parse(line.slice(6))));
  return { answer, events };
}

const partsOf = (events: inventory.EverythingEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'part' && event.names.length + event.gone.length > 0
      ? [[event.schema, event.object_type, event.names, event.known, event.gone]]
      : [],
  );

describe('everything of a database', () => {
  it('announces what it will read, then sends it by type and schema', async () => {
    const { answer, events } = await readEverything(await createLiveProject());
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(events[0]).toEqual({
      kind: 'plan',
      schemas: ['bakery', 'cellar', 'public'],
      others: [],
      object_types: ['tables', 'views', 'functions', 'procedures'],
    });
    expect(events).toHaveLength(1 + 3 * 4 + 1);
    expect(partsOf(events)).toEqual([
      ['bakery', 'tables', ['loaves'], [], []],
      ['bakery', 'views', ['fresh'], [], []],
      ['cellar', 'tables', ['bottles'], [], []],
      ['cellar', 'procedures', ['tidy'], [], []],
    ]);
    expect(events.at(-1)).toEqual({ kind: 'end', warnings: [], warnings_said: [] });
  });

  it('says whose rows the account may not read, and lists everything all the same', async () => {
    const role = `${name}_reader`;
    await onPostgres(name, `create role ${role} login password 'reader'`);
    const row = await createProject(app.admin, {
      Source_Database: 4,
      ...under('source_', { ...place, username: role, db_password: 'reader' }),
    });
    try {
      const { events } = await readEverything(row.Project_Id, { source_db_username: role });
      expect(partsOf(events)).toHaveLength(4);
      const warning = expect.stringContaining('rows of 3 tables and views (bakery.fresh');
      expect(events.at(-1)).toMatchObject({ kind: 'end', warnings: [warning] });
      const { ip, port, db_name } = place;
      const form = { Project_Id: row.Project_Id, Source_Database: 4, reportType: 'source' };
      const tested = await app.admin.call(inventory.testConnection, {
        body: { ...form, ...under('source_db_', { ip, port, name: db_name, username: role }) },
      });
      expect(tested).toMatchObject({ warnings: [warning] });
    } finally {
      await onPostgres(name, `drop role ${role}`);
    }
  });

  it('marks known and missing objects, including whole schemas', async () => {
    const projectId = await createLiveProject();
    const item = (schema: string, table_name: string) => ({
      Project_Id: projectId,
      object_type_source: 'tables' as const,
      schema,
      table_name,
    });
    await app.admin.call(inventory.importSource, {
      body: [item('bakery', 'loaves'), item('bakery', 'buns'), item('attic', 'boxes')],
    });
    const { events } = await readEverything(projectId);
    expect(partsOf(events)).toContainEqual(['bakery', 'tables', ['loaves'], ['loaves'], ['buns']]);
    expect(partsOf(events)).toContainEqual(['attic', 'tables', [], [], ['boxes']]);
    const rows = await listObjects(app.admin, projectId, 'source');
    expect(rows.map((row) => [row.object_name, row.missing_since !== null])).toEqual([
      ['loaves', false],
      ['buns', true],
      ['boxes', true],
    ]);
  });

  it('returns a problem with its own status if no schema can be read', async () => {
    const { answer } = await readEverything(await createLiveProject(), {
      source_db_password: 'wrong',
    });
    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toMatchObject({ type: '/problems/database-failed' });
  });
});

describe('what was imported', () => {
  const UNKNOWN = { server_version: null, read_at: null, is_kept: false };
  const describeImports = (id: number) =>
    app.admin.call(inventory.describeImports, { params: { id } });

  it('is counted by side and type, with the day and the person of the last import', async () => {
    const projectId = await createLiveProject();
    const nothing = { imported_at: null, imported_by: null, ...UNKNOWN, types: [] };
    expect(await describeImports(projectId)).toEqual({ source: nothing, target: nothing });
    await app.admin.call(inventory.importTarget, {
      body: ['a', 'b'].map((table_name) => ({
        Project_Id: projectId,
        object_type_source: 'views' as const,
        schema: 'shop',
        table_name,
      })),
    });
    const now = expect.stringMatching(/^2\d{3}-/);
    expect(await describeImports(projectId)).toEqual({
      source: nothing,
      target: {
        imported_at: now,
        imported_by: 'admin',
        ...UNKNOWN,
        types: [{ object_type: 'views', count: 2, added_at: now }],
      },
    });
  });

  it('tells which server answered, and since when all of it is read, of the own connection alone', async () => {
    const projectId = await createLiveProject();
    await readEverything(projectId, {
      source_db_name: 'postgres',
      source_db_password: decodeURIComponent(postgres.password),
    });
    expect((await describeImports(projectId)).source).toMatchObject({ server_version: null });
    await app.admin.call(inventory.testConnection, {
      body: {
        Project_Id: projectId,
        Source_Database: 4,
        reportType: 'source',
        source_db_ip: place.ip,
        source_db_port: place.port,
        source_db_name: name,
        source_db_username: place.username,
      },
    });
    const tested = (await describeImports(projectId)).source;
    expect(tested).toMatchObject({
      server_version: expect.stringMatching(/^PostgreSQL/),
      read_at: null,
    });
    await readEverything(projectId);
    const { source, target } = await describeImports(projectId);
    expect(source.server_version).toBe(tested.server_version);
    expect(source.read_at).toMatch(/^2\d{3}-/);
    expect(target).toMatchObject({ server_version: null, read_at: null });

    const { version } = await app.admin.call(projects.getProject, { params: { id: projectId } });
    await app.admin.call(projects.updateProject, {
      params: { id: projectId },
      body: { version, source_db_name: 'postgres', source_db_password: 'another' },
    });
    const moved = (await describeImports(projectId)).source;
    expect(moved).toMatchObject({ server_version: null, read_at: null });
  });

  it('is that of a project', async () => {
    const answer = await app.admin.send(inventory.describeImports, { params: { id: 987_654 } });
    expect(answer.status).toBe(404);
  });
});

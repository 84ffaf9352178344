import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'libsql';
import { createConnection } from 'mariadb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import * as inventory from '../../../contract/inventory.ts';
import * as objects from '../../../contract/objects.ts';
import * as projects from '../../../contract/projects.ts';
import { createProject, listObjects } from '../../../tests/support/fixtures.ts';
import { runOnPostgres } from '../../../tests/support/run-on-postgres.ts';
import { type TestApp, pathOf, startTestApp } from '../../../tests/support/test-app.ts';

const name = `inv_${randomBytes(6).toString('hex')}`;
const READER = { user: name, password: 'reads only' };

let app: TestApp;
let sqliteDir: string;
const mariadb = new URL(inject('mariadbUrl'));
const postgres = new URL(inject('postgresUrl'));

async function onMariadb(statements: string[]): Promise<void> {
  const connection = await createConnection({
    host: mariadb.hostname,
    port: Number(mariadb.port),
    user: decodeURIComponent(mariadb.username),
    password: decodeURIComponent(mariadb.password),
  });
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}

const onPostgres = (database: string, statements: string[]): Promise<void> =>
  runOnPostgres(postgres, database, statements);

beforeAll(async () => {
  await onMariadb([
    `create database ${name}`,
    `create table ${name}.orders (id int primary key)`,
    `create table ${name}.items (id int primary key)`,
    `create view ${name}.open_orders as select * from ${name}.orders`,
    `create function ${name}.vat(x int) returns int deterministic return x`,
    `create procedure ${name}.purge() select 1`,
    `create user '${READER.user}'@'%' identified by '${READER.password}'`,
    `grant all on ${name}.* to '${READER.user}'@'%'`,
  ]);
  await onPostgres('postgres', [
    `create database ${name}`,
    `create role ${READER.user} login password '${READER.password}'`,
  ]);
  await onPostgres(name, ['create schema shop', 'create table shop.orders (id int primary key)']);
  app = await startTestApp();
  sqliteDir = join(app.dataDir, 'sample');
  mkdirSync(sqliteDir, { recursive: true });
});
afterAll(async () => {
  await app.close();
  await onMariadb([`drop database ${name}`, `drop user '${READER.user}'@'%'`]);
  await onPostgres('postgres', [`drop database ${name} with (force)`, `drop role ${READER.user}`]);
});

const place = {
  source_ip: mariadb.hostname,
  source_port: Number(mariadb.port),
  source_db_name: name,
  source_username: READER.user,
  source_db_password: READER.password,
  target_ip: postgres.hostname,
  target_port: Number(postgres.port),
  target_db_name: name,
  target_username: READER.user,
  target_db_password: READER.password,
};

/** The connection form of a project, passwords left to the server. */
const formOf = (projectId: number) => ({
  Project_Id: projectId,
  Source_Database: 3,
  Target_Database: 4,
  source_db_ip: place.source_ip,
  source_db_port: String(place.source_port),
  source_db_name: name,
  source_db_username: READER.user,
  source_db_password: '',
  target_db_ip: place.target_ip,
  target_db_port: place.target_port,
  target_db_name: name,
  target_db_username: READER.user,
});

const createLiveProject = async (over: Record<string, unknown> = {}): Promise<number> =>
  (await createProject(app.admin, { ...place, ...over })).Project_Id;

const report = (projectId: number, over: Record<string, unknown> = {}) =>
  app.admin.send(inventory.readInventory, {
    body: {
      ...formOf(projectId),
      reportType: 'source',
      object_type_source: 'tables',
      schema: name,
      ...over,
    },
  });

describe('a project between MariaDB and PostgreSQL', () => {
  // covers: 3.item.3, 7.call.14, 7.call.15
  it('lists the schemas of both sides with the stored passwords', async () => {
    const body = formOf(await createLiveProject());
    const source = await app.admin.call(inventory.sourceSchemas, { body });
    expect(source).toEqual([{ schema_name: name, name }]);
    const target = await app.admin.call(inventory.targetSchemas, { body });
    expect(target).toContainEqual({ schema_name: 'shop', name: 'shop' });
  });

  it('signs in without a password if the form or the stored connection says so', async () => {
    const username = `${READER.user}_open`;
    await onMariadb([
      `create user '${username}'@'%' identified by ''`,
      `grant select on ${name}.* to '${username}'@'%'`,
    ]);
    const account = { source_db_username: username, source_db_password: '' };
    const body = { ...formOf(await createLiveProject()), ...account };
    const refused = await app.admin.send(inventory.sourceSchemas, { body });
    expect(refused.status).toBe(422);
    const expected = [{ schema_name: name, name }];
    const open = { ...body, source_no_password: 1 as const };
    expect(await app.admin.call(inventory.sourceSchemas, { body: open })).toEqual(expected);

    const id = await createLiveProject({
      source_username: username,
      source_db_password: '',
      source_no_password: 1,
    });
    const stored = { ...formOf(id), source_db_username: username };
    expect(await app.admin.call(inventory.sourceSchemas, { body: stored })).toEqual(expected);
    await onMariadb([`drop user '${username}'@'%'`]);
  });

  it('returns the server version', async () => {
    const body = { ...formOf(await createLiveProject()), reportType: 'target' };
    const answer = await app.admin.call(inventory.testConnection, { body });
    expect(answer.server_version).toMatch(/^PostgreSQL \d+/);
    expect(answer.elapsed_ms).toBeGreaterThan(0);
  });

  // covers: 1.people.8, 3.form.2, 3.item.1, 3.item.2, 3.object.4, 7.call.16, 9.const.2, D8.3
  it('reports each type with items that can be imported as they are', async () => {
    const projectId = await createLiveProject();
    const tables = await report(projectId);
    expect(tables.status).toBe(200);
    expect(tables.body).toEqual(
      ['items', 'orders'].map((table_name) => ({
        table_name,
        schema: name,
        object_type_source: 'tables',
        object_type_source_id: 1,
        Project_Id: projectId,
        known: 0,
      })),
    );
    const functions = await report(projectId, { object_type_source: 'functions' });
    expect(functions.body).toMatchObject([
      { table_name: 'vat', routine_name: 'vat', object_type_source_id: 3 },
    ]);
    const target = await report(projectId, {
      reportType: 'target',
      schema: undefined,
      schemaTarget: 'shop',
    });
    expect(target.body).toMatchObject([{ table_name: 'orders', schema: 'shop' }]);
    await app.admin.call(inventory.importSource, { body: [...tables.body, ...functions.body] });
    await app.admin.call(inventory.importTarget, { body: target.body });
    expect(
      (await listObjects(app.admin, projectId, 'source')).map((row) => row.object_name),
    ).toEqual(['items', 'orders', 'vat']);
  });

  // covers: 4.connection.3
  it('takes the first schema where none is named', async () => {
    const answer = await report(await createLiveProject(), { schema: '' });
    expect(answer.body.map((item: { schema: string }) => item.schema)).toEqual([name, name]);
  });

  // covers: D5.2
  it('marks missing objects, and restores them with everything that people did', async () => {
    const projectId = await createLiveProject();
    await onMariadb([`create table ${name}.passing (id int)`]);
    const { body } = await report(projectId);
    await app.admin.call(inventory.importSource, { body });
    const passing = async () =>
      (await listObjects(app.admin, projectId, 'source')).find(
        (row) => row.object_name === 'passing',
      )!;
    await app.admin.call(objects.updateObject, {
      params: { id: (await passing()).source_objectid },
      body: { comments: 'kept' },
    });

    await onMariadb([`drop table ${name}.passing`]);
    await report(projectId);
    expect(await passing()).toMatchObject({
      comments: 'kept',
      missing_since: expect.stringMatching(/^2/),
    });
    const rows = await listObjects(app.admin, projectId, 'source');
    expect(rows.filter((row) => row.missing_since !== null)).toHaveLength(1);

    await onMariadb([`create table ${name}.passing (id int)`]);
    await report(projectId);
    expect((await passing()).missing_since).toBeNull();
    const history = await app.admin.call(objects.objectHistory, {
      params: { id: (await passing()).source_objectid },
    });
    expect(history.map((entry) => entry.action)).toEqual([
      'found',
      'missing',
      'edited',
      'imported',
    ]);
    await onMariadb([`drop table ${name}.passing`]);
  });

  it('calls nothing missing or gone where the account may not see everything', async () => {
    const projectId = await createLiveProject();
    await onMariadb([`create table ${name}.passing (id int)`]);
    await app.admin.call(inventory.importSource, { body: (await report(projectId)).body });
    const gone = async () => {
      const form = { ...formOf(projectId), reportType: 'source' as const };
      const { types } = await app.admin.call(inventory.summariseInventory, {
        body: { ...form, schema: name },
      });
      const events = await app.app.inject({
        method: 'POST',
        url: pathOf(inventory.readEverything),
        headers: { cookie: app.admin.cookie() },
        payload: form,
      });
      const parts = events.body
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => inventory.everythingEvent.parse(JSON.parse(line.slice(6))))
        .flatMap((event) => (event.kind === 'part' ? event.gone : []));
      const list = await report(projectId);
      const rows = await listObjects(app.admin, projectId, 'source');
      return {
        summary: types.flatMap((type) => type.gone),
        parts,
        missing: rows.flatMap((row) => (row.missing_since === null ? [] : [row.object_name])),
        isWarned: inventory.WARNINGS_HEADER in list.headers,
      };
    };
    try {
      await onMariadb([
        `revoke all on ${name}.* from '${READER.user}'@'%'`,
        `grant select on ${name}.orders to '${READER.user}'@'%'`,
      ]);
      expect(await gone()).toEqual({ summary: [], parts: [], missing: [], isWarned: true });
    } finally {
      await onMariadb([
        `grant all on ${name}.* to '${READER.user}'@'%'`,
        `drop table ${name}.passing`,
      ]);
    }
    const passing = ['passing'];
    expect(await gone()).toEqual({
      summary: passing,
      parts: passing,
      missing: passing,
      isWarned: false,
    });
  });

  it('marks nothing missing when the form is about another database', async () => {
    const projectId = await createLiveProject();
    await app.admin.call(inventory.importSource, { body: (await report(projectId)).body });
    const elsewhere = await report(projectId, {
      Source_Database: 4,
      source_db_ip: place.target_ip,
      source_db_port: place.target_port,
      source_db_password: READER.password,
      schema: 'shop',
    });
    expect(elsewhere.status).toBe(200);
    const rows = await listObjects(app.admin, projectId, 'source');
    expect(rows.every((row) => row.missing_since === null)).toBe(true);
  });
});

describe('what an account could do besides reading', () => {
  const username = `${READER.user}_owner`;
  const account = `'${username}'@'%'`;
  beforeAll(() =>
    onMariadb([
      `create user ${account} identified by '${READER.password}'`,
      `grant select, insert on ${name}.* to ${account}`,
    ]),
  );
  afterAll(() => onMariadb([`drop user ${account}`]));

  const createWriter = () => createLiveProject({ source_username: username });
  const test = (projectId: number, over: Record<string, unknown> = {}) =>
    app.admin.call(inventory.testConnection, {
      body: {
        ...formOf(projectId),
        source_db_username: username,
        reportType: 'source',
        ...over,
      },
    });
  const rightsOf = async (projectId: number, who = app.admin) =>
    (await who.call(projects.getProject, { params: { id: projectId } })).source_rights;
  const WRITES = {
    beyond: ['write'],
    statements: expect.arrayContaining([
      `GRANT SELECT, SHOW VIEW, EXECUTE ON \`${name.replaceAll('_', '\\_')}\`.* TO 'migration_reader'@'%';`,
    ]) as string[],
  };

  it('is told by a test, and stays on the project until the account is a better one', async () => {
    const projectId = await createWriter();
    expect(await rightsOf(projectId)).toBeNull();
    expect((await test(projectId)).rights).toEqual(WRITES);
    expect(await rightsOf(projectId)).toEqual(WRITES);

    // Another account in the form says nothing of the project's own.
    await test(projectId, {
      source_db_username: READER.user,
      source_db_password: READER.password,
    });
    expect(await rightsOf(projectId)).toEqual(WRITES);

    await onMariadb([`revoke insert on ${name}.* from ${account}`]);
    expect((await test(projectId)).rights?.beyond).toEqual([]);
    expect((await rightsOf(projectId))?.beyond).toEqual([]);
    await onMariadb([`grant insert on ${name}.* to ${account}`]);
  });

  it('is looked at again when everything is read', async () => {
    const projectId = await createWriter();
    const events = await app.admin.send(inventory.readEverything, {
      body: { ...formOf(projectId), source_db_username: username, reportType: 'source' },
    });
    expect(events.status).toBe(200);
    expect(await rightsOf(projectId)).toEqual(WRITES);
  });

  it('stays through other edits, and is not known of another account', async () => {
    const projectId = await createWriter();
    await test(projectId);
    const edit = (body: Record<string, unknown>) =>
      app.admin.call(projects.updateProject, { params: { id: projectId }, body });
    await edit({ Client_Name: 'Somebody else', source_db_password: READER.password });
    expect(await rightsOf(projectId)).toEqual(WRITES);
    await edit({ source_username: READER.user, source_db_password: READER.password });
    expect(await rightsOf(projectId)).toBeNull();
  });

  it('is for administrators only', async () => {
    const developer = await app.createUser(`${name}_developer`);
    const { Project_Id: projectId } = await createProject(app.admin, {
      ...place,
      source_username: username,
      developer: [developer.userId, app.admin.userId],
    });
    await test(projectId);
    expect(await rightsOf(projectId, developer)).toBeNull();
    expect(await rightsOf(projectId)).toEqual(WRITES);
  });
});

describe('a connection that was corrected in the form', () => {
  const WRONG = 'was changed meanwhile';
  const readStored = (projectId: number) =>
    app.admin.send(inventory.sourceSchemas, { body: formOf(projectId) });
  const save = async (projectId: number, over: Record<string, unknown> = {}, who = app.admin) =>
    who.send(inventory.saveConnection, {
      body: {
        ...formOf(projectId),
        source_db_password: READER.password,
        reportType: 'source',
        version: (await app.admin.call(projects.getProject, { params: { id: projectId } })).version,
        ...over,
      },
    });
  const historyOf = async (projectId: number) => {
    const entries = await app.store.db
      .selectFrom('history')
      .select('changes')
      .where('entity', '=', 'project')
      .where('entity_id', '=', projectId)
      .where('action', '=', 'edited')
      .execute();
    return entries.map(({ changes }) => JSON.parse(changes) as Record<string, unknown>);
  };

  it('is kept by the project once it has connected, with its rights; history says so without the password', async () => {
    const projectId = await createLiveProject({ source_db_password: WRONG });
    expect((await readStored(projectId)).status).toBe(502);
    const saved = await save(projectId);
    expect([saved.status, saved.body.version]).toEqual([200, 2]);
    expect(saved.body.source_rights.beyond).toEqual(['everything']);
    expect((await readStored(projectId)).status).toBe(200);
    const history = await historyOf(projectId);
    expect(history).toEqual([{ source_db_password: [PASSWORD_MASK, PASSWORD_MASK] }]);
    for (const shown of [history, saved.body])
      expect(JSON.stringify(shown)).not.toMatch(/reads only|meanwhile/);

    // What is there already changes nothing.
    expect((await save(projectId)).body.version).toBe(2);
    expect(await historyOf(projectId)).toHaveLength(1);
  });

  it('is not kept where it does not connect', async () => {
    const projectId = await createLiveProject();
    expect((await save(projectId, { source_db_password: 'wrong' })).status).toBe(502);
    const typed = await save(projectId, { source_db_port: 1, source_db_password: '' });
    expect([typed.status, typed.body.errors[0].field]).toEqual([422, 'source_db_password']);
    expect((await readStored(projectId)).status).toBe(200);
    expect(await historyOf(projectId)).toEqual([]);
  });

  it('is refused with the current row if somebody else has changed the project', async () => {
    const projectId = await createLiveProject({ source_db_password: WRONG });
    await app.admin.call(projects.updateProject, {
      params: { id: projectId },
      body: { Client_Name: 'Meanwhile' },
    });
    const stale = await save(projectId, { version: 1 });
    expect([stale.status, stale.body.current.Client_Name]).toEqual([409, 'Meanwhile']);
    expect((await readStored(projectId)).status).toBe(502);
  });

  it('stays of the same engine, and touches no other side', async () => {
    const projectId = await createLiveProject();
    const other = await save(projectId, {
      Source_Database: 4,
      source_db_ip: place.target_ip,
      source_db_port: place.target_port,
    });
    expect([other.status, other.body.errors]).toMatchObject([
      422,
      [{ field: 'Source_Database', message: expect.stringContaining('cannot be changed') }],
    ]);
    const { body } = await save(projectId, { source_db_ip: '127.0.0.1', target_db_ip: '10.0.0.1' });
    expect([body.source_ip, body.target_ip]).toEqual(['127.0.0.1', place.target_ip]);
  });
});

describe('a database that fails', () => {
  const failing = async (over: Record<string, unknown>) => {
    const answer = await report(await createLiveProject(), over);
    expect(JSON.stringify(answer.body)).not.toMatch(/select |reads only|at .*\.ts/i);
    return answer;
  };

  // covers: D14.3
  it('is a bad gateway with a sentence: wrong password, closed port, no such schema', async () => {
    const auth = await failing({ source_db_password: 'wrong' });
    expect([auth.status, auth.headers['content-type']]).toEqual([
      502,
      'application/problem+json; charset=utf-8',
    ]);
    const closed = await failing({ source_db_port: 1, source_db_password: 'x' });
    expect([closed.status, closed.body.detail]).toEqual([502, expect.stringContaining(':1')]);
    const schema = await failing({ schema: 'no_such_schema' });
    expect([schema.status, schema.body.detail]).toEqual([
      502,
      expect.stringContaining('no_such_schema'),
    ]);
  });

  it('is the address of something that answers, but is no database', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const answer = await failing({ source_db_port: port, source_db_password: 'x' });
    expect(answer.status).toBe(502);
    server.close();
  });

  // covers: D14.3
  it('returns a gateway timeout if the server accepts the connection but does not respond', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const answer = await failing({ source_db_port: port, source_db_password: 'x' });
    expect([answer.status, answer.body.type]).toEqual([504, '/problems/database-timeout']);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  // covers: D29.4
  it('is outside of what the operator allows', async () => {
    for (const source_db_ip of ['169.254.169.254', '8.8.8.8']) {
      const answer = await failing({ source_db_ip, source_db_password: 'x' });
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        expect.stringContaining('not allowed'),
      ]);
    }
  });

  // covers: D29.5
  it('is a form without what the engine needs', async () => {
    const answer = await app.admin.send(inventory.sourceSchemas, { body: { Source_Database: 3 } });
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([
      'source_db_ip',
      'source_db_port',
      'source_db_name',
      'source_db_username',
      'source_db_password',
    ]);
  });
});

describe('a SQLite file', () => {
  const form = { Source_Database: 5, reportType: 'source', object_type_source: 'views' };

  // covers: D27.1
  it('is read below the allowed folder only', async () => {
    const database = new Database(join(sqliteDir, 'shop.sqlite'));
    database.exec('create table a (id); create view v as select * from a;');
    database.close();
    const inside = await app.admin.send(inventory.readInventory, {
      body: { ...form, source_db_name: 'shop.sqlite' },
    });
    expect(inside.body).toMatchObject([
      { table_name: 'v', schema: 'main', object_type_source_id: 2 },
    ]);
    for (const source_db_name of ['../store.sqlite', '/etc/passwd', '../secret.key']) {
      const outside = await app.admin.send(inventory.readInventory, {
        body: { ...form, source_db_name },
      });
      expect(outside.status).toBe(422);
    }
  });
});

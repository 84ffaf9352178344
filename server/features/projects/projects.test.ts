import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as assignments from '../../../contract/assignments.ts';
import * as inventory from '../../../contract/inventory.ts';
import * as objects from '../../../contract/objects.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import * as projects from '../../../contract/projects.ts';
import * as users from '../../../contract/users.ts';
import {
  createProject,
  importTables,
  joinProject,
  projectForm,
} from '../../../tests/support/fixtures.ts';
import { whileRowIsHeld } from '../../../tests/support/held-row.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asOf } from '../../platform/clock.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((error) => error.field);

describe('create', () => {
  // covers: 1.people.1, 3.project.1, 7.call.7, D17.1
  it('answers the row with masked passwords, and seals them in the store', async () => {
    const row = await createProject(app.admin, { Source_Database: '3', source_port: '3306' });
    expect(row).toMatchObject({
      Project_Name: 'Warehouse',
      Source_Database: 3,
      Source_Database_Name: 'MySQL / MariaDB',
      source_port: 3306,
      source_db_password: '********',
      target_db_password: '********',
      source_tls: 'off',
      overdue: 0,
      developer: [],
    });
    const stored = JSON.stringify(
      await app.store.db.selectFrom('project_connection').selectAll().execute(),
    );
    expect(stored).toContain('v1.');
    expect(stored).not.toMatch(/source secret|target secret/);
  });

  // covers: 3.project.2, 4.project.3, 5.project.4, 9.const.4
  it('defaults the migration type to partial', async () => {
    const row = await createProject(app.admin, { Migration_Type: undefined });
    expect(row.Migration_Type).toBe('partial');
  });

  // covers: 3.project.5, 5.project.1
  it('requires every field that the engine has, by name', async () => {
    const answer = await app.admin.send(projects.createProject, {
      body: {
        ...projectForm,
        source_ip: '',
        source_db_password: '',
        target_port: null,
        target_username: undefined,
      },
    });
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toEqual([
      'source_ip',
      'source_db_password',
      'target_port',
      'target_username',
    ]);
    expect(answer.body.sqlMessage).toBe(answer.body.detail);
  });

  // covers: D7.1
  it('requires only the file of SQLite', async () => {
    const row = await createProject(app.admin, {
      Source_Database: 5,
      source_db_name: 'shop.sqlite',
      source_ip: '',
      source_port: '',
      source_username: '',
      source_db_password: '',
    });
    expect(row).toMatchObject({ source_ip: null, source_port: null, source_db_password: '' });
  });

  // covers: 3.project.3, 3.project.4, 4.project.1, 5.project.2, 5.project.3
  it.each([
    [{ Planned_Start_Date: '2026-02-30' }, 'Planned_Start_Date'],
    [{ Planned_End_Date: '2025-12-31' }, 'Planned_End_Date'],
    [{ Actual_End_Date: '2026-01-01' }, 'Actual_End_Date'],
    [{ source_port: 0 }, 'source_port'],
    [{ target_port: 65_536 }, 'target_port'],
    [{ target_port: 'http' }, 'target_port'],
    [{ Project_Status: 'done' }, 'Project_Status'],
    [{ Source_Database: 7 }, 'Source_Database'],
    [{ Project_Name: 'nul \0' }, 'Project_Name'],
    [{ Client_Name: '' }, 'Client_Name'],
    [{ developer: ['nobody at all'] }, 'developer'],
  ])('refuses %j', async (over, field) => {
    const answer = await app.admin.send(projects.createProject, {
      body: { ...projectForm, ...over },
    });
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toContain(field);
  });

  it('assigns people named by id or by name', async () => {
    const dev = await app.createUser('dev-by-id');
    const tester = await app.createUser('tester-by-name');
    const row = await createProject(app.admin, {
      developer: [dev.userId],
      tester: ['Tester-By-Name'],
    });
    expect(row).toMatchObject({
      developer: [dev.userId],
      developer_names: ['dev-by-id'],
      tester: [tester.userId],
    });
  });
});

describe('the authority of a connection', () => {
  it.each(['verify-full', 'verify-ca'])('is required by %s', async (source_tls) => {
    for (const source_tls_ca of [undefined, null, ' ']) {
      const answer = await app.admin.send(projects.createProject, {
        body: { ...projectForm, source_tls, source_tls_ca },
      });
      expect([answer.status, fieldsOf(answer.body)]).toEqual([422, ['source_tls_ca']]);
    }
    const row = await createProject(app.admin, { source_tls, source_tls_ca: 'PEM' });
    expect(row).toMatchObject({ source_tls, source_tls_ca: 'PEM' });
  });

  it.each(['off', 'accept-self-signed'])('is not kept where %s never asks it', async (mode) => {
    const given = { source_tls: 'verify-full', source_tls_ca: 'PEM' };
    const row = await createProject(app.admin, { ...given, source_tls: mode });
    expect(row.source_tls_ca).toBeNull();
    const checked = await createProject(app.admin, given);
    const saved = await app.admin.call(projects.updateProject, {
      params: { id: checked.Project_Id },
      body: { source_tls: mode, source_db_password: 'typed again' },
    });
    expect(saved.source_tls_ca).toBeNull();
  });
});

it('what a server said of itself is kept only while the project still means that account', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const place = {
    engine: 3,
    host: '127.0.0.1',
    port: 3306,
    database_name: 'shop',
    username: 'reader',
    tls: 'off',
    tls_ca: null,
  } as const;
  const keep = async (asked: object) => {
    const info = { version: '11.4.2', rights: null, isRead: true };
    await app.context.projects.keepFound(id, 'source', { ...place, ...asked }, info);
    return app.store.db
      .selectFrom('project_connection')
      .select(['server_version', 'read_at'])
      .where('project_id', '=', id)
      .where('side', '=', 'source')
      .executeTakeFirstOrThrow();
  };
  const nothing = { server_version: null, read_at: null };
  for (const other of [{ host: '127.0.0.2' }, { database_name: 'x' }, { username: 'x' }])
    expect(await keep(other), JSON.stringify(other)).toEqual(nothing);
  expect(await keep({})).toEqual({ server_version: '11.4.2', read_at: expect.any(String) });
});

describe('people of a form', () => {
  it('are those with the ids, whatever others are called; digits are a name where nobody has that id', async () => {
    const wanted = await app.createUser('wanted-dev');
    await app.createUser('77777');
    const namesakes = await app.store.db
      .updateTable('app_user')
      .set({ username: String(wanted.userId), username_key: String(wanted.userId) })
      .where('username', '=', 'admin')
      .returning('id')
      .execute();
    expect(namesakes[0]!.id).toBeLessThan(wanted.userId);
    const developersOf = async (developer: unknown[]) =>
      (await createProject(app.admin, { developer })).developer_names;
    try {
      expect(await developersOf([wanted.userId])).toEqual(['wanted-dev']);
      expect(await developersOf([String(wanted.userId)])).toEqual(['wanted-dev']);
      expect(await developersOf(['77777'])).toEqual(['77777']);
    } finally {
      await app.store.db
        .updateTable('app_user')
        .set({ username: 'admin', username_key: 'admin' })
        .where('id', '=', namesakes[0]!.id)
        .execute();
    }
  });

  it('an id of somebody who is inactive names nobody else', async () => {
    const gone = await app.createUser('gone-dev');
    await app.admin.call(users.updateUser, { body: { user_id: gone.userId, is_active: 0 } });
    await app.createUser(String(gone.userId));
    const answer = await app.admin.send(projects.createProject, {
      body: { ...projectForm, developer: [gone.userId] },
    });
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'developer']);
  });

  it.each([
    ['', []],
    [' dev-by-id , Tester-By-Name', ['dev-by-id', 'tester-by-name']],
  ])('may be text: %j', async (developer, names) => {
    const row = await createProject(app.admin, { developer });
    expect(row.developer_names).toEqual(names);
  });

  it('are named when they are no list', async () => {
    const answer = await app.admin.send(projects.createProject, {
      body: { ...projectForm, tester: { id: 1 } },
    });
    expect(answer.body.errors).toMatchObject([
      { field: 'tester', message: 'must be a list of users' },
    ]);
  });
});

describe('lists', () => {
  // covers: 1.people.6, 3.project.6, 6.admin.2, 6.other.2, 7.call.4, 7.call.5, D4.2
  it('of an administrator hold all, those of a member one row per role', async () => {
    const both = await app.createUser('both');
    const project = await createProject(app.admin, { Project_Name: 'Two roles' });
    await joinProject(app.admin, project.Project_Id, both.userId, 'developer');
    await joinProject(app.admin, project.Project_Id, both.userId, 'tester');
    const own = await both.call(projects.listMyProjects, { params: { id: both.userId } });
    expect(own.map((row) => [row.Project_Name, row.role])).toEqual([
      ['Two roles', 'developer'],
      ['Two roles', 'tester'],
    ]);
    const all = await app.admin.call(projects.listProjects);
    expect(all.filter((row) => row.Project_Name === 'Two roles')).toHaveLength(1);
  });

  it("count the reader's waiting objects in each role", async () => {
    const both = await app.createUser('waited for');
    const { Project_Id } = await createProject(app.admin, { Project_Name: 'Waiting' });
    for (const role of ['developer', 'tester'] as const)
      await joinProject(app.admin, Project_Id, both.userId, role);
    const source = await importTables(app.admin, Project_Id, 'source', ['a', 'b', 'c']);
    const target = await importTables(app.admin, Project_Id, 'target', ['a']);
    const given = (rows: ObjectRow[], role: 'developer' | 'tester') =>
      rows.map(({ source_objectid, target_objectid }) => ({
        ...(source_objectid ? { source_objectid } : { target_objectid }),
        [role]: both.userId,
      }));
    const { assignDevelopers, assignSourceTesters, assignTargetTesters } = objects;
    await app.admin.call(assignDevelopers, { body: given(source, 'developer') });
    await app.admin.call(assignSourceTesters, { body: given(source, 'tester') });
    await app.admin.call(assignTargetTesters, { body: given(target, 'tester') });
    const open = async () => {
      const rows = await both.call(projects.listMyProjects, { params: { id: both.userId } });
      return rows.map((row) => [row.role, row.open, row.open_side]);
    };
    expect(await open()).toEqual([
      ['developer', 3, 'source'],
      ['tester', 1, 'target'],
    ]);
    const params = { id: source[0]!.source_objectid! };
    await both.call(objects.updateObject, { params, body: { status: 'migrated' } });
    expect(await open()).toEqual([
      ['developer', 2, 'source'],
      ['tester', 2, 'source'],
    ]);
    const [row] = await app.admin.call(projects.listProjects, {
      query: { 'filter[Project_Name]': 'Waiting' },
    });
    expect(row?.open).toBe(0);
  });

  // covers: D11.2
  it('page, sort by name and count', async () => {
    const { status, body, headers } = await app.admin.send(projects.listProjects, {
      query: { sort: '-name', limit: '1', 'filter[Client_Name]': 'acme' },
    });
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(Number(headers['x-total-count'])).toBeGreaterThan(1);
    const wrong = await app.admin.send(projects.listProjects, { query: { sort: 'password' } });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'sort']);
  });

  // covers: D4.4
  it('leave archived projects out until they are asked for', async () => {
    const project = await createProject(app.admin, { Project_Name: 'Old' });
    const params = { id: project.Project_Id };
    await app.admin.call(projects.archiveProject, { params, body: { archived: 1 } });
    const ids = async (query: object) =>
      (await app.admin.call(projects.listProjects, { query })).map((row) => row.Project_Id);
    expect(await ids({})).not.toContain(project.Project_Id);
    expect(await ids({ archived: '1' })).toContain(project.Project_Id);
    await app.admin.call(projects.archiveProject, { params, body: { archived: 0 } });
    expect(await ids({})).toContain(project.Project_Id);
  });

  // covers: D3.2
  it('mark what is overdue', async () => {
    const late = await createProject(app.admin, { Planned_End_Date: '2026-01-31' });
    expect(late.overdue).toBe(1);
    const { Project_Id: id } = late;
    const overdueAt = async (moment: string) => {
      const read = () => app.admin.call(projects.getProject, { params: { id } });
      return (await asOf(Date.parse(moment), read)).overdue;
    };
    // A day counts until it has ended everywhere.
    expect(await overdueAt('2026-02-01T11:00:00Z')).toBe(0);
    expect(await overdueAt('2026-02-01T13:00:00Z')).toBe(1);
    const done = await app.admin.call(projects.updateProject, {
      params: { id: late.Project_Id },
      body: { Project_Status: 'completed' },
    });
    expect(done.overdue).toBe(0);
  });
});

describe('update', () => {
  // covers: 2.home.2, 7.call.6
  it('saves a row that is sent back whole, read-only fields ignored', async () => {
    const row = await createProject(app.admin);
    const saved = await app.admin.call(projects.updateProject, {
      params: { id: row.Project_Id },
      body: { ...row, Project_Name: 'Renamed', Source_Database: 5, Actual_End_Date: null },
    });
    expect(saved).toMatchObject({
      Project_Name: 'Renamed',
      Source_Database: 3,
      Actual_End_Date: null,
      version: row.version + 1,
      source_db_password: '********',
    });
  });

  // covers: D12.1
  it('leaves version and history alone where nothing changes; people count as a change', async () => {
    const developer = await app.createUser('steady-dev');
    const row = await createProject(app.admin, { developer: [developer.userId] });
    const params = { id: row.Project_Id };
    const countEntries = async () =>
      (
        await app.store.db
          .selectFrom('history')
          .select('id')
          .where('project_id', '=', row.Project_Id)
          .execute()
      ).length;
    const before = await countEntries();
    const same = await app.admin.call(projects.updateProject, { params, body: row });
    expect(same).toEqual(row);
    expect(await countEntries()).toBe(before);
    const alone = await app.admin.call(projects.updateProject, {
      params,
      body: { ...row, developer: [] },
    });
    expect(alone).toMatchObject({ developer: [], version: row.version + 1 });
    // The assignment that was taken back, and no empty edit.
    expect(await countEntries()).toBe(before + 1);
  });

  // covers: D12.1
  it('refuses a stale version with the row as it is now, and saves without one', async () => {
    const row = await createProject(app.admin);
    const params = { id: row.Project_Id };
    await app.admin.call(projects.updateProject, {
      params,
      body: { ...row, Client_Name: 'First' },
    });
    const stale = await app.admin.send(projects.updateProject, {
      params,
      body: { ...row, Client_Name: 'Second' },
    });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ Client_Name: 'First', version: row.version + 1 });
    const saved = await app.admin.call(projects.updateProject, {
      params,
      body: { Client_Name: 'Third' },
    });
    expect(saved.Client_Name).toBe('Third');
  });

  it('refuses a version from before people were assigned or taken off, and keeps them', async () => {
    const [came, went] = [await app.createUser('came-dev'), await app.createUser('went-dev')];
    const row = await createProject(app.admin, { developer: [went.userId] });
    const params = { id: row.Project_Id };
    const send = (body: object) => app.admin.send(projects.updateProject, { params, body });
    await joinProject(app.admin, row.Project_Id, came.userId, 'developer');
    const stale = await send({ ...row, Client_Name: 'Stale' });
    expect([stale.status, stale.body.detail]).toEqual([
      409,
      'Somebody else has changed this project since you opened it.',
    ]);
    expect(stale.body.current).toMatchObject({
      Client_Name: 'Acme',
      developer: [came.userId, went.userId],
    });
    await app.admin.call(assignments.removeAssignment, {
      params: { ...params, user_id: went.userId, role: 'developer' },
    });
    expect((await send({ Client_Name: 'Stale', version: stale.body.current.version })).status).toBe(
      409,
    );
    const saved = await send({ Client_Name: 'New' });
    expect(saved.body).toMatchObject({ Client_Name: 'New', developer: [came.userId] });
  });

  it('that comes while a project is archived does not keep it open', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    const params = { id };
    const archiving = await whileRowIsHeld(app.store, 'project', id, () =>
      app.admin.call(projects.archiveProject, { params, body: { archived: 1 } }),
    );
    expect(archiving.archived).toBe(1);
    const history = app.store.db
      .selectFrom('history')
      .select('action')
      .where('project_id', '=', id)
      .where('action', '=', 'archived');
    expect(await history.execute()).toHaveLength(1);
  });

  // covers: D4.1
  it('adds and removes people, even if one of them became inactive', async () => {
    const leaving = await app.createUser('leaving-dev');
    const coming = await app.createUser('coming-dev');
    const row = await createProject(app.admin, { developer: [leaving.userId] });
    await app.store.db
      .updateTable('app_user')
      .set({ is_active: 0 })
      .where('id', '=', leaving.userId)
      .execute();
    const params = { id: row.Project_Id };
    const kept = await app.admin.call(projects.updateProject, {
      params,
      body: { ...row, Client_Name: 'Kept' },
    });
    expect(kept.developer).toEqual([leaving.userId]);
    const changed = await app.admin.call(projects.updateProject, {
      params,
      body: { ...kept, developer: [coming.userId] },
    });
    expect(changed.developer_names).toEqual(['coming-dev']);
  });

  it('writes history of fields and connections, never of secrets', async () => {
    const row = await createProject(app.admin);
    await app.admin.call(projects.updateProject, {
      params: { id: row.Project_Id },
      body: { Client_Name: 'New', source_db_password: 'a changed secret' },
    });
    const entry = await app.store.db
      .selectFrom('history')
      .selectAll()
      .where('entity', '=', 'project')
      .where('entity_id', '=', row.Project_Id)
      .where('action', '=', 'edited')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.changes)).toEqual({
      client_name: ['Acme', 'New'],
      source_db_password: ['********', '********'],
    });
  });
});

describe('a stored password', () => {
  const changes = [
    { source_ip: '127.0.0.2' },
    { source_port: 3307 },
    { source_db_name: 'other' },
    { source_username: 'mallory' },
    { source_tls: 'accept-self-signed' },
    { source_tls_ca: 'of another authority' },
  ];
  const CHECKED = { source_tls: 'verify-full', source_tls_ca: 'of one authority' };
  /** A project whose connection has what is changed. */
  const createFor = (change: object) =>
    createProject(app.admin, 'source_tls_ca' in change ? CHECKED : {});

  // covers: D17.3
  it.each(changes)('must be typed again when the place changes: %j', async (change) => {
    const row = await createFor(change);
    const params = { id: row.Project_Id };
    for (const source_db_password of ['********', '', undefined]) {
      const answer = await app.admin.send(projects.updateProject, {
        params,
        body: { ...row, ...change, source_db_password },
      });
      expect(answer.status).toBe(422);
      expect(fieldsOf(answer.body)).toEqual(['source_db_password']);
    }
    const typed = await app.admin.send(projects.updateProject, {
      params,
      body: { ...row, ...change, source_db_password: 'entered again' },
    });
    expect(typed.status).toBe(200);
  });

  // covers: D17.3
  it.each([...changes, { engine: 4 }])(
    'is not used by the connection form for another place: %j',
    async (change) => {
      const row = await createFor(change);
      const moved = { ...row, ...change };
      const answer = await app.admin.send(inventory.sourceSchemas, {
        body: {
          Project_Id: row.Project_Id,
          Source_Database: 'engine' in change ? change.engine : row.Source_Database,
          source_db_ip: moved.source_ip,
          source_db_port: moved.source_port,
          source_db_name: moved.source_db_name,
          source_db_username: moved.source_username,
          source_db_password: '********',
          source_tls: moved.source_tls,
          source_tls_ca: moved.source_tls_ca,
        },
      });
      expect(answer.status).toBe(422);
      expect(fieldsOf(answer.body)).toEqual(['source_db_password']);
    },
  );

  // covers: D17.4
  it("of one side opens nothing on the other, nor in another project's place", async () => {
    const row = await createProject(app.admin);
    const other = await createProject(app.admin);
    const stored = await app.store.db
      .selectFrom('project_connection')
      .select('password_sealed')
      .where('project_id', '=', row.Project_Id)
      .where('side', '=', 'source')
      .executeTakeFirstOrThrow();
    await app.store.db
      .updateTable('project_connection')
      .set(stored)
      .where('project_id', '=', other.Project_Id)
      .execute();
    const answer = await app.admin.send(inventory.sourceSchemas, {
      body: {
        Project_Id: other.Project_Id,
        Source_Database: 3,
        source_db_ip: '127.0.0.1',
        source_db_port: 3306,
        source_db_name: 'shop',
        source_db_username: 'reader',
      },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].message).toMatch(/cannot be decrypted/);
    expect(JSON.stringify(answer.body)).not.toContain('source secret');
  });
});

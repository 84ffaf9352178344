import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as projects from '../../../contract/projects.ts';
import * as contract from '../../../contract/search.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let member: Client;
let mine: number;
let hidden: number;
beforeAll(async () => {
  app = await startTestApp();
  member = await app.createUser('Harbour Master');
  mine = (await createProject(app.admin, { Project_Name: 'Harbour', Client_Name: 'Port' }))
    .Project_Id;
  hidden = (await createProject(app.admin, { Project_Name: 'Harbour two', Client_Name: 'Quay' }))
    .Project_Id;
  await joinProject(app.admin, mine, member.userId, 'tester');
  await importTables(app.admin, mine, 'source', ['harbour_dues', 'Ärger', 'a%b', 'a_b', 'axb']);
  await importTables(app.admin, hidden, 'target', ['harbour_fees', 'back\\slash']);
});
afterAll(() => app.close());

const search = (client: Client, q: string) => client.call(contract.search, { query: { q } });
const names = async (client: Client, q: string) => {
  const { projects: found, objects, users } = await search(client, q);
  return {
    projects: found.map((project) => project.Project_Name),
    objects: objects.map((object) => object.object_name).toSorted(),
    users: users.map((user) => user.username),
  };
};

describe('search', () => {
  // covers: 2.header.1
  it('finds projects, objects and users for an administrator, in any case, with their place', async () => {
    expect(await names(app.admin, ' HARBOUR ')).toEqual({
      projects: ['Harbour', 'Harbour two'],
      objects: ['harbour_dues', 'harbour_fees'],
      users: ['Harbour Master'],
    });
    const { objects } = await search(app.admin, 'fees');
    expect(objects).toEqual([
      {
        id: expect.any(Number),
        side: 'target',
        schema_name: 'shop',
        object_name: 'harbour_fees',
        object_type: 'tables',
        Project_Id: hidden,
        Project_Name: 'Harbour two',
      },
    ]);
  });

  it('finds names in capitals, however they are typed', async () => {
    const { Project_Id } = await createProject(app.admin, {
      Project_Name: 'LIGHTHOUSE',
      Client_Name: 'COAST',
    });
    await importTables(app.admin, Project_Id, 'source', ['LIGHTHOUSE_KEEPERS']);
    for (const typed of ['lighthouse', 'LIGHTHOUSE', 'LightHouse'])
      expect(await names(app.admin, typed)).toEqual({
        projects: ['LIGHTHOUSE'],
        objects: ['LIGHTHOUSE_KEEPERS'],
        users: [],
      });
  });

  // covers: D24.2
  it('shows other users only their own projects, and no users', async () => {
    expect(await names(member, 'harbour')).toEqual({
      projects: ['Harbour'],
      objects: ['harbour_dues'],
      users: [],
    });
    const stranger = await app.createUser('stranger');
    expect(await names(stranger, 'harbour')).toEqual({ projects: [], objects: [], users: [] });
  });

  it('finds a project by its client, and an object by its schema', async () => {
    expect((await names(app.admin, 'quay')).projects).toEqual(['Harbour two']);
    expect((await names(member, 'shop')).objects).toHaveLength(5);
  });

  it('shows the nearest names first, eight at most', async () => {
    const { Project_Id } = await createProject(app.admin, { Project_Name: 'Books' });
    const far = Array.from({ length: 10 }, (_, index) => `old_ledger_${index}`);
    await importTables(app.admin, Project_Id, 'source', [
      ...far,
      'ledger_lines',
      'Ledger',
      'a_ledger',
    ]);
    const { objects } = await search(app.admin, 'ledger');
    expect(objects.map((object) => object.object_name)).toEqual([
      'Ledger',
      'ledger_lines',
      'a_ledger',
      ...far.slice(0, 5),
    ]);
  });

  it('takes wildcards for what they are', async () => {
    expect((await names(app.admin, 'a%b')).objects).toEqual(['a%b']);
    expect((await names(app.admin, 'a_b')).objects).toEqual(['a_b']);
    expect((await names(app.admin, '%')).objects).toEqual(['a%b']);
    expect((await names(app.admin, 'k\\s')).objects).toEqual(['back\\slash']);
    expect((await names(app.admin, "a' or 1=1 --")).objects).toEqual([]);
  });

  it('finds other letters as they are written', async () => {
    await createProject(app.admin, { Project_Name: 'Ölmühle' });
    expect((await names(app.admin, 'Ölmüh')).projects).toEqual(['Ölmühle']);
    expect((await names(app.admin, 'Ärger')).objects).toEqual(['Ärger']);
  });

  it('gives at most eight of each', async () => {
    const many = (await createProject(app.admin, { Project_Name: 'Lighthouse' })).Project_Id;
    const lamps = Array.from({ length: 12 }, (_, index) => `lamp_${index}`);
    await importTables(app.admin, many, 'source', lamps);
    expect((await names(app.admin, 'lamp')).objects).toHaveLength(8);
    const { db } = app.store;
    const { id: _id, ...somebody } = await db
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', member.userId)
      .executeTakeFirstOrThrow();
    const keepers = Array.from({ length: 9 }, (_, index) => `beacon_${index}`);
    await db
      .insertInto('app_user')
      .values(
        keepers.map((name) => ({
          ...somebody,
          username: name,
          username_key: name,
          username_look: name,
        })),
      )
      .execute();
    for (const Project_Name of keepers) await createProject(app.admin, { Project_Name });
    const found = await names(app.admin, 'beacon');
    expect(found).toEqual({
      projects: keepers.slice(0, 8),
      objects: [],
      users: keepers.slice(0, 8),
    });
  });

  it('leaves archived projects and their objects out', async () => {
    const gone = (await createProject(app.admin, { Project_Name: 'Sunken' })).Project_Id;
    await joinProject(app.admin, gone, member.userId, 'developer');
    await importTables(app.admin, gone, 'source', ['sunken_ship']);
    expect(await names(member, 'sunken')).toMatchObject({ objects: ['sunken_ship'] });
    await app.admin.call(projects.archiveProject, { params: { id: gone }, body: { archived: 1 } });
    for (const client of [app.admin, member]) {
      expect(await names(client, 'sunken')).toEqual({ projects: [], objects: [], users: [] });
    }
  });

  it('needs something to look for', async () => {
    for (const query of [{}, { q: '' }, { q: '   ' }, { q: 'x'.repeat(201) }]) {
      expect((await app.admin.send(contract.search, { query })).status).toBe(422);
    }
  });
});

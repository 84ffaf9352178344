import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenToEvents, type LiveEvent } from '../../../contract/events.ts';
import { addClient } from '../../../contract/clients.ts';
import * as auth from '../../../contract/auth.ts';
import { addAttachment } from '../../../contract/proof/evidence.ts';
import * as pairs from '../../../contract/proof/pairs.ts';
import { startRun } from '../../../contract/proof/runs.ts';
import { updateObject } from '../../../contract/objects.ts';
import * as users from '../../../contract/users.ts';
import {
  createProject,
  importTables,
  inventoryItem,
  joinProject,
} from '../../../tests/support/fixtures.ts';
import * as inventory from '../../../contract/inventory.ts';
import {
  BULK_TABLES,
  type ProofWorld,
  createProofWorld,
} from '../../../tests/support/proof-world.ts';
import {
  type Client,
  PASSWORD,
  type TestApp,
  startTestApp,
} from '../../../tests/support/test-app.ts';

let world: ProofWorld;
let app: TestApp;
let admin: Client;
let tester: Client;
let stranger: Client;
beforeAll(async () => {
  world = await createProofWorld();
  app = await startTestApp({ env: { SQLITE_DIR: world.folder } });
  ({ admin } = app);
  tester = await app.createUser('tess');
  stranger = await app.createUser('stan');
});
afterAll(async () => {
  await app.close();
  await world.remove();
});

/** Everything that somebody is told, from when this is back. */
async function listen(client: Client) {
  const response = await app.app.inject({
    method: 'GET',
    url: listenToEvents.path,
    headers: { cookie: client.cookie() },
    payloadAsStream: true,
  });
  const stream = response.stream();
  const heard: LiveEvent[] = [];
  let text = '';
  stream.on('data', (piece: Buffer) => {
    const parts = (text + piece.toString()).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts)
      if (part.startsWith('data: '))
        heard.push(listenToEvents.response.parse(JSON.parse(part.slice(6))));
  });
  return {
    heard,
    async hears(event: LiveEvent): Promise<void> {
      await expect.poll(() => heard).toContainEqual(event);
    },
    /** Resolves when the server ends it. */
    ended: new Promise<void>((resolve) => stream.on('end', resolve)),
    stop: () => stream.destroy(),
  };
}

/** What happens to somebody's session, and how. */
const ENDINGS: Record<string, (client: Client) => Promise<unknown>> = {
  'a logout': (client) => client.call(auth.logout),
  deactivation: ({ userId }) =>
    admin.call(users.updateUser, { body: { user_id: userId, is_active: 0 } }),
  'a password from an administrator': ({ userId }) =>
    admin.call(users.updateUser, { body: { user_id: userId, password: 'quite another one' } }),
  'a password of their own': (client) =>
    client.call(auth.changePassword, {
      body: { current_password: PASSWORD, new_password: 'quite another one' },
    }),
  'a role that an administrator gives': ({ userId }) =>
    admin.call(users.setAdministrator, { params: { id: userId }, body: { is_admin: 1 } }),
  'its time': ({ userId }) => setSession(userId, { expires_at: '2020-01-01T00:00:00.000Z' }),
  silence: ({ userId }) => setSession(userId, { last_seen_at: '2020-01-01T00:00:00.000Z' }),
  'another process': ({ userId }) =>
    app.store.db.deleteFrom('session').where('user_id', '=', userId).execute(),
};

const setSession = (userId: number, set: { expires_at?: string; last_seen_at?: string }) =>
  app.store.db.updateTable('session').set(set).where('user_id', '=', userId).execute();

// covers: D24.3
it('ends with its session, whoever ended that and why, and the others go on', async () => {
  const staying = await listen(tester);
  let goesOn = true;
  void staying.ended.then(() => (goesOn = false));
  const ending = Object.entries(ENDINGS).map(async ([reason, end], index) => {
    const client = await app.createUser(`leaving-${index}`);
    const listener = await listen(client);
    await end(client);
    await listener.ended;
    return reason;
  });
  expect(await Promise.all(ending)).toEqual(Object.keys(ENDINGS));
  expect(goesOn).toBe(true);
  staying.stop();
});

it('inform members of confirmed, split and undone pairs, and of new evidence', async () => {
  const { Project_Id: id } = await createProject(admin);
  await joinProject(admin, id, tester.userId, 'tester');
  await importTables(admin, id, 'source', ['orders', 'items']);
  await importTables(admin, id, 'target', ['orders', 'items']);
  const [member, other] = [await listen(tester), await listen(stranger)];
  const ofProject = { params: { id } };
  await admin.call(pairs.matchObjects, ofProject);
  await member.hears({ kind: 'project', project_id: id });

  const [pair] = await admin.call(pairs.listPairs, ofProject);
  const told: LiveEvent = { kind: 'pairs', project_id: id, ids: [pair!.id] };
  const expectTold = async (act: () => Promise<unknown>) => {
    member.heard.length = 0;
    await act();
    await member.hears(told);
  };
  const ids = [pair!.id];
  let undo = '';
  await expectTold(async () => {
    ({ undo } = await admin.call(pairs.confirmPairs, { ...ofProject, body: { ids } }));
  });
  await expectTold(() => admin.call(pairs.undoPairs, { ...ofProject, body: { undo } }));
  const file = { name: 'note.txt', type: 'text/plain', content: 'bm90ZQ==' };
  await expectTold(() => admin.call(addAttachment, { params: { id, pair: pair!.id }, body: file }));
  await expectTold(() => admin.call(pairs.splitPairs, { ...ofProject, body: { ids } }));
  expect(other.heard).toEqual([]);
  member.stop();
  other.stop();
});

it('inform clients of changes, without details of objects and people', async () => {
  const { Project_Id: id } = await createProject(admin);
  const params = { id };
  const client = await app.createUser('carla');
  await admin.call(addClient, { params, body: { user_id: client.userId } });
  const [member, own] = [await listen(admin), await listen(client)];
  const [table] = await importTables(admin, id, 'source', ['orders']);
  await importTables(admin, id, 'target', ['orders']);
  await admin.call(pairs.matchObjects, { params });
  await own.hears({ kind: 'project', project_id: id });
  const [pair] = await admin.call(pairs.listPairs, { params });
  own.heard.length = 0;
  await admin.call(pairs.confirmPairs, { params, body: { ids: [pair!.id] } });
  await own.hears({ kind: 'pairs', project_id: id, ids: [] });
  const objectId = table!.source_objectid!;
  await admin.call(updateObject, { params: { id: objectId }, body: { comments: 'look' } });
  await own.hears({ kind: 'project', project_id: id });
  await admin.call(startRun, { params, body: { kind: 'structure' } });
  await expect.poll(() => member.heard.some(({ kind }) => kind === 'run')).toBe(true);
  const known = ['{"kind":"pairs","project_id":', '{"kind":"project","project_id":'];
  for (const event of own.heard) {
    const text = JSON.stringify(event);
    expect(known.some((start) => text.startsWith(`${start}${id}`))).toBe(true);
    expect(event).not.toMatchObject({ ids: [expect.anything()] });
  }
  member.stop();
  own.stop();
});

// covers: D24.3
it('inform members of the progress and end of runs, at most twice a second', async () => {
  const { Project_Id: id } = await createProject(admin, world.form);
  await joinProject(admin, id, tester.userId, 'tester');
  for (const [endpoint, schema] of [
    [inventory.importSource, 'main'],
    [inventory.importTarget, 'public'],
  ] as const) {
    await admin.call(endpoint, {
      body: BULK_TABLES.map((name) => inventoryItem(id, name, schema)),
    });
  }
  await admin.call(pairs.matchObjects, { params: { id } });
  const [member, other] = [await listen(tester), await listen(stranger)];
  const begun = performance.now();
  const run = await admin.call(startRun, { params: { id }, body: { kind: 'verify' } });
  await member.hears({ kind: 'run', project_id: id, id: run.id });
  const foundPairs = () =>
    new Set(member.heard.flatMap((event) => (event.kind === 'pairs' ? event.ids : []))).size;
  await expect.poll(foundPairs, { timeout: 50_000 }).toBe(BULK_TABLES.length);
  // The end is told after the last pair.
  const ended = () => member.heard.findLastIndex(({ kind }) => kind === 'run');
  const lastPair = () => member.heard.findLastIndex(({ kind }) => kind === 'pairs');
  await expect.poll(() => ended() > lastPair()).toBe(true);
  const seconds = (performance.now() - begun) / 1_000;
  const count = member.heard.filter(({ kind }) => kind === 'run').length;
  expect(count).toBeLessThanOrEqual(2 * seconds + 2);
  expect(other.heard).toEqual([]);
  member.stop();
  other.stop();
});

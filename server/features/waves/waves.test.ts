import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprint } from '../../../contract/stale.ts';
import * as contract from '../../../contract/waves.ts';
import { matchObjects } from '../../../contract/proof/matching.ts';
import { importSource, importTarget } from '../../../contract/inventory.ts';
import { writeAssessment } from '../../../tests/support/assessed.ts';
import { createProject, inventoryItem, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { listHistory } from '../history/service.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = app.admin;
});
afterAll(() => app?.close());

/** Name → type id; what needs what, and why. */
const OBJECTS = { a: 1, b: 1, c: 1, v: 2, w: 2, f: 3, p: 4, q: 4 } as const;
type Name = keyof typeof OBJECTS;
const NEEDS: [Name, Name, string][] = [
  ['b', 'a', 'foreign_key'],
  ['v', 'b', 'query'],
  ['w', 'v', 'query'],
  ['f', 'c', 'code'],
  ['p', 'q', 'code'],
  ['q', 'p', 'code'],
  ['p', 'w', 'code'],
];

async function createShop(): Promise<{ id: number; ids: Record<Name, number> }> {
  const { Project_Id: id } = await createProject(admin);
  const types = ['', 'tables', 'views', 'functions', 'procedures'];
  await admin.call(importSource, {
    body: Object.entries(OBJECTS).map(([name, type]) => ({
      ...inventoryItem(id, name, type === 1 ? 'shop' : 'code', type),
      object_type_source: types[type],
    })),
  });
  const rows = await app.store.db
    .selectFrom('object')
    .select(['id', 'object_name'])
    .where('project_id', '=', id)
    .execute();
  const ids = Object.fromEntries(rows.map((row) => [row.object_name, row.id])) as Record<
    Name,
    number
  >;
  const { id: read } = await app.store.db
    .insertInto('dependency_read')
    .values({ project_id: id, state: 'finished', created_at: '2026-01-01T00:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.store.db
    .insertInto('dependency')
    .values(
      NEEDS.map(([from, to, kind]) => ({
        read_id: read,
        object_id: ids[from],
        needs_id: ids[to],
        kind: kind as 'code',
        origin: 'tokens' as const,
        cycle: ['p', 'q'].includes(from) && ['p', 'q'].includes(to) ? 1 : null,
      })),
    )
    .execute();
  return { id, ids };
}

const board = (id: number, client = admin) => client.call(contract.getWaves, { params: { id } });
async function apply(id: number, hours: number): Promise<contract.WaveBoard> {
  const body = { hours_per_wave: hours };
  const { seen } = await admin.call(contract.proposeWaves, { params: { id }, body });
  return admin.call(contract.applyWaves, { params: { id }, body: { ...body, seen } });
}
const list = (id: number, query: Record<string, string> = {}, client = admin) =>
  client.call(contract.listWaveObjects, { params: { id }, query });
/** Names of the objects of each wave. */
async function placesOf(id: number): Promise<string[]> {
  const { waves } = await board(id);
  const objects = await list(id);
  return [...waves.map((wave) => wave.id), null].map((wave) =>
    objects
      .filter((one) => one.wave === wave)
      .map((one) => one.object_name)
      .toSorted()
      .join(''),
  );
}

it('proposes without changes, applies what was previewed, and undoes it', async () => {
  const { id } = await createShop();
  const params = { id };
  const proposal = await admin.call(contract.proposeWaves, {
    params,
    body: { hours_per_wave: 5 },
  });
  expect(proposal).toMatchObject({ cycles: 1, moved: 8, kept: 0, without_hours: 8 });
  expect(proposal.waves.map(({ hours }) => hours)).toEqual([5, 3]);
  expect((await board(id)).waves).toEqual([]);

  const stale = await admin.send(contract.applyWaves, {
    params,
    body: { hours_per_wave: 5, seen: 'something else' },
  });
  expect(stale.status).toBe(409);
  expect(await placesOf(id)).toEqual(['abcfpqvw']);

  const applied = await apply(id, 5);
  expect(applied.waves.map(({ objects, hours }) => [objects, hours])).toEqual([
    [5, 0],
    [3, 0],
  ]);
  const [, second] = await placesOf(id);
  expect(second).toBe('pqw');
  const undone = await admin.call(contract.undoWaves, { params, body: { token: applied.undo! } });
  expect(undone.waves).toEqual([]);
  expect(await placesOf(id)).toEqual(['abcfpqvw']);
  const again = await admin.send(contract.undoWaves, { params, body: { token: applied.undo! } });
  expect(again.status).toBe(409);
});

it('says what a move by hand breaks, moves all the same, and takes it back', async () => {
  const { id, ids } = await createShop();
  const params = { id };
  const { waves } = await apply(id, 5);
  const before = await placesOf(id);
  const [first, second] = waves.map((wave) => wave.id);
  const late = { objects: [ids.b], wave: second! };
  const preview = await admin.call(contract.previewMove, { params, body: late });
  expect(preview).toMatchObject({
    moved: 1,
    broken_count: 1,
    broken: [{ object: 'code.v', needs: 'shop.b', kind: 'query', in_cycle: false }],
  });
  expect(await placesOf(id)).toEqual(before);
  // Together with what needs it nothing breaks.
  const both = { objects: [ids.b, ids.v], wave: second! };
  expect((await admin.call(contract.previewMove, { params, body: both })).broken).toEqual([]);
  // Half of a cycle, and something into no wave.
  const torn = { objects: [ids.p], wave: first! };
  const effects = await admin.call(contract.previewMove, { params, body: torn });
  expect(effects.broken.map((one) => [one.needs, one.in_cycle])).toEqual([
    ['code.q', true],
    ['code.w', false],
  ]);
  const none = { objects: [ids.a], wave: null };
  expect((await admin.call(contract.previewMove, { params, body: none })).broken_count).toBe(1);

  const moved = await admin.call(contract.moveToWave, { params, body: late });
  expect((await placesOf(id))[1]).toBe('bpqw');
  await admin.call(contract.undoWaves, { params, body: { token: moved.undo! } });
  expect(await placesOf(id)).toEqual(before);
});

it('takes objects out of every wave', async () => {
  const { id, ids } = await createShop();
  const params = { id };
  await apply(id, 5);
  const [first, second] = await placesOf(id);
  const body = { objects: [ids.p, ids.q], wave: null };
  const moved = await admin.call(contract.moveToWave, { params, body });
  expect(await placesOf(id)).toEqual([first, 'w', 'pq']);
  expect((await list(id, { 'filter[wave]': '-' })).map((one) => one.object_name)).toEqual([
    'p',
    'q',
  ]);
  await admin.call(contract.undoWaves, { params, body: { token: moved.undo! } });
  expect(await placesOf(id)).toEqual([first, second, '']);
});

it('plans by assessed hours; objects without an assessment count as others of their type', async () => {
  const { id, ids } = await createShop();
  await writeAssessment(app.store, id, '2026-01-03T00:00:00.000Z', [ids.a, ids.b]);
  const proposal = await admin.call(contract.proposeWaves, {
    params: { id },
    body: { hours_per_wave: 500 },
  });
  // Three tables of 12 hours, and five others of one.
  expect(proposal).toMatchObject({
    without_hours: 6,
    not_in_first: [],
    waves: [
      {
        objects: 8,
        hours: 41,
        by_type: [
          { object_type: 'tables', count: 3 },
          { object_type: 'views', count: 2 },
          { object_type: 'functions', count: 1 },
          { object_type: 'procedures', count: 2 },
        ],
      },
    ],
  });
  const named = async (query: Record<string, string>) =>
    (await list(id, query)).map((one) => one.object_name).join('');
  expect(await named({ 'filter[hours]': '12' })).toBe('ab');
  expect(await named({ 'filter[hours]': '13' })).toBe('');
  expect(await named({ 'filter[hours]': '-' })).toBe('cvwfpq');
  expect(await named({ 'filter[hours]': '*' })).toBe('ab');
  expect(await named({ 'filter[needs]': '2' })).toBe('p');
  expect(await named({ 'filter[needed_by]': '1' })).toBe('abcvwpq');
  const { waves } = await apply(id, 500);
  await change(id, waves[0]!, { state: 'started' });
  const rest = await admin.call(contract.proposeWaves, {
    params: { id },
    body: { hours_per_wave: 5 },
  });
  expect(rest).toMatchObject({ waves: [], kept: 1, moved: 0 });
});

it('keeps waves that have begun, and plans the rest after them', async () => {
  const { id, ids } = await createShop();
  const params = { id };
  const { waves } = await apply(id, 5);
  const [first] = waves;
  await change(id, first!, { state: 'started', name: 'Pilot' });
  const proposal = await admin.call(contract.proposeWaves, { params, body: { hours_per_wave: 1 } });
  expect(proposal).toMatchObject({ kept: 1 });
  const applied = await apply(id, 1);
  expect(applied.waves[0]).toMatchObject({ id: first!.id, name: 'Pilot', position: 1, objects: 5 });
  expect(applied.waves.map(({ position }) => position)).toEqual([1, 2, 3]);
  // The cycle is larger than a wave, and stays together.
  const objects = await list(id);
  const waveOf = (name: Name) => objects.find((one) => one.id === ids[name])!.wave;
  expect(waveOf('p')).toBe(waveOf('q'));
});

async function change(id: number, wave: contract.Wave, over: Partial<contract.EditedWave>) {
  const { name, starts_on, ends_on, owner_id, state } = wave;
  const own = { name, starts_on, ends_on, owner_id, state };
  return admin.call(contract.changeWave, {
    params: { id, wave: wave.id },
    body: { ...own, ...over, was: fingerprint(own) },
  });
}

it('gives a wave name, dates, owner and state, and refuses what cannot be', async () => {
  const { id } = await createShop();
  const member = await app.createUser('wave_owner');
  const stranger = await app.createUser('wave_stranger');
  await joinProject(admin, id, member.userId, 'developer');
  const [wave] = (await admin.call(contract.addWave, { params: { id } })).waves;
  const edited = {
    name: 'Pilot',
    starts_on: '2026-02-02',
    ends_on: '2026-02-13',
    owner_id: member.userId,
    state: 'planned' as const,
  };
  const params = { id, wave: wave!.id };
  const send = (over: Record<string, unknown>) =>
    admin.send(contract.changeWave, { params, body: { ...edited, ...over } });
  expect((await send({ ends_on: '2026-02-01' })).body.detail).toContain('ends_on');
  expect((await send({ ends_on: edited.starts_on })).body.detail).toBeUndefined();
  expect((await send({ owner_id: stranger.userId })).body.detail).toContain('owner_id');
  expect((await send({ was: fingerprint(edited) })).status).toBe(409);
  const { waves } = await admin.call(contract.changeWave, { params, body: edited });
  expect(waves[0]).toMatchObject({ ...edited, owner: 'wave_owner' });
  expect((await admin.call(contract.deleteWave, { params })).waves).toEqual([]);
  expect((await send({})).status).toBe(404);
});

it('shows what can start, what is blocked, and what waits for a late wave', async () => {
  const { id, ids } = await createShop();
  const { waves } = await apply(id, 5);
  const standings = async () =>
    Object.fromEntries((await list(id)).map((one) => [one.object_name, one.standing]));
  // b needs a by a foreign key alone; q is in a cycle with p, which waits for w.
  expect(await standings()).toEqual({
    a: 'ready',
    b: 'ready',
    c: 'ready',
    v: 'blocked',
    w: 'blocked',
    f: 'blocked',
    p: 'blocked',
    q: 'ready',
  });
  // The board finds out by another query.
  const counts = async () => {
    const { cells } = await board(id);
    return cells.reduce((sum, { ready, blocked }) => [sum[0]! + ready, sum[1]! + blocked], [0, 0]);
  };
  expect(await counts()).toEqual([4, 4]);
  const [first, second] = waves.map((wave) => wave.id);
  const params = { id, wave: first! };
  expect(await admin.call(contract.getWaveLate, { params })).toEqual([
    { wave: second, objects: 3 },
  ]);
  const set = (names: Name[], over: Record<string, unknown>) =>
    app.store.db
      .updateTable('object')
      .set(over)
      .where(
        'id',
        'in',
        names.map((name) => ids[name]),
      )
      .execute();
  // What its database does not have any more holds nothing up, and waits for nothing.
  await set(['b', 'p'], { missing_since: '2026-01-02T00:00:00.000Z' });
  expect(await standings()).toMatchObject({ v: 'ready', w: 'blocked' });
  expect(await counts()).toEqual([4, 2]);
  expect(await admin.call(contract.getWaveLate, { params })).toEqual([
    { wave: second, objects: 1 },
  ]);
  await set(['a', 'c', 'f', 'v'], { missing_since: '2026-01-02T00:00:00.000Z' });
  expect(await admin.call(contract.getWaveLate, { params })).toEqual([]);
  await set(['a', 'b', 'c', 'f', 'p', 'v'], { missing_since: null });
  await set(['a', 'b'], { status: 'verified' });
  expect(await standings()).toMatchObject({ a: 'done', b: 'done', v: 'ready', w: 'blocked' });
  expect((await board(id)).waves[0]).toMatchObject({ objects: 5, done: 2, ready: 2, blocked: 1 });
  expect(
    (await list(id, { 'filter[standing]': 'ready', sort: 'name' })).map((one) => one.object_name),
  ).toEqual(['c', 'q', 'v']);
  expect(await list(id, { 'filter[wave]': '-' })).toEqual([]);
  expect((await list(id, { sort: '-needed_by,name' }))[0]).toMatchObject({ object_name: 'a' });
});

it('counts the proof of a wave', async () => {
  const { id, ids } = await createShop();
  await admin.call(importTarget, {
    body: [
      { ...inventoryItem(id, 'a', 'shop'), object_type_target: 'tables', object_type_target_id: 1 },
    ],
  });
  const { waves } = await apply(id, 100);
  expect(waves[0]!.pairs).toBe(waves[0]!.open_pairs);
  await admin.call(matchObjects, { params: { id } });
  expect((await board(id)).waves[0]).toMatchObject({ pairs: 8, open_pairs: 8 });
  const { pair_id: pair } = await app.store.db
    .selectFrom('object')
    .select('pair_id')
    .where('id', '=', ids.c)
    .executeTakeFirstOrThrow();
  await app.store.db
    .updateTable('pair')
    .set({ state: 'dropped' })
    .where('id', '=', pair!)
    .execute();
  expect((await board(id)).waves[0]).toMatchObject({ pairs: 8, open_pairs: 7 });
});

it('is read by members and changed by administrators, of its own project alone', async () => {
  const { id, ids } = await createShop();
  const other = await createShop();
  const member = await app.createUser('wave_reader');
  await joinProject(admin, id, member.userId, 'tester');
  const { waves } = await apply(id, 5);
  expect((await board(id, member)).waves).toHaveLength(2);
  const body = { objects: [ids.a], wave: waves[1]!.id };
  expect((await member.send(contract.moveToWave, { params: { id }, body })).status).toBe(403);
  const foreign = await admin.send(contract.moveToWave, { params: { id: other.id }, body });
  expect([foreign.status, foreign.body.detail]).toEqual([422, expect.stringContaining('objects')]);
  const into = { objects: [other.ids.a], wave: waves[1]!.id };
  expect(
    (await admin.send(contract.moveToWave, { params: { id: other.id }, body: into })).status,
  ).toBe(404);
  expect(await placesOf(other.id)).toEqual(['abcfpqvw']);
});

it('lists the objects of one wave or of none, and refuses unknown waves', async () => {
  const { id } = await createShop();
  const { waves } = await apply(id, 5);
  const names = async (wave: string) =>
    (await list(id, { 'filter[wave]': wave })).map((one) => one.object_name).toSorted();
  const listed = await Promise.all(waves.map((wave) => names(String(wave.id))));
  expect(listed.map((some) => some.join(''))).toEqual((await placesOf(id)).slice(0, -1));
  expect(await names('-')).toEqual([]);
  const refused = await admin.send(contract.listWaveObjects, {
    params: { id },
    query: { 'filter[wave]': '1 or 1' },
  });
  expect(refused.status).toBe(422);
  expect((refused.body as { errors: unknown }).errors).toMatchObject([{ field: 'filter[wave]' }]);
});

it('searches, filters and pages objects', async () => {
  const { id, ids } = await createShop();
  await app.store.db
    .updateTable('object')
    .set({ status: 'migrated' })
    .where('id', 'in', [ids.c, ids.q])
    .execute();
  const named = async (query: Record<string, string>) =>
    (await list(id, { sort: 'name', ...query })).map((one) => one.object_name).join('');
  expect(await named({ q: 'SHOP.' })).toBe('abc');
  expect(await named({ q: 'e.v' })).toBe('v');
  expect(await named({ 'filter[object_name]': 'P' })).toBe('p');
  expect(await named({ 'filter[schema_name]': 'Cod' })).toBe('fpqvw');
  expect(await named({ 'filter[status]': 'migrated' })).toBe('cq');
  expect(await named({ 'filter[object_type_id]': '2' })).toBe('vw');
  expect(await named({ limit: '3' })).toBe('abc');
  expect(await named({ limit: '3', offset: '2' })).toBe('cfp');
  expect(await named({ offset: '6' })).toBe('vw');
});

it('puts waves that have begun before planned ones', async () => {
  const { id } = await createShop();
  const { waves } = await apply(id, 3);
  const [first, second, third] = waves;
  await change(id, second!, { state: 'started' });
  const after = (await apply(id, 2)).waves;
  expect(after.map((wave) => wave.position)).toEqual(after.map((_, at) => at + 1));
  expect(after.slice(0, 3).map((wave) => wave.id)).toEqual([second!.id, first!.id, third!.id]);
  expect(after[0]!.objects).toBe(second!.objects);
});

it('a proposal is undone in its own project, whatever changes in others', async () => {
  const [one, other] = [await createShop(), await createShop()];
  const { undo } = await apply(one.id, 5);
  await apply(other.id, 5);
  await admin.call(contract.addWave, { params: { id: other.id } });
  await admin.call(contract.undoWaves, { params: { id: one.id }, body: { token: undo! } });
  expect((await board(one.id)).waves).toEqual([]);
  expect((await board(other.id)).waves).toHaveLength(3);
});

it('counts what a proposal moves, and leaves out what its database does not have any more', async () => {
  const { id, ids } = await createShop();
  const { waves } = await apply(id, 5);
  const propose = () =>
    admin.call(contract.proposeWaves, { params: { id }, body: { hours_per_wave: 5 } });
  expect(await propose()).toMatchObject({ moved: 0, without_hours: 8 });
  const move = (names: Name[], wave: number | null) =>
    admin.call(contract.moveToWave, {
      params: { id },
      body: { objects: names.map((name) => ids[name]), wave },
    });
  await move(['f'], waves[1]!.id);
  expect((await propose()).moved).toBe(1);
  await move(['w'], null);
  expect((await propose()).moved).toBe(2);
  await app.store.db
    .updateTable('object')
    .set({ missing_since: '2026-01-02T00:00:00.000Z' })
    .where('id', '=', ids.f)
    .execute();
  expect((await propose()).without_hours).toBe(7);
});

it('undoes a proposal with owners, and keeps the history', async () => {
  const { id, ids } = await createShop();
  const owner = await app.createUser('wave_keeper');
  await joinProject(admin, id, owner.userId, 'tester');
  const { waves } = await apply(id, 5);
  await change(id, waves[1]!, { owner_id: owner.userId });
  const { undo } = await apply(id, 50);
  expect((await board(id)).waves).toHaveLength(1);
  const back = await admin.call(contract.undoWaves, { params: { id }, body: { token: undo! } });
  expect(back.waves.map(({ owner_id: one }) => one)).toEqual([null, owner.userId]);
  await admin.call(contract.moveToWave, { params: { id }, body: { objects: [ids.a], wave: null } });
  const history = await listHistory(app.store.db, 'project', id);
  expect(history.slice(0, 5).map(({ action }) => action)).toEqual([
    'waves-moved',
    'waves-undone',
    'waves-applied',
    'wave-changed',
    'waves-applied',
  ]);
});

it('asks for dependencies first', async () => {
  const { Project_Id: id } = await createProject(admin);
  const answer = await admin.send(contract.proposeWaves, {
    params: { id },
    body: { hours_per_wave: 5 },
  });
  expect(answer.status).toBe(409);
  expect(answer.body.detail).toContain('dependencies');
});

it('cannot undo a proposal once a wave was changed, added or deleted', async () => {
  const { id } = await createShop();
  const params = { id };
  const acts = [
    ([wave]: contract.WaveBoard['waves']) => change(id, wave!, { name: 'Pilot' }),
    () => admin.call(contract.addWave, { params }),
    (waves: contract.WaveBoard['waves']) =>
      admin.call(contract.deleteWave, { params: { id, wave: waves.at(-1)!.id } }),
  ];
  for (const act of acts) {
    const { waves, undo } = await apply(id, 5);
    expect(undo).not.toBeNull();
    await act(waves);
    const after = await board(id);
    expect(after.undo).toBeNull();
    const refused = await admin.send(contract.undoWaves, { params, body: { token: undo! } });
    expect(refused.status).toBe(409);
    expect((await board(id)).waves).toEqual(after.waves);
  }
});

it('takes no objects of the target', async () => {
  const { id } = await createShop();
  const item = { ...inventoryItem(id, 'a', 'shop', 1), object_type_source: 'tables' };
  await admin.call(importTarget, { body: [item] });
  const { id: object } = await app.store.db
    .selectFrom('object')
    .select('id')
    .where('project_id', '=', id)
    .where('side', '=', 'target')
    .executeTakeFirstOrThrow();
  const { waves } = await admin.call(contract.addWave, { params: { id } });
  const body = { objects: [object], wave: waves[0]!.id };
  const refused = await admin.send(contract.moveToWave, { params: { id }, body });
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('objects')]);
});

it('keeps an owner who left the project when something else changes', async () => {
  const { id } = await createShop();
  const owner = await app.createUser('wave_left');
  await joinProject(admin, id, owner.userId, 'tester');
  const { waves } = await admin.call(contract.addWave, { params: { id } });
  const owned = await change(id, waves[0]!, { owner_id: owner.userId });
  await app.store.db.deleteFrom('project_member').where('user_id', '=', owner.userId).execute();
  const [named] = (await change(id, owned.waves[0]!, { name: 'Pilot' })).waves;
  expect(named).toMatchObject({ name: 'Pilot', owner_id: owner.userId });
});

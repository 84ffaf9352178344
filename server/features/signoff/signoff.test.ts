import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decidePairs, listPairs, matchObjects, splitPairs } from '../../../contract/proof/pairs.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import {
  MAX_CHANGED,
  type Signoffs,
  getSignedWaves,
  getSignoffs,
  sign,
  withdrawSignoff,
} from '../../../contract/signoff.ts';
import { addWave, deleteWave, moveToWave } from '../../../contract/waves.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { timestampNow } from '../../platform/clock.ts';
import { listHistory } from '../history/service.ts';
import { createMemberService } from '../members/service.ts';
import { createNotificationService } from '../notifications/service.ts';
import { createStandingReader, readStanding } from './judge.ts';
import { createSignoffService } from './service.ts';
import { createReopenedNotifier } from './notify-reopened.ts';

let app: TestApp;
let admin: Client;
let dora: Client;
let tess: Client;
let stranger: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = app.admin;
  dora = await app.createUser('dora');
  tess = await app.createUser('tess');
  stranger = await app.createUser('signoff-stranger');
});
afterAll(() => app?.close());

/** Three pairs that are proven and confirmed; Dora develops, Tess tests. */
async function createProven() {
  const { Project_Id: id } = await createProject(admin);
  const params = { id };
  await importTables(admin, id, 'source', ['a', 'b', 'c']);
  await importTables(admin, id, 'target', ['a', 'b', 'c']);
  await joinProject(admin, id, dora.userId, 'developer');
  await joinProject(admin, id, tess.userId, 'tester');
  await admin.call(matchObjects, { params });
  const pairs = await admin.call(listPairs, { params });
  const objects = await app.store.db
    .selectFrom('object')
    .select(['id', 'object_name'])
    .where('project_id', '=', id)
    .where('side', '=', 'source')
    .execute();
  const change = (name: string, set: object) =>
    app.store.db
      .updateTable('pair')
      .set(set)
      .where('project_id', '=', id)
      .where('name', '=', `shop.${name}`)
      .execute();
  for (const name of ['a', 'b', 'c'])
    await change(name, {
      state: 'confirmed',
      structure_result: 'same',
      structure_at: timestampNow(),
      data_result: 'identical',
      data_at: timestampNow(),
    });
  const read = (query: object = {}, by = admin) => by.call(getSignoffs, { params, query });
  const send = async (by: Client, body: object, scope: object = {}) =>
    by.send(sign, {
      params,
      body: { ...scope, seen: (await read(scope)).hash, ...body } as never,
    });
  return {
    id,
    params,
    change,
    read,
    send,
    idOf: (name: string) => objects.find(({ object_name }) => object_name === name)!.id,
    pairOf: (name: string) => pairs.find((pair) => pair.name === `shop.${name}`)!.id,
  };
}

describe('a sign-off', () => {
  it('applies to what is proven, with name and role, for as long as that is unchanged', async () => {
    const { send, read, change } = await createProven();
    const { status, body } = await send(dora, { role: 'developer', remark: ' all mine ' });
    expect(status).toBe(201);
    const { hash, signoffs } = body as Awaited<ReturnType<typeof read>>;
    expect(signoffs).toMatchObject([
      { role: 'developer', signed_by: 'dora', remark: 'all mine', hash, pairs: 3, open_pairs: 0 },
    ]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    // What a fresh comparison finds again, and rows that came to both sides, are no change.
    await change('a', { data_at: timestampNow(), rows_source: 7, rows_target: 7 });
    await send(tess, { role: 'tester' });
    expect((await read()).signoffs.map(({ state }) => state)).toEqual(['standing', 'standing']);
  });

  it('stays where a tester verifies an object', async () => {
    const { id, send, read } = await createProven();
    await send(dora, { role: 'developer' });
    await app.store.db
      .updateTable('object')
      .set({ status: 'verified', verified_at: timestampNow(), tested_by: tess.userId })
      .where('project_id', '=', id)
      .execute();
    expect((await read()).signoffs[0]).toMatchObject({ state: 'standing', changed_pairs: 0 });
  });

  it('is reopened by a later change, and says of what', async () => {
    const { send, read, change, pairOf } = await createProven();
    await send(dora, { role: 'developer' });
    await change('b', { data_result: 'different', data_differences: 4 });
    const [signed] = (await read()).signoffs;
    expect(signed).toMatchObject({
      state: 'reopened',
      pairs: 3,
      changed_pairs: 1,
      changes: [{ pair_id: pairOf('b'), name: 'shop.b', was: 'proven', now: 'different' }],
    });
    // As it was signed, it stands again.
    await change('b', { data_result: 'identical', data_differences: null });
    expect((await read()).signoffs[0]).toMatchObject({ state: 'standing', changes: [] });
  });

  const changes: Record<string, (made: Awaited<ReturnType<typeof createProven>>) => unknown> = {
    'another definition': async ({ idOf }) =>
      app.store.db
        .insertInto('snapshot')
        .values({
          object_id: idOf('a'),
          hash: 'f'.repeat(64),
          structure: '{}',
          read_at: timestampNow(),
        })
        .execute(),
    'an acceptance': ({ id, pairOf }) =>
      app.store.db
        .insertInto('acceptance')
        .values({
          project_id: id,
          pair_id: pairOf('a'),
          code: 'type.length',
          reason: 'known',
          created_at: timestampNow(),
        })
        .execute(),
    'another rule': ({ change }) => change('a', { rules: '{"left_out":["note"]}' }),
    'a column less': ({ change }) =>
      change('a', {
        data_coverage: JSON.stringify({
          by: 'values',
          rows: 1,
          of: 1,
          columns: 2,
          left_out: [{ name: 'note', why: 'rule' }],
          complete: true,
        }),
      }),
  };
  it.each(Object.entries(changes))('is reopened by %s', async (_, make) => {
    const made = await createProven();
    await made.send(dora, { role: 'developer' });
    await make(made);
    expect((await made.read()).signoffs[0]).toMatchObject({ state: 'reopened', changed_pairs: 1 });
  });

  it('stays where a definition is read that was compared with nothing', async () => {
    const { change, send, read, idOf } = await createProven();
    await change('a', { structure_result: null });
    await send(dora, { role: 'developer', remark: 'a is open' });
    const at = timestampNow();
    await app.store.db
      .insertInto('snapshot')
      .values({ object_id: idOf('a'), hash: 'f'.repeat(64), structure: '{}', read_at: at })
      .execute();
    expect((await read()).signoffs[0]).toMatchObject({ state: 'standing' });
  });

  it('is reopened by pairs that come and go', async () => {
    const { id, params, send, read, pairOf } = await createProven();
    await send(dora, { role: 'developer' });
    await importTables(admin, id, 'source', ['new']);
    expect(await read()).toMatchObject({
      unpaired: 1,
      signoffs: [{ state: 'reopened', changed_pairs: 0 }],
    });
    await admin.call(matchObjects, { params });
    await app.store.db.deleteFrom('pair').where('id', '=', pairOf('a')).execute();
    const { signoffs } = await read();
    expect(signoffs[0]!.changes).toMatchObject([
      { pair_id: pairOf('a'), name: null, was: 'proven', now: null },
      { name: 'shop.new', was: null, now: 'unmatched' },
    ]);
  });

  it('names the first pairs that changed, and counts all', async () => {
    const { id, params, send, read } = await createProven();
    await send(dora, { role: 'developer' });
    const names = Array.from({ length: MAX_CHANGED + 1 }, (_, number) => `new${number}`);
    await importTables(admin, id, 'source', names);
    await admin.call(matchObjects, { params });
    const [signed] = (await read()).signoffs;
    expect(signed).toMatchObject({ state: 'reopened', changed_pairs: MAX_CHANGED + 1 });
    expect(signed!.changes).toHaveLength(MAX_CHANGED);
  });

  it('wants a remark where not all is proven, and something to be signed', async () => {
    const { id: project, send, change, read } = await createProven();
    await importTables(admin, project, 'source', ['in no pair']);
    expect((await send(dora, { role: 'developer' })).status).toBe(422);
    await change('c', { data_result: 'different' });
    const without = await send(dora, { role: 'developer', remark: ' ' });
    expect(without.status).toBe(422);
    expect((without.body as { errors: unknown[] }).errors).toMatchObject([{ field: 'remark' }]);
    expect((await read()).signoffs).toEqual([]);
    expect((await send(dora, { role: 'developer', remark: 'c comes later' })).status).toBe(201);
    expect((await read()).signoffs[0]).toMatchObject({ open_pairs: 1 });

    const { Project_Id: id } = await createProject(admin);
    const { hash: seen } = await admin.call(getSignoffs, { params: { id }, query: {} });
    const empty = await admin.send(sign, { params: { id }, body: { role: 'lead', seen } });
    expect(empty.status).toBe(409);
  });

  it('is refused where something else was seen', async () => {
    const { send, read } = await createProven();
    expect((await send(dora, { role: 'developer', seen: '0'.repeat(64) })).status).toBe(409);
    expect((await read()).signoffs).toEqual([]);
  });

  it('is signed in the role that somebody has, and seen by members', async () => {
    const { params, send, read } = await createProven();
    expect((await read({}, dora)).roles).toEqual(['developer']);
    expect((await read()).roles).toEqual(['lead']);
    for (const [by, role] of [
      [dora, 'tester'],
      [dora, 'lead'],
      [admin, 'tester'],
      [stranger, 'tester'],
    ] as const)
      expect((await send(by, { role })).status).toBe(403);
    expect((await stranger.send(getSignoffs, { params, query: {} })).status).toBe(403);
    expect((await read()).signoffs).toEqual([]);
  });

  it.each(['developer', 'client'] as const)(
    'is refused to a %s who loses the role while what is proven is read',
    async (role) => {
      const { id, read } = await createProven();
      const { hash: seen } = await read();
      const members = createMemberService(app.store);
      /** Taken back as soon as it was looked at for the first time. */
      let looks = 0;
      const signoffs = createSignoffService(
        app.store,
        {
          ...members,
          async list() {
            looks += 1;
            const isThere = role === 'developer' && looks === 1;
            return isThere ? [{ userId: dora.userId, username: 'dora', projectId: id, role }] : [];
          },
        },
        { isClient: async () => role === 'client' && looks === 1, hasAny: async () => false },
        createNotificationService(app.store),
      );
      const actor = { userId: dora.userId, username: 'dora', isAdmin: false };
      await expect(
        signoffs.sign(actor, id, {}, { role, remark: 'done', seen }),
      ).rejects.toMatchObject({ kind: 'forbidden' });
      expect((await read()).signoffs).toEqual([]);
    },
  );

  it('is renewed by the same person in the same role, and withdrawn by who signed or an administrator', async () => {
    const { id, send, read, change } = await createProven();
    await send(dora, { role: 'developer' });
    await send(dora, { role: 'developer' });
    await send(tess, { role: 'tester' });
    const { signoffs } = await read({}, dora);
    expect(signoffs).toMatchObject([
      { role: 'tester', state: 'standing', may_withdraw: 0 },
      { role: 'developer', state: 'standing', may_withdraw: 1 },
      { role: 'developer', state: 'renewed', may_withdraw: 0, ended_by: 'dora' },
    ]);
    const withdraw = (by: Client, { id: signoff }: { id: number }) =>
      by.send(withdrawSignoff, { params: { id, signoff } });
    expect((await withdraw(dora, signoffs[0]!)).status).toBe(403);
    expect((await withdraw(dora, signoffs[1]!)).status).toBe(200);
    expect((await withdraw(dora, signoffs[1]!)).status).toBe(403);
    expect((await withdraw(admin, signoffs[0]!)).status).toBe(200);
    await change('a', { data_result: 'different' });
    expect(
      (await read()).signoffs.map(({ state, ended_by: by, changed_pairs: changed }) => [
        state,
        by,
        changed,
      ]),
    ).toEqual([
      ['withdrawn', 'admin', 0],
      ['withdrawn', 'dora', 0],
      ['renewed', 'dora', 0],
    ]);
    const history = await app.store.db
      .selectFrom('history')
      .select(['entity', 'entity_id', 'user_id', 'action', 'changes'])
      .where('project_id', '=', id)
      .where('action', 'in', ['signed', 'signoff-withdrawn'])
      .orderBy('id')
      .execute();
    const project = { entity: 'project', entity_id: id };
    const signed = { ...project, action: 'signed' };
    const withdrawn = { ...project, action: 'signoff-withdrawn' };
    expect(history).toEqual([
      { ...signed, user_id: dora.userId, changes: '{"signoff":[null,"developer"]}' },
      { ...signed, user_id: dora.userId, changes: '{"signoff":[null,"developer"]}' },
      { ...signed, user_id: tess.userId, changes: '{"signoff":[null,"tester"]}' },
      { ...withdrawn, user_id: dora.userId, changes: '{"signoff":["developer",null]}' },
      { ...withdrawn, user_id: admin.userId, changes: '{"signoff":["tester",null]}' },
    ]);
  });

  it('of another project is not found', async () => {
    const { send, read } = await createProven();
    await send(dora, { role: 'developer' });
    const other = await createProven();
    const [{ id: signoff } = { id: 0 }] = (await read()).signoffs;
    const params = { id: other.id, signoff };
    expect((await dora.send(withdrawSignoff, { params })).status).toBe(404);
    expect((await admin.send(getSignoffs, { params, query: { wave: 99_999 } })).status).toBe(404);
    expect((await admin.send(getSignoffs, { params, query: { pair: 99_999 } })).status).toBe(404);
    const waves = await admin.call(addWave, { params: { id: other.id } });
    const query = { wave: waves.waves.at(-1)!.id };
    expect((await admin.send(getSignoffs, { params, query })).status).toBe(200);
    const elsewhere = { params: { id: (await createProven()).id }, query };
    expect((await admin.send(getSignoffs, elsewhere)).status).toBe(404);
    const nowhere = { params: { id: 99_999 }, query: {} };
    expect((await admin.send(getSignoffs, nowhere)).status).toBe(404);
  });
});

describe('whoever signed', () => {
  const teller = () =>
    createReopenedNotifier(app.store, createNotificationService(app.store)).tellReopened();
  const news = async (by: Client, id: number) =>
    (await by.call(listNotifications)).notifications.filter(
      ({ project_id: project, kind }) => project === id && kind.endsWith('signoff-reopened'),
    );

  it('is reported once when it is reopened, and again after it was restored in between', async () => {
    const { id, send, change } = await createProven();
    await send(dora, { role: 'developer' });
    await teller();
    expect(await news(dora, id)).toEqual([]);
    await change('a', { data_result: 'different' });
    await teller();
    await teller();
    expect(await news(dora, id)).toMatchObject([{ kind: 'signoff-reopened', object_id: null }]);
    await change('a', { data_result: 'identical' });
    await teller();
    await change('a', { data_result: 'different' });
    await teller();
    expect(await news(dora, id)).toHaveLength(2);
    expect(await news(tess, id)).toEqual([]);
  });

  it('is reported by checking what changed since the last check', async () => {
    const { id, params, send, pairOf } = await createProven();
    await send(dora, { role: 'developer' });
    const { tellReopened } = createReopenedNotifier(
      app.store,
      createNotificationService(app.store),
    );
    await tellReopened();
    await admin.call(splitPairs, { params, body: { ids: [pairOf('c')] } });
    await tellReopened();
    expect(await news(dora, id)).toHaveLength(1);
  });

  it('names the pair or the wave, and leaves out withdrawn ones', async () => {
    const { id, params, send, change, idOf, pairOf } = await createProven();
    const { waves } = await admin.call(addWave, { params });
    const wave = waves[0]!.id;
    await admin.call(moveToWave, { params, body: { objects: [idOf('a')], wave } });
    await send(tess, { role: 'tester' }, { wave });
    await send(tess, { role: 'tester' }, { pair: pairOf('a') });
    const { body } = await send(dora, { role: 'developer' });
    const [own] = (body as Signoffs).signoffs;
    await dora.call(withdrawSignoff, { params: { id, signoff: own!.id } });
    await change('a', { data_result: 'different' });
    await teller();
    expect(await news(tess, id)).toMatchObject([
      { kind: 'wave-signoff-reopened', object_id: null },
      { kind: 'signoff-reopened', object_name: 'shop.a', pair_id: pairOf('a') },
    ]);
    expect(await news(dora, id)).toEqual([]);
  });
});

describe('a wave and a pair', () => {
  it('are read from all of the project as they are read alone, each time anew', async () => {
    const { id, params, change, idOf, pairOf } = await createProven();
    const { waves } = await admin.call(addWave, { params });
    const wave = waves[0]!.id;
    await admin.call(moveToWave, { params, body: { objects: [idOf('a'), idOf('c')], wave } });
    await importTables(admin, id, 'source', ['later']);
    await change('c', { data_result: 'different' });
    const { db } = app.store;
    const all = { projectId: id, waveId: null, pairId: null };
    const scopes = [all, { ...all, waveId: wave }, { ...all, pairId: pairOf('c') }];
    const hashes = async () => {
      const read = createStandingReader(db);
      const found: string[] = [];
      for (const scope of scopes) {
        const standing = await read(scope);
        expect(standing).toEqual(await readStanding(db, scope));
        found.push(standing.hash);
      }
      return found;
    };
    const before = await hashes();
    await change('c', { data_result: 'identical' });
    for (const [place, hash] of (await hashes()).entries()) expect(hash).not.toBe(before[place]);
  });

  it('are signed on their own', async () => {
    const { id, params, send, read, change, idOf, pairOf } = await createProven();
    await admin.call(addWave, { params });
    const { waves } = await admin.call(addWave, { params });
    const wave = waves[1]!.id;
    await admin.call(moveToWave, { params, body: { objects: [idOf('a'), idOf('b')], wave } });
    await send(tess, { role: 'tester' }, { wave });
    await send(tess, { role: 'tester' }, { pair: pairOf('c') });
    expect((await read()).signoffs).toEqual([]);
    await change('a', { data_result: 'different' });
    expect((await read({ wave })).signoffs).toMatchObject([
      { pairs: 2, wave_id: wave, wave: '2', state: 'reopened', changed_pairs: 1 },
    ]);
    await admin.call(addWave, { params });
    await admin.call(moveToWave, {
      params,
      body: { objects: [idOf('c')], wave: waves[0]!.id },
    });
    await send(dora, { role: 'developer' }, { wave: waves[0]!.id });
    // One without objects has nothing to sign.
    expect(await dora.call(getSignedWaves, { params })).toMatchObject([
      {
        wave: waves[0]!.id,
        position: 1,
        name: null,
        signoffs: [{ role: 'developer', signed_by: 'dora', state: 'standing', changed_pairs: 0 }],
      },
      {
        wave,
        position: 2,
        signoffs: [{ role: 'tester', signed_by: 'tess', state: 'reopened', changed_pairs: 1 }],
      },
    ]);
    expect((await read({ pair: pairOf('c') })).signoffs).toMatchObject([
      { pairs: 1, pair_id: pairOf('c'), state: 'standing' },
    ]);
    const signed = (await listHistory(app.store.db, 'project', id)).filter(
      ({ action }) => action === 'signed',
    );
    expect(signed.slice(1)).toMatchObject([
      { changes: { signoff: [null, 'tester'], wave: [null, '2'] } },
    ]);
    const ofPair = await listHistory(app.store.db, 'pair', pairOf('c'));
    expect(ofPair.at(0)).toMatchObject({ action: 'signed', username: 'tess' });
    const both = await admin.send(getSignoffs, { params, query: { wave, pair: pairOf('c') } });
    expect(both.status).toBe(422);
    // Its sign-offs outlive a wave.
    await admin.call(deleteWave, { params: { ...params, wave } });
    const left = await app.store.db
      .selectFrom('signoff')
      .select('wave_name')
      .where('wave_id', '=', wave)
      .execute();
    expect(left).toEqual([{ wave_name: '2' }]);
  });
});

it('decided pairs count as settled', async () => {
  const { params, send, read, id } = await createProven();
  await importTables(admin, id, 'source', ['old']);
  await admin.call(matchObjects, { params });
  const pairs = await admin.call(listPairs, { params });
  const old = pairs.find(({ name }) => name === 'shop.old')!.id;
  await admin.call(decidePairs, {
    params,
    body: { ids: [old], state: 'dropped', reason: 'unused' },
  });
  await send(dora, { role: 'developer' });
  expect((await read()).signoffs[0]).toMatchObject({ pairs: 4, open_pairs: 0 });
});

it('a project takes its sign-offs along when it is deleted', async () => {
  const { id, send } = await createProven();
  await send(dora, { role: 'developer' });
  await app.store.db.deleteFrom('project').where('id', '=', id).execute();
  const rows = await app.store.db
    .selectFrom('signoff')
    .select('id')
    .where('project_id', '=', id)
    .execute();
  expect(rows).toEqual([]);
});

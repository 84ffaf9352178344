import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getWaitingDecisions } from '../../../contract/decisions.ts';
import { archiveProject } from '../../../contract/projects.ts';
import { listPairs, matchObjects } from '../../../contract/proof/pairs.ts';
import { sign, getSignoffs, withdrawSignoff } from '../../../contract/signoff.ts';
import * as users from '../../../contract/users.ts';
import { addWave, deleteWave, moveToWave } from '../../../contract/waves.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { PASSWORD, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { lastToday } from '../../platform/clock.ts';
import { createNotificationService } from '../notifications/service.ts';
import { createReopenedNotifier } from '../signoff/notify-reopened.ts';
import { countReopened } from '../signoff/repository.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const waiting = (project?: number) =>
  app.admin.call(getWaitingDecisions, { query: project === undefined ? {} : { project } });

/** A project with three pairs. */
async function createPaired(name: string) {
  const { admin } = app;
  const { Project_Id: id } = await createProject(admin, { Project_Name: name });
  await importTables(admin, id, 'source', ['a', 'b', 'c']);
  await importTables(admin, id, 'target', ['a', 'b', 'c']);
  const params = { id };
  await admin.call(matchObjects, { params });
  const pairs = await admin.call(listPairs, { params });
  return {
    id,
    params,
    pairOf: (table: string) => pairs.find((one) => one.name === `shop.${table}`)!,
  };
}

describe('what waits for a decision', () => {
  it('is nothing at first, and told to administrators only', async () => {
    expect(await waiting()).toEqual({
      accounts: 0,
      registered: [],
      signoffs: [],
      acceptances: [],
    });
    const { Project_Id: id } = await createProject(app.admin);
    const dora = await app.createUser('dora');
    await joinProject(app.admin, id, dora.userId, 'developer');
    for (const query of [{}, { project: id }])
      expect((await dora.send(getWaitingDecisions, { query })).status).toBe(403);
    // No project of this number exists.
    const unknown = await app.admin.send(getWaitingDecisions, { query: { project: id + 99 } });
    expect(unknown.status).toBe(403);
  });

  it('includes accounts that nobody has activated, but none that was deactivated', async () => {
    const registered = async (username: string) =>
      app.anonymous().call(users.register, { body: { username, password: PASSWORD } });
    const setActive = (user_id: number, is_active: 0 | 1) =>
      app.admin.call(users.updateUser, { body: { user_id, is_active } });
    const { user_id: waits } = await registered('waits');
    const { user_id: decided } = await registered('decided');
    expect(await waiting()).toMatchObject({
      accounts: 2,
      registered: [
        { user_id: waits, username: 'waits' },
        { user_id: decided, username: 'decided' },
      ],
    });
    await setActive(decided, 1);
    expect((await waiting()).accounts).toBe(1);
    await setActive(decided, 0);
    const body = { username: 'made', password: PASSWORD };
    await setActive((await app.admin.call(users.register, { body })).user_id, 0);
    expect((await waiting()).accounts).toBe(1);
    // However many wait, only some are named.
    for (const name of ['next', 'after that', 'last']) await registered(name);
    const many = await waiting();
    expect([many.accounts, many.registered.length]).toEqual([4, 3]);
    // Who is declined waits no longer, until that is taken back.
    const decline = (declined: 0 | 1) =>
      app.admin.call(users.decideRegistration, { params: { id: waits }, body: { declined } });
    await decline(1);
    expect((await waiting()).accounts).toBe(3);
    expect((await waiting()).registered.map(({ username }) => username)).not.toContain('waits');
    await decline(0);
    expect((await waiting()).accounts).toBe(4);
    // An account belongs to no project.
    const { Project_Id: id } = await createProject(app.admin);
    expect(await waiting(id)).toMatchObject({ accounts: 0, registered: [] });
  });

  it('includes sign-offs that were reopened, until they are ended or stand again', async () => {
    const { admin } = app;
    const { id, params, pairOf } = await createPaired('Signed');
    const other = await createPaired('Other');
    const send = async (scope: { wave?: number; pair?: number }) => {
      const { hash } = await admin.call(getSignoffs, { params, query: scope });
      const body = { ...scope, role: 'lead', remark: 'so far', seen: hash } as const;
      return admin.call(sign, { params, body });
    };
    const { waves } = await admin.call(addWave, { params });
    const wave = waves[0]!.id;
    const objects = ['a', 'b', 'c'].map((table) => pairOf(table).source[0]!.id);
    await admin.call(moveToWave, { params, body: { wave, objects } as never });
    await send({});
    await send({ wave });
    await send({ pair: pairOf('a').id });
    await send({ pair: pairOf('b').id });
    const { tellReopened } = createReopenedNotifier(
      app.store,
      createNotificationService(app.store),
    );
    await tellReopened();
    expect((await waiting()).signoffs).toEqual([]);

    const change = async (set: object) => {
      await app.store.db.updateTable('pair').set(set).where('project_id', '=', id).execute();
      await createReopenedNotifier(app.store, createNotificationService(app.store)).tellReopened();
    };
    await change({ data_result: 'different', data_differences: 4 });
    const ofProject = { Project_Id: id, Project_Name: 'Signed' };
    const ofPairs = {
      ...ofProject,
      place: 'pair',
      pair: { id: expect.any(Number), name: expect.stringMatching(/^shop\.[ab]$/) },
    };
    const all = [
      { ...ofProject, place: 'project', count: 1, pair: null },
      { ...ofProject, place: 'wave', count: 1, pair: null },
      { ...ofPairs, count: 2 },
    ];
    expect((await waiting()).signoffs).toEqual(all);
    expect((await waiting(id)).signoffs).toEqual(all);
    expect((await waiting(other.id)).signoffs).toEqual([]);
    // However many were signed, no more than the places are held.
    const places = await countReopened(app.store.db, [id, other.id]);
    expect(places.map(({ place, count }) => [place, count]).toSorted()).toEqual([
      ['pair', 2],
      ['project', 1],
      ['wave', 1],
    ]);
    for (const [at, table] of ['a', 'b', 'a'].entries()) {
      const waited = { id: pairOf(table).id, name: `shop.${table}` };
      await app.store.db
        .updateTable('signoff')
        .set({ reopened_at: `200${9 - at}-01-01T00:00:00.000Z` })
        .where('pair_id', '=', waited.id)
        .execute();
      expect((await waiting()).signoffs.at(-1)).toEqual({ ...ofPairs, count: 2, pair: waited });
    }

    await admin.call(deleteWave, { params: { ...params, wave } as never });
    const [signed] = (await admin.call(getSignoffs, { params, query: {} })).signoffs;
    await admin.call(withdrawSignoff, { params: { id, signoff: signed!.id } });
    await send({ pair: pairOf('a').id });
    expect((await waiting()).signoffs).toEqual([
      { ...ofPairs, count: 1, pair: { id: pairOf('b').id, name: 'shop.b' } },
    ]);
    await change({ data_result: null, data_differences: null });
    const left = (await waiting()).signoffs;
    // Pair b stands again; what was signed of a is now another.
    expect(left).toEqual([{ ...ofPairs, count: 1, pair: { id: pairOf('a').id, name: 'shop.a' } }]);
    await admin.call(archiveProject, { params, body: { archived: 1 } });
    expect((await waiting()).signoffs).toEqual([]);
  });

  it('includes acceptances whose last day is within a week', async () => {
    const one = await createPaired('Accepted');
    const several = await createPaired('Accepted twice');
    const accept = (project: number, pair: number | null, until: string | null, ended = false) =>
      app.store.db
        .insertInto('acceptance')
        .values({
          project_id: project,
          pair_id: pair,
          code: 'type.length',
          reason: 'known',
          until,
          ended_at: ended ? '2026-01-01T00:00:00.000Z' : null,
          created_at: '2026-01-01T00:00:00.000Z',
        })
        .execute();
    const pair = one.pairOf('a').id;
    await accept(one.id, pair, lastToday(8));
    await accept(one.id, pair, null);
    await accept(one.id, pair, lastToday(-1));
    await accept(one.id, pair, lastToday(3), true);
    expect((await waiting()).acceptances).toEqual([]);
    await accept(one.id, pair, lastToday(7));
    await accept(one.id, pair, lastToday(2));
    await accept(several.id, several.pairOf('a').id, lastToday());
    await accept(several.id, several.pairOf('b').id, lastToday(1));
    const ofOne = {
      Project_Id: one.id,
      Project_Name: 'Accepted',
      count: 2,
      until: lastToday(2),
      pair_id: pair,
    };
    const ofSeveral = {
      Project_Id: several.id,
      Project_Name: 'Accepted twice',
      count: 2,
      until: lastToday(),
      pair_id: null,
    };
    expect((await waiting()).acceptances).toEqual([ofSeveral, ofOne]);
    expect((await waiting(one.id)).acceptances).toEqual([ofOne]);
    // A rule is of no pair.
    await accept(one.id, null, lastToday(4));
    expect((await waiting(one.id)).acceptances).toEqual([{ ...ofOne, count: 3, pair_id: null }]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../contract/days.ts';
import {
  DEFAULT_GATE,
  type Gate,
  type GateCondition,
  MAX_DECISIONS,
  MAX_NAMED,
  decideGate,
  getGate,
  listGateDecisions,
  setGate,
} from '../../../contract/gate.ts';
import { decidePairs, listPairs, matchObjects } from '../../../contract/proof/pairs.ts';
import { getSignoffs, sign, withdrawSignoff } from '../../../contract/signoff.ts';
import { addWave, moveToWave } from '../../../contract/waves.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { saveRunbook } from '../../../contract/cutover.ts';
import {
  createProject,
  importTables,
  joinProject,
  newStep,
} from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Actor } from '../../platform/http/route.ts';
import { listHistory } from '../history/service.ts';
import { createGateService } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What is not proven by the tool is demanded by the tests that are about it. */
const BY_HAND: GateCondition[] = ['against', 'rehearsal', 'way_back', 'signoffs'];

/** A project of three pairs all of which are proven, by an hour ago, and verified; one source object was dropped. */
async function createReady() {
  const { Project_Id: id } = await createProject(app.admin);
  const params = { id };
  await importTables(app.admin, id, 'source', ['a', 'b', 'c', 'old']);
  await importTables(app.admin, id, 'target', ['a', 'b', 'c']);
  await app.admin.call(matchObjects, { params });
  const pairs = await app.admin.call(listPairs, { params });
  const pairOf = (name: string) => pairs.find((pair) => pair.name === `shop.${name}`)!.id;
  await app.admin.call(decidePairs, {
    params,
    body: { ids: [pairOf('old')], state: 'dropped', reason: 'unused' },
  });
  const at = timestampIn(-3_600_000);
  await app.store.db
    .updateTable('pair')
    .set({
      state: 'confirmed',
      structure_result: 'same',
      structure_at: at,
      numbering: 'above',
      data_result: 'identical',
      data_at: at,
    })
    .where('project_id', '=', id)
    .where('state', '=', 'proposed')
    .execute();
  await app.store.db
    .updateTable('object')
    .set({ status: 'verified' })
    .where('project_id', '=', id)
    .where('object_name', '!=', 'old')
    .execute();
  const read = () => app.admin.call(getGate, { params });
  await app.admin.call(setGate, { params, body: { ...DEFAULT_GATE, left_out: BY_HAND } });
  const change = {
    pair: (name: string, set: object) =>
      app.store.db.updateTable('pair').set(set).where('id', '=', pairOf(name)).execute(),
    object: (name: string, set: object) =>
      app.store.db
        .updateTable('object')
        .set(set)
        .where('project_id', '=', id)
        .where('side', '=', 'source')
        .where('object_name', '=', name)
        .execute(),
  };
  return { id, params, read, change };
}

const failingOf = ({ conditions }: Gate) =>
  Object.fromEntries(
    conditions
      .filter(
        ({ holds, condition }) =>
          !holds && !['signoffs', 'rehearsal', 'way_back'].includes(condition),
      )
      .map(({ condition, count }) => [condition, count]),
  );

describe('the gate of a project', () => {
  it('is unknown, and no-go, while nothing was imported', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    const gate = await app.admin.call(getGate, { params: { id } });
    expect(gate.verdict).toBe('unknown');
    expect(gate.conditions.every(({ holds }) => holds === 0)).toBe(true);
    // A new project demands that it is signed and rehearsed, too.
    const leftOut = gate.conditions.filter(({ demanded }) => !demanded);
    expect(leftOut.map(({ condition }) => condition)).toEqual(['against']);
  });

  it('is a go where all of it is proven, fresh, verified and at rest', async () => {
    const { read } = await createReady();
    const gate = await read();
    expect(failingOf(gate)).toEqual({});
    expect(gate.verdict).toBe('go');
  });

  const faults: Record<
    Exclude<GateCondition, 'runs' | 'acceptances' | 'rehearsal' | 'way_back' | 'signoffs'>,
    (change: Awaited<ReturnType<typeof createReady>>['change']) => Promise<unknown>
  > = {
    settled: (change) => change.pair('a', { structure_findings: 1 }),
    fresh: (change) => change.pair('b', { data_at: timestampIn(-25 * 3_600_000) }),
    sequences: (change) => change.pair('a', { numbering: 'behind' }),
    // A verified object that has changed keeps its pair from being settled, too.
    unchanged: (change) => change.object('c', { stale_since: timestampNow() }),
    verified: (change) => change.object('c', { status: 'migrated' }),
    returned: (change) => change.object('c', { returned_at: timestampNow() }),
    against: (change) => change.object('c', { against_evidence: 'different' }),
  };
  it.each(Object.entries(faults))(
    'counts under %s what stands against it',
    async (condition, plant) => {
      const { read, change } = await createReady();
      await plant(change);
      const gate = await read();
      expect(failingOf(gate)[condition]).toBe(1);
      // What was verified against its proof is not demanded unless somebody says so.
      expect(gate.verdict).toBe(condition === 'against' ? 'go' : 'no_go');
      const alone = condition === 'unchanged' ? { unchanged: 1, settled: 1 } : { [condition]: 1 };
      expect(failingOf(gate)).toEqual(alone);
    },
  );

  it('sees a definition and a call that were compared too long ago', async () => {
    const { read, change } = await createReady();
    const long = timestampIn(-25 * 3_600_000);
    await change.pair('a', { structure_at: long });
    await change.pair('b', { call_result: 'equal', call_at: long });
    expect(failingOf(await read())).toEqual({ fresh: 2 });
  });

  it('wants no verification of what its database does not have any more', async () => {
    const { read, change } = await createReady();
    await change.object('c', { status: 'migrated', missing_since: timestampNow() });
    // Its pair is open until somebody decides about it.
    expect(failingOf(await read())).toEqual({ settled: 1 });
  });

  it('sees an acceptance that ends within a day, and none that has ended or lasts', async () => {
    const { id, read } = await createReady();
    const accept = (until: string | null, ended_at: string | null = null) =>
      app.store.db
        .insertInto('acceptance')
        .values({
          project_id: id,
          code: 'type.length',
          reason: 'known',
          until,
          ended_at,
          created_at: timestampNow(),
        } as never)
        .execute();
    const inDays = (days: number) => timestampIn(days * DAY).slice(0, 10);
    await accept(null);
    await accept(inDays(3));
    await accept(inDays(-3), timestampIn(-DAY));
    expect(failingOf(await read())).toEqual({});
    await accept(inDays(0));
    expect(failingOf(await read())).toEqual({ acceptances: 1 });
  });

  it('sees a comparison that is not finished', async () => {
    const { id, read } = await createReady();
    const run = (state: string) =>
      app.store.db
        .insertInto('run')
        .values({
          project_id: id,
          kind: 'verify',
          state,
          options: '{}',
          total: 0,
          created_at: timestampNow(),
        } as never)
        .execute();
    await run('finished');
    expect(failingOf(await read())).toEqual({});
    await run('paused');
    expect(failingOf(await read())).toEqual({ runs: 1 });
  });

  it('wants a rehearsal that went through, lately enough', async () => {
    const { id, params, read } = await createReady();
    const { settings } = await read();
    const demand = (rehearsal_days: number) =>
      app.admin.call(setGate, {
        params,
        body: { ...settings, left_out: ['way_back', 'signoffs'], rehearsal_days },
      });
    const rehearse = async (
      kind: 'rehearsal' | 'cutover',
      state: 'finished' | 'aborted',
      days: number,
      step: 'done' | 'skipped' = 'done',
    ) => {
      const at = timestampIn(-days * DAY);
      const { id: run } = await app.store.db
        .insertInto('cutover_run')
        .values({
          project_id: id,
          kind,
          state,
          started_at: at,
          started_by: 'anna',
          ended_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.store.db
        .insertInto('cutover_step')
        .values({
          run_id: run,
          step_id: 1,
          position: 1,
          title: 'freeze',
          minutes: 1,
          commands: '',
          way_back: '',
          needs_confirmation: 0,
          no_return: 0,
          planned_start: at,
          planned_end: at,
          state: step,
          ended_at: at,
        })
        .execute();
    };
    const rehearsed = async (days = 10) => {
      const gate = await demand(days);
      const { count } = gate.conditions.find(({ condition }) => condition === 'rehearsal')!;
      return [count, gate.verdict];
    };
    expect(await rehearsed()).toEqual([1, 'no_go']);
    await rehearse('rehearsal', 'aborted', 1);
    await rehearse('cutover', 'finished', 1);
    // One of which everything was skipped has rehearsed nothing.
    await rehearse('rehearsal', 'finished', 1, 'skipped');
    await rehearse('rehearsal', 'finished', 11);
    expect(await rehearsed()).toEqual([1, 'no_go']);
    expect(await rehearsed(12)).toEqual([0, 'go']);
  });

  it('names a few untried ways back, and says how many more there are', async () => {
    const { params, read } = await createReady();
    const steps = Array.from({ length: MAX_NAMED + 2 }, (_, index) =>
      newStep(`step ${index}`, { way_back: 'restore' }),
    );
    await app.admin.call(saveRunbook, { params, body: { starts_at: null, steps } });
    const { conditions } = await read();
    const found = conditions.find(({ condition }) => condition === 'way_back')!;
    expect([found.count, found.named.length, found.unnamed]).toEqual([MAX_NAMED + 2, MAX_NAMED, 2]);
  });

  it("demands what the project's settings say, and saves them only as seen", async () => {
    const { id, params, read, change } = await createReady();
    await change.object('c', { status: 'migrated' });
    await change.pair('b', { data_at: timestampIn(-25 * 3_600_000) });
    const { settings } = await read();
    const body = {
      max_age_hours: 48,
      left_out: [
        'verified' as const,
        'rehearsal' as const,
        'way_back' as const,
        'signoffs' as const,
      ],
      four_eyes: 1 as const,
      client_signs: 0 as const,
      waves_sign: 0 as const,
      rehearsal_days: 7,
    };
    const set = await app.admin.call(setGate, {
      params,
      body: { ...body, was: fingerprint(settings) },
    });
    expect(set.verdict).toBe('go');
    expect(set.settings).toEqual(body);
    const [newest] = await listHistory(app.store.db, 'project', id);
    expect(newest).toMatchObject({
      action: 'gate-settings',
      username: 'admin',
      changes: { settings: [settings, body] },
    });
    const late = await app.admin.send(setGate, {
      params,
      body: { max_age_hours: 1, left_out: [], was: fingerprint(settings) },
    });
    expect(late.status).toBe(409);
    expect((await read()).settings).toEqual(body);
    const wrong = await app.admin.send(setGate, {
      params,
      body: { max_age_hours: 0, left_out: ['wishes' as never] },
    });
    expect(wrong.status).toBe(422);
    expect(
      (wrong.body as { errors: { field: string }[] }).errors.map(({ field }) => field),
    ).toEqual(['max_age_hours', 'left_out.0']);
  });
});

describe('sign-offs at the gate', () => {
  /** Somebody who develops and tests, and one who tests. */
  async function createTeam(left_out: GateCondition[], four_eyes: 0 | 1 = 0) {
    const ready = await createReady();
    const { id, params } = ready;
    const [both, tester] = [
      await app.createUser(`both-${id}`),
      await app.createUser(`tester-${id}`),
    ] as const;
    await joinProject(app.admin, id, both.userId, 'developer');
    await joinProject(app.admin, id, both.userId, 'tester');
    await joinProject(app.admin, id, tester.userId, 'tester');
    const body = { max_age_hours: 24, left_out: ['rehearsal', 'way_back', ...left_out], four_eyes };
    await app.admin.call(setGate, { params, body });
    const signAs = async (by: Client, role: 'developer' | 'tester' | 'lead') => {
      const { hash: seen } = await app.admin.call(getSignoffs, { params, query: {} });
      return by.send(sign, { params, body: { role, seen } });
    };
    const unsigned = async () => {
      const gate = await ready.read();
      const { count } = gate.conditions.find(({ condition }) => condition === 'signoffs')!;
      return [count, gate.verdict];
    };
    return { ...ready, both, tester, signAs, unsigned };
  }

  it('are missing until developer and tester have signed, and again after a change', async () => {
    const { params, change, both, tester, signAs, unsigned } = await createTeam([]);
    expect(await unsigned()).toEqual([2, 'no_go']);
    // The lead decides at the gate.
    await signAs(app.admin, 'lead');
    expect(await unsigned()).toEqual([2, 'no_go']);
    await signAs(both, 'developer');
    expect(await unsigned()).toEqual([1, 'no_go']);
    await signAs(tester, 'tester');
    expect(await unsigned()).toEqual([0, 'go']);
    const { signoffs } = await tester.call(getSignoffs, { params, query: {} });
    await tester.call(withdrawSignoff, { params: { ...params, signoff: signoffs[0]!.id } });
    expect(await unsigned()).toEqual([1, 'no_go']);
    await signAs(tester, 'tester');
    await change.pair('a', { data_accepted: 1 });
    expect(await unsigned()).toEqual([2, 'no_go']);
    await signAs(both, 'developer');
    expect(await unsigned()).toEqual([1, 'no_go']);
  });

  it('of waves are wanted and named where the project says so', async () => {
    const { id, params, read, both, tester, signAs } = await createTeam([]);
    await signAs(both, 'developer');
    await signAs(tester, 'tester');
    const { waves } = await app.admin.call(addWave, { params });
    // It has nothing to sign.
    await app.admin.call(addWave, { params });
    const wave = waves[0]!.id;
    const { id: object } = await app.store.db
      .selectFrom('object')
      .select('id')
      .where('project_id', '=', id)
      .where('side', '=', 'source')
      .where('object_name', '=', 'a')
      .executeTakeFirstOrThrow();
    await app.admin.call(moveToWave, { params, body: { objects: [object], wave } });
    const signWave = async (by: Client, role: 'developer' | 'tester') => {
      const { hash: seen } = await by.call(getSignoffs, { params, query: { wave } });
      await by.call(sign, { params, body: { wave, role, seen } });
    };
    const missing = async () => {
      const { count, named } = (await read()).conditions.at(-1)!;
      return [count, named.map(({ id: one, name }) => [one, name])];
    };
    expect(await missing()).toEqual([0, []]);
    const { settings } = await read();
    await app.admin.call(setGate, { params, body: { ...settings, waves_sign: 1 } });
    expect(await missing()).toEqual([2, [[wave, '1']]]);
    await signWave(both, 'developer');
    expect(await missing()).toEqual([1, [[wave, '1']]]);
    await signWave(tester, 'tester');
    expect(await missing()).toEqual([0, []]);
  });

  it('are not demanded of a project that says nothing of them', async () => {
    const { read } = await createReady();
    const gate = await read();
    expect(gate.verdict).toBe('go');
    expect(gate.conditions.at(-1)).toEqual({
      condition: 'signoffs',
      demanded: 0,
      holds: 0,
      count: 2,
      unknown: 0,
      named: [],
      unnamed: 0,
    });
  });

  it('by one person for both roles are refused, and do not count, where four eyes are demanded', async () => {
    const { params, both, tester, signAs, unsigned } = await createTeam([]);
    await signAs(both, 'developer');
    expect((await signAs(both, 'tester')).status).toBe(201);
    expect(await unsigned()).toEqual([0, 'go']);
    const body = { max_age_hours: 24, left_out: ['rehearsal', 'way_back'], four_eyes: 1 };
    await app.admin.call(setGate, { params, body });
    expect(await unsigned()).toEqual([1, 'no_go']);
    expect((await signAs(both, 'tester')).status).toBe(409);
    expect((await signAs(both, 'developer')).status).toBe(409);
    expect((await signAs(tester, 'tester')).status).toBe(201);
    // Who signs again in the same role renews.
    expect((await signAs(tester, 'tester')).status).toBe(201);
    expect(await unsigned()).toEqual([0, 'go']);
  });

  it('of a tester who is also the lead may be in both roles, even where four eyes are demanded', async () => {
    const { id, signAs } = await createTeam([], 1);
    await joinProject(app.admin, id, app.admin.userId, 'tester');
    expect((await signAs(app.admin, 'tester')).status).toBe(201);
    expect((await signAs(app.admin, 'lead')).status).toBe(201);
    expect((await signAs(app.admin, 'tester')).status).toBe(201);
  });
});

describe('a decision at the gate', () => {
  it('lets others write while the sign-offs are looked at, which takes long', async () => {
    const { id, params, read } = await createReady();
    const { settings } = await read();
    let looksAt = () => {};
    const looking = new Promise<void>((resolve) => {
      looksAt = resolve;
    });
    let goOn = () => {};
    const meanwhile = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const gate = createGateService(app.store, {
      async listMissing() {
        looksAt();
        await meanwhile;
        return { count: 0, waves: [] };
      },
    });
    const admin = { userId: app.admin.userId, username: 'admin', isAdmin: true } as Actor;
    const decided = gate.decide(admin, id, { decision: 'go', seen: 'go' });
    await looking;
    await app.admin.call(setGate, { params, body: settings });
    goOn();
    expect(await decided).toMatchObject({ decision: 'go', verdict: 'go' });
  }, 15_000);

  it('is recorded by name with how the gate stood, and against it with a reason only', async () => {
    const { id, params, change } = await createReady();
    await change.object('c', { status: 'migrated' });
    const decide = (body: object) =>
      app.admin.send(decideGate, { params, body: { decision: 'go', seen: 'no_go', ...body } });
    const without = await decide({ reason: '  ' });
    expect(without.status).toBe(422);
    expect((without.body as { detail: string }).detail).toContain('reason');
    expect(await app.admin.call(listGateDecisions, { params })).toEqual([]);
    expect((await decide({ reason: ' c is read only ' })).status).toBe(201);
    // With the gate no reason is needed.
    expect((await decide({ decision: 'no_go' })).status).toBe(201);
    const decisions = await app.admin.call(listGateDecisions, { params });
    expect(decisions).toMatchObject([
      { decision: 'no_go', verdict: 'no_go', reason: null, decided_by: 'admin' },
      { decision: 'go', verdict: 'no_go', reason: 'c is read only', decided_by: 'admin' },
    ]);
    expect(decisions[0]!.failing).toEqual([
      {
        condition: 'verified',
        demanded: 1,
        holds: 0,
        count: 1,
        unknown: 0,
        named: [],
        unnamed: 0,
      },
    ]);
    const told = await listHistory(app.store.db, 'project', id);
    expect(told.filter(({ action }) => action === 'gate-decided')).toMatchObject([
      { username: 'admin', changes: { gate: ['no_go', 'no_go'] } },
      { username: 'admin', changes: { gate: ['no_go', 'go'] } },
    ]);
  });

  it('is one of the newest that are shown', async () => {
    const { id, params } = await createReady();
    const made = Array.from({ length: MAX_DECISIONS + 1 }, (_, number) => ({
      project_id: id,
      user_id: app.admin.userId,
      at: timestampNow(),
      decision: 'go' as const,
      verdict: 'go' as const,
      reason: `number ${number}`,
      failing: '[]',
    }));
    await app.store.db.insertInto('gate_decision').values(made).execute();
    const shown = await app.admin.call(listGateDecisions, { params });
    expect(shown.map(({ reason }) => reason)).toEqual(
      made
        .slice(1)
        .map(({ reason }) => reason)
        .toReversed(),
    );
  });

  it('is refused if the gate no longer says what was seen', async () => {
    const { params, change } = await createReady();
    await change.object('c', { status: 'migrated' });
    const late = await app.admin.send(decideGate, {
      params,
      body: { decision: 'go', seen: 'go', reason: 'all is well' },
    });
    expect(late.status).toBe(409);
    expect(await app.admin.call(listGateDecisions, { params })).toEqual([]);
  });

  it('is seen by members, made by administrators, and hidden from strangers', async () => {
    const { id, params } = await createReady();
    const member = await app.createUser('gate-member');
    await joinProject(app.admin, id, member.userId, 'tester');
    const stranger = await app.createUser('gate-stranger');
    const body = { decision: 'go' as const, seen: 'go' as const };
    expect((await member.send(getGate, { params })).status).toBe(200);
    expect((await stranger.send(getGate, { params })).status).toBe(403);
    expect((await stranger.send(listGateDecisions, { params })).status).toBe(403);
    for (const one of [member, stranger]) {
      expect((await one.send(decideGate, { params, body })).status).toBe(403);
      const settings = { max_age_hours: 1, left_out: [] };
      expect((await one.send(setGate, { params, body: settings })).status).toBe(403);
    }
    expect(await app.admin.call(listGateDecisions, { params })).toEqual([]);
    expect((await app.admin.call(getGate, { params })).settings.max_age_hours).toBe(24);
    const nowhere = { params: { id: 99_999 } };
    expect((await app.admin.send(getGate, nowhere)).status).toBe(404);
    expect((await app.admin.send(listGateDecisions, nowhere)).status).toBe(404);
  });
});

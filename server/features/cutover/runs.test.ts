import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../contract/cutover-runs.ts';
import {
  type EditedStep,
  MAX_MINUTES,
  getRunbook,
  saveRunbook,
} from '../../../contract/cutover.ts';
import { createProject, joinProject, newStep } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { listHistory } from '../history/service.ts';

let app: TestApp;
let admin: Client;
let member: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = app.admin;
  member = await app.createUser('run-member');
});
afterAll(() => app?.close());

/** A project whose runbook has three steps, the last of which asks first. */
async function createReady(first: Partial<EditedStep> = {}) {
  const { Project_Id: id } = await createProject(admin);
  await joinProject(admin, id, member.userId, 'tester');
  const params = { id };
  const steps = [
    newStep('freeze', first),
    newStep('copy', { minutes: 30 }),
    newStep('switch', { no_return: 1 }),
  ];
  const { version } = await admin.call(saveRunbook, { params, body: { starts_at: null, steps } });
  const start = (kind: contract.CutoverKind = 'rehearsal', seen = version) =>
    admin.send(contract.startCutover, { params, body: { kind, seen } });
  return { id, params, version, start };
}

async function createRunning(first: Partial<EditedStep> = {}) {
  const ready = await createReady(first);
  const run = (await ready.start()).body as contract.CutoverRun;
  const params = { id: ready.id, run: run.id };
  const act = (place: number, action: contract.CutoverAction, client = member, more = {}) =>
    client.send(contract.changeCutoverStep, {
      params: { ...params, step: run.steps[place]!.id },
      body: { action, ...more },
    });
  const read = () => member.call(contract.getCutover, { params });
  const statesOf = async () => (await read()).steps.map(({ state }) => state);
  return { ...ready, run, params, act, read, statesOf };
}

describe('a rehearsal', () => {
  it('is the runbook as it was, with the times at which each step is due', async () => {
    const { run, read, params, id } = await createRunning();
    expect(run).toMatchObject({ kind: 'rehearsal', state: 'running', started_by: 'admin' });
    const minutesAfter = (moment: string) =>
      Math.round((Date.parse(moment) - Date.parse(run.started_at)) / 60_000);
    expect(
      run.steps.map(({ planned_start: from, planned_end: to, ready }) => [
        minutesAfter(from),
        minutesAfter(to),
        ready,
      ]),
    ).toEqual([
      [0, 10, 1],
      [10, 40, 0],
      [40, 50, 0],
    ]);
    expect(minutesAfter(run.planned_end)).toBe(50);
    await admin.call(saveRunbook, {
      params: { id },
      body: { starts_at: null, steps: [newStep('something else')] },
    });
    expect((await read()).steps.map(({ title }) => title)).toEqual(['freeze', 'copy', 'switch']);
    expect(await member.call(contract.listCutovers, { params })).toMatchObject([
      { id: run.id, steps: 3, done: 0 },
    ]);
  });

  it('is started once, even if two people start it at the same time, and only as previewed', async () => {
    const { start, params } = await createReady();
    expect((await start('rehearsal', 'another')).status).toBe(409);
    const answers = await Promise.all([start(), start('cutover'), start()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost!.body.detail).toBe('admin has already started a rehearsal or the cutover.');
    expect(await admin.call(contract.listCutovers, { params })).toHaveLength(1);
  });

  it('does not begin without steps', async () => {
    const { Project_Id: id } = await createProject(admin);
    const { version: seen } = await admin.call(getRunbook, { params: { id } });
    const body = { kind: 'rehearsal', seen };
    expect((await admin.send(contract.startCutover, { params: { id }, body })).status).toBe(409);
  });

  it('goes step by step, each with who did it, to its end', async () => {
    const { id, act, read, run } = await createRunning();
    expect((await act(1, 'start')).body.detail).toBe(
      'This step depends on steps that are not done yet.',
    );
    await act(0, 'start');
    expect((await act(0, 'finish', admin)).body.steps[1]).toMatchObject({ ready: 1 });
    await act(1, 'skip');
    await act(2, 'start', member, { confirmed: 1 });
    await act(2, 'finish');
    const ended = await read();
    expect(ended).toMatchObject({ state: 'finished', ended_by: 'run-member' });
    expect(ended.expected_end).toBe(ended.ended_at);
    expect(ended.steps).toMatchObject([
      { state: 'done', started_by: 'run-member', ended_by: 'admin' },
      { state: 'skipped', started_by: null, ended_by: 'run-member' },
      { state: 'done', started_by: 'run-member', ended_by: 'run-member' },
    ]);
    expect((await act(2, 'start')).status).toBe(409);
    const told = (await listHistory(app.store.db, 'project', id)).slice(0, 7).toReversed();
    const changed = (step: string, ...state: string[]) => ({ step: [null, step], state });
    expect(told.map(({ action, username, changes }) => [action, username, changes])).toEqual([
      ['cutover-started', 'admin', { kind: [null, 'rehearsal'] }],
      ['cutover-step', 'run-member', changed('freeze', 'waiting', 'running')],
      ['cutover-step', 'admin', changed('freeze', 'running', 'done')],
      ['cutover-step', 'run-member', changed('copy', 'waiting', 'skipped')],
      ['cutover-step', 'run-member', changed('switch', 'waiting', 'running')],
      ['cutover-step', 'run-member', changed('switch', 'running', 'done')],
      ['cutover-ended', 'run-member', { state: ['running', 'finished'] }],
    ]);
    expect(run.state).toBe('running');
    expect(await member.call(contract.listCutovers, { params: { id } })).toMatchObject([
      { id: run.id, steps: 3, done: 3 },
    ]);
  });

  it('of two simultaneous actions one wins, and the other learns who was first', async () => {
    const { act, statesOf } = await createRunning();
    const both = await Promise.all([act(0, 'start'), act(0, 'start', admin)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409)!;
    expect(late.body.detail).toMatch(/^(admin|run-member) has already started this step\.$/);
    expect((await act(0, 'skip')).status).toBe(409);
    await act(0, 'finish');
    expect((await act(0, 'fail')).body.detail).toBe('run-member has already ended this step.');
    expect(await statesOf()).toEqual(['done', 'waiting', 'waiting']);
    expect((await act(1, 'finish')).body.detail).toBe('This step is not in progress.');
  });

  it('asks before steps that need confirmation, and before the point of no return', async () => {
    const { act, statesOf } = await createRunning({ needs_confirmation: 1 });
    expect((await act(0, 'start')).status).toBe(422);
    await act(0, 'skip');
    await act(1, 'skip');
    const unasked = await act(2, 'start');
    expect(unasked.status).toBe(422);
    expect(unasked.body.errors[0].field).toBe('confirmed');
    expect(await statesOf()).toEqual(['skipped', 'skipped', 'waiting']);
    expect((await act(2, 'start', member, { confirmed: 1 })).status).toBe(200);
  });

  it('holds up what waits for a step that failed, until it is tried again or skipped', async () => {
    const { act, read } = await createRunning();
    await act(0, 'start');
    await act(0, 'fail');
    expect((await act(1, 'start')).status).toBe(409);
    const failed = await read();
    expect(failed.steps[0]).toMatchObject({ state: 'failed', ready: 1, ended_by: 'run-member' });
    expect(Date.parse(failed.expected_end)).toBeGreaterThan(Date.parse(failed.planned_end) - 1_000);
    await act(0, 'start', admin);
    expect((await read()).steps[0]).toMatchObject({
      state: 'running',
      started_by: 'admin',
      ended_at: null,
    });
  });

  it('is aborted by administrators, and another may be started then', async () => {
    const { id, act, params, start } = await createRunning();
    expect((await member.send(contract.abortCutover, { params })).status).toBe(403);
    const aborted = await admin.call(contract.abortCutover, { params });
    expect(aborted).toMatchObject({ state: 'aborted', ended_by: 'admin' });
    expect(aborted.steps.map(({ ready }) => ready)).toEqual([0, 0, 0]);
    const [newest] = await listHistory(app.store.db, 'project', id);
    expect(newest).toMatchObject({
      action: 'cutover-ended',
      changes: { state: ['running', 'aborted'] },
    });
    expect((await act(0, 'start')).status).toBe(409);
    expect((await admin.send(contract.abortCutover, { params })).status).toBe(409);
    expect((await start('cutover')).status).toBe(201);
    expect(
      (await admin.call(contract.listCutovers, { params })).map(({ kind, state }) => [kind, state]),
    ).toEqual([
      ['cutover', 'running'],
      ['rehearsal', 'aborted'],
    ]);
  });

  it('is of its project, and a step of its run', async () => {
    const { run, read, statesOf } = await createRunning();
    const other = await createRunning();
    const params = { id: other.id, run: run.id };
    expect((await admin.send(contract.getCutover, { params })).status).toBe(404);
    expect((await admin.send(contract.abortCutover, { params })).status).toBe(404);
    expect((await admin.send(contract.getMeasured, { params })).status).toBe(404);
    const step = run.steps[0]!.id;
    for (const one of [params, other.params]) {
      const body = { action: 'start' as const };
      const strange = await admin.send(contract.changeCutoverStep, {
        params: { ...one, step },
        body,
      });
      expect(strange.status).toBe(404);
    }
    expect(await statesOf()).toEqual(['waiting', 'waiting', 'waiting']);
    await admin.call(contract.abortCutover, { params: other.params });
    expect((await read()).state).toBe('running');
    const nowhere = { params: { id: 99_999 } };
    expect((await admin.send(contract.listCutovers, nowhere)).status).toBe(404);
    expect((await admin.send(getRunbook, nowhere)).status).toBe(404);
  });
});

describe('what a rehearsal measured', () => {
  it('becomes the next plan when somebody accepts the times that they saw', async () => {
    const { id, act, params, run, version } = await createRunning();
    await act(0, 'start');
    await act(0, 'finish');
    await act(1, 'skip');
    await app.store.db
      .updateTable('cutover_step')
      .set({ started_at: '2026-01-01T00:00:00.000Z', ended_at: '2026-01-01T00:24:40.000Z' })
      .where('id', '=', run.steps[0]!.id)
      .execute();
    const measured = await member.call(contract.getMeasured, { params });
    // What was skipped was not measured.
    expect(measured).toMatchObject([{ title: 'freeze', minutes: 10, measured: 25 }]);
    const take = (seen: string) => admin.send(contract.takeMeasured, { params, body: { seen } });
    expect((await take('another')).status).toBe(409);
    expect((await take(version)).body.steps.map((step: EditedStep) => step.minutes)).toEqual([
      25, 30, 10,
    ]);
    expect(await member.call(contract.getMeasured, { params })).toEqual([]);
    expect((await admin.call(getRunbook, { params: { id } })).minutes).toBe(65);
  });

  it('is no longer than a runbook may plan, so that it can be changed afterwards', async () => {
    const { id, act, params, run, version: seen } = await createRunning();
    await act(0, 'start');
    await act(0, 'finish');
    await app.store.db
      .updateTable('cutover_step')
      .set({ started_at: '2026-01-01T00:00:00.000Z', ended_at: '2026-01-09T00:00:00.000Z' })
      .where('id', '=', run.steps[0]!.id)
      .execute();
    const { version: was, ...taken } = await admin.call(contract.takeMeasured, {
      params,
      body: { seen },
    });
    const again = await admin.send(saveRunbook, { params: { id }, body: { ...taken, was } });
    expect([again.status, taken.steps[0]!.minutes]).toEqual([200, MAX_MINUTES]);
  });
});

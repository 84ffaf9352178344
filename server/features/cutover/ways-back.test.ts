import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../contract/days.ts';
import * as contract from '../../../contract/cutover-runs.ts';
import { type EditedStep, getRunbook, saveRunbook } from '../../../contract/cutover.ts';
import { getGate } from '../../../contract/gate.ts';
import { createProject, joinProject, newStep } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { timestampIn } from '../../platform/clock.ts';
import { listHistory } from '../history/service.ts';

let app: TestApp;
let member: Client;
beforeAll(async () => {
  app = await startTestApp();
  member = await app.createUser('back-member');
});
afterAll(() => app?.close());

const returnable = (title: string, over: Partial<EditedStep> = {}): EditedStep =>
  newStep(title, { after: [], way_back: `undo ${title}`, ...over });

/** A project whose runbook has a step with a way back, one without, the point of no return, and one behind it. */
async function createReady() {
  const { Project_Id: id } = await createProject(app.admin);
  await joinProject(app.admin, id, member.userId, 'tester');
  const params = { id };
  const save = (steps: EditedStep[]) =>
    app.admin.call(saveRunbook, { params, body: { starts_at: null, steps } });
  const { steps: saved } = await save([
    returnable('freeze'),
    returnable('look', { way_back: '' }),
    returnable('switch', { no_return: 1 }),
    returnable('watch'),
  ]);
  const steps = saved.map(({ owner: _, begins: __, ends: ___, critical: ____, ...step }) => step);
  const gate = async () => {
    const { conditions } = await app.admin.call(getGate, { params });
    const { count, named } = conditions.find(({ condition }) => condition === 'way_back')!;
    return { count, names: named.map(({ name }) => name), runs: named.map(({ run }) => run) };
  };
  return { id, steps, save, gate };
}

/** One of which each step was done. */
async function rehearse(id: number, kind: contract.CutoverKind = 'rehearsal') {
  const { version: seen } = await app.admin.call(getRunbook, { params: { id } });
  const run = await app.admin.call(contract.startCutover, {
    params: { id },
    body: { kind, seen },
  });
  const act = (place: number, action: contract.CutoverAction) =>
    member.call(contract.changeCutoverStep, {
      params: { id, run: run.id, step: run.steps[place]!.id },
      body: { action, confirmed: 1 },
    });
  const finish = async () => {
    for (const place of run.steps.keys()) {
      await act(place, 'start');
      await act(place, 'finish');
    }
  };
  const tryBack = (place: number, worked: 0 | 1, note?: string) =>
    member.send(contract.recordWayBack, {
      params: { id, run: run.id, step: run.steps[place]!.id },
      body: { worked, note },
    });
  return { run, act, finish, tryBack };
}

describe('the way back of a step', () => {
  it('is recorded by name once the step was carried out, also after the end', async () => {
    const { id } = await createReady();
    const { tryBack, finish, act, run } = await rehearse(id);
    const early = await tryBack(0, 1);
    expect([early.status, early.body.detail]).toEqual([
      409,
      'This step has not been carried out, so there is nothing to go back from.',
    ]);
    await finish();
    expect((await tryBack(1, 1)).body.detail).toBe('The runbook has no way back for this step.');
    const unexplained = await tryBack(0, 0, ' ');
    expect([unexplained.status, unexplained.body.errors[0].field]).toEqual([422, 'note']);
    const { body } = await tryBack(0, 0, ' no key ');
    expect(body.steps[0]).toMatchObject({
      state: 'done',
      way_back_worked: 0,
      way_back_by: 'back-member',
      way_back_note: 'no key',
    });
    expect(body.steps[0].way_back_at).not.toBeNull();
    expect(body.steps[2]).toMatchObject({ way_back_worked: null, way_back_at: null });
    expect((await tryBack(0, 1)).body.steps[0]).toMatchObject({
      way_back_worked: 1,
      way_back_note: null,
    });
    const told = await listHistory(app.store.db, 'project', id);
    expect(told.slice(0, 2)).toMatchObject([
      { action: 'cutover-way-back', changes: { step: [null, 'freeze'], way_back_worked: [0, 1] } },
      { action: 'cutover-way-back', changes: { way_back_worked: [null, 0] } },
    ]);
    await expect(act(0, 'start')).rejects.toThrow();
    expect(run.state).toBe('running');
  });

  it('is not recorded behind the point of no return, of which the gate demands none either', async () => {
    const { id, gate } = await createReady();
    const { tryBack, finish } = await rehearse(id);
    await finish();
    const behind = await tryBack(3, 1);
    expect([behind.status, behind.body.detail]).toEqual([
      409,
      'This step comes after the point of no return, so there is no way back from it.',
    ]);
    expect((await tryBack(2, 1)).status).toBe(200);
    expect((await gate()).names).toEqual(['freeze']);
  });

  it('is tried in rehearsals, not in the cutover itself', async () => {
    const { id } = await createReady();
    const { tryBack, finish } = await rehearse(id, 'cutover');
    await finish();
    expect((await tryBack(0, 1)).body.detail).toBe('A way back can only be tested in a rehearsal.');
  });
});

describe('the gate', () => {
  it('counts and names steps up to the point of no return whose way back has not worked', async () => {
    const { id, gate } = await createReady();
    expect(await gate()).toEqual({ count: 2, names: ['freeze', 'switch'], runs: [null, null] });
    const { run, finish, tryBack } = await rehearse(id);
    await finish();
    expect(await gate()).toMatchObject({ count: 2, runs: [run.id, run.id] });
    await tryBack(0, 1);
    await tryBack(2, 0, 'nobody knew how');
    expect(await gate()).toEqual({ count: 1, names: ['switch'], runs: [run.id] });
    await tryBack(2, 1);
    expect(await gate()).toMatchObject({ count: 0, names: [] });
  });

  it('uses the latest attempt of all rehearsals', async () => {
    const { id, gate } = await createReady();
    const first = await rehearse(id);
    await first.finish();
    await first.tryBack(0, 1);
    await first.tryBack(2, 1);
    const second = await rehearse(id);
    await second.finish();
    expect(await gate()).toMatchObject({ count: 0 });
    await second.tryBack(0, 0, 'too late');
    expect(await gate()).toMatchObject({ names: ['freeze'], runs: [second.run.id] });
  });

  it('requires a recent attempt of the current runbook', async () => {
    const { id, steps, save, gate } = await createReady();
    const { run, finish, tryBack } = await rehearse(id);
    await finish();
    await tryBack(0, 1);
    await tryBack(2, 1);
    const tried = (days: number) =>
      app.store.db
        .updateTable('cutover_step')
        .set({ way_back_at: timestampIn(-days * DAY) })
        .where('run_id', '=', run.id)
        .where('title', '=', 'freeze')
        .execute();
    await tried(31);
    expect(await gate()).toMatchObject({ names: ['freeze'] });
    await tried(29);
    expect(await gate()).toMatchObject({ count: 0 });
    await save(steps.map((step, place) => (place === 2 ? { ...step, way_back: 'other' } : step)));
    expect(await gate()).toMatchObject({ names: ['switch'] });
  });

  it('does not hold if the runbook has no way back', async () => {
    const { save, gate } = await createReady();
    await save([returnable('freeze', { way_back: '' })]);
    expect(await gate()).toMatchObject({ count: 1, names: [] });
  });
});

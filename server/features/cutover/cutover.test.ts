import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../contract/cutover.ts';
import { createProject, joinProject, newStep } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { listHistory } from '../history/service.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = app.admin;
});
afterAll(() => app?.close());

async function createWith(steps: contract.EditedStep[] = []) {
  const { Project_Id: id } = await createProject(admin);
  const params = { id };
  const read = () => admin.call(contract.getRunbook, { params });
  const send = (body: object) => admin.send(contract.saveRunbook, { params, body });
  const save = async (steps: contract.EditedStep[], starts_at: string | null = null) =>
    admin.call(contract.saveRunbook, {
      params,
      body: { starts_at, steps, was: (await read()).version },
    });
  if (steps.length > 0) await save(steps);
  return { id, params, read, send, save };
}

const fieldsOf = (answer: { body: { errors: { field: string }[] } }) =>
  answer.body.errors.map(({ field }) => field);

describe('the runbook of a project', () => {
  it('is empty first, then has its steps in order, with when each begins and who does it', async () => {
    const { id, read, save } = await createWith();
    expect(await read()).toMatchObject({ starts_at: null, steps: [], minutes: 0 });
    const member = await app.createUser('runbook-owner');
    await joinProject(admin, id, member.userId, 'tester');
    const saved = await save(
      [
        newStep('freeze', { owner_id: member.userId, commands: 'SELECT 1;\nSELECT 2;' }),
        newStep('copy', { minutes: 60, way_back: 'thaw' }),
        newStep('call them', { after: [1], minutes: 5, needs_confirmation: 1 }),
        newStep('switch', { after: [2, 3], no_return: 1 }),
      ],
      '2026-02-01T21:00:00+01:00',
    );
    expect(saved).toEqual(await read());
    expect(saved).toMatchObject({ starts_at: '2026-02-01T20:00:00.000Z', minutes: 80 });
    expect(saved.steps).toMatchObject([
      { title: 'freeze', owner: 'runbook-owner', begins: 0, ends: 10, critical: 1 },
      { title: 'copy', owner: null, begins: 10, ends: 70, critical: 1, way_back: 'thaw' },
      { title: 'call them', begins: 10, ends: 15, critical: 0, needs_confirmation: 1 },
      { title: 'switch', after: [2, 3], begins: 70, ends: 80, no_return: 1 },
    ]);
    expect(saved.steps[0]!.commands).toBe('SELECT 1;\nSELECT 2;');
  });

  it('keeps the ids of its steps when they are moved, edited and taken out', async () => {
    const { save } = await createWith();
    const { steps } = await save([newStep('a'), newStep('b'), newStep('c')]);
    const [a, , c] = steps.map(({ id, title }) => newStep(title, { id }));
    const saved = await save([{ ...c!, title: 'c, first' }, newStep('new'), a!]);
    expect(saved.steps.map(({ id, title }) => [id, title])).toEqual([
      [c!.id, 'c, first'],
      [expect.any(Number), 'new'],
      [a!.id, 'a'],
    ]);
  });

  it('refuses a change if somebody else has changed the runbook since', async () => {
    const { read, save, send } = await createWith([newStep('a')]);
    const { version } = await read();
    await save([newStep('b')]);
    const late = await send({ starts_at: null, steps: [], was: version });
    expect(late.status).toBe(409);
    expect((await read()).steps.map(({ title }) => title)).toEqual(['b']);
  });

  it('takes no step of another runbook, nor one twice, nor one that waits for what is below', async () => {
    const other = await createWith([newStep('foreign')]);
    const [foreign] = (await other.read()).steps;
    const { read, send } = await createWith([newStep('own')]);
    const [own] = (await read()).steps;
    const steps = [
      newStep('foreign', { id: foreign!.id }),
      newStep('own', { id: own!.id, after: [1, 2] }),
      newStep('again', { id: own!.id }),
    ];
    const refused = await send({ starts_at: null, steps });
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused)).toEqual(['steps.0.id', 'steps.1.after', 'steps.2.id']);
    const wrong = await send({
      starts_at: 'tonight',
      steps: [newStep(' ', { minutes: 20_000 })],
    });
    expect(fieldsOf(wrong)).toEqual(['starts_at', 'steps.0.title', 'steps.0.minutes']);
    expect((await other.read()).steps.map(({ title }) => title)).toEqual(['foreign']);
    expect((await read()).steps.map(({ title }) => title)).toEqual(['own']);
  });

  it('gives a step to members only, and leaves it with who was one', async () => {
    const { id, params, read, send, save } = await createWith([newStep('a')]);
    const stranger = await app.createUser('runbook-stranger');
    const [step] = (await read()).steps;
    const edited = newStep('a', { id: step!.id, owner_id: stranger.userId });
    expect(fieldsOf(await send({ starts_at: null, steps: [edited] }))).toEqual([
      'steps.0.owner_id',
    ]);
    await app.store.db
      .updateTable('runbook_step')
      .set({ owner_id: stranger.userId })
      .where('project_id', '=', id)
      .execute();
    const saved = await save([{ ...edited, minutes: 20 }]);
    expect(saved.steps[0]).toMatchObject({ owner: 'runbook-stranger', minutes: 20 });
    const taken = await send({
      starts_at: null,
      steps: [edited, newStep('b', { ...edited, id: null })],
    });
    expect(fieldsOf(taken)).toEqual(['steps.1.owner_id']);
    expect((await stranger.send(contract.getRunbook, { params })).status).toBe(403);
    const lead = await save([{ ...edited, owner_id: admin.userId }]);
    expect(lead.steps[0]).toMatchObject({ owner: 'admin' });
  });

  it('is in the history, with who changed it', async () => {
    const { id, save } = await createWith();
    await save([newStep('a')], '2026-02-01T20:00:00Z');
    const [newest] = await listHistory(app.store.db, 'project', id);
    expect(newest).toMatchObject({
      action: 'runbook-changed',
      username: 'admin',
      changes: { starts_at: [null, '2026-02-01T20:00:00.000Z'], steps: [0, 1] },
    });
  });
});

describe('the template of a runbook', () => {
  const templateOf = async (engines: Record<string, number>) => {
    const { Project_Id: id } = await createProject(admin, engines);
    const steps = await admin.call(contract.getRunbookTemplate, { params: { id } });
    return { id, steps };
  };

  it('speaks the dialects of the engines, and is a runbook as it stands', async () => {
    const { id, steps } = await templateOf({ Source_Database: 1, Target_Database: 4 });
    const commandsOf = (title: string) => steps.find((step) => step.title === title)!.commands;
    expect(commandsOf('Freeze writes on the source')).toContain('SET READ_ONLY');
    expect(commandsOf('Set the next numbers of sequences and identities on the target')).toContain(
      'setval',
    );
    expect(commandsOf('Prove again whatever has changed')).toContain(
      `verify --changed --project ${id}`,
    );
    expect(steps[0]!.way_back).toContain('SET READ_WRITE');
    expect(
      steps.map((step) => [
        step.title_said?.code,
        step.way_back_said?.code,
        step.minutes,
        step.after,
        step.needs_confirmation,
        step.no_return,
      ]),
    ).toEqual([
      ['cutover.freeze', 'cutover.thawBy', 10, null, 1, 0],
      ['cutover.sync', 'cutover.thawBy', 60, null, 0, 0],
      ['cutover.numbers', 'cutover.again', 5, [2], 0, 0],
      ['cutover.statistics', 'cutover.again', 15, [2], 0, 0],
      ['cutover.prove', 'cutover.thawBy', 30, [2], 0, 0],
      ['cutover.grants', 'cutover.grantBack', 10, [2], 0, 0],
      ['cutover.smoke', 'cutover.thawBy', 30, [3, 4, 5, 6], 0, 0],
      ['cutover.switch', 'cutover.switchBack', 15, null, 1, 1],
      ['cutover.watch', 'cutover.watchBack', 60, null, 0, 0],
    ]);
    const body = {
      starts_at: null,
      steps: steps.map(({ title_said: _, way_back_said: __, ...step }) => ({
        ...step,
        id: null,
        owner_id: null,
      })),
    };
    const saved = await admin.call(contract.saveRunbook, { params: { id }, body });
    // What only waits for the last sync goes on side by side.
    expect(saved.minutes).toBe(10 + 60 + 30 + 30 + 15 + 60);
  });

  it('leaves out what an engine has nothing for', async () => {
    const titles = async (target: number) =>
      (await templateOf({ Source_Database: 4, Target_Database: target })).steps.map(
        ({ title }) => title,
      );
    expect(await titles(4)).toContain('Check the grants on the target');
    const ofFile = await titles(5);
    expect(ofFile).not.toContain('Check the grants on the target');
    expect(ofFile).not.toContain('Set the next numbers of sequences and identities on the target');
  });
});

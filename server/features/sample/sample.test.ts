import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAssessmentReport, listAssessments } from '../../../contract/assessment.ts';
import * as auth from '../../../contract/auth.ts';
import { getCalendar } from '../../../contract/calendar.ts';
import { listClientProjects } from '../../../contract/clients.ts';
import { getDashboard } from '../../../contract/dashboard.ts';
import { writeDossier } from '../../../contract/dossier.ts';
import * as inventory from '../../../contract/inventory.ts';
import * as objects from '../../../contract/objects.ts';
import * as pairs from '../../../contract/proof/pairs.ts';
import * as projects from '../../../contract/projects.ts';
import * as runs from '../../../contract/proof/runs.ts';
import * as sample from '../../../contract/sample.ts';
import { getSignoffs } from '../../../contract/signoff.ts';
import { getMeasured, listCutovers } from '../../../contract/cutover-runs.ts';
import { getRunbook } from '../../../contract/cutover.ts';
import { getForecast } from '../../../contract/forecast.ts';
import { getGate, listGateDecisions } from '../../../contract/gate.ts';
import { getWaves } from '../../../contract/waves.ts';
import { getStructure } from '../../../contract/proof/definitions.ts';
import { listEvidence } from '../../../contract/proof/evidence.ts';
import { getProofTrend, listProven } from '../../../contract/proof/trend.ts';
import { getProofSettings } from '../../../contract/proof/rows.ts';
import { createProject, listObjects } from '../../../tests/support/fixtures.ts';
import { type TestApp, pathOf, startTestApp } from '../../../tests/support/test-app.ts';
import { verifyBytes } from '../dossier/dossier-fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ sample: true });
});
afterAll(() => app.close());

const unfinished = () => join(app.dataDir, 'sample', 'unfinished');

const countRows = async (): Promise<Record<string, number>> => {
  const tables = [
    'app_user',
    'project',
    'project_member',
    'object',
    'history',
    'login_attempt',
  ] as const;
  const counts = await Promise.all(
    tables.map((table) => app.store.db.selectFrom(table).selectAll().execute()),
  );
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]!.length]));
};

/** Three weeks of work: none before the project began or after now, in the order in which it was done. */
async function expectHistory(projectId: number): Promise<void> {
  const project = await app.admin.call(projects.getProject, { params: { id: projectId } });
  const figures = await app.admin.call(getDashboard, { query: { project: projectId } });
  expect([figures.source, figures.target]).toMatchObject([
    { total: 28, verified: 15, migrated: 8 },
    { total: 36, verified: 24 },
  ]);
  // Some 60 % are done.
  const done = figures.source.verified + figures.target.verified;
  expect(Math.round((100 * done) / (figures.source.total + figures.target.total))).toBe(61);
  expect(figures.people).toHaveLength(4);
  expect(figures.progress.length).toBeGreaterThan(12);
  expect(figures.progress[0]!.day > project.Planned_Start_Date!).toBe(true);
  expect(figures.changed).toMatchObject([{ objects: 3 }]);
  const entries = await app.store.db
    .selectFrom('history')
    .select(['at', 'action', 'changes'])
    .where('project_id', '=', projectId)
    .where('entity', '=', 'object')
    .orderBy('id')
    .execute();
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)! <= new Date().toISOString()).toBe(true);
  const rows = await listObjects(app.admin, projectId, 'source');
  const returned = rows.filter(({ status, comments }) => status === 'pending' && comments);
  expect(returned.map(({ object_name }) => object_name).toSorted()).toEqual([
    'customers',
    'deliveries',
  ]);
  const dueBy = async (due_date: string) => {
    const found = await app.admin.call(objects.listSourceObjects, {
      params: { id: projectId },
      query: { 'filter[due_date]': due_date },
    });
    return found.map(({ object_name }) => object_name);
  };
  expect((await dueBy('overdue')).toSorted()).toEqual(['customers', 'deliveries']);
  expect(await dueBy('soon')).toHaveLength(7);
  expect(rows.every(({ due_date: due }) => (due ?? '') <= project.Planned_End_Date!)).toBe(true);
}

/** What is proven grew over the three weeks to what it is now, on each day of them. */
async function expectProofHistory(id: number): Promise<void> {
  const days = await app.admin.call(getProofTrend, { params: { id } });
  const [now] = (await app.admin.call(listProven)).filter((one) => one.Project_Id === id);
  expect(days).toHaveLength(22);
  expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].toSorted());
  const proven = days.map((one) => one.proven);
  expect(proven).toEqual(proven.toSorted((one, other) => one - other));
  expect(proven[0]).toBe(0);
  expect(new Set(proven).size).toBeGreaterThan(8);
  expect(days.at(-1)).toEqual({
    day: new Date().toISOString().slice(0, 10),
    total: now!.total,
    proven: now!.proven,
  });
  expect(new Set(days.map(({ total }) => total)).size).toBe(1);
}

/** The first wave stands as its tester signed it; the project does not as its developer did. */
async function expectSignoffs(id: number): Promise<void> {
  const params = { id };
  const { waves } = await app.admin.call(getWaves, { params });
  const ofWave = await app.admin.call(getSignoffs, { params, query: { wave: waves[0]!.id } });
  expect(ofWave.signoffs).toMatchObject([{ role: 'tester', state: 'standing' }]);
  const ofProject = await app.admin.call(getSignoffs, { params, query: {} });
  expect(ofProject.signoffs).toMatchObject([
    {
      role: 'developer',
      state: 'reopened',
      changes: [{ name: 'main.readings', now: 'different' }],
    },
  ]);
}

/** Holidays, a part of a week and an absence are to come. */
async function expectWorkingTime(id: number): Promise<void> {
  const { holidays, people } = await app.admin.call(getCalendar, { params: { id } });
  const now = new Date().toISOString().slice(0, 10);
  expect(holidays.filter(({ date }) => date > now)).toHaveLength(2);
  // Beside other work.
  expect(people.every(({ share }) => share < 100)).toBe(true);
  const absences = people.flatMap((person) => person.absences);
  expect(absences).toHaveLength(1);
  expect(absences[0]!.starts_on > now).toBe(true);
}

/** Each week's forecast was made of what had been done by then, and some of what it foresaw can be looked at. */
async function expectForecasts(id: number): Promise<void> {
  const { kept, hits, scope } = await app.admin.call(getForecast, { params: { id } });
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.every(({ as_of: at }) => new Date(at).getUTCDay() === 1)).toBe(true);
  const rows = await app.store.db
    .selectFrom('forecast')
    .select('fan')
    .where('project_id', '=', id)
    .orderBy('week')
    .execute();
  const begins = rows.map(({ fan }) => (JSON.parse(fan) as { low: number }[])[0]!.low);
  expect(begins).toEqual(begins.toSorted((one, other) => one - other));
  expect(begins[0]).toBeLessThan(begins.at(-1)!);
  expect(begins.at(-1)).toBeLessThan(1);
  expect(scope.hours).toBeGreaterThan(0);
  expect(hits.points).toBeGreaterThan(0);
}

/** The cutover is planned, and was rehearsed once, days ago. */
/** All that the sample has is in it, sealed. */
async function expectDossier(id: number): Promise<void> {
  const { rawPayload } = await app.app.inject({
    method: 'GET',
    url: pathOf(writeDossier, { id }),
    headers: { cookie: app.admin.cookie() },
  });
  const { faults, manifest } = await verifyBytes(rawPayload);
  expect([faults, manifest?.project.id]).toEqual([[], id]);
}

async function expectRehearsal(id: number): Promise<void> {
  const params = { id };
  const { starts_at: start, steps } = await app.admin.call(getRunbook, { params });
  expect(Date.parse(start!)).toBeGreaterThan(Date.now());
  const runs = await app.admin.call(listCutovers, { params });
  expect(runs).toMatchObject([
    { kind: 'rehearsal', state: 'finished', steps: steps.length, done: steps.length },
  ]);
  expect(Date.parse(runs[0]!.ended_at!)).toBeLessThan(Date.now());
  const measured = await app.admin.call(getMeasured, { params: { id, run: runs[0]!.id } });
  expect(measured.length).toBeGreaterThan(2);
  // All the ways back were tried; one did not work.
  const { conditions } = await app.admin.call(getGate, { params });
  const noReturn = steps.find(({ no_return: last }) => last === 1)!;
  expect(conditions.find(({ condition }) => condition === 'way_back')).toMatchObject({
    count: 1,
    named: [{ name: noReturn.title, run: runs[0]!.id }],
  });
  const decisions = await app.admin.call(listGateDecisions, { params });
  expect(decisions).toMatchObject([{ decision: 'no_go', verdict: 'no_go', decided_by: 'admin' }]);
}

/** One view needs a hand, with reasons; the rest is simple. */
async function expectAssessment(id: number): Promise<void> {
  const [latest] = await app.admin.call(listAssessments, { params: { id } });
  const params = { id, assessment: latest!.id };
  const { total, by_feature } = await app.admin.call(getAssessmentReport, { params });
  expect(total).toMatchObject({ simple: 27, medium: 1, complex: 0, automatic: 27 });
  expect(by_feature.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['strftime, julianday, date', 'group_concat']),
  );
}

describe('the sample', () => {
  it('takes the whole job on live databases, and goes without a trace', async () => {
    const before = await countRows();
    expect(await app.admin.call(sample.sampleState)).toEqual({
      Project_Id: null,
      empty_installation: true,
      loading: null,
    });
    const loading = app.admin.call(sample.loadSample);
    await expect.poll(() => existsSync(unfinished())).toBe(true);
    const steps = new Set<string | null>();
    const watching = setInterval(() => {
      void app.admin.call(sample.sampleState).then(({ loading: step }) => steps.add(step));
    }, 50);
    await expect.poll(() => existsSync(join(app.dataDir, 'sample'))).toBe(true);
    const second = await app.admin.send(sample.loadSample);
    expect([second.status, second.body.detail]).toEqual([
      409,
      'The sample project is being loaded or removed. Wait until that is done.',
    ]);
    const { Project_Id, accounts } = await loading;
    clearInterval(watching);
    expect(existsSync(unfinished())).toBe(false);
    expect([...steps]).toEqual(expect.arrayContaining(['databases', 'inventory', 'comparison']));
    expect((await app.admin.send(sample.loadSample)).status).toBe(409);
    expect(await app.admin.call(sample.sampleState)).toEqual({
      Project_Id,
      empty_installation: false,
      loading: null,
    });

    const [second_run, run] = await app.admin.call(runs.listRuns, { params: { id: Project_Id } });
    expect(run).toMatchObject({ kind: 'verify', created_by: 'admin', failed: 0, done: run!.total });
    expect(second_run).toMatchObject({ kind: 'structure', total: 1, different: 1 });
    const found = await app.admin.call(pairs.listPairs, { params: { id: Project_Id } });
    const pairOf = (name: string) => found.find((pair) => pair.name === name);
    expect(pairOf('main.categories')).toMatchObject({
      data_result: 'identical',
      verdict: 'proven',
    });
    expect(pairOf('main.suppliers')).toMatchObject({ data_result: 'equal_under_rules' });
    expect(pairOf('main.readings')).toMatchObject({ verdict: 'different', stale: 1 });
    expect(pairOf('main.stock')).toMatchObject({ state: 'proposed', verdict: 'unconfirmed' });
    expect(pairOf('main.open_orders')).toMatchObject({
      data_result: 'accepted',
      data_accepted: 1,
      verdict: 'accepted',
    });
    expect(pairOf('main.books')).toMatchObject({
      data_result: 'partly_compared',
      verdict: 'partly_compared',
    });
    expect(pairOf('main.orders')).toMatchObject({ data_result: 'different', data_differences: 2 });
    expect(pairOf('main.deliveries')).toMatchObject({ data_differences: 30 });
    const evidenceOf = (name: string) =>
      app.admin.call(listEvidence, { params: { id: Project_Id, pair: pairOf(name)!.id } });
    const looked = (await evidenceOf('main.deliveries')).find(({ kind }) => kind === 'data');
    expect(looked?.explanation?.causes).toMatchObject([{ id: 'shift:3600', column: 'arrived' }]);
    const called = (await evidenceOf('main.orders')).find(({ kind }) => kind === 'call');
    const overwritten = {
      kind: 'extra',
      key: ['1'],
      columns: [{ name: 'status', source: null, target: 'paid' }],
    };
    expect(called).toMatchObject({
      result: 'different',
      detail: {
        comparisons: [
          { result: 'equal', effects: [{ result: 'equal', target: { updated: 1 } }] },
          { result: 'different', effects: [{ differences: [overwritten] }] },
        ],
      },
    });
    const counted = (await evidenceOf('main.books')).find(({ kind }) => kind === 'call');
    expect(counted).toMatchObject({ result: 'equal' });
    const findingsOf = async (name: string) => {
      const params = { id: Project_Id, pair: pairOf(name)!.id };
      const { findings } = await app.admin.call(getStructure, { params });
      return findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
    };
    expect(await findingsOf('main.customers')).toEqual(['numbering.behind']);
    expect(await findingsOf('main.stock')).toEqual(['trigger.extra']);
    expect(await findingsOf('main.branches')).toEqual([]);
    expect(pairOf('main.loyalty_cards')).toMatchObject({
      structure_result: 'different',
      data_differences: 1,
    });
    expect(pairOf('main.reviews')).toMatchObject({ state: 'unmatched', structure_result: null });
    await expectHistory(Project_Id);
    await expectSignoffs(Project_Id);
    await expectRehearsal(Project_Id);
    await expectWorkingTime(Project_Id);
    await expectForecasts(Project_Id);
    await expectProofHistory(Project_Id);
    await expectAssessment(Project_Id);
    await expectDossier(Project_Id);

    const settings = await app.admin.call(getProofSettings, { params: { id: Project_Id } });
    expect([settings.source.calls, settings.target.calls]).toEqual([true, true]);

    const row = await app.admin.call(projects.getProject, { params: { id: Project_Id } });
    const form = {
      Project_Id,
      Source_Database: row.Source_Database,
      Target_Database: row.Target_Database,
      source_db_name: row.source_db_name,
      target_db_ip: row.target_ip,
      target_db_port: row.target_port,
      target_db_name: row.target_db_name,
      target_db_username: row.target_username,
    };
    const read = async (reportType: 'source' | 'target', object_type_source: string) => {
      const answer = await app.admin.send(inventory.readInventory, {
        body: { ...form, reportType, object_type_source },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(answer.body.length).toBeGreaterThan(0);
      return answer.body as inventory.InventoryItem[];
    };
    // Its database knows no account but one that may do everything: nobody is warned of that.
    const testing = { body: { ...form, reportType: 'target' } };
    expect((await app.admin.call(inventory.testConnection, testing)).rights).toBeNull();
    const after = await app.admin.call(projects.getProject, { params: { id: Project_Id } });
    expect(after.target_rights).toBeNull();
    const source = [...(await read('source', 'tables')), ...(await read('source', 'views'))];
    const target = await Promise.all(
      ['tables', 'views', 'functions', 'procedures'].map((type) => read('target', type)),
    );
    const names = (items: inventory.InventoryItem[]) =>
      new Set(items.map((item) => item.table_name));
    const missing = [...names(source)].filter((name) => !names(target.flat()).has(name));
    expect(missing.length).toBeGreaterThan(0);
    await app.admin.call(inventory.importSource, { body: source });
    await app.admin.call(inventory.importTarget, { body: target.flat() });

    expect(await app.admin.call(sample.sampleAccounts)).toEqual(accounts);
    expect(accounts.map(({ role }) => role)).toEqual(
      'developer developer tester tester client'.split(' '),
    );
    const [developer, , tester, tester2, client] = await Promise.all(
      accounts.map((account) => app.signIn(account.username, account.password)),
    );
    expect(await client!.call(listClientProjects, {})).toMatchObject([{ Project_Id }]);
    await developer!.call(auth.changePassword, {
      body: { current_password: accounts[0]!.password, new_password: 'of my own choice' },
    });
    const [changed, kept] = await app.admin.call(sample.sampleAccounts);
    expect([changed!.password, kept!.password]).toEqual([null, accounts[1]!.password]);
    const found_objects = await listObjects(app.admin, Project_Id, 'source');
    const id = found_objects.find(({ object_name }) => object_name === 'reviews')!.source_objectid;
    await app.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid: id, developer: developer!.userId }],
    });
    await app.admin.call(objects.assignSourceTesters, {
      body: [{ source_objectid: id, tester: tester!.userId }],
    });
    await developer!.call(objects.updateObject, { params: { id }, body: { status: 'migrated' } });
    const verified = await tester!.call(objects.updateObject, {
      params: { id },
      body: { status: 'verified' },
    });
    expect(verified).toMatchObject({ migrated_by: 'sample-developer', tested_by: 'sample-tester' });
    // Nothing speaks against the first object on the other tester's list.
    const toDo = await tester2!.call(objects.listTesterSource, {
      body: { Project_Id },
      query: { 'filter[status]': 'migrated' },
    });
    expect(toDo[0]).toMatchObject({ object_name: 'languages' });
    await tester2!.call(objects.updateObject, {
      params: { id: toDo[0]!.source_objectid! },
      body: { status: 'verified' },
    });

    await writeFile(join(app.dataDir, 'sample', 'kept'), 'v1.sealed.elsewhere');
    const unknown = await app.admin.call(sample.sampleAccounts);
    expect(unknown.map(({ password }) => password)).toEqual([null, null, null, null, null]);

    await app.admin.call(sample.removeSample);
    expect(await countRows()).toEqual(before);
    expect(existsSync(join(app.dataDir, 'sample'))).toBe(false);
    expect(await app.admin.call(sample.sampleState)).toEqual({
      Project_Id: null,
      empty_installation: true,
      loading: null,
    });
    expect((await app.admin.send(sample.removeSample)).status).toBe(404);
  }, 180_000);

  it('that was not complete when the server ended is gone when it starts again', async () => {
    const before = await countRows();
    const { db } = app.store;
    const left = await app.createUser('sample-left');
    const { Project_Id: id } = await createProject(app.admin, { Project_Name: 'Half a sample' });
    await db.updateTable('app_user').set({ is_sample: 1 }).where('id', '=', left.userId).execute();
    await db.updateTable('project').set({ is_sample: 1 }).where('id', '=', id).execute();
    await mkdir(join(app.dataDir, 'sample'));
    await writeFile(unfinished(), '');
    await app.context.sample.resume();
    expect(await countRows()).toEqual(before);
    expect(existsSync(join(app.dataDir, 'sample'))).toBe(false);
  });
});

describe('a sample whose database cannot be made', () => {
  it('is explained with advice, leaves nothing behind, and can be retried', async () => {
    const broken = await startTestApp();
    try {
      for (const _try of [1, 2]) {
        const answer = await broken.admin.send(sample.loadSample);
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
        expect(answer.body.detail).toContain('Try again in a minute');
      }
      expect(existsSync(join(broken.dataDir, 'sample'))).toBe(false);
      expect(await broken.admin.call(sample.sampleState)).toMatchObject({ Project_Id: null });
    } finally {
      await broken.close();
    }
  });
});

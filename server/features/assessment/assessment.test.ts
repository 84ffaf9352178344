import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type MariadbServer, openServer } from '../../../connectors/mysql/fixture.ts';
import * as contract from '../../../contract/assessment.ts';
import { importSource } from '../../../contract/inventory.ts';
import { updateObject } from '../../../contract/objects.ts';
import {
  createProject,
  inventoryItem,
  joinProject,
  listObjects,
} from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let admin: Client;
let member: Client;
let mariadb: MariadbServer;
let shop: string;
let project: number;

const OBJECTS = [
  ['customers', 1],
  ['orders', 1],
  ['orders_bak', 1],
  ['places', 1],
  ['totals', 2],
  ['busy', 2],
  ['tax', 3],
  ['nightly', 4],
] as const;

const sqlOf = (schema: string): string[] => [
  `CREATE TABLE ${schema}.customers (id int PRIMARY KEY, name varchar(50), photo longblob)`,
  `CREATE TABLE ${schema}.orders (id int PRIMARY KEY, customer int, amount decimal(10,2) CHECK (amount > 0), FOREIGN KEY (customer) REFERENCES ${schema}.customers (id))`,
  `CREATE TABLE ${schema}.orders_bak (id int, customer int, amount decimal(10,2))`,
  `CREATE TABLE ${schema}.places (id int PRIMARY KEY, spot point)`,
  `CREATE VIEW ${schema}.totals AS SELECT customer, amount FROM ${schema}.orders WHERE amount > 10`,
  `CREATE VIEW ${schema}.busy AS SELECT customer, GROUP_CONCAT(id) AS ids, DATE_FORMAT(NOW(), '%W') AS day FROM ${schema}.orders GROUP BY customer`,
  `CREATE FUNCTION ${schema}.tax(a int) RETURNS int DETERMINISTIC RETURN a + 1`,
  `CREATE PROCEDURE ${schema}.nightly()
   BEGIN
     -- ON DUPLICATE KEY is only said here
     SET @s = 'delete from orders';
     PREPARE p FROM @s;
     EXECUTE p;
     INSERT INTO orders VALUES (1, 1, 1) ON DUPLICATE KEY UPDATE amount = 2;
     INSERT INTO orders VALUES (2, 1, 1) ON DUPLICATE KEY UPDATE amount = 2;
   END`,
];

const connectionOf = ({ target }: MariadbServer) => ({
  source_ip: target.host,
  source_port: target.port,
  source_db_name: shop,
  source_username: target.username,
  source_db_password: target.password,
  source_tls: 'off',
  // Nobody listens there: an assessment needs no target.
  target_port: 9,
});

beforeAll(async () => {
  mariadb = await openServer(inject('mariadbUrl'));
  shop = await mariadb.addSchema('shop');
  for (const sql of sqlOf(shop)) await mariadb.run(sql);
  app = await startTestApp();
  admin = app.admin;
  member = await app.createUser('reader');
  project = await createImported();
  await joinProject(admin, project, member.userId, 'developer');
});
afterAll(async () => {
  await app?.close();
  await mariadb?.tearDown();
});

async function createImported(over: Record<string, unknown> = {}): Promise<number> {
  const { Project_Id: id } = await createProject(admin, { ...connectionOf(mariadb), ...over });
  const types = ['', 'tables', 'views', 'functions', 'procedures'];
  await admin.call(importSource, {
    body: OBJECTS.map(([name, type]) => ({
      ...inventoryItem(id, name, shop, type),
      object_type_source: types[type],
    })),
  });
  return id;
}

const list = (id: number) => admin.call(contract.listAssessments, { params: { id } });

async function waitFor(
  id: number,
  assessment: number,
  ...states: contract.Assessment['state'][]
): Promise<contract.Assessment> {
  const until = Date.now() + 40_000;
  for (;;) {
    const found = (await list(id)).find((one) => one.id === assessment)!;
    if (states.includes(found.state)) return found;
    if (Date.now() > until) throw new Error(`It stayed as it is: ${JSON.stringify(found)}`);
    await sleep(50);
  }
}

async function assess(id: number, scope: contract.AssessmentScope = 'imported') {
  const { id: assessment } = await admin.call(contract.startAssessment, {
    params: { id },
    body: { scope },
  });
  const ended = await waitFor(id, assessment, 'finished', 'failed', 'cancelled');
  const params = { id, assessment };
  return {
    ended,
    params,
    objects: async (query = {}): Promise<contract.AssessedObject[]> =>
      admin.call(contract.listAssessedObjects, { params, query }),
    report: () => admin.call(contract.getAssessmentReport, { params }),
  };
}

const byName = (objects: readonly contract.AssessedObject[], name: string) =>
  objects.find((one) => one.object_name.startsWith(name))!;
const codesOf = ({ findings }: contract.AssessedObject) =>
  findings.map(({ code }) => code).toSorted();

describe('an assessment', () => {
  it('estimates each object with reasons, without the target', async () => {
    const { ended, objects, report } = await assess(project);
    expect(ended).toMatchObject({ state: 'finished', total: 8, done: 8, created_by: 'admin' });
    const found = await objects();
    expect(found).toHaveLength(8);

    expect(byName(found, 'customers')).toMatchObject({
      automatic: 1,
      complexity: 'simple',
      risks: ['largeObject'],
    });
    expect(byName(found, 'orders_bak')).toMatchObject({ unused: 'copy', risks: ['noKey'] });
    expect(byName(found, 'places')).toMatchObject({ automatic: 0, unused: 'empty' });
    expect(byName(found, 'places').findings).toMatchObject([
      { code: 'noCounterpart', of: ['spot point'], support: 'none' },
    ]);
    // The parser writes this view for the target; the other one it does not.
    expect(byName(found, 'totals')).toMatchObject({ automatic: 1, findings: [] });
    const busy = byName(found, 'busy');
    expect(busy).toMatchObject({ automatic: 0, complexity: 'medium' });
    expect(codesOf(busy)).toEqual(['formatModel', 'notWritten', 'textAggregate']);
    expect(busy.risks).toEqual(['nonDeterministic']);

    const nightly = byName(found, 'nightly');
    expect(codesOf(nightly)).toEqual(['dynamicSql', 'sessionVariable', 'upsert']);
    expect(nightly.findings.find(({ code }) => code === 'upsert')).toMatchObject({
      name: 'ON DUPLICATE KEY, REPLACE, INSERT IGNORE',
      count: 2,
      lines: [6, 7],
    });
    expect(nightly.risks).toEqual(['dynamicSql']);
    expect(nightly.statements).toBeGreaterThan(4);
    // A routine that only words were read of is not simple, however short.
    expect(byName(found, 'tax').complexity).toBe('medium');

    const sums = await report();
    expect(sums.total.objects).toBe(8);
    const { simple, medium, complex, automatic, effort } = sums.total;
    expect(simple + medium + complex).toBe(8);
    expect(automatic).toBe(found.filter((one) => one.automatic === 1).length);
    expect(effort.low).toBeLessThan(effort.develop + effort.test);
    expect(effort.high).toBeGreaterThan(effort.develop + effort.test);
    const hours = found.reduce((sum, one) => sum + one.hours, 0);
    expect(effort.develop + effort.test).toBeCloseTo(hours, 0);
    expect(sums.by_feature.find(({ code }) => code === 'upsert')).toMatchObject({
      objects: 1,
      count: 2,
    });
    expect(sums.risks).toContainEqual({ risk: 'dynamicSql', objects: 1 });
    expect(sums.calibration.every((one) => one.mostly_prior && one.factor === 1)).toBe(true);
  });

  it('filters, sorts and pages what it found', async () => {
    const { objects, params } = await assess(project);
    const names = async (query: object) =>
      (await objects(query)).map(({ object_name: name }) => name.replace(/\(.*/, ''));
    expect(await names({ 'filter[feature]': 'upsert' })).toEqual(['nightly']);
    expect(await names({ 'filter[risk]': 'noKey' })).toEqual(['orders_bak']);
    expect(await names({ 'filter[unused]': 'copy' })).toEqual(['orders_bak']);
    expect(await names({ 'filter[automatic]': '0', sort: '-hours', limit: '1' })).toEqual([
      'nightly',
    ]);
    expect(await names({ q: 'ORDERS', sort: 'name' })).toEqual(['orders', 'orders_bak']);
    const page = await admin.send(contract.listAssessedObjects, {
      params,
      query: { limit: '2', offset: '3' },
    });
    expect([page.body.length, page.headers['x-total-count']]).toEqual([2, '8']);
    for (const column of contract.ASSESSED_COLUMNS)
      expect(await objects({ sort: `-${column}` })).toHaveLength(8);
    const wrong = await admin.send(contract.listAssessedObjects, {
      params,
      query: { 'filter[hours]': 'many' },
    });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'filter[hours]']);
  });

  it('reads the whole inventory, imported or not', async () => {
    const rights = ['SELECT', 'SHOW VIEW', 'EXECUTE'].map((right) => `${right} ON ${shop}.*`);
    const { Project_Id: id } = await createProject(admin, {
      ...connectionOf(mariadb),
      ...asSource(await mariadb.addUser('near', rights)),
    });
    const { ended, objects } = await assess(id, 'inventory');
    expect(ended).toMatchObject({ state: 'finished', total: 8 });
    const found = await objects();
    expect(found.every(({ object_id: own }) => own === null)).toBe(true);
    // Without the right to see it, code is no easy code.
    expect(byName(found, 'nightly')).toMatchObject({ complexity: 'complex', automatic: 0 });
    expect(byName(found, 'nightly').risks).toContain('hiddenText');
  });

  it('shows what has changed since', async () => {
    const { objects } = await assess(project);
    await mariadb.run(`ALTER TABLE ${shop}.places ADD COLUMN more int`);
    try {
      await assess(project);
      expect(byName(await objects(), 'places').changed_since).toBe(1);
      expect(byName(await objects(), 'customers').changed_since).toBe(0);
    } finally {
      await mariadb.run(`ALTER TABLE ${shop}.places DROP COLUMN more`);
    }
  });

  it('keeps the newest five', async () => {
    for (let times = 0; times < contract.KEPT_ASSESSMENTS + 1; times += 1) await assess(project);
    expect(await list(project)).toHaveLength(contract.KEPT_ASSESSMENTS);
  });

  it('says why it failed, and that the connection was the reason', async () => {
    const id = await createImported({ source_port: 9 });
    const { ended, objects } = await assess(id);
    expect(ended).toMatchObject({ state: 'failed', connection_failed: true });
    expect(ended.error).not.toBeNull();
    expect(await objects()).toEqual([]);
  });

  it('is made once at a time, and can be cancelled', async () => {
    const id = await createImported();
    const holding = await app.store.db
      .insertInto('assessment')
      .values({
        project_id: id,
        scope: 'imported',
        state: 'running',
        source_engine: 3,
        target_engine: 4,
        rules_version: '1',
        created_at: new Date().toISOString(),
        owner: 'somebody',
        lease_until: new Date(Date.now() + 60_000).toISOString(),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const again = await admin.send(contract.startAssessment, { params: { id }, body: {} });
    expect(again.status).toBe(409);
    const params = { id, assessment: holding.id };
    await admin.call(contract.cancelAssessment, { params });
    const asked = await app.store.db
      .selectFrom('assessment')
      .select('cancelling')
      .where('id', '=', holding.id)
      .executeTakeFirstOrThrow();
    expect(asked.cancelling).toBe(1);
    // Its process is gone: another one begins anew, hears of it, and stops.
    await app.store.db
      .updateTable('assessment')
      .set({ lease_until: new Date(0).toISOString() })
      .where('id', '=', holding.id)
      .execute();
    const left = await waitFor(id, holding.id, 'cancelled', 'finished', 'failed');
    expect(left.state).toBe('cancelled');
    const ended = await admin.send(contract.cancelAssessment, { params });
    expect(ended.status).toBe(409);
  });
});

const asSource = ({ username, password }: { username: string; password: string }) => ({
  source_username: username,
  source_db_password: password,
});

describe('the weights of a project', () => {
  it('change what its next assessment comes to, and can be taken back', async () => {
    const id = await createImported();
    const params = { id };
    const before = await assess(id);
    const was = byName(await before.objects(), 'nightly');
    const rules = await admin.call(contract.getAssessmentRules, { params });
    expect(rules).toMatchObject({ own: false, limits: { medium: 2, complex: 6 } });
    const changed = await admin.call(contract.setAssessmentRules, {
      params,
      body: {
        limits: { medium: 2, complex: 500 },
        weights: [{ code: 'upsert', develop: 100, test: 0 }],
      },
    });
    expect(changed.own).toBe(true);
    expect(changed.weights.find(({ code }) => code === 'upsert')).toMatchObject({
      develop: 100,
      default_develop: 0.5,
    });
    const after = await assess(id);
    expect(after.ended.own_weights).toBe(true);
    const now = byName(await after.objects(), 'nightly');
    // The second one costs less than the first.
    expect(now.findings.find(({ code }) => code === 'upsert')?.develop).toBe(130);
    expect([was.complexity, now.complexity]).toEqual(['complex', 'medium']);
    const reset = await admin.call(contract.resetAssessmentRules, { params });
    expect(reset).toEqual(rules);
    // What was made with them stays as it was.
    expect(byName(await after.objects(), 'nightly').develop).toBe(now.develop);
  });

  it('make nothing simple that only words were read of', async () => {
    const id = await createImported();
    const free = { develop: 0, test: 0 };
    await admin.call(contract.setAssessmentRules, {
      params: { id },
      body: {
        limits: { medium: 2, complex: 6 },
        weights: ['functions', 'tables', 'statement'].map((code) => ({ code, ...free })),
      },
    });
    const found = await (await assess(id)).objects();
    expect(byName(found, 'tax')).toMatchObject({ hours: 0, complexity: 'medium' });
    expect(byName(found, 'customers').complexity).toBe('simple');
  });

  it('name rules that there are, once each, in hours', async () => {
    const params = { id: project };
    const limits = { medium: 2, complex: 6 };
    const faultsOf = async (body: object) => {
      const { status, body: answer } = await admin.send(contract.setAssessmentRules, {
        params,
        body,
      });
      return [status, ...answer.errors.map(({ field }: { field: string }) => field)];
    };
    const one = { code: 'upsert', develop: 1, test: 1 };
    expect(await faultsOf({ limits, weights: [{ ...one, code: 'connectBy' }] })).toEqual([
      422,
      'weights.0.code',
    ]);
    expect(await faultsOf({ limits, weights: [one, one] })).toEqual([422, 'weights.1.code']);
    expect(await faultsOf({ limits, weights: [{ ...one, test: -1 }] })).toEqual([
      422,
      'weights.0.test',
    ]);
    expect(await faultsOf({ limits: { medium: 6, complex: 6 }, weights: [] })).toEqual([
      422,
      'limits.complex',
    ]);
    expect(await admin.call(contract.getAssessmentRules, { params })).toMatchObject({ own: false });
  });

  it('are saved by whoever saw the newest ones', async () => {
    const id = await createImported();
    const answer = await admin.send(contract.setAssessmentRules, {
      params: { id },
      body: { limits: { medium: 1, complex: 2 }, weights: [], was: 'something else' },
    });
    expect(answer.status).toBe(409);
  });
});

describe('who may', () => {
  it('members read it; administrators start it and set its weights', async () => {
    const { params } = await assess(project);
    const stranger = await app.createUser('stranger');
    const reads = [
      [contract.listAssessments, { id: project }],
      [contract.getAssessmentReport, params],
      [contract.listAssessedObjects, params],
      [contract.getAssessmentRules, { id: project }],
    ] as const;
    for (const [endpoint, of] of reads) {
      expect((await member.send(endpoint, { params: of })).status).toBe(200);
      expect((await stranger.send(endpoint, { params: of })).status).toBe(403);
    }
    const changes = [
      [contract.startAssessment, { id: project }, {}],
      [contract.cancelAssessment, params, undefined],
      [
        contract.setAssessmentRules,
        { id: project },
        { limits: { medium: 1, complex: 2 }, weights: [] },
      ],
      [contract.resetAssessmentRules, { id: project }, undefined],
    ] as const;
    const before = [
      await list(project),
      await admin.call(contract.getAssessmentRules, { params: { id: project } }),
    ];
    for (const [endpoint, of, body] of changes)
      for (const who of [member, stranger])
        expect((await who.send(endpoint, { params: of, body })).status).toBe(403);
    expect([
      await list(project),
      await admin.call(contract.getAssessmentRules, { params: { id: project } }),
    ]).toEqual(before);
  });

  it('find nothing of another project', async () => {
    const { params } = await assess(project);
    const { Project_Id: other } = await createProject(admin);
    const answer = await admin.send(contract.getAssessmentReport, {
      params: { ...params, id: other },
    });
    expect(answer.status).toBe(404);
  });
});

describe('hours of objects', () => {
  it('are those of the newest assessment, corrected by what the team took', async () => {
    const id = await createImported();
    expect(await app.context.assessments.hoursOf(id)).toEqual([]);
    const { objects } = await assess(id);
    const hours = await app.context.assessments.hoursOf(id);
    expect(hours).toHaveLength(8);
    const tables = await listObjects(admin, id, 'source');
    const rowOf = (name: string) => tables.find((one) => one.object_name.startsWith(name))!;
    const hoursOfNightly = async () =>
      (await app.context.assessments.hoursOf(id)).find(
        ({ objectId }) => objectId === rowOf('nightly').source_objectid,
      )!;
    const own = await hoursOfNightly();
    expect(own).toMatchObject({ type: 'procedures', calibrated: false });
    const raw = byName(await objects(), 'nightly');
    expect(own.develop + own.test).toBeCloseTo(raw.raw, 1);

    // Somebody is done with one thing after the other, and with the procedure a working week later.
    const days = { busy: '02', tax: '05', nightly: '12' };
    for (const [name, day] of Object.entries(days)) {
      const objectId = rowOf(name).source_objectid!;
      await admin.call(updateObject, { params: { id: objectId }, body: { status: 'migrated' } });
      await app.store.db
        .updateTable('history')
        .set({ at: `2026-03-${day}T10:00:00.000Z` })
        .where('entity', '=', 'object')
        .where('entity_id', '=', objectId)
        .where('action', '=', 'edited')
        .execute();
    }
    const corrected = await hoursOfNightly();
    expect(corrected.calibrated).toBe(true);
    expect(corrected.develop).toBeGreaterThan(own.develop * 1.1);
    const shown = byName(await objects(), 'nightly');
    expect(shown.raw).toBe(raw.raw);
    expect(shown.develop).toBeCloseTo(corrected.develop, 1);
    // What moves by itself costs what it did.
    const hoursNow = await app.context.assessments.hoursOf(id);
    const orders = rowOf('orders').source_objectid;
    const ofOrders = (some: typeof hoursNow) => some.find(({ objectId }) => objectId === orders);
    expect(ofOrders(hoursNow)).toEqual(ofOrders(hours));
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Side } from '../../contract/fields.ts';
import * as inventory from '../../contract/inventory.ts';
import { getStructure } from '../../contract/proof/definitions.ts';
import { listEvidence } from '../../contract/proof/evidence.ts';
import * as pairs from '../../contract/proof/pairs.ts';
import * as runs from '../../contract/proof/runs.ts';
import { cleanTables, faultsOn, moveDatabase } from '../../tests/support/damage/moved-world.ts';
import { HARMLESS } from '../../tests/support/damage/shape-faults.ts';
import type { Name } from '../../tests/support/damage/shapes.ts';
import { CLEAN_VIEWS, DAMAGED_VIEWS } from '../../tests/support/damage/views.ts';
import { connectionOf, createProject, inventoryItem } from '../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../tests/support/test-app.ts';
import type { EngineFixture } from '../features/proof/rows/engines-fixture.ts';

const placeOf = (side: Side, { connector, target }: EngineFixture) => ({
  [side === 'source' ? 'Source_Database' : 'Target_Database']: connector.id,
  ...connectionOf(side, target),
});

/** What is said of a pair, as far as it is more than a note. */
interface Said {
  verdict: string;
  findings: string[];
  differ: number | null;
  causes: string[];
}

async function prove(app: TestApp, id: number): Promise<Map<string, Said>> {
  const { admin } = app;
  const run = await admin.call(runs.startRun, { params: { id }, body: { kind: 'verify' } });
  const until = Date.now() + 240_000;
  for (;;) {
    const now = await admin.call(runs.getRun, { params: { id, run: run.id } });
    if (now.state === 'finished') break;
    if (Date.now() > until) throw new Error(`The run stayed as it is: ${JSON.stringify(now)}`);
    await sleep(100);
  }
  const said = new Map<string, Said>();
  for (const pair of await admin.call(pairs.listPairs, { params: { id } })) {
    const name = pair.source[0]?.object_name ?? pair.name;
    const params = { id, pair: pair.id };
    const { findings } = await admin.call(getStructure, { params });
    const [data] = (await admin.call(listEvidence, { params })).filter(
      ({ kind }) => kind === 'data',
    );
    said.set(name, {
      verdict: pair.verdict,
      findings: findings
        .filter(({ severity }) => severity !== 'info')
        .map((one) => `${one.code} ${one.name?.replace(`${name}_`, '') ?? null}`)
        .toSorted(),
      differ: pair.data_differences ?? 0,
      causes: (data?.explanation?.causes ?? [])
        .map((cause) => `${cause.kind} ${cause.column}`)
        .toSorted(),
    });
  }
  return said;
}

const MOVES: [Name, Name][] = [
  ['mariadb', 'postgresql'],
  ['postgresql', 'sqlite'],
  ['sqlite', 'mariadb'],
];

describe.each(MOVES)('a database that was moved from %s to %s', (from, to) => {
  let world: Awaited<ReturnType<typeof moveDatabase>>;
  let app: TestApp;
  let said: Map<string, Said>;
  beforeAll(async () => {
    world = await moveDatabase(from, to);
    const { source, target } = world;
    app = await startTestApp({
      env: { SQLITE_DIR: source.folder ?? target.folder ?? '' },
    });
    const { Project_Id: id } = await createProject(app.admin, {
      ...placeOf('source', source),
      ...placeOf('target', target),
    });
    const views = [...CLEAN_VIEWS, ...DAMAGED_VIEWS].map(({ name }) => name);
    const tables = [
      'parents',
      'other_parents',
      'log_of_all',
      'base',
      ...cleanTables().map(({ name }) => name),
      ...[...faultsOn(to), ...HARMLESS].map(({ name }) => `f_${name}`),
    ];
    const items = (schema: string) => [
      ...tables.map((name) => inventoryItem(id, name, schema)),
      ...views.map((name) => ({
        ...inventoryItem(id, name, schema, 2),
        object_type_source: 'views',
      })),
    ];
    await app.admin.call(inventory.importSource, { body: items(source.schema) });
    await app.admin.call(inventory.importTarget, { body: items(target.schema) });
    await app.admin.call(pairs.matchObjects, { params: { id } });
    const ids = await app.admin.call(pairs.listPairIds, { params: { id } });
    await app.admin.call(pairs.confirmPairs, { params: { id }, body: { ids } });
    said = await prove(app, id);
  }, 400_000);
  afterAll(async () => {
    await app.close();
    await world.tearDown();
  });

  const NOTHING = { findings: [], differ: 0, causes: [] };
  it.each(cleanTables())('$name is proven', ({ name }) => {
    expect(said.get(name)).toEqual({ ...NOTHING, verdict: 'proven' });
  });
  it.each(HARMLESS)('$name is proven', ({ name }) => {
    expect(said.get(`f_${name}`)).toEqual({ ...NOTHING, verdict: 'proven' });
  });
  it.each(CLEAN_VIEWS)('$name is proven', ({ name }) => {
    expect(said.get(name)).toEqual({ ...NOTHING, verdict: 'proven' });
  });
  it.each(faultsOn(to))(
    '$name is found',
    ({ name, verdict = 'different', findings = [], differ = 0, causes = [] }) => {
      expect(said.get(`f_${name}`)).toEqual({
        verdict: typeof verdict === 'function' ? verdict(to) : verdict,
        findings: typeof findings === 'function' ? findings(to) : findings,
        differ,
        causes,
      });
    },
  );
  it.each(DAMAGED_VIEWS)('$name is found', ({ name }) => {
    const { verdict, findings } = said.get(name)!;
    // Where the rows are the same by chance, the query is not.
    expect([verdict, findings]).toEqual([
      expect.stringMatching(/^(?:different|warned)$/),
      expect.toSatisfy(
        (all: string[]) => verdict === 'different' || all[0] === 'text.different null',
      ),
    ]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import * as fixtures from '../../../../../../tests/support/fixtures.ts';
import { type PlansOf, watchPlans } from '../../../../../../tests/support/plans.ts';
import { type TestApp, startTestApp } from '../../../../../../tests/support/test-app.ts';
import type { Store } from '../../../../../platform/db/store.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import { createMeanings } from '../../../../sql/service.ts';
import { readKnownTables } from './known-tables.ts';
import { readContext } from '../../read-context.ts';
import { readMissing } from '../../missing.ts';
import { readReferencedTypes } from '../../compare-last.ts';
import { findUnmade } from '../../repair/unmade-objects.ts';

/** How the store finds objects by their names: never by looking at all of a side. */
let app: TestApp;
let projectId: number;
let watched: Pick<Store, 'kind' | 'longReads'>;
let plansOf: PlansOf;
beforeAll(async () => {
  app = await startTestApp();
  projectId = (await fixtures.createProject(app.admin)).Project_Id;
  for (const side of ['source', 'target'] as const)
    await fixtures.importTables(
      app.admin,
      projectId,
      side,
      Array.from({ length: 400 }, (_, number) => `t_${number}`),
    );
  const { db, plansOf: found } = await watchPlans(app);
  plansOf = found;
  watched = { kind: app.store.kind, longReads: db };
});
afterAll(() => app.close());

const NAMES = [
  { schema: 'shop', table: 't_1' },
  { schema: 'shop', table: 't_2' },
];
/** Steps that read all objects of a side, or of all projects. */
const scans = (plan: string[]): string[] =>
  plan.filter((line) =>
    /^(?:SCAN object\b|SEARCH object .*\(project_id=\? AND side=\?(?: AND type_id=\?)?\)$)|Seq Scan on object\b/.test(
      line,
    ),
  );

it('tables that queries name', async () => {
  const known = (store: typeof watched) =>
    readKnownTables(
      store,
      projectId,
      { source: ['select 1 from t_1, t_2'], target: ['select 2 from t_1'] },
      { rename: (name) => name, schemaOf: () => null },
      [],
      {
        meanings: createMeanings(),
        engines: { source: ENGINES.sqlite.id, target: ENGINES.postgresql.id },
      },
    );
  expect(scans(await plansOf(() => known(watched)))).toEqual([]);
});

it('what the target lacks', async () => {
  const { among } = await readMissing(watched, projectId);
  expect(scans(await plansOf(() => among(NAMES)))).toEqual([]);
  const search = () => findUnmade(watched, projectId, async () => [], NAMES);
  expect(scans(await plansOf(search))).toEqual([]);
});

it('columns that foreign keys lead to', async () => {
  const keys = NAMES.map((one) => ({ ...one, referenced: ['id'] }) as never);
  expect(scans(await plansOf(() => readReferencedTypes(watched, projectId, keys)))).toEqual([]);
});

it('counterparts of tables that foreign keys lead to', async () => {
  const definition = { kind: 'table', foreignKeys: NAMES };
  const members = [{ id: 1, side: 'source', schema_name: 'shop', object_name: 't_3' }];
  const read = () =>
    readContext(
      watched,
      createMeanings(),
      projectId,
      {},
      [{ pair: { id: 1, rules: null }, members }] as never,
      new Map([[1, { definition }]]) as never,
      (name) => name,
    );
  expect(scans(await plansOf(read))).toEqual([]);
});

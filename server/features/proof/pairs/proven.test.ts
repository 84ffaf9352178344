import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchObjects } from '../../../../contract/proof/pairs.ts';
import { addWave, moveToWave } from '../../../../contract/waves.ts';
import { createProject, importTables } from '../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';
import type { Db } from '../../../platform/db/store.ts';
import { type ProvenPair, type ProvenScope, readProven } from './proven-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

async function readAll(db: Db, scope: ProvenScope): Promise<ProvenPair[]> {
  const pairs: ProvenPair[] = [];
  for await (const chunk of readProven(db, scope)) pairs.push(...chunk);
  return pairs;
}

function countingReadsOf(table: string) {
  const counted = { reads: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (JSON.stringify(node).includes(`"${table}"`)) counted.reads += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { counted, plugin };
}

it('reads a wave of many pairs like the project, and looks up once which they are', async () => {
  const names = Array.from({ length: 2_001 }, (_, index) => `t${index}`);
  const { Project_Id: id } = await createProject(app.admin);
  const params = { id };
  await importTables(app.admin, id, 'source', names);
  await importTables(app.admin, id, 'target', names.slice(0, 5));
  await app.admin.call(matchObjects, { params });
  const { waves } = await app.admin.call(addWave, { params, body: {} });
  const wave = waves[0]!.id;
  const objects = await app.store.db
    .selectFrom('object')
    .select('id')
    .where('project_id', '=', id)
    .where('side', '=', 'source')
    .execute();
  await app.admin.call(moveToWave, {
    params,
    body: { objects: objects.map((object) => object.id), wave },
  });

  const { counted, plugin } = countingReadsOf('wave_object');
  const ofWave = await readAll(app.store.db.withPlugin(plugin), {
    projectId: id,
    waveId: wave,
    pairId: null,
  });
  expect(ofWave).toHaveLength(names.length);
  expect(ofWave).toEqual(
    await readAll(app.store.db, { projectId: id, waveId: null, pairId: null }),
  );
  expect(counted.reads).toBe(1);
});

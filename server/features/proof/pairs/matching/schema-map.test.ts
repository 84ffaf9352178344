import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSource, importTarget } from '../../../../../contract/inventory.ts';
import { column, table, TYPE } from '../../../../../connectors/core/exams/definitions-exam.ts';
import * as contract from '../../../../../contract/proof/pairs.ts';
import { createProject, inventoryItem } from '../../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function prepare(sources: string[], targets: string[]): Promise<number> {
  const { Project_Id: id } = await createProject(app.admin);
  const items = (names: string[]) =>
    names.map((full) => {
      const [schema = '', name = ''] = full.split('.');
      return inventoryItem(id, name, schema);
    });
  await app.admin.call(importSource, { body: items(sources) });
  await app.admin.call(importTarget, { body: items(targets) });
  return id;
}
const match = (id: number) => app.admin.call(contract.matchObjects, { params: { id } });
const mapOf = (id: number) => app.admin.call(contract.getSchemaMap, { params: { id } });
const inEach = (schemas: string, names: string) =>
  schemas.split(' ').flatMap((schema) => names.split(' ').map((name) => `${schema}.${name}`));

describe('what the schemas became', () => {
  it('is proposed by namesakes before matching, and by counterparts after', async () => {
    const id = await prepare(inEach('Sales', 'a b c'), inEach('shop', 'A b d').concat('hr.x'));
    const [before] = (await mapOf(id)).schemas;
    expect(before).toEqual({
      schema: 'Sales',
      objects: 3,
      settled: 0,
      told: null,
      offers: [{ schema: 'shop', paired: 0, namesakes: 2, columns: null }],
    });
    await match(id);
    const after = await mapOf(id);
    expect(after.schemas[0]).toMatchObject({
      settled: 2,
      offers: [{ schema: 'shop', paired: 2, namesakes: 0, columns: null }],
    });
    expect(after.targets).toEqual(['hr', 'shop']);
  });

  it('names every schema that it may be where namesakes are in several, and what is told settles it', async () => {
    const id = await prepare(inEach('old_live old_attic', 'a b c'), inEach('live attic', 'a b c'));
    await match(id);
    const { schemas } = await mapOf(id);
    expect(schemas.map(({ offers }) => offers.map(({ namesakes }) => namesakes))).toEqual([
      [3, 3],
      [3, 3],
    ]);
    const rules = await app.admin.call(contract.getMatchingRules, { params: { id } });
    const told = [
      { from: 'old_live', to: 'live' },
      { from: 'old_attic', to: 'attic' },
    ];
    await app.admin.call(contract.setMatchingRules, {
      params: { id },
      body: { ...rules, schemas: told },
    });
    await match(id);
    const now = (await mapOf(id)).schemas;
    expect(now.map(({ schema, told: to, settled }) => [schema, to, settled])).toEqual([
      ['old_attic', 'attic', 3],
      ['old_live', 'live', 3],
    ]);
  });

  it('is told by columns where the names are in several schemas alike', async () => {
    const id = await prepare(inEach('old_live old_attic', 'a b c'), inEach('live attic', 'a b c'));
    const columnsIn = (schema: string) =>
      schema.endsWith('attic') ? ['shelf', 'moved_on'] : ['price', 'weight'];
    const { db } = app.store;
    const objects = await db
      .selectFrom('object')
      .select(['id', 'schema_name as schema', 'object_name as name'])
      .where('project_id', '=', id)
      .execute();
    const values = objects.map(({ id: object_id, schema, name }) => ({
      object_id,
      hash: '',
      read_at: '2026-01-01T00:00:00.000Z',
      structure: JSON.stringify(
        table(
          name,
          ['id', ...columnsIn(schema)].map((one) => column(one, 'int', TYPE.integer(32))),
        ),
      ),
    }));
    await db.insertInto('snapshot').values(values).execute();
    const { schemas } = await mapOf(id);
    expect(schemas.map(({ schema, offers }) => [schema, offers[0]?.schema])).toEqual([
      ['old_attic', 'attic'],
      ['old_live', 'live'],
    ]);
    for (const { offers } of schemas) {
      const [best, next] = offers;
      expect(best).toMatchObject({ namesakes: 3, columns: 100 });
      expect(next!.columns).toBeLessThan(50);
    }
  });
});

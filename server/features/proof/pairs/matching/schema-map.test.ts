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

/** As if the definitions of all tables had been read but those in schemas without columns. */
async function readColumns(project: number, columnsIn: (schema: string) => string[] | null) {
  const { db } = app.store;
  const objects = await db
    .selectFrom('object')
    .select(['id', 'schema_name as schema', 'object_name as name'])
    .where('project_id', '=', project)
    .execute();
  const values = objects.flatMap(({ id: object_id, schema, name }) => {
    const columns = columnsIn(schema)?.map((one) => column(one, 'int', TYPE.integer(32)));
    if (!columns) return [];
    const structure = JSON.stringify(table(name, columns));
    return [{ object_id, hash: '', read_at: '2026-01-01T00:00:00.000Z', structure }];
  });
  await db.insertInto('snapshot').values(values).execute();
}

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
    await readColumns(id, (schema) =>
      schema.endsWith('attic') ? ['shelf', 'moved_on'] : ['price', 'weight'],
    );
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

  it('is told by names alone where the columns of a target schema are not known', async () => {
    const id = await prepare(
      inEach('old', 'a b c d e'),
      inEach('unread', 'd e').concat(inEach('most other', 'a b c')),
    );
    const columnsOf: Record<string, string[]> = {
      old: ['id', 'price', 'weight'],
      most: ['id', 'cost', 'mass'],
      other: ['id', 'shelf', 'moved_on'],
    };
    await readColumns(id, (schema) => columnsOf[schema] ?? null);
    const [old] = (await mapOf(id)).schemas;
    expect(old!.offers.map(({ namesakes, columns }) => [namesakes, columns])).toEqual([
      [3, null],
      [3, null],
      [2, null],
    ]);
  });
});

import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importSource, importTarget } from '../../../../contract/inventory.ts';
import { linkObjects, matchObjects } from '../../../../contract/proof/pairs.ts';
import { getStructure } from '../../../../contract/proof/definitions.ts';
import { inventoryItem, listObjects } from '../../../../tests/support/fixtures.ts';
import { type Runs, openRuns } from '../runs/run-fixture.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
  const source = new Database(join(runs.world.folder, 'shop.sqlite'));
  source.exec(`create table people (id integer primary key);
    create table visits (id integer primary key, person integer references people (id));
    create view visitors as select v.id, p.id as person from visits v join people p on p.id = v.person`);
  source.close();
  await runs.world.onTarget(`create table customers (id bigint primary key);
    create table people (id bigint primary key);
    create table visits (id bigint primary key, person bigint references customers (id));
    create view visitors as select v.id, p.id as person from visits v join customers p on p.id = v.person`);
});
afterAll(() => runs.close());

it('keys and views follow what their tables became, as people linked it', async () => {
  const id = await runs.prepare({
    source: ['people', 'visits'],
    target: ['people', 'customers', 'visits'],
  });
  const view = (schema: string) => ({
    ...inventoryItem(id, 'visitors', schema, 2),
    object_type_source: 'views',
  });
  await runs.admin.call(importSource, { body: [view('main')] });
  await runs.admin.call(importTarget, { body: [view('public')] });
  await runs.admin.call(matchObjects, { params: { id } });
  const findingsOf = async (name: string) => {
    const { id: pair } = await runs.pairOf(id, name);
    const { findings } = await runs.admin.call(getStructure, { params: { id, pair } });
    return findings
      .filter(({ part }) => part === 'foreign key' || part === 'text')
      .map(({ code }) => code);
  };
  const compare = async () => {
    await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
    return [...(await findingsOf('visits')), ...(await findingsOf('visitors'))];
  };
  // By its name, people became people: the key leads elsewhere.
  expect(await compare()).toEqual(['foreignKey.elsewhere', 'text.different']);
  const idOf = async (side: 'source' | 'target', name: string) => {
    const row = (await listObjects(runs.admin, id, side)).find(
      ({ object_name }) => object_name === name,
    )!;
    return (side === 'source' ? row.source_objectid : row.target_objectid)!;
  };
  await runs.admin.call(linkObjects, {
    params: { id },
    body: {
      source_ids: [await idOf('source', 'people')],
      target_ids: [await idOf('target', 'customers')],
    },
  });
  expect(await compare()).toEqual([]);
});

import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as inventory from '../../../../../contract/inventory.ts';
import {
  acceptFinding,
  getStructure,
  listRepairs,
} from '../../../../../contract/proof/definitions.ts';
import * as pairs from '../../../../../contract/proof/pairs.ts';
import { createProject, inventoryItem } from '../../../../../tests/support/fixtures.ts';
import {
  BULK_TABLES,
  DIFFERENT_TABLE,
  EQUAL_TABLE,
  LOST_TABLE,
} from '../../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../../runs/run-fixture.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const view = (id: number, schema: string, name = 'first_ones') => ({
  ...inventoryItem(id, name, schema, 2),
  object_type_source: 'views',
});

it('the offered statements repair the differences, in a working order; accepted ones are left alone', async () => {
  const { admin, world } = runs;
  const file = new Database(join(world.folder, 'shop.sqlite'));
  file.exec(`create view first_ones as select id, note from ${EQUAL_TABLE} where id in (1, 2)`);
  file.exec(`create unique index notes on ${EQUAL_TABLE} (note)`);
  file.close();
  await world.onTarget(
    `alter table ${EQUAL_TABLE} drop column note, alter column id drop identity;
     alter table ${DIFFERENT_TABLE} alter column id drop identity, alter column note type varchar(12), alter column note set default 'none';
     create view first_ones (id, note) as select id, 'x'::text from ${EQUAL_TABLE} where id = 1`,
  );
  const id = await runs.importBoth(both([EQUAL_TABLE, DIFFERENT_TABLE]));
  await admin.call(inventory.importSource, { body: [view(id, 'main')] });
  await admin.call(inventory.importTarget, { body: [view(id, 'public')] });
  await admin.call(pairs.matchObjects, { params: { id } });
  const compare = async () =>
    runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const structureOf = async (name: string) => {
    const pair = await runs.pairOf(id, name);
    return admin.call(getStructure, { params: { id, pair: pair.id } });
  };
  await compare();

  const { findings, texts } = await structureOf('first_ones');
  expect(texts).toEqual({
    source: `SELECT\n  ${EQUAL_TABLE}.id,\n  ${EQUAL_TABLE}.note\nFROM ${EQUAL_TABLE}\nWHERE ${EQUAL_TABLE}.id IN (1, 2)`,
    target: `SELECT\n  ${EQUAL_TABLE}.id,\n  'x' AS note\nFROM ${EQUAL_TABLE}\nWHERE ${EQUAL_TABLE}.id = 1`,
    extent: 'whole',
  });
  expect(findings.find(({ code }) => code === 'text.different')?.repair).toHaveLength(2);

  const { findings: ofOrders } = await structureOf(DIFFERENT_TABLE);
  const [shorter] = ofOrders.filter(({ code }) => code === 'type.length');
  const { code, name, source, target } = shorter!;
  const pair_id = (await runs.pairOf(id, DIFFERENT_TABLE)).id;
  const body = { pair_id, code, name, source, target, reason: 'notes are short', until: null };
  await admin.call(acceptFinding, { params: { id }, body });

  const list = () => admin.call(listRepairs, { params: { id } });
  const { repairs, left, cut } = await list();
  expect({ left, cut }).toEqual({ left: 0, cut: false });
  expect(repairs.map((one) => `${one.name} ${one.code}`)).toEqual([
    `public.${EQUAL_TABLE} column.missing`,
    `public.${EQUAL_TABLE} column.identity`,
    `public.${DIFFERENT_TABLE} column.identity`,
    `public.${DIFFERENT_TABLE} column.default`,
    `public.${EQUAL_TABLE} uniqueKey.missing`,
    'public.first_ones text.different',
  ]);
  for (const { statements } of repairs) for (const one of statements) await world.onTarget(one);
  await compare();
  expect(await list()).toEqual({ repairs: [], removals: [], left: 0, cut: false });
  expect((await structureOf('first_ones')).findings).toEqual([]);
});

it('the text of a view without a counterpart is laid out in its own dialect', async () => {
  const { admin, world } = runs;
  const file = new Database(join(world.folder, 'shop.sqlite'));
  file.exec(`create view lonely as select id from ${EQUAL_TABLE} where id % 2 = 1`);
  file.close();
  const id = await runs.importBoth(both([EQUAL_TABLE]));
  await admin.call(inventory.importSource, { body: [view(id, 'main', 'lonely')] });
  await admin.call(pairs.matchObjects, { params: { id } });
  await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const pair = await runs.pairOf(id, 'lonely');
  const { texts } = await admin.call(getStructure, { params: { id, pair: pair.id } });
  expect(texts).toEqual({
    source: `SELECT\n  ${EQUAL_TABLE}.id\nFROM ${EQUAL_TABLE}\nWHERE ${EQUAL_TABLE}.id % 2 = 1`,
    target: '',
    extent: 'whole',
  });
});

it('an empty target gets the tables of a single schema where new objects are put there', async () => {
  const { admin, world } = runs;
  const tables = [EQUAL_TABLE, DIFFERENT_TABLE];
  const { Project_Id: id } = await createProject(admin, world.form);
  const items = tables.map((name) => inventoryItem(id, name, 'main'));
  await admin.call(inventory.importSource, { body: items });
  await admin.call(pairs.matchObjects, { params: { id } });
  const list = () => admin.call(listRepairs, { params: { id } });
  const { repairs, left } = await list();
  expect(left).toBe(0);
  expect(repairs.map(({ name, code }) => `${name} ${code}`)).toEqual(
    tables.map((name) => `public.${name} object.missing`),
  );
  expect(repairs[0]!.statements[0]).toMatch(`CREATE TABLE "public"."${EQUAL_TABLE}"`);

  // Nobody knows which of two schemas it will be.
  await admin.call(inventory.importSource, { body: [inventoryItem(id, 'other', 'elsewhere')] });
  await admin.call(pairs.matchObjects, { params: { id } });
  expect(await list()).toMatchObject({ repairs: [], left: 3 });
});

it('a view is written with the tables that its own became, though the target’s view names others', async () => {
  const { admin, world } = runs;
  const [table] = BULK_TABLES;
  const file = new Database(join(world.folder, 'shop.sqlite'));
  file.exec(`create view renamed as select id from ${table} where id = 1`);
  file.close();
  await world.onTarget(
    `create schema other; alter table ${table} set schema other; alter table other.${table} rename to "Moved";
     create view renamed as select id from ${EQUAL_TABLE}`,
  );
  const id = await runs.importBoth({ source: [table!], target: [EQUAL_TABLE] });
  await admin.call(inventory.importSource, { body: [view(id, 'main', 'renamed')] });
  await admin.call(inventory.importTarget, {
    body: [view(id, 'public', 'renamed'), inventoryItem(id, 'Moved', 'other')],
  });
  await admin.call(pairs.matchObjects, { params: { id } });
  const [from, to] = [await runs.pairOf(id, table!), await runs.pairOf(id, 'Moved')];
  await admin.call(pairs.linkObjects, {
    params: { id },
    body: { source_ids: [from.source[0]!.id], target_ids: [to.target[0]!.id] },
  });
  await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const { repairs } = await admin.call(listRepairs, { params: { id } });
  const written = repairs.find(({ code }) => code === 'text.different')!.statements;
  expect(written.at(-1)).toContain('FROM "other"."Moved"\nWHERE "Moved"."id" = 1');
  for (const statement of written) await world.onTarget(statement);
});

it('what the target lacks is created: tables, then keys, then views in the order of their names in one another', async () => {
  const { admin, world } = runs;
  const file = new Database(join(world.folder, 'shop.sqlite'));
  file.exec(
    `create table remark (id integer primary key, review integer not null references ${LOST_TABLE} (id), at text default 'now', place blob)`,
  );
  file.exec('create view a_latest as select id, at from b_remarks where id > 1');
  file.exec("create view b_remarks as select id, at from remark where at <> 'x'");
  file.exec('create trigger remarked after insert on remark begin delete from remark; end');
  file.close();
  const id = await runs.importBoth({
    source: [EQUAL_TABLE, 'remark', LOST_TABLE],
    target: [EQUAL_TABLE],
  });
  const views = ['a_latest', 'b_remarks'];
  await admin.call(inventory.importSource, { body: views.map((name) => view(id, 'main', name)) });
  await admin.call(pairs.matchObjects, { params: { id } });

  const structureOf = async () => {
    const { id: pair } = await runs.pairOf(id, 'main.remark');
    return admin.call(getStructure, { params: { id, pair } });
  };
  const [missing] = (await structureOf()).findings;
  expect(missing).toMatchObject({ code: 'object.missing', severity: 'error' });
  expect(missing!.repair![0]).toMatch(/^CREATE TABLE "public"\."remark"/);
  expect(missing!.unmended).toContain('TRIGGER remarked');

  const list = () => admin.call(listRepairs, { params: { id } });
  const { repairs, left } = await list();
  expect(left).toBe(0);
  expect(
    repairs.map(({ name, statements: [text = ''] }) => `${text.slice(0, 10)} ${name}`),
  ).toEqual([
    'CREATE TAB public.remark',
    `CREATE TAB public.${LOST_TABLE}`,
    'ALTER TABL public.remark',
    'CREATE VIE public.b_remarks',
    'CREATE VIE public.a_latest',
  ]);
  for (const { statements } of repairs) for (const one of statements) await world.onTarget(one);
  const made = ['remark', LOST_TABLE].map((name) => inventoryItem(id, name, 'public'));
  await admin.call(inventory.importTarget, {
    body: [...made, ...views.map((name) => view(id, 'public', name))],
  });
  await admin.call(pairs.matchObjects, { params: { id } });
  await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const open = (await structureOf()).findings.filter(({ severity }) => severity !== 'info');
  expect(open.map(({ code }) => code)).toEqual(['trigger.missing']);
  expect(open[0]).toMatchObject({ repair: null, unmended_said: { code: 'repair.program' } });
  expect(await list()).toEqual({ repairs: [], removals: [], left: 1, cut: false });
});

it('what needs a table that no statement creates is left out, and says so', async () => {
  const { admin, world } = runs;
  const file = new Database(join(world.folder, 'shop.sqlite'));
  file.exec('create table parcel (id integer primary key, place geometry)');
  file.exec(
    'create table stop (id integer primary key, parcel integer references parcel (id), before integer references stop (id))',
  );
  file.exec('create view parcels as select id from parcel where id > 1');
  file.exec('create view a_parcels as select id from parcels where id > 2');
  file.exec('create view stops as select id from stop where id > 1');
  file.exec('create view equals as select id from Gone where id > 1');
  file.exec('create table Gone (id integer primary key)');
  file.close();
  const names = ['parcel', 'stop', 'Gone'];
  const id = await runs.importBoth({ source: names, target: [EQUAL_TABLE] });
  const views = ['parcels', 'a_parcels', 'stops', 'equals'];
  await admin.call(inventory.importSource, { body: views.map((name) => view(id, 'main', name)) });
  await admin.call(pairs.matchObjects, { params: { id } });
  const { id: gone } = await runs.pairOf(id, 'main.gone');
  await admin.call(pairs.decidePairs, {
    params: { id },
    body: { ids: [gone], state: 'dropped', reason: 'unused' },
  });

  const list = await admin.call(listRepairs, { params: { id } });
  expect(list.repairs.map(({ name }) => name)).toEqual([
    'public.stop',
    'public.stop',
    'public.stops',
  ]);
  const statements = list.repairs.flatMap((one) => one.statements);
  expect(statements.filter((text) => text.includes('FOREIGN KEY'))).toHaveLength(1);
  for (const one of statements) await world.onTarget(one);
  expect(list.left).toBe(4);

  const saidOf = async (name: string) => {
    const { id: pair } = await runs.pairOf(id, `main.${name}`);
    const { findings } = await admin.call(getStructure, { params: { id, pair } });
    return findings.map(({ repair, unmended_said: said }) => [
      repair?.length ?? 0,
      said?.code,
      said?.params,
    ]);
  };
  const waits = (name: string) => [[0, 'repair.waitsFor', { names: `main.${name}` }]];
  expect(await saidOf('parcels')).toEqual(waits('parcel'));
  expect(await saidOf('a_parcels')).toEqual(waits('parcels'));
  expect(await saidOf('equals')).toEqual(waits('Gone'));
  expect(await saidOf('stop')).toEqual([
    [2, 'repair.leavesOut', { parts: 'FOREIGN KEY parcel → main.parcel' }],
  ]);
  expect(await saidOf('parcel')).toMatchObject([[0, 'repair.noType', { columns: 'place' }]]);
});

it('objects that only the target has are listed separately, dependents first; accepted ones are left alone', async () => {
  const { admin, world } = runs;
  const [, table] = BULK_TABLES;
  await world.onTarget(
    `create table only_here (id bigint primary key);
     alter table ${table} add more text default 'x', add extra_ref bigint references only_here (id);
     create index extra_notes on ${table} (more, note);
     create index accepted_notes on ${table} (note);
     create view here_too as select b.more, o.id from ${table} b join only_here o on o.id = b.extra_ref`,
  );
  const id = await runs.importBoth({ source: [table!], target: [table!, 'only_here'] });
  await admin.call(inventory.importTarget, { body: [view(id, 'public', 'here_too')] });
  await admin.call(pairs.matchObjects, { params: { id } });
  await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const structureOf = async (name: string) => {
    const pair = await runs.pairOf(id, name);
    return admin.call(getStructure, { params: { id, pair: pair.id } });
  };
  const { findings } = await structureOf(`main.${table}`);
  expect(findings.find(({ name }) => name === 'more')).toMatchObject({
    repair: null,
    removal: [`ALTER TABLE "public"."${table}" DROP COLUMN "more"`],
    unmended_said: { code: 'repair.removesValues' },
  });
  expect((await structureOf('public.only_here')).findings).toMatchObject([
    { code: 'object.extra', repair: null, removal: ['DROP TABLE "public"."only_here"'] },
  ]);
  const pair_id = (await runs.pairOf(id, `main.${table}`)).id;
  const accepted = findings.find(({ name }) => name === 'accepted_notes')!;
  const { code, name, source, target } = accepted;
  const body = { pair_id, code, name, source, target, reason: 'for reports', until: null };
  await admin.call(acceptFinding, { params: { id }, body });

  const { repairs, removals, left } = await admin.call(listRepairs, { params: { id } });
  const all = removals.flatMap(({ statements }) => statements);
  expect(all.map((text) => text.replaceAll('"', ''))).toEqual([
    'DROP VIEW public.here_too',
    `ALTER TABLE public.${table} DROP CONSTRAINT ${table}_extra_ref_fkey`,
    'DROP INDEX public.extra_notes',
    `ALTER TABLE public.${table} DROP COLUMN more`,
    `ALTER TABLE public.${table} DROP COLUMN extra_ref`,
    'DROP TABLE public.only_here',
  ]);
  expect(repairs.flatMap(({ statements }) => statements).join()).not.toContain('DROP');
  expect(left).toBe(0);
  for (const one of all) await world.onTarget(one);
});

import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCommonCauses, nameColumns, tolerateCause } from '../../../../contract/proof/common.ts';
import {
  acceptFinding,
  getStructure,
  listAcceptances,
  listRepairs,
  withdrawAcceptance,
} from '../../../../contract/proof/definitions.ts';
import { listDifferences, listEvidence } from '../../../../contract/proof/evidence.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import { getComparisonRules } from '../../../../contract/proof/rows.ts';
import { BULK_TABLES, DIFFERENT_TABLE } from '../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../runs/run-fixture.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

it('what several pairs have in common is one line, and is settled for all of them at once', async () => {
  const { admin, world } = runs;
  const [one, two, three, alone] = BULK_TABLES as [string, string, string, string];
  const file = new Database(join(world.folder, 'shop.sqlite'));
  for (const table of [one, two, three]) file.exec(`update ${table} set note = note || ' '`);
  for (const table of [one, two]) file.exec(`create index ${table}_notes on ${table} (note)`);
  file.close();
  // Only this pair has it.
  await world.onTarget(`update ${alone} set note = upper(note)`);
  // And here more than that differs.
  await world.onTarget(`update ${three} set note = 'another' where id = 7`);
  const id = await runs.prepare(both([one, two, three, alone, DIFFERENT_TABLE]));
  const params = { id };
  await runs.waitForState(await runs.start(id), 'finished');
  const idOf = async (name: string) => (await runs.pairOf(id, name)).id;
  const ids = await Promise.all([one, two, three].map(idOf));

  const list = () => admin.call(listCommonCauses, { params });
  const { causes, looked, cut } = await list();
  expect({ looked, cut }).toEqual({ looked: 5, cut: false });
  expect(causes).toEqual([
    {
      about: 'rows',
      column: 'note',
      cause: 'blanks:end',
      rows: 599,
      pairs: 3,
      pair_ids: ids,
      names: [one, two, three].map((name) => `main.${name}`),
      message: expect.stringContaining('note differs only in trailing blanks'),
      code: 'cause.blanksAtEnd',
      params: expect.anything(),
    },
    expect.objectContaining({
      about: 'definition',
      finding: 'index.missing',
      source: 'note',
      target: null,
      pairs: 2,
      pair_ids: ids.slice(0, 2),
      severity: 'warning',
    }),
  ]);

  const ofOne = await admin.call(listCommonCauses, { params, query: { alone: '1' } });
  expect(ofOne.causes.filter((cause) => cause.pairs === 1)).toMatchObject([
    { about: 'rows', column: 'note', cause: 'case', names: [`main.${alone}`] },
  ]);

  const summary = await admin.call(pairs.getProofSummary, { params });
  const different = summary.blocking.filter((pair) => pair.data_result === 'different');
  expect(ofOne.rows.map(({ pair_id }) => pair_id).toSorted()).toEqual(
    different.map((pair) => pair.id).toSorted(),
  );
  const reasonOf = async (name: string) => {
    const pair = await idOf(name);
    return ofOne.rows.find(({ pair_id }) => pair_id === pair)?.message;
  };
  expect(await reasonOf(alone)).toContain('upper and lower case');
  // Nothing explains these rows, so it is said what differs in them.
  expect(await reasonOf(DIFFERENT_TABLE)).toBe(
    'In several ways: 1 row is missing on the target; 1 row is only on the target; note differs in 1 row',
  );

  // What most pairs have comes first, whichever was found first.
  const counts = ofOne.causes.map((cause) => cause.pairs);
  expect(counts).toEqual(counts.toSorted((some, more) => more - some));

  const why = { reason: 'nobody reads notes', until: null };
  const body = { pairs: [...ids, ids[0]], column: 'note', cause: 'blanks:end', ...why };
  expect(await admin.call(tolerateCause, { params, body })).toEqual({ changed: 3 });
  expect(await admin.call(tolerateCause, { params, body })).toEqual({ changed: 0 });
  const rules = await admin.call(getComparisonRules, { params: { id, pair: ids[0] } });
  expect(rules.tolerated).toMatchObject([{ column: 'note', cause: 'blanks:end', ...why }]);
  await runs.waitForState(await runs.start(id, { kind: 'data', pairs: ids }), 'finished');
  expect((await runs.pairOf(id, two)).data_result).toBe('equal_under_rules');
  expect(await runs.pairOf(id, three)).toMatchObject({
    data_result: 'different',
    data_differences: 1,
  });

  const reason = 'nobody searches by notes';
  const accepted = { code: 'index.missing', name: null, source: 'note', target: null };
  await admin.call(acceptFinding, {
    params,
    body: { ...accepted, pair_id: null, reason, until: null },
  });
  expect((await runs.pairOf(id, one)).verdict).toBe('unconfirmed');
  expect(await list()).toEqual({ causes: [], rows: [], looked: 3, cut: false });
});

it('a cause of whole rows is one line for all pairs, and its rows are known by it', async () => {
  const { admin, world } = runs;
  const tables = BULK_TABLES.slice(7, 11);
  const [one, two, three, four] = tables as [string, string, string, string];
  await world.onTarget(`insert into ${four} select id + 1000, note from ${four} where id <= 10`);
  await world.onTarget(`delete from ${one} where id > 189 or id = 7`);
  await world.onTarget(`delete from ${two} where id > 190`);
  await world.onTarget(`
    alter table ${three} drop constraint ${three}_pkey;
    insert into ${three} select * from ${three} where id <= 4;
    insert into ${three} values (900, 'new')`);
  const id = await runs.prepare(both(tables));
  const params = { id };
  await runs.compareRows(id);
  const { causes } = await admin.call(listCommonCauses, { params, query: { alone: '1' } });
  expect(causes.filter(({ about }) => about === 'rows')).toMatchObject([
    {
      column: null,
      cause: 'last_rows',
      rows: 21,
      pairs: 2,
      names: [`main.${one}`, `main.${two}`],
      message: 'The last rows are missing on the target: 21 in all.',
    },
    { cause: 'doubled', pairs: 1, message: '4 rows are duplicated on the target.' },
    {
      cause: 'doubled:keys',
      pairs: 1,
      message: '10 rows are on the target again under new keys.',
    },
  ]);

  const readPair = async (name: string) => {
    const { id: pair } = await runs.pairOf(id, name);
    const [newest] = await admin.call(listEvidence, { params: { id, pair } });
    const rows = await admin.call(listDifferences, { params: { id, evidence: newest!.id } });
    const [cause] = newest!.explanation!.causes;
    return {
      rows: rows.map(({ key, causes: of }) => [key?.[0], ...of]),
      examples: cause!.example_rows?.map(({ key, kind }) => [key?.[0], kind]),
    };
  };
  expect(await readPair(one)).toEqual({
    rows: [['7'], ...Array.from({ length: 11 }, (_, at) => [String(190 + at), 'last_rows'])],
    examples: [
      ['190', 'missing'],
      ['191', 'missing'],
      ['192', 'missing'],
    ],
  });
  expect(await readPair(three)).toMatchObject({
    rows: [...['1', '2', '3', '4'].map((key) => [key, 'doubled']), ['900']],
    examples: [['1', 'extra'], expect.anything(), expect.anything()],
  });
});

it('parts that the target lacks are one question in all pairs, whatever they are', async () => {
  const { admin, world } = runs;
  const tables = BULK_TABLES.slice(4, 7);
  const file = new Database(join(world.folder, 'shop.sqlite'));
  for (const [at, table] of tables.entries())
    file.exec(`create index ${table}_some on ${table} (${['note', 'note, id', 'id, note'][at]})`);
  file.close();
  const id = await runs.prepare(both(tables));
  const params = { id };
  const compare = async () =>
    runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  await compare();
  const { causes } = await admin.call(listCommonCauses, { params });
  expect(causes).toMatchObject([
    {
      finding: 'index.missing',
      source: null,
      target: null,
      pairs: 3,
      findings: 3,
      places: tables.map((table) => ({ parts: [`${table}_some`] })),
      message: 'Indexes of the source are missing on the target.',
    },
  ]);
  const { kind } = causes[0] as { kind: string };
  const { repairs } = await admin.call(listRepairs, { params, query: { kind } });
  expect(repairs.map(({ code }) => code)).toEqual(tables.map(() => 'index.missing'));

  const any = { name: null, source: null, target: null, reason: 'made later', until: null };
  const body = { ...any, pair_id: null, code: 'index.missing' };
  const ofColumns = { ...body, code: 'column.missing' };
  await expect(admin.call(acceptFinding, { params, body: ofColumns })).rejects.toThrow();
  await admin.call(acceptFinding, { params, body });
  expect(await admin.call(listCommonCauses, { params })).toMatchObject({ causes: [] });
  const idOf = async (table: string) => (await runs.pairOf(id, table)).id;
  const found = await admin.call(getStructure, {
    params: { id, pair: await idOf(tables[0]!) },
  });
  expect(found.findings.find(({ code }) => code === 'index.missing')?.accepted).not.toBeNull();
});

describe('columns that differ in the same way', () => {
  let id: number;
  const compare = async () =>
    runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const addColumns = async (table: string, columns: string[], target = 'text') => {
    const file = new Database(join(runs.world.folder, 'shop.sqlite'));
    for (const column of columns) file.exec(`alter table ${table} add column ${column}`);
    file.close();
    for (const column of columns)
      await runs.world.onTarget(
        `alter table ${table} add column ${column.split(' ')[0]} ${target}`,
      );
  };
  const ofTypes = async () => {
    const { causes } = await runs.admin.call(listCommonCauses, { params: { id } });
    return causes.flatMap((cause) =>
      cause.about === 'definition' && cause.finding.startsWith('type.') ? [cause] : [],
    );
  };
  const accept = (over: Record<string, unknown>) =>
    runs.admin.send(acceptFinding, {
      params: { id },
      body: {
        pair_id: null,
        code: 'type.kind',
        name: null,
        source: 'varbinary',
        target: 'text',
        reason: 'read as UTF-8',
        until: null,
        ...over,
      },
    });
  const openOf = async (name: string) => (await runs.pairOf(id, name)).structure_findings;

  it('are one line with all of them, and one kind to accept, which every run judges', async () => {
    const { admin, world } = runs;
    const file = new Database(join(world.folder, 'shop.sqlite'));
    for (const one of ['page', 'revision'])
      file.exec(`create table ${one} (id integer primary key)`);
    file.close();
    for (const one of ['page', 'revision'])
      await world.onTarget(`create table ${one} (id bigint primary key)`);
    await addColumns('page', ['title varbinary(255)', 'lang varbinary(35)', 'model varbinary(32)']);
    await addColumns('revision', ['sha1 varbinary(32)', 'actor varbinary(255)']);
    await addColumns('page', ['note varchar(20)'], 'varchar(10)');
    await addColumns('revision', ['note varchar(30)'], 'varchar(10)');
    id = await runs.prepare(both(['page', 'revision']));
    await compare();
    const [page, revision] = [await runs.pairOf(id, 'page'), await runs.pairOf(id, 'revision')];
    const [bytes, ...others] = await ofTypes();
    expect(bytes).toMatchObject({
      finding: 'type.kind',
      part: 'column',
      source: 'varbinary',
      target: 'text',
      pairs: 2,
      findings: 5,
      places: [
        { pair_id: page.id, name: 'main.page', parts: ['title', 'lang', 'model'] },
        { pair_id: revision.id, name: 'main.revision', parts: ['sha1', 'actor'] },
      ],
    });
    // How much is cut off differs.
    expect(others).toEqual([]);
    const { repairs } = await admin.call(listRepairs, {
      params: { id },
      query: { kind: bytes!.kind },
    });
    expect(repairs.map(({ code }) => code)).toEqual(Array(5).fill('type.kind'));
    expect([page.structure_findings, revision.structure_findings]).toEqual([5, 4]);

    const { body } = await accept({});
    // The numbering and the shorter note are of another kind.
    expect([await openOf('page'), await openOf('revision')]).toEqual([2, 2]);
    expect(await ofTypes()).toEqual([]);
    await addColumns('page', ['touched varbinary(14)']);
    await addColumns('page', ['other integer']);
    await compare();
    expect(await openOf('page')).toBe(3);
    const { id: acceptance } = body as { id: number };
    await admin.call(withdrawAcceptance, { params: { id, acceptance } });
    expect(await openOf('page')).toBe(7);
  });

  it('are accepted of one pair by their names, with one acceptance', async () => {
    const { admin } = runs;
    const page = await runs.pairOf(id, 'page');
    const names = ['title', 'lang'];
    const { body } = await accept({ pair_id: page.id, names });
    expect(body).toMatchObject({ name: null, names });
    expect(await openOf('page')).toBe(5);
    expect(await openOf('revision')).toBe(4);
    const { findings } = await admin.call(getStructure, { params: { id, pair: page.id } });
    expect(findings.flatMap(({ name, accepted }) => (accepted ? [name] : []))).toEqual(names);
    const [open] = await ofTypes();
    const { repairs } = await admin.call(listRepairs, {
      params: { id },
      query: { kind: open!.kind },
    });
    expect(repairs).toHaveLength(open!.findings);
    const [listed] = await admin.call(listAcceptances, { params: { id } });
    expect(listed).toMatchObject({ pair_id: page.id, names });
    const changes = async () =>
      (await admin.call(pairs.pairHistory, { params: { id, pair: page.id } })).map(
        (entry) => Object.keys(entry.changes)[0],
      );
    expect((await changes())[0]).toBe('type.kind title, lang');
    const { id: acceptance } = body as { id: number };
    await admin.call(withdrawAcceptance, { params: { id, acceptance } });
    expect((await changes())[0]).toBe('type.kind title, lang');
    expect(await openOf('page')).toBe(7);
    expect(await admin.send(withdrawAcceptance, { params: { id, acceptance } })).toMatchObject({
      status: 404,
    });
  });

  it.each([
    ['a rule', { names: ['title', 'lang'] }, 'names'],
    ['one name', { name: 'title', names: ['lang'], pair_id: 0 }, 'names'],
    ['rows', { code: 'data.partly', names: ['lang'], pair_id: 0 }, 'names'],
    ['no finding', { names: ['title', 'note'], pair_id: 0 }, 'code'],
  ])('names of several are refused beside %s', async (_, over, field) => {
    const { id: page } = await runs.pairOf(id, 'page');
    expect(await accept({ ...over, ...('pair_id' in over && { pair_id: page }) })).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  });
});

it('assumed names of columns are one line, and are confirmed in all pairs at once', async () => {
  const { admin, world } = runs;
  const file = new Database(join(world.folder, 'shop.sqlite'));
  for (const one of ['shelf', 'crate'])
    file.exec(`create table ${one} (${one}_id integer primary key, qty text, mail text)`);
  file.close();
  for (const one of ['shelf', 'crate'])
    await world.onTarget(`create table ${one} (id bigint primary key, quantity text, email text)`);
  const id = await runs.prepare(both(['shelf', 'crate']));
  const params = { id };
  const compare = async () =>
    runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const ofColumns = async () =>
    (await admin.call(listCommonCauses, { params })).causes.filter(
      ({ about }) => about === 'columns',
    );
  await compare();
  const [crate, shelf] = [await runs.pairOf(id, 'crate'), await runs.pairOf(id, 'shelf')];
  const expected = [
    { pair_id: crate.id, source: 'crate_id', target: 'id' },
    { pair_id: crate.id, source: 'qty', target: 'quantity' },
    { pair_id: shelf.id, source: 'shelf_id', target: 'id' },
    { pair_id: shelf.id, source: 'qty', target: 'quantity' },
  ];
  // That `mail` became `email` is only proposed.
  const [cause, ...others] = await ofColumns();
  expect(others).toEqual([]);
  expect(cause).toMatchObject({ about: 'columns', count: 4, pairs: 2 });
  const { columns } = cause as Extract<typeof cause, { about: 'columns' }>;
  expect(columns).toEqual(expect.arrayContaining(expected));
  const other = await runs.prepare(both(['shelf']));
  const stranger = await runs.pairOf(other, 'shelf');
  const body = { columns: [...columns, { ...columns[0]!, pair_id: stranger.id }] };
  expect(await admin.call(nameColumns, { params, body })).toEqual({ changed: 2 });
  // What the rules name already stays as it is.
  expect(await admin.call(nameColumns, { params, body })).toEqual({ changed: 0 });
  const taken = { columns: [{ pair_id: shelf.id, source: 'mail', target: 'id' }] };
  expect(await admin.call(nameColumns, { params, body: taken })).toEqual({ changed: 0 });
  const rules = (pair: { id: number }, project = id) =>
    admin.call(getComparisonRules, { params: { id: project, pair: pair.id } });
  expect((await rules(shelf)).columns).toEqual([
    { source: 'shelf_id', target: 'id' },
    { source: 'qty', target: 'quantity' },
  ]);
  expect((await rules(stranger, other)).columns).toEqual([]);
  expect(await ofColumns()).toEqual([]);
});

it('names that the values show are proposed with them, and names that they deny are not', async () => {
  const { admin, world } = runs;
  const file = new Database(join(world.folder, 'shop.sqlite'));
  file.exec(`create table parcel (id integer primary key, label text, f1 text, qty integer, weight integer);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 400)
    insert into parcel select i, 'label ' || i, 'street ' || (i % 90), i % 7, 1000 + i * i % 997 from n`);
  file.close();
  // What was the quantity is called pieces there, and what is called quantity was the weight.
  await world.onTarget(`create table parcel (id bigint primary key, label text, place text, quantity bigint, pieces bigint);
    insert into parcel select i, 'label ' || i, 'street ' || (i % 90), 1000 + i * i % 997, i % 7
      from generate_series(1, 400) i`);
  const id = await runs.prepare(both(['parcel']));
  const params = { id };
  await runs.waitForState(await runs.start(id), 'finished');
  const { id: pair } = await runs.pairOf(id, 'parcel');
  const list = async () => {
    const { findings } = await admin.call(getStructure, { params: { id, pair } });
    return findings.flatMap(({ code, name, likely, severity, detail }) =>
      ['column.missing', 'column.extra'].includes(code) ? [[name, likely, severity, detail]] : [],
    );
  };
  const has = (column: string, where: string) =>
    expect.stringContaining(`${column} has equal values ${where} in 200 of 200 compared rows`);
  expect(await list()).toEqual([
    ['f1', 'place', 'error', has('place', 'there')],
    ['weight', 'quantity', 'error', has('quantity', 'there')],
    ['place', 'f1', 'info', has('f1', 'on the source')],
    ['pieces', 'qty', 'info', has('qty', 'on the source')],
    // Its name is that of another column.
    ['qty', 'pieces', 'error', has('pieces', 'there')],
  ]);
  const { causes } = await admin.call(listCommonCauses, { params, query: { alone: '1' } });
  const columns = [
    { pair_id: pair, source: 'f1', target: 'place' },
    { pair_id: pair, source: 'weight', target: 'quantity' },
    { pair_id: pair, source: 'qty', target: 'pieces' },
  ];
  expect(causes[0]).toMatchObject({ about: 'columns', count: 3 });
  const offered = causes[0] as Extract<(typeof causes)[0], { about: 'columns' }>;
  expect(offered.columns).toEqual(expect.arrayContaining(columns));
  await admin.call(nameColumns, { params, body: { columns: offered.columns } });
  await runs.waitForState(await runs.start(id), 'finished');
  expect(await list()).toEqual([]);
  expect(await runs.pairOf(id, 'parcel')).toMatchObject({ data_result: 'identical' });
});

it('an unknown cause is refused by field; pairs of other projects are left alone', async () => {
  const { admin } = runs;
  const id = await runs.prepare(both([BULK_TABLES[5]!]));
  const other = await runs.prepare(both([BULK_TABLES[6]!]));
  const none = await admin.call(listCommonCauses, { params: { id }, query: { alone: '1' } });
  expect(none).toEqual({ causes: [], rows: [], looked: 0, cut: false });
  const [pair] = await admin.call(pairs.listPairs, { params: { id: other } });
  const send = (cause: string, ids = [pair!.id]) =>
    admin.send(tolerateCause, {
      params: { id },
      body: { pairs: ids, column: 'note', cause, reason: 'agreed' },
    });
  expect(await send('renumbered')).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'cause' }] },
  });
  expect(await send('case')).toMatchObject({ status: 200, body: { changed: 0 } });
  const rules = await admin.call(getComparisonRules, { params: { id: other, pair: pair!.id } });
  expect(rules.tolerated).toEqual([]);
});

it('a cause of rows without a key is none of the common ones: no rule would let it pass', async () => {
  const { admin, world } = runs;
  const file = new Database(join(world.folder, 'shop.sqlite'));
  file.exec(`create table loose (place integer, note text);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20)
    insert into loose select i, 'note ' || i from n`);
  file.close();
  await world.onTarget(`create table loose (place bigint, note text);
    insert into loose select i, 'NOTE ' || i from generate_series(1, 20) i`);
  const id = await runs.prepare(both(['loose']));
  await runs.waitForState(await runs.start(id, { kind: 'data' }), 'finished');
  const { id: pair } = await runs.pairOf(id, 'loose');
  const query = { alone: '1' } as const;
  const { causes, rows } = await admin.call(listCommonCauses, { params: { id }, query });
  expect(rows).toMatchObject([
    { pair_id: pair, message: expect.stringContaining('upper and lower case') },
  ]);
  expect(causes.filter(({ about }) => about === 'rows')).toEqual([]);
});

it('parts without a name are listed by what they are', async () => {
  const { admin, world } = runs;
  const tables = BULK_TABLES.slice(14, 16);
  const file = new Database(join(world.folder, 'shop.sqlite'));
  for (const table of tables) {
    file.exec(`alter table ${table} add column parent integer references ${table} (id)`);
    await world.onTarget(`alter table ${table} add column parent bigint`);
  }
  file.close();
  const id = await runs.prepare(both(tables));
  await runs.waitForState(await runs.start(id), 'finished');
  const { causes } = await admin.call(listCommonCauses, { params: { id } });
  const keys = causes.find((cause) => 'finding' in cause && cause.finding === 'foreignKey.missing');
  expect(keys).toMatchObject({
    places: tables.map((table) => ({ parts: [`(parent) → ${table} (id)`] })),
  });
});

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as contract from '../../../../contract/proof/calls.ts';
import { openServer } from '../../../../connectors/mysql/fixture.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import * as evidence from '../../../../contract/proof/evidence.ts';
import * as inventory from '../../../../contract/inventory.ts';
import * as objects from '../../../../contract/objects.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import {
  type ComparisonRules,
  DEFAULT_COMPARISON_RULES,
  DEFAULT_PROOF_SETTINGS,
  setComparisonRules,
} from '../../../../contract/proof/rows.ts';
import {
  connectionOf,
  createProject,
  inventoryItem,
  joinProject,
} from '../../../../tests/support/fixtures.ts';
import { whileRowIsHeld } from '../../../../tests/support/held-row.ts';
import { DIFFERENT_TABLE, EQUAL_TABLE } from '../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../runs/run-fixture.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const CALLS = { ...DEFAULT_PROOF_SETTINGS.source, calls: true };
const bothOf = (source_text: string, target_text = source_text): contract.PairCall => ({
  source_text,
  target_text,
  parameter_sets: [],
  tables: [],
  ordered: false,
  writes: false,
});

async function prepare(table: string, settings = {}) {
  const id = await runs.prepare(both([table]));
  await runs.set(id, { source: CALLS, target: CALLS, ...settings });
  const pair = await runs.pairOf(id, table);
  const of = { params: { id, pair: pair.id } };
  return { id, pair, of };
}
const keptOf = async (of: object) =>
  (await runs.admin.call(evidence.listEvidence, of)).find(({ kind }) => kind === 'call')!;

const SLEEPING =
  "state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database()";
const sleeping = async (): Promise<number> =>
  (await runs.world.askTarget(`select 1 from pg_stat_activity where ${SLEEPING}`)).length;

describe('a call', () => {
  it('runs on both sides and is kept, with its texts and answers, for the tester', async () => {
    const { id, pair, of } = await prepare(DIFFERENT_TABLE);
    const { result, comparisons } = await runs.admin.call(contract.runCall, {
      ...of,
      body: bothOf(`select note from ${DIFFERENT_TABLE} where id = 9`),
    });
    expect(result).toBe('different');
    expect(comparisons[0]!.differences).toEqual([
      'Only on the source: (note 9).',
      'Only on the target: (another).',
    ]);
    expect(await keptOf(of)).toMatchObject({ result: 'different', username: 'admin' });
    expect(await runs.pairOf(id, DIFFERENT_TABLE)).toMatchObject({ call_result: 'different' });
    const [object] = await runs.admin.call(objects.listSourceObjects, { params: { id } });
    expect(object).toMatchObject({
      status: 'pending',
      test_result: expect.stringMatching(/^0 of/),
    });
    const history = await runs.admin.call(pairs.pairHistory, of);
    expect(history[0]).toMatchObject({ action: 'called' });
    expect(pair.call_result).toBeNull();
  });

  it('writes its result into an object that is edited among others meanwhile', async () => {
    const { pair, of } = await prepare(EQUAL_TABLE);
    const { id } = pair.source[0]!;
    await whileRowIsHeld(runs.app.store, 'object', id, () =>
      runs.admin.call(contract.runCall, { ...of, body: bothOf('select 1') }),
    );
    const object = await runs.admin.call(objects.getObject, { params: { id } });
    expect(object).toMatchObject({ tested_by: 'admin', test_result: expect.any(String) });
  });

  it('is laid out as its engine reads it, unless a quotation mark never closes; nothing else changes', async () => {
    const { of } = await prepare(EQUAL_TABLE);
    const format = (source_text: string, target_text: string) =>
      runs.admin.call(contract.formatCall, { ...of, body: { source_text, target_text } });
    expect(
      await format("select a from t where b = :b and c = 'x  y' -- why", "select 'never closed"),
    ).toEqual({
      source_text: "select a\nfrom t\nwhere b = :b\n  and c = 'x  y' -- why",
      target_text: null,
    });
  });

  it('shows no masked value: not in answers, sentences, results, evidence, nor afterwards', async () => {
    const { id, of } = await prepare(DIFFERENT_TABLE, { mask: ['note'] });
    const body = bothOf(
      `select id, note from ${DIFFERENT_TABLE} where id = 9`,
      `select id, note as remark from ${DIFFERENT_TABLE} where id = 9`,
    );
    const answer = await runs.admin.call(contract.runCall, { ...of, body });
    expect(answer.result).toBe('different');
    const [object] = await runs.admin.call(objects.listSourceObjects, { params: { id } });
    for (const shown of [answer, await keptOf(of), object])
      expect(JSON.stringify(shown)).not.toMatch(/note 9|another/);

    await runs.set(id, { source: CALLS, target: CALLS, mask: [] });
    await runs.admin.call(contract.runCall, { ...of, body });
    expect(JSON.stringify(await keptOf(of))).toMatch(/note 9.*another/);
    await runs.set(id, { source: CALLS, target: CALLS, mask: ['NOTE'] });
    const later = await keptOf(of);
    const { body: all } = await runs.admin.send(objects.listSourceObjects, { params: { id } });
    const history = await runs.admin.call(objects.objectHistory, {
      params: { id: object!.source_objectid! },
    });
    expect(JSON.stringify([all, history])).not.toMatch(/note 9|another/);
    expect(JSON.stringify(later)).not.toMatch(/note 9|another/);
    expect(JSON.stringify(later)).toContain('The values have been masked since');
  });

  it.each([
    ['another name', `select note as n, id from ${DIFFERENT_TABLE}`, true],
    ['a subquery', `select n, id from (select note as n, id from ${DIFFERENT_TABLE}) as x`, true],
    ['an expression', `select substr(note, 1) as n, id from ${DIFFERENT_TABLE}`, true],
    [
      'a union',
      `select n, id from (select '' as n, 0 as id union select note, id from ${DIFFERENT_TABLE}) as x`,
      false,
    ],
  ])('hides what a masked column shows through %s', async (_how, text, showsOthers) => {
    const { of } = await prepare(DIFFERENT_TABLE, { mask: ['note'] });
    const { comparisons, result } = await runs.admin.call(contract.runCall, {
      ...of,
      body: bothOf(text, `${text} where id < 9`),
    });
    expect(result).toBe('different');
    for (const shown of [comparisons, await keptOf(of)])
      expect(JSON.stringify(shown).replaceAll(text, '')).not.toMatch(/note \d|another/);
    const [first] = comparisons[0]!.source!.result_sets[0]!.rows;
    expect(first).toEqual(['••••', showsOthers ? expect.stringMatching(/^\d+$/) : '••••']);
  });

  it('hides the messages of errors where columns are masked, and keeps their codes', async () => {
    const { id, of } = await prepare(DIFFERENT_TABLE, { mask: ['note'] });
    const body = bothOf('select 1', `select cast(note as int) from ${DIFFERENT_TABLE}`);
    const { comparisons } = await runs.admin.call(contract.runCall, { ...of, body });
    expect(comparisons[0]!.target!.error).toMatchObject({ code: '22P02', message: '••••' });
    await runs.set(id, { source: CALLS, target: CALLS, mask: [] });
    const open = await runs.admin.call(contract.runCall, { ...of, body });
    expect(open.comparisons[0]!.target!.error!.message).toMatch(/note \d/);
    await runs.set(id, { source: CALLS, target: CALLS, mask: ['note'] });
    expect(JSON.stringify(await keptOf(of))).not.toMatch(/note \d/);
  });

  it('keeps the beginning of long answers, compares all of them, and notes that', async () => {
    const { of } = await prepare(EQUAL_TABLE);
    const long = `'${'x'.repeat(20_000)}'`;
    const { result, comparisons } = await runs.admin.call(contract.runCall, {
      ...of,
      body: bothOf(`select ${long} || 'a' as v`, `select ${long} || 'b' as v`),
    });
    expect(result).toBe('different');
    const [comparison] = comparisons;
    expect(comparison!.source!.result_sets[0]!.rows[0]![0]).toHaveLength(2_001);
    expect(comparison!.notes).toEqual([expect.stringMatching(/^The results are long/)]);
    const many = await runs.admin.call(contract.runCall, {
      ...of,
      body: bothOf(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 900) select ${long.slice(0, 2_000)}' as v, i from n`,
      ),
    });
    expect(many.result).toBe('equal');
    expect(JSON.stringify(many).length).toBeLessThan(1_100_000);
    expect(many.comparisons[0]!.source!.result_sets[0]!.truncated).toBe(true);
  });

  it('keeps the beginning of long messages of errors and of long names of columns', async () => {
    const { of } = await prepare(EQUAL_TABLE);
    const long = 'x'.repeat(20_000);
    const { comparisons } = await runs.admin.call(contract.runCall, {
      ...of,
      body: bothOf(`select 1 as "${long}"`, `select cast('${long}' as int)`),
    });
    const { source, target } = comparisons[0]!;
    expect(target!.error!.message).toHaveLength(2_001);
    expect(source!.result_sets[0]!.columns[0]!.name).toHaveLength(2_001);
    expect(JSON.stringify((await keptOf(of)).detail).length).toBeLessThan(50_000);
  });

  it('is compared by the rules of the pair, column by column, and outdated by others', async () => {
    const { id, of } = await prepare(EQUAL_TABLE);
    const change = (rules: Partial<ComparisonRules>) =>
      runs.admin.call(setComparisonRules, {
        ...of,
        body: { ...DEFAULT_COMPARISON_RULES, ...rules },
      });
    const run = async () => {
      const body = bothOf("select 'ab' as code, 1 as no", "select 'AB' as code, 2 as no");
      const { result, comparisons } = await runs.admin.call(contract.runCall, { ...of, body });
      return { result, notes: comparisons[0]!.notes };
    };
    const verdict = async () => (await runs.pairOf(id, EQUAL_TABLE)).verdict;
    expect((await run()).result).toBe('different');
    const reason = 'the shop prints capitals';
    const tolerated = [{ column: 'CODE', cause: 'case', reason }];
    await change({ tolerated });
    expect((await run()).result).toBe('different');
    await change({ tolerated, leave_out: ['no'] });
    expect(await run()).toEqual({
      result: 'equal',
      notes: [
        'Left out by the rules: no.',
        'Differences that the rules allow count as equal: CODE.',
        `Why differences in CODE count as equal: ${reason}`,
      ],
    });
    await runs.compareRows(id);
    const before = await verdict();
    expect(before).not.toBe('outdated');
    await change({ tolerated });
    expect(await verdict()).toBe('outdated');
    await runs.compareRows(id);
    // What was called is still by the rules of before.
    expect(await verdict()).toBe('outdated');
    await run();
    expect(await verdict()).toBe('different');
  });

  it('is for the tester and developer of its objects, and where an administrator allows it', async () => {
    const { id, pair, of } = await prepare(EQUAL_TABLE, { target: DEFAULT_PROOF_SETTINGS.target });
    const tester = await runs.app.createUser('caller');
    const colleague = await runs.app.createUser('looker');
    const ask = { ...of, body: bothOf('select 1') };
    for (const person of [tester, colleague])
      await joinProject(runs.admin, id, person.userId, 'tester');
    const source_objectid = pair.source[0]!.id;
    await runs.admin.call(objects.assignSourceTesters, {
      body: [{ source_objectid, tester: tester.userId }],
    });
    expect((await colleague.send(contract.runCall, ask)).status).toBe(403);
    expect(await colleague.call(contract.getCall, of)).toMatchObject({ may_run: false });
    expect(await tester.call(contract.getCall, of)).toMatchObject({ may_run: true });
    expect(await tester.send(contract.runCall, ask)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/^Calls on the target database are switched off/) },
    });
    await runs.set(id, { source: CALLS, target: CALLS });
    expect((await tester.call(contract.runCall, ask)).result).toBe('equal');
    const writes = { ...of, body: { ...bothOf('select 1'), writes: true } };
    expect(await tester.send(contract.runCall, writes)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/is not marked as disposable/) },
    });
  });

  it('fills the test result of those objects only whose tester runs it, and of no verified one', async () => {
    const { id, pair, of } = await prepare(EQUAL_TABLE);
    await runs.set(id, { source: CALLS, target: CALLS });
    const tester = await runs.app.createUser('filler');
    const developer = await runs.app.createUser('builder');
    await joinProject(runs.admin, id, tester.userId, 'tester');
    await joinProject(runs.admin, id, developer.userId, 'developer');
    const source_objectid = pair.source[0]!.id;
    await runs.admin.call(objects.assignSourceTesters, {
      body: [{ source_objectid, tester: tester.userId }],
    });
    await runs.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid, developer: developer.userId }],
    });
    const look = () => runs.admin.call(objects.getObject, { params: { id: source_objectid } });
    const run = (person: typeof tester, text: string, target = text) =>
      person.call(contract.runCall, { ...of, body: bothOf(text, target) });

    expect((await run(developer, 'select 1')).notes).toEqual([
      'Only the tester of an object can write its test result.',
    ]);
    expect(await look()).toMatchObject({ test_result: null, tested_by: null });
    expect((await run(tester, 'select 1')).result).toBe('equal');
    expect(await look()).toMatchObject({ tested_by: 'filler' });
    for (const status of ['migrated', 'verified'] as const)
      await runs.admin.call(objects.updateObject, {
        params: { id: source_objectid },
        body: { status },
      });
    const before = await look();
    for (const person of [tester, runs.admin])
      expect((await run(person as typeof tester, 'select 1', 'select 2')).notes[0]).toMatch(
        /^A verified object keeps the test result/,
      );
    const { test_result, tested_by } = before;
    expect(await look()).toMatchObject({ test_result, tested_by, status: 'verified' });
  });

  it('that is refused before it is sent is no evidence, and changes nothing', async () => {
    const { id, of } = await prepare(EQUAL_TABLE);
    const refusals: [Partial<contract.PairCall>, string][] = [
      [bothOf('select :a'), 'source_text'],
      [
        {
          ...bothOf('select :a'),
          parameter_sets: [{ name: 'One', values: { b: '1' }, expected_error: null }],
        },
        'parameter_sets.0.values.a',
      ],
      [bothOf('select 1', 'select 1; select 2'), 'target_text'],
      [bothOf('select 1', 'delete from nowhere'), 'target_text'],
    ];
    for (const [change, field] of refusals) {
      const answer = await runs.admin.send(contract.runCall, {
        ...of,
        body: { ...bothOf('select 1'), ...change },
      });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    }
    expect(await runs.admin.call(evidence.listEvidence, of)).toEqual([]);
    expect(await runs.pairOf(id, EQUAL_TABLE)).toMatchObject({ call_result: null, call_at: null });
  });

  it('is compared to its end: row 1,501 counts, in any order', async () => {
    const { of } = await prepare(EQUAL_TABLE);
    const rows = (more: string) =>
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000) select case when i = 1501 then '${more}' else 'x' || i end as v from n`;
    for (const ordered of [false, true]) {
      const run = (source: string, target: string) =>
        runs.admin.call(contract.runCall, { ...of, body: { ...bothOf(source, target), ordered } });
      const different = await run(rows('a'), rows('b'));
      expect(different.result).toBe('different');
      expect(different.comparisons[0]!.differences.join()).toMatch(/\(a\).*\(b\)/);
      const equal = await run(rows('a'), rows('a'));
      expect(equal.comparisons[0]).toMatchObject({ result: 'equal', complete: true });
    }
  });

  it('keeps the definitions that it was of, as they are today', async () => {
    const { of } = await prepare(EQUAL_TABLE);
    await runs.admin.call(contract.runCall, { ...of, body: bothOf('select 1') });
    const { hashes } = await keptOf(of);
    expect(hashes).toEqual({
      source: [expect.stringMatching(/^[\da-f]{64}$/)],
      target: [expect.stringMatching(/^[\da-f]{64}$/)],
    });
  });

  it('that cannot reach a side is kept as what happened, and changes no result', async () => {
    const { id, of } = await prepare(EQUAL_TABLE, { statement_limit: 1_000 });
    const call = (text: string) =>
      runs.admin.call(contract.runCall, { ...of, body: bothOf('select 1', text) });
    expect((await call('select 1')).result).toBe('equal');
    const before = await runs.pairOf(id, EQUAL_TABLE);
    expect((await call('select 1 from pg_sleep(20)')).result).toBe('failed');
    expect(await keptOf(of)).toMatchObject({ result: 'failed' });
    expect(await runs.pairOf(id, EQUAL_TABLE)).toMatchObject({
      call_result: 'equal',
      call_at: before.call_at,
    });
  });

  it('that fails for its connection says so, so that the screen can link to it', async () => {
    const { id, of } = await prepare(EQUAL_TABLE, { statement_limit: 1_000 });
    const run = (text: string) =>
      runs.admin.call(contract.runCall, { ...of, body: bothOf('select 1', text) });
    expect(await run('select 1 from pg_sleep(20)')).toMatchObject({ connection_failed: false });
    await runs.app.store.db
      .updateTable('project_connection')
      .set({ database_name: 'nowhere_at_all' })
      .where('project_id', '=', id)
      .where('side', '=', 'target')
      .execute();
    const { result, connection_failed, comparisons } = await run('select 1');
    expect({ result, connection_failed }).toEqual({ result: 'failed', connection_failed: true });
    expect(comparisons[0]!.notes[0]).toMatch(/nowhere_at_all/);
  });

  it('that committed says so, names the side, and keeps that as evidence', async () => {
    const writable = { ...CALLS, disposable: true };
    const { hostname, port, username, password } = new URL(inject('mariadbUrl'));
    const id = await runs.prepare(both([EQUAL_TABLE]), {
      Source_Database: ENGINES.mysql.id,
      source_ip: hostname,
      source_port: Number(port),
      source_db_name: 'mysql',
      source_username: username,
      source_db_password: password,
    });
    await runs.set(id, { source: writable, target: writable });
    const of = { params: { id, pair: (await runs.pairOf(id, EQUAL_TABLE)).id } };
    const database = `made_by_a_call_${Date.now()}`;
    const run = async (text: string) => {
      const body = { ...bothOf(text, 'select 1'), writes: true };
      return (await runs.admin.call(contract.runCall, { ...of, body })).comparisons[0]!;
    };
    const note =
      'The call on the source committed on its own, or wrote where nothing is rolled back, so its changes may still be there.';
    const made = await run(`create database ${database}`);
    expect(made).toMatchObject({ source: { committed: true }, target: { committed: false } });
    expect(made.notes).toContain(note);
    expect((await keptOf(of)).notes).toContain(note);
    await run(`create table ${database}.notes (id int)`);
    const harmless = await run(`delete from ${database}.notes where 1 = 0`);
    await run(`drop database ${database}`);
    expect(harmless).toMatchObject({ source: { committed: false } });
    expect(harmless.notes).not.toContain(note);
  });

  it('of a procedure with outputs is compared with a function that gives them as a row', async () => {
    const server = await openServer(inject('mariadbUrl'));
    try {
      const schema = await server.addSchema('outputs');
      await server.run(
        `CREATE PROCEDURE ${schema}.tax_of(a decimal(9,2), OUT tax decimal(9,2)) BEGIN SET tax = a * 0.19; END`,
      );
      await server.run(
        `CREATE PROCEDURE ${schema}.split_of(a int, OUT half int, OUT is_even tinyint) BEGIN SET half = a DIV 2, is_even = a % 2 = 0; END`,
      );
      await runs.world.onTarget(`
        CREATE FUNCTION tax_of(a numeric) RETURNS numeric LANGUAGE sql AS 'SELECT a * 0.190';
        CREATE FUNCTION split_of(a int, OUT half int, OUT is_even boolean) LANGUAGE sql AS 'SELECT a / 2, a % 2 = 0';`);
      const { Project_Id: id } = await createProject(runs.admin, {
        ...runs.world.form,
        Source_Database: ENGINES.mysql.id,
        ...connectionOf('source', { ...server.target, database: schema }),
      });
      const listOf = (where: string, type: number, kind: string) =>
        ['tax_of', 'split_of'].map((name) => ({
          ...inventoryItem(id, name, where, type),
          object_type_source: kind,
        }));
      await runs.admin.call(inventory.importSource, { body: listOf(schema, 4, 'procedures') });
      await runs.admin.call(inventory.importTarget, { body: listOf('public', 3, 'functions') });
      await runs.admin.call(pairs.matchObjects, { params: { id } });
      await runs.set(id, { source: CALLS, target: CALLS });
      const run = async (name: string, source: string, target: string) => {
        const query = { q: name };
        const found = await runs.admin.call(pairs.listPairs, { params: { id }, query });
        const idsOf = (side: 'source' | 'target') =>
          found.flatMap((one) => one[side]).map((one) => one.id);
        if (found.length > 1)
          await runs.admin.call(pairs.linkObjects, {
            params: { id },
            body: { source_ids: idsOf('source'), target_ids: idsOf('target') },
          });
        const { comparisons } = await runs.admin.call(contract.runCall, {
          params: { id, pair: (await runs.pairOf(id, name)).id },
          body: bothOf(`CALL ${schema}.${name}(${source})`, target),
        });
        return comparisons[0]!;
      };
      expect(await run('tax_of', '50, @tax', 'SELECT tax_of(50) AS result')).toMatchObject({
        result: 'equal',
        differences: [],
        source: { output: { tax: '9.50' } },
        target: { result_sets: [{ rows: [['9.500']] }] },
      });
      expect(await run('tax_of', '50, @tax', 'SELECT tax_of(60)')).toMatchObject({
        result: 'different',
        differences: ['Output tax: 9.50 on the source, 11.400 on the target.'],
      });
      expect(
        await run('split_of', '7, @half, @is_even', 'SELECT is_even, half FROM split_of(7)'),
      ).toMatchObject({ result: 'equal', differences: [] });
      expect(
        await run('split_of', '7, @half, @is_even', 'SELECT * FROM split_of(8)'),
      ).toMatchObject({ result: 'different' });
    } finally {
      await server.tearDown();
    }
  });

  it('that left something behind outdates results of rows; comparing these again detects it', async () => {
    const server = await openServer(inject('mariadbUrl'));
    try {
      const [here, there] = [await server.addSchema('here'), await server.addSchema('there')];
      const close = (schema: string, ending: string) =>
        `CREATE PROCEDURE ${schema}.close_month() BEGIN INSERT INTO ${schema}.notes VALUES (2); ${ending}; END`;
      for (const schema of [here, there]) {
        await server.run(`CREATE TABLE ${schema}.notes (id int PRIMARY KEY)`);
        await server.run(`INSERT INTO ${schema}.notes VALUES (1)`);
        await server.run(`CREATE TABLE ${schema}.other (id int)`);
      }
      // TRUNCATE commits, and all that was written before.
      await server.run(close(here, `TRUNCATE ${here}.other`));
      await server.run(close(there, `DELETE FROM ${there}.other`));
      const { Project_Id: id } = await createProject(runs.admin, {
        Source_Database: ENGINES.mysql.id,
        Target_Database: ENGINES.mysql.id,
        ...connectionOf('source', { ...server.target, database: here }),
        ...connectionOf('target', { ...server.target, database: there }),
      });
      const listOf = (schema: string) => [
        inventoryItem(id, 'notes', schema),
        { ...inventoryItem(id, 'close_month', schema, 4), object_type_source: 'procedures' },
      ];
      await runs.admin.call(inventory.importSource, { body: listOf(here) });
      await runs.admin.call(inventory.importTarget, { body: listOf(there) });
      await runs.admin.call(pairs.matchObjects, { params: { id } });
      const found = await runs.admin.call(pairs.listPairs, { params: { id } });
      for (const name of ['notes', 'close_month']) {
        const idsOf = (side: 'source' | 'target') =>
          found
            .flatMap((pair) => pair[side].filter((one) => one.object_name === name))
            .map((one) => one.id);
        const body = { source_ids: idsOf('source'), target_ids: idsOf('target') };
        await runs.admin.call(pairs.linkObjects, { params: { id }, body });
      }
      const writable = { ...CALLS, disposable: true };
      await runs.set(id, { source: writable, target: writable });
      await runs.waitForState(await runs.start(id), 'finished');
      const notes = await runs.pairOf(id, 'notes');
      expect(notes).toMatchObject({ data_result: 'identical', verdict: 'proven' });

      const procedure = await runs.pairOf(id, 'close_month');
      const of = { params: { id, pair: procedure.id } };
      const { proposal } = await runs.admin.call(contract.getCall, of);
      const run = (writes: boolean) =>
        runs.admin.call(contract.runCall, {
          ...of,
          body: { ...bothOf(proposal!.source!, proposal!.target!), writes },
        });
      expect(await run(true)).toMatchObject({ outdated: [notes.id] });
      expect((await keptOf(of)).notes[0]).toMatch(/^The call may have changed rows of any table/);
      expect(await runs.pairOf(id, 'notes')).toMatchObject({
        data_result: 'identical',
        verdict: 'outdated',
      });
      await runs.waitForState(
        await runs.start(id, { kind: 'data', pairs: [notes.id] }),
        'finished',
      );
      expect(await runs.pairOf(id, 'notes')).toMatchObject({ verdict: 'different' });
      // What only reads leaves nothing behind.
      await server.run(`DROP PROCEDURE ${here}.close_month`);
      await server.run(`CREATE PROCEDURE ${here}.close_month() SELECT 1`);
      expect(await run(false)).toMatchObject({ outdated: [] });
      // Nobody knows how far one came whose connection was lost.
      await server.run(`DROP PROCEDURE ${here}.close_month`);
      await server.run(`CREATE PROCEDURE ${here}.close_month() KILL CONNECTION connection_id()`);
      expect(await run(true)).toMatchObject({ result: 'failed', outdated: [notes.id] });

      // What is equal without naming the routine says nothing of it.
      const other = await runs.admin.call(contract.runCall, {
        ...of,
        body: bothOf('SELECT 1', 'SELECT 1 /* close_month() */'),
      });
      expect(other.comparisons[0]).toMatchObject({
        result: 'partly_compared',
        notes: ['source', 'target'].map(
          (side) =>
            `The call on the ${side} does not mention close_month, so it is not known whether it is called.`,
        ),
      });
      expect(await runs.pairOf(id, 'close_month')).toMatchObject({ verdict: 'partly_compared' });
    } finally {
      await server.tearDown();
    }
  });

  it('that is cancelled keeps the sets that ran, says so, and changes no result', async () => {
    const { id, pair, of } = await prepare(EQUAL_TABLE, { statement_limit: 60_000 });
    await runs.admin.call(contract.runCall, { ...of, body: bothOf('select 1') });
    const before = await runs.pairOf(id, EQUAL_TABLE);
    const origin = await runs.app.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const set = (seconds: number) => ({
      name: `Set ${seconds}`,
      values: { seconds: String(seconds) },
      expected_error: null,
    });
    const body: contract.PairCall = {
      ...bothOf('select 1', 'select 1 from pg_sleep(cast(:seconds as float))'),
      source_text: 'select 1 where :seconds is not null',
      parameter_sets: [set(0), set(0.01), set(50), set(51)],
    };
    const cancelled = fetch(`${origin}/api/projects/${id}/pairs/${pair.id}/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: runs.admin.cookie() },
      body: JSON.stringify(body),
      signal: leaving.signal,
    });
    // The one that lasts: the first two are over at once.
    await expect
      .poll(
        () =>
          runs.world.askTarget(
            `select 1 from pg_stat_activity where ${SLEEPING} and now() - query_start > interval '1 second'`,
          ),
        {
          timeout: 20_000,
          interval: 50,
        },
      )
      .toHaveLength(1);
    expect(await runs.admin.call(contract.getCallProgress, of)).toEqual({ set: 3, sets: 4 });
    leaving.abort();
    await expect(cancelled).rejects.toThrow();
    await expect
      .poll(async () => (await keptOf(of)).notes[0])
      .toBe('Cancelled after 2 of 4 parameter sets.');
    // Long before it would have ended by itself.
    await expect.poll(sleeping).toBe(0);
    await expect.poll(() => runs.admin.call(contract.getCallProgress, of)).toBeNull();
    const { detail } = await keptOf(of);
    expect(detail).toMatchObject({
      comparisons: [{ result: 'equal' }, { result: 'equal' }, { result: 'failed' }],
    });
    expect(await runs.pairOf(id, EQUAL_TABLE)).toMatchObject({
      call_result: 'equal',
      call_at: before.call_at,
    });
  });

  it('counts from its beginning: changes that were found meanwhile outdate it', async () => {
    const { id, of } = await prepare(EQUAL_TABLE);
    const call = runs.admin.call(contract.runCall, {
      ...of,
      body: bothOf('select 1', 'select 1 from pg_sleep(3)'),
    });
    await expect.poll(sleeping, { interval: 20 }).toBe(1);
    await runs.world.onTarget(`comment on table ${EQUAL_TABLE} is 'changed during a call'`);
    await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
    expect((await call).result).toBe('equal');
    expect(await runs.pairOf(id, EQUAL_TABLE)).toMatchObject({
      call_result: 'equal',
      verdict: 'outdated',
    });
  });

  it('is compared by rules that were changed while its objects were read', async () => {
    const { of } = await prepare(EQUAL_TABLE);
    const change = (leave_out: string[]) =>
      runs.admin.call(setComparisonRules, {
        ...of,
        body: { ...DEFAULT_COMPARISON_RULES, leave_out },
      });
    const call = () =>
      runs.admin.call(contract.runCall, {
        ...of,
        body: bothOf('select 1 as no', 'select 2 as no'),
      });
    await change(['no']);
    // Comments are read with the definitions.
    const later = await runs.world.whileHeld('pg_description', call, () => change([]));
    expect(later.result).toBe('different');
  });

  it('shows and keeps no value of a column that was masked while it ran', async () => {
    const { id, of } = await prepare(DIFFERENT_TABLE);
    const text = `select note from ${DIFFERENT_TABLE}`;
    const call = runs.admin.call(contract.runCall, {
      ...of,
      body: bothOf(`${text} where id = 9`, `${text}, pg_sleep(2) where id = 9`),
    });
    await expect.poll(sleeping, { interval: 20 }).toBe(1);
    await runs.set(id, { source: CALLS, target: CALLS, mask: ['note'] });
    expect((await call).result).toBe('different');
    const kept = await runs.app.store.db
      .selectFrom('evidence')
      .select('detail')
      .where('project_id', '=', id)
      .where('kind', '=', 'call')
      .executeTakeFirstOrThrow();
    for (const shown of [await call, kept])
      expect(JSON.stringify(shown)).not.toMatch(/note 9|another/);
  });

  it('that ends after one that began later replaces no result', async () => {
    const { id, of } = await prepare(EQUAL_TABLE);
    const run = (text: string) =>
      runs.admin.call(contract.runCall, { ...of, body: bothOf('select 1', text) });
    const slow = run('select 1 from pg_sleep(3)');
    await expect.poll(sleeping, { interval: 20 }).toBe(1);
    expect((await run('select 2')).result).toBe('different');
    expect(await slow).toMatchObject({
      result: 'equal',
      notes: [expect.stringMatching(/^A call of this pair that began later/)],
    });
    expect(await runs.pairOf(id, EQUAL_TABLE)).toMatchObject({ call_result: 'different' });
  });

  it('outdates rows even if its pair was split meanwhile', async () => {
    const writable = { ...CALLS, disposable: true };
    const { id, pair, of } = await prepare(EQUAL_TABLE, { source: writable, target: writable });
    const call = runs.admin.send(contract.runCall, {
      ...of,
      body: { ...bothOf('select 1', 'select 1 from pg_sleep(20)'), writes: true },
    });
    await expect.poll(sleeping, { interval: 20 }).toBe(1);
    await runs.admin.call(pairs.splitPairs, { params: { id }, body: { ids: [pair.id] } });
    // Nobody knows how it ends.
    await runs.world.askTarget(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${SLEEPING}`,
    );
    expect(await call).toMatchObject({ status: 409 });
    const { rows_outdated_at } = await runs.app.store.db
      .selectFrom('pair')
      .select('rows_outdated_at')
      .where('id', '=', pair.id)
      .executeTakeFirstOrThrow();
    expect(rows_outdated_at).not.toBeNull();
  });

  it('that both sides refuse has failed, unless that error is expected of it', async () => {
    const { id, of } = await prepare(EQUAL_TABLE);
    const run = (text: string, expected_error: contract.ErrorClass | null) =>
      runs.admin.send(contract.runCall, {
        ...of,
        body: {
          ...bothOf('select abs(-9223372036854775808)', text),
          parameter_sets: [{ name: 'One', values: {}, expected_error }],
        },
      });
    const same = { ...of, body: bothOf('select nothing_such from nowhere') };
    expect((await runs.admin.call(contract.runCall, same)).result).toBe('failed');
    const [object] = await runs.admin.call(objects.listSourceObjects, { params: { id } });
    expect(object!.test_result).toBe(
      '0 of 1 run equal on both sides. A call failed: the evidence of the pair says more.',
    );
    for (const nothingRan of ['syntax', 'not_found', 'permission'] as const)
      expect(await run('select 1 / 0', nothingRan)).toMatchObject({ status: 422 });
    expect(await run('select 1 / 0', 'division_by_zero')).toMatchObject({
      body: { result: 'failed' },
    });
  });
});

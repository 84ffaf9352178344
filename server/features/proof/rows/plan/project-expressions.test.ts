import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as evidence from '../../../../../contract/proof/evidence.ts';
import {
  DEFAULT_COMPARISON_RULES,
  setComparisonRules,
} from '../../../../../contract/proof/rows.ts';
import * as contract from '../../../../../contract/proof/tolerances.ts';
import { BULK_TABLES } from '../../../../../tests/support/proof-world.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { type Runs, both, openRuns } from '../../runs/run-fixture.ts';
import { TEXT, columnOf, memorySide, taskOf, viewOf } from '../memory-fixture.ts';
import { withExpressions } from './project-expressions.ts';

/** Expressions of a project that stand for all columns of two types, from SQLite to PostgreSQL. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const reason = 'the new shop writes notes in upper case';
const UPPER = {
  source_type: 'TEXT',
  target_type: 'text',
  source_expression: 'upper({column})',
  target_expression: null,
  reason,
  until: null,
};

/** A project with these tables. */
async function prepare(tables: string[]) {
  const id = await runs.prepare(both(tables));
  const params = { id };
  const look = (table: string) => runs.pairOf(id, table);
  return {
    id,
    look,
    compare: async (...named: string[]) => {
      const pairs = await Promise.all(named.map(async (table) => (await look(table)).id));
      const only = pairs.length > 0 ? { pairs } : {};
      await runs.waitForState(await runs.start(id, { kind: 'data', ...only }), 'finished');
    },
    results: () => Promise.all(tables.map(async (table) => (await look(table)).data_result)),
    verdicts: () => Promise.all(tables.map(async (table) => (await look(table)).verdict)),
    add: (over: object = {}) =>
      runs.admin.send(contract.addProjectExpression, { params, body: { ...UPPER, ...over } }),
    list: () => runs.admin.call(contract.listTolerances, { params }),
    remove: (tolerance: number) =>
      runs.admin.call(contract.removeTolerance, { params: { id, tolerance } }),
    rule: async (table: string, rules: object) =>
      runs.admin.call(setComparisonRules, {
        params: { id, pair: (await look(table)).id },
        body: { ...DEFAULT_COMPARISON_RULES, ...rules },
      }),
    notes: async (table: string) => {
      const pair = (await look(table)).id;
      const [found] = await runs.admin.call(evidence.listEvidence, { params: { id, pair } });
      return found!.notes;
    },
  };
}

/** Tables whose notes the target keeps in upper case. */
async function inUpperCase(first: number, count: number) {
  const tables = BULK_TABLES.slice(first, first + count);
  for (const table of tables) await runs.world.onTarget(`update ${table} set note = upper(note)`);
  return { tables, ...(await prepare(tables)) };
}

/** Makes tables on both sides. */
async function make(source: string, target: string): Promise<void> {
  const file = new Database(join(runs.world.folder, 'shop.sqlite'));
  file.exec(source);
  file.close();
  await runs.world.onTarget(target);
}

describe('an expression of a project', () => {
  it('is read in place of all columns of its types, finds what differs under it, and can be removed', async () => {
    const { tables, id, ...place } = await inUpperCase(0, 2);
    const [one, two] = tables as [string, string];
    await runs.world.onTarget(`update ${two} set note = 'Other' where id = 3`);
    await place.compare();
    expect(await place.results()).toEqual(['different', 'different']);
    expect((await place.add()).status).toBe(200);
    expect((await place.add()).status).toBe(409);
    await place.compare();
    expect(await place.look(one)).toMatchObject({
      data_result: 'equal_under_rules',
      data_coverage: { by: 'values', rows: 200, columns: 2, left_out: [], computed: ['note'] },
    });
    expect(await place.look(two)).toMatchObject({ data_result: 'different', data_differences: 1 });
    const notes = await place.notes(one);
    expect(notes).toContain('note is compared as upper("note") on the source.');
    expect(notes).toContain(
      `An expression of the project is read in place of note. Reason: ${reason}`,
    );
    const [rule] = await place.list();
    expect(rule).toMatchObject({ ...UPPER, source_type: 'text', cause: 'expression', pairs: 2 });
    const told = await runs.app.store.db
      .selectFrom('history')
      .select('changes')
      .where('project_id', '=', id)
      .where('action', '=', 'comparison-rules')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(told.changes!)).toEqual({
      expression: [null, `text → text: upper({column}) → {column}. ${reason}`],
    });
    expect(await place.remove(rule!.id)).toEqual({ outdated: 2 });
    await place.compare();
    expect(await place.results()).toEqual(['different', 'different']);
  });

  it('outdates all pairs of tables when it is added, and those that rely on it when it is removed', async () => {
    const { tables, ...place } = await inUpperCase(2, 2);
    const [one, two] = tables as [string, string];
    await place.rule(two, { leave_out: ['note'] });
    await place.compare();
    await place.add();
    expect((await place.look(two)).verdict).toBe('outdated');
    await place.compare();
    expect(await place.results()).toEqual(['equal_under_rules', 'equal_under_rules']);
    const [rule] = await place.list();
    expect(rule).toMatchObject({ pairs: 1 });
    const before = (await place.look(two)).verdict;
    expect(await place.remove(rule!.id)).toEqual({ outdated: 1 });
    expect(await place.verdicts()).toEqual(['outdated', before]);
    expect((await place.look(one)).verdict).not.toBe(before);
  });

  it('leaves keys as they are', async () => {
    const place = await prepare(BULK_TABLES.slice(4, 5));
    const ofKeys = { source_type: 'integer', target_type: null, source_expression: '{column} + 1' };
    expect((await place.add(ofKeys)).status).toBe(200);
    await place.compare();
    expect(await place.results()).toEqual(['identical']);
    expect(await place.list()).toMatchObject([{ pairs: 0 }]);
  });

  it('gives way to what the pair says, and the more exact types come first', async () => {
    const { tables, ...place } = await inUpperCase(5, 3);
    const [own, excluding] = tables as [string, string, string];
    await place.add({ target_type: null, source_expression: "{column} || 'x'" });
    await place.add();
    const [, rule] = await place.list();
    const expressions = [{ column: 'note', source: "'x'", target: 'note' }];
    await place.rule(own, { expressions });
    await place.rule(excluding, { not_tolerated: [rule!.id] });
    await place.compare();
    // The one that is excluded leaves the less exact one, and no row is equal by that.
    expect(await place.results()).toEqual(['different', 'different', 'equal_under_rules']);
    expect((await place.notes(own)).join('\n')).toContain("note is compared as 'x' on the source.");
    expect((await place.notes(excluding)).join('\n')).toContain(`as "note" || 'x' on the source`);
    expect(await place.list()).toMatchObject([{ pairs: 1 }, { pairs: 1 }]);
  });

  it('names the columns of both sides, and makes some comparable, but no key of them', async () => {
    await make(
      `create table lengths ("at ""1""" integer not null unique, note text);
       insert into lengths values (60, 'a'), (120, 'b')`,
      `create table lengths (duration interval not null unique, note text);
       insert into lengths values ('1 minute', 'a'), ('2 minutes', 'b')`,
    );
    const place = await prepare(['lengths']);
    await place.rule('lengths', { columns: [{ source: 'at "1"', target: 'duration' }] });
    await place.compare();
    expect(await place.results()).toEqual(['partly_compared']);
    await place.add({
      source_type: 'integer',
      target_type: 'interval',
      source_expression: null,
      target_expression: 'extract(epoch from {column})::bigint',
    });
    await place.compare();
    expect(await place.results()).toEqual(['equal_under_rules']);
    const notes = (await place.notes('lengths')).join('\n');
    expect(notes).toContain('at "1" is compared as extract(epoch from "duration")::bigint');
    expect(notes).toContain('No key identifies rows');
    await runs.world.onTarget(`update lengths set duration = '3 minutes' where note = 'b'`);
    await place.compare();
    expect(await place.look('lengths')).toMatchObject({
      data_result: 'different',
      data_differences: 2,
    });
  });

  it('is tried before each comparison, and what is wrong with it names pair and column', async () => {
    const { tables, ...place } = await inUpperCase(8, 1);
    await place.add({ source_expression: null, target_expression: 'lost_function({column})' });
    await place.compare();
    expect(await place.results()).toEqual(['not_comparable']);
    expect((await place.notes(tables[0]!)).join('\n')).toContain(
      `In main.${tables[0]}, the project’s expression lost_function({column}) for note names a column or function`,
    );
    // Without it, the pair is to be compared again.
    const [rule] = await place.list();
    expect(await place.remove(rule!.id)).toEqual({ outdated: 1 });
  });

  it('that was removed while rows were read proves nothing', async () => {
    const { tables, ...place } = await inUpperCase(9, 1);
    await place.add();
    await place.rule(tables[0]!, {
      where_target: 'pg_catalog.pg_sleep(0.004) is not null',
    });
    const run = await runs.start(place.id, { kind: 'data' });
    const sleeping = `select 1 from pg_stat_activity where query like '%pg_sleep(0.004)%' and query not like '%activity%'`;
    await expect.poll(async () => (await runs.world.askTarget(sleeping)).length).toBeGreaterThan(0);
    await place.remove((await place.list())[0]!.id);
    await runs.waitForState(run, 'finished');
    expect(await place.look(tables[0]!)).toMatchObject({
      data_result: 'equal_under_rules',
      verdict: 'outdated',
    });
  });

  it('shows no values where columns are masked', async () => {
    const { tables, ...place } = await inUpperCase(10, 1);
    await place.add({ source_expression: "{column} || 'x'" });
    await place.compare();
    const shown = async () => {
      const pair = (await place.look(tables[0]!)).id;
      const params = { id: place.id, pair };
      const [found] = await runs.admin.call(evidence.listEvidence, { params });
      const of = { params: { id: place.id, evidence: found!.id }, query: {} };
      return JSON.stringify(await runs.admin.call(evidence.listDifferences, of));
    };
    expect(await shown()).toContain('note 1x');
    await runs.set(place.id, { mask: ['pin'] });
    expect(await shown()).not.toContain('note 1x');
  });
});

describe('is not asked for', () => {
  const rule = { ...UPPER, id: 1, cause: 'expression', source_type: 'text' };
  const columns = [columnOf('id', TEXT), columnOf('name', TEXT)];
  const side = () => memorySide(viewOf(columns), []);
  const described = {
    engine: ENGINES.sqlite.id,
    tables: [{ schema: 'main', table: 'names' }],
    ask: () => Promise.reject(new Error('asked')),
  };
  const read = (over: Parameters<typeof taskOf>[2]) =>
    withExpressions(taskOf(side(), side(), { inherited: [rule], ...over }), {
      source: described,
      target: described,
    });

  it('where each column may be the key of a view, is the key, or is left out', async () => {
    await expect(read({ viewKeys: [['name'], ['id']] })).resolves.not.toHaveProperty('computed');
    const rules = { key: ['id'], leave_out: ['name'] };
    await expect(read({ rules })).resolves.not.toHaveProperty('computed');
    await expect(read({ viewKeys: [['id']] })).rejects.toThrow('asked');
  });

  it('where rows are counted', async () => {
    const options = { depth: 'counts', sample: null } as const;
    await expect(read({ options })).resolves.not.toHaveProperty('computed');
  });
});

describe('is refused, and the field named,', () => {
  let place: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    place = await prepare(BULK_TABLES.slice(11, 12));
  });
  const NO_EXPRESSION = { source_expression: null };

  it.each<[string, string, object, RegExp]>([
    ['no type', 'source_type', { source_type: null, target_type: null }, /required/],
    ['a type that is none', 'target_type', { target_type: '(10)' }, /required/],
    ['no expression', 'source_expression', NO_EXPRESSION, /required/],
    ['one without the column', 'source_expression', { source_expression: 'note' }, /\{column\}/],
    ['a quoted column', 'target_expression', { target_expression: "'{column}'" }, /\{column\}/],
    ['a subquery', 'source_expression', { source_expression: '(SELECT {column})' }, /SELECT/],
    ['a second value', 'source_expression', { source_expression: '{column}, 1' }, /no comma/],
    ['a comment', 'target_expression', { target_expression: '{column} -- 1' }, /comment/],
    [
      'a file',
      'target_expression',
      { target_expression: 'pg_read_file({column})' },
      /not accepted/,
    ],
    ['no reason', 'reason', { reason: ' ' }, /required/],
  ])('%s: %s', async (_what, field, over, why) => {
    expect(await place.add(over)).toMatchObject({
      status: 422,
      body: { errors: [{ field, message: expect.stringMatching(why) }] },
    });
    expect(await place.list()).toEqual([]);
  });
});

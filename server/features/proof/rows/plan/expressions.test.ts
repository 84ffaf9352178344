import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as evidence from '../../../../../contract/proof/evidence.ts';
import {
  type ComputedColumn,
  DEFAULT_COMPARISON_RULES,
  getComparisonRules,
  listExpressions,
  setComparisonRules,
  tryExpression,
} from '../../../../../contract/proof/rows.ts';
import { BULK_TABLES } from '../../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../../runs/run-fixture.ts';

/** Expressions that stand for columns, from SQLite to PostgreSQL. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

/** A pair whose notes the target keeps in upper case, compared once. */
async function prepare(table: string) {
  await runs.world.onTarget(`update ${table} set note = upper(note)`);
  const id = await runs.prepare(both([table]));
  const pairId = (await runs.pairOf(id, table)).id;
  const params = { id, pair: pairId };
  const compare = async (options: object = {}) => {
    const run = await runs.start(id, { kind: 'data', ...options });
    await runs.waitForState(run, 'finished');
    return runs.pairOf(id, table);
  };
  return {
    id,
    params,
    compare,
    pair: () => runs.pairOf(id, table),
    rule: (rules: object) =>
      runs.admin.send(setComparisonRules, {
        params,
        body: { ...DEFAULT_COMPARISON_RULES, ...rules },
      }),
    attempt: (one: Partial<ComputedColumn>) =>
      runs.admin.send(tryExpression, {
        params,
        body: { column: 'note', source: null, target: null, ...one },
      }),
    rules: () => runs.admin.call(getComparisonRules, { params }),
  };
}
const NOTE = { column: 'note', source: 'UPPER(note)', target: null };

describe('an expression', () => {
  it('is compared in place of its column, and noted in the result', async () => {
    const { compare, rule, params, pair } = await prepare(BULK_TABLES[0]!);
    expect(await compare()).toMatchObject({ data_result: 'different', data_differences: 200 });
    expect(await rule({ expressions: [NOTE] })).toMatchObject({ status: 200 });
    const inForce = () => runs.admin.call(listExpressions, { params: { id: params.id } });
    const listed = { ...NOTE, pair_id: params.pair, name: `main.${BULK_TABLES[0]}` };
    expect(await inForce()).toEqual([{ ...listed, compared: false }]);
    expect(await compare()).toMatchObject({
      data_result: 'equal_under_rules',
      data_differences: 0,
      data_coverage: { by: 'values', rows: 200, left_out: [] },
    });
    expect(await inForce()).toEqual([{ ...listed, compared: true }]);
    const [last] = await runs.admin.call(evidence.listEvidence, { params });
    expect(last!.notes).toContain('note is compared as UPPER(note) on the source.');
    expect(await rule({})).toMatchObject({ status: 200 });
    expect(await inForce()).toEqual([]);
    expect(await pair()).toMatchObject({ verdict: 'outdated' });
    expect(await compare()).toMatchObject({ data_result: 'different', data_differences: 200 });
  });

  it('shows rows that differ under it, with what was compared, and by sums, too', async () => {
    const table = BULK_TABLES[1]!;
    const { compare, rule } = await prepare(table);
    await runs.world.onTarget(`update ${table} set note = 'Other' where id = 3`);
    await rule({ expressions: [NOTE] });
    expect(await compare()).toMatchObject({ data_result: 'different', data_differences: 1 });
    const sums = { options: { depth: 'aggregates', sample: null } };
    expect(await compare(sums)).toMatchObject({ data_look: { result: 'different' } });
  });

  it('of numbers is compared as a number, however each engine divides', async () => {
    const table = BULK_TABLES[2]!;
    await runs.world.onTarget(
      `alter table ${table} add cents numeric(10,2); update ${table} set cents = id / 4.0`,
    );
    const { compare, rule } = await prepare(table);
    await rule({
      columns: [{ source: 'note', target: 'cents' }],
      expressions: [{ column: 'note', source: 'id / 4.0', target: null }],
    });
    expect(await compare()).toMatchObject({ data_differences: 0 });
    await rule({
      columns: [{ source: 'note', target: 'cents' }],
      expressions: [{ column: 'note', source: 'id * 25', target: 'cents * 100' }],
    });
    expect(await compare()).toMatchObject({ data_differences: 0 });
  });

  it('is tried first: its type and its first values', async () => {
    const { attempt } = await prepare(BULK_TABLES[3]!);
    const tried = await attempt({ source: 'UPPER(note)', target: 'left(note, 4)' });
    expect(tried).toMatchObject({
      status: 200,
      body: {
        source: { values: ['NOTE 1', 'NOTE 2', 'NOTE 3'] },
        target: { type: 'text', values: ['NOTE', 'NOTE', 'NOTE'] },
      },
    });
  });

  it('shows no values where columns are masked, neither then nor later', async () => {
    const table = BULK_TABLES[4]!;
    const { attempt, rule, compare, id, params } = await prepare(table);
    await rule({ expressions: [{ column: 'note', source: "note || 'x'", target: null }] });
    expect(await compare()).toMatchObject({ data_differences: 200 });
    const [found] = await runs.admin.call(evidence.listEvidence, { params });
    const shown = async () =>
      JSON.stringify(
        await runs.admin.call(evidence.listDifferences, {
          params: { id, evidence: found!.id },
          query: {},
        }),
      );
    expect(await shown()).toContain('note 1x');
    await runs.set(id, { mask: ['pin'] });
    expect(await shown()).not.toContain('note 1x');
    expect((await attempt({ source: 'UPPER(note)' })).body).toMatchObject({
      source: { values: ['••••', '••••', '••••'] },
    });
  });
});

describe('is refused, and the field named,', () => {
  it.each([
    ['a subquery', 'source', '(SELECT max(note) FROM branches)', /SELECT/],
    ['a second statement', 'target', 'note; DROP TABLE branches', /second statement/],
    ['a bracket too many', 'target', 'note) FROM branches --', /comment/],
    ['a second value', 'source', 'note, id', /no comma/],
    ['a comment', 'source', 'note /* all */', /comment/],
    ['a parameter', 'source', ':note', /parameter/],
    ['an aggregate', 'source', 'max(note)', /aggregates/],
    ['an aggregate', 'target', 'max(note)', /aggregates/],
    ['a function that gives rows', 'target', 'generate_series(1, 3)', /rows/],
    ['a file', 'target', "pg_catalog.pg_read_file('/etc/passwd')", /not accepted/],
    ['a name that is not there', 'target', 'nothing_here', /cannot find/],
    ['what is no SQL', 'target', 'note note note', /not accepted/],
    ['a value that is none', 'target', 'note::integer', /fails for at least one value/],
  ] as const)('%s (%s): %s', async (_what, side, expression, why) => {
    const { attempt, rule, rules } = refused;
    const tried = await attempt({ [side]: expression });
    expect(tried.status).toBe(422);
    expect(tried.body).toMatchObject({
      errors: [{ field: side, message: expect.stringMatching(why) }],
    });
    const kept = await rule({
      expressions: [{ column: 'note', source: null, target: null, [side]: expression }],
    });
    expect(kept).toMatchObject({
      status: 422,
      body: { errors: [{ field: `expressions.0.${side}` }] },
    });
    expect((await rules()).expressions).toEqual([]);
    // What an engine says may hold values.
    expect(JSON.stringify([tried.body, kept.body])).not.toContain('note 1');
  });

  it('a key, a column that is not there, and one that already has an expression', async () => {
    const { attempt, rule, compare } = refused;
    await compare();
    expect((await attempt({ column: 'id', source: 'id + 1' })).body).toMatchObject({
      errors: [{ field: 'column', message: expect.stringMatching(/A key must be compared as/) }],
    });
    expect((await rule({ key: ['note'], expressions: [NOTE, NOTE] })).body).toMatchObject({
      errors: [{ field: 'expressions.0.column' }, { field: 'expressions.1.column' }],
    });
    expect((await attempt({ column: 'gone', source: 'note' })).body).toMatchObject({
      errors: [{ field: 'column' }],
    });
    expect((await attempt({})).status).toBe(422);
  });

  let refused: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    refused = await prepare(BULK_TABLES[5]!);
  });
});

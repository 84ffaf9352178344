import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PairCall } from '../../../../contract/proof/calls.ts';
import { DEFAULT_COMPARISON_RULES } from '../../../../contract/proof/rows.ts';
import type { Evidence } from '../../../../contract/proof/evidence.ts';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { optionsOf } from '../../../ui/testing/options-of.ts';
import { samplePair, sampleProject, sampleUser, sampleRun } from '../../../ui/testing/samples.ts';
import { stubApi } from '../../../ui/testing/stub-api.ts';
import { PairPage } from '../pair/pair-page.tsx';

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const call: PairCall = {
  source_text: 'select f(:a, :_b)',
  target_text: 'select f(:a, :_b)',
  parameter_sets: [],
  tables: [],
  ordered: false,
  writes: false,
};
const both = <T,>(value: T) => ({ source: value, target: value });
const PAIR = '/api/projects/12/pairs/5';
function draw(saved: PairCall, answers: Record<string, unknown> = {}) {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    [`GET ${PAIR}`]: samplePair({ id: 5 }),
    'GET /api/projects/12/pairids': [5],
    [`GET ${PAIR}/structure`]: { snapshots: [], findings: [], renamed: [], texts: null },
    [`GET ${PAIR}/evidence`]: [],
    [`GET ${PAIR}/rules`]: {},
    [`GET ${PAIR}/call`]: {
      ...saved,
      may_run: true,
      allowed: both(true),
      disposable: both(false),
      proposal: null,
    },
    [`POST ${PAIR}/call`]: {
      evidence_id: 71,
      result: 'equal',
      comparisons: [],
      outdated: [],
      connection_failed: false,
      notes: ['Only the tester of an object can write its test result.'],
      notes_said: [],
    },
    ...answers,
  });
  renderScreen(PairPage, '/pair?project=12&pair=5&tab=call');
  return api;
}
const runButton = () => screen.findByRole('button', { name: 'Run on both sides' });

describe('the texts of a call', () => {
  const format = `POST ${PAIR}/call/format`;

  it('are shown in colours which screen readers do not read twice, and stay fields', async () => {
    draw({ ...call, source_text: "select 'one' -- why" });
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Text for the source');
    const colours = field.closest('[class*=field]')!.querySelector('[aria-hidden]')!;
    await waitFor(() =>
      expect(colours.querySelector('[class*=string]')?.textContent).toBe("'one'"),
    );
    expect(colours.querySelector('[class*=comment]')?.textContent).toBe('-- why');
    await userEvent.type(field, '!');
    expect(field.value).toBe("select 'one' -- why!");
    expect(colours.textContent).toBe("select 'one' -- why!\n");
  });

  it('are laid out by one press; one that cannot be stays, and that is said', async () => {
    const api = draw(
      { ...call, target_text: "select 'open" },
      { [format]: { source_text: 'select\n  f(:a, :_b)', target_text: null } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Format' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Text for the source')).toHaveProperty(
        'value',
        'select\n  f(:a, :_b)',
      ),
    );
    expect(screen.getByLabelText('Text for the target')).toHaveProperty('value', "select 'open");
    expect(screen.getByText(/^One of the texts could not be formatted/)).toBeTruthy();
    expect(api.sent('POST', `${PAIR}/call/format`)[0]!.body).toEqual({
      source_text: call.source_text,
      target_text: "select 'open",
    });
  });

  it('have their former lines back by one press, and say no more once they are edited', async () => {
    draw(
      { ...call, target_text: "select 'open" },
      { [format]: { source_text: 'select\n  f(:a, :_b)', target_text: null } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Format' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo the formatting' }));
    expect(screen.getByLabelText('Text for the source')).toHaveProperty('value', call.source_text);
    expect(screen.queryByRole('button', { name: 'Undo the formatting' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Text for the target'), "'");
    expect(screen.queryByText(/^One of the texts could not be formatted/)).toBeNull();
  });

  it('are both laid out at once, and both as before again', async () => {
    draw(
      { ...call, source_text: 'select 1', target_text: 'select 2' },
      { [format]: { source_text: 'select\n  1', target_text: 'select\n  2' } },
    );
    const both = () =>
      ['source', 'target'].map(
        (side) => screen.getByLabelText<HTMLTextAreaElement>(`Text for the ${side}`).value,
      );
    await userEvent.click(await screen.findByRole('button', { name: 'Format' }));
    await waitFor(() => expect(both()).toEqual(['select\n  1', 'select\n  2']));
    await userEvent.click(screen.getByRole('button', { name: 'Undo the formatting' }));
    expect(both()).toEqual(['select 1', 'select 2']);
  });

  it('keep what is written while they are laid out', async () => {
    let resume = () => {};
    const held = new Promise<void>((resolve) => {
      resume = resolve;
    });
    draw(
      { ...call, target_text: 'select 2' },
      {
        [format]: async () => {
          await held;
          return { source_text: 'select\n  1', target_text: 'select\n  2' };
        },
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Format' }));
    await userEvent.type(screen.getByLabelText('Text for the source'), ' more');
    resume();
    await waitFor(() =>
      expect(screen.getByLabelText('Text for the target')).toHaveProperty('value', 'select\n  2'),
    );
    expect(screen.getByLabelText('Text for the source')).toHaveProperty(
      'value',
      `${call.source_text} more`,
    );
  });

  it('cannot be laid out while there are none', async () => {
    draw({ ...call, source_text: '', target_text: ' ' });
    expect(await screen.findByRole('button', { name: 'Format' })).toHaveProperty('disabled', true);
  });
});

const comparing = sampleRun({
  id: 9,
  kind: 'data',
  state: 'running',
  finished_at: null,
  total: 2,
  done: 0,
});

/** What a run found for one parameter set. */
const compared = (part: Record<string, unknown>) => ({
  parameters: null,
  source: null,
  target: null,
  result: 'failed',
  complete: null,
  differences: [],
  differences_said: [],
  different_rows: [],
  different_names: [],
  effects: [],
  notes: [],
  notes_said: [],
  ...part,
});

const differing = (part: Record<string, unknown>) =>
  ({
    id: 72,
    pair_id: 5,
    kind: 'call',
    at: '2026-01-02T00:00:00Z',
    username: 'ann',
    run_id: null,
    result: 'different',
    servers: both(null),
    hashes: both([]),
    rows_source: null,
    rows_target: null,
    differences: 1,
    at_least: false,
    coverage: null,
    explanation: null,
    milliseconds: 5,
    notes: [],
    notes_said: [],
    detail: { call, comparisons: [compared({ result: 'different', ...part })] },
    attachment: null,
  }) satisfies Evidence;
const answered = (part: Record<string, unknown>) => ({
  result_sets: [],
  output: {},
  affected: null,
  error: null,
  committed: false,
  milliseconds: 1,
  ...part,
});
const resultSet = (names: string[], ...rows: string[][]) => ({
  columns: names.map((name) => ({ name, type: 'text', origin: null })),
  rows,
  first: rows.length,
  count: rows.length,
  truncated: false,
});

describe('the rules of answers', () => {
  const part = {
    source: answered({
      output: { TOTAL: '5', AT: '10' },
      result_sets: [resultSet(['id', 'booked'], ['1', 'a'])],
    }),
    target: answered({
      output: { total: '5', at: '11' },
      result_sets: [resultSet(['id', 'booked'], ['1', 'b'])],
    }),
    different_rows: [{ source: [0], target: [0] }],
    different_names: ['AT', 'booked'],
  };
  const drawn = (over = {}) =>
    draw(call, {
      [`GET ${PAIR}/evidence`]: [differing(part)],
      [`GET ${PAIR}/rules`]: { ...DEFAULT_COMPARISON_RULES, key: ['id'], where_source: 'id > 1' },
      [`PUT ${PAIR}/rules`]: DEFAULT_COMPARISON_RULES,
      ...over,
    });

  it('have the columns and outputs of the answers, and nothing that rows alone have', async () => {
    drawn();
    await userEvent.click(await screen.findByRole('button', { name: 'Comparison rules' }));
    const rules = within(await screen.findByRole('dialog', { name: 'Comparison rules' }));
    const leaveOut = rules.getByRole('combobox', { name: 'Columns left out' });
    expect(await optionsOf(leaveOut)).toEqual(['id', 'booked', 'TOTAL', 'AT']);
    expect(rules.getByRole('checkbox', { name: 'Upper and lower case are the same' })).toBeTruthy();
    for (const name of ['Key columns', 'Condition on the source'])
      expect(rules.queryByLabelText(name)).toBeNull();
    expect(rules.queryByText('Expressions in place of columns')).toBeNull();
    expect(rules.queryByText('Columns with another name on the target')).toBeNull();
  });

  it('begin where a value differs, and keep what else the pair has', async () => {
    const api = drawn();
    const buttons = await screen.findAllByRole('button', { name: /^Rule for/ });
    expect(buttons.map((one) => one.textContent)).toEqual(['Rule for AT…', 'Rule for booked…']);
    await userEvent.click(buttons[0]!);
    const rules = within(await screen.findByRole('dialog', { name: 'Comparison rules' }));
    const rule = within(rules.getByRole('group', { name: 'Add a rule' }));
    const column = rule.getByRole('combobox', { name: 'Column or output parameter' });
    expect(column).toHaveProperty('value', 'AT');
    await userEvent.click(rule.getByRole('combobox', { name: 'Cause' }));
    await userEvent.click(await screen.findByRole('option', { name: 'upper and lower case' }));
    await userEvent.type(rule.getByRole('textbox', { name: 'Reason' }), 'as agreed');
    await userEvent.click(rule.getByRole('button', { name: 'Add this rule' }));
    await userEvent.click(rules.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent('PUT', `${PAIR}/rules`)).toHaveLength(1));
    expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({
      tolerated: [{ column: 'AT', cause: 'case', reason: 'as agreed', until: null }],
      key: ['id'],
      where_source: 'id > 1',
    });
  });

  it('are offered to administrators only, and shown to all', async () => {
    const one = { column: 'AT', cause: 'case', reason: 'as agreed', until: null };
    drawn({
      'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
      [`GET ${PAIR}/rules`]: {
        ...DEFAULT_COMPARISON_RULES,
        tolerated: [{ ...one, by: null, at: null, ended_at: null }],
      },
    });
    const list = await screen.findByRole('region', { name: 'Differences that count as equal' });
    expect(within(list).getByText('Reason: as agreed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Rule for|^Comparison rules/ })).toBeNull();
  });
});

describe('a call', () => {
  it('has a field for every parameter, and runs once each has a value', async () => {
    const api = draw(call);
    expect(await runButton()).toHaveProperty('disabled', true);
    expect(screen.getByText(/The parameter :a has no value in Set 1/)).toBeTruthy();
    const set = within(screen.getByRole('group', { name: 'Set 1' }));
    await userEvent.type(set.getByLabelText(':a'), '1');
    expect(screen.getByText(/The parameter :_b has no value in Set 1/)).toBeTruthy();
    await userEvent.click(set.getByRole('checkbox', { name: '_b is NULL' }));
    expect(await runButton()).toHaveProperty('disabled', false);
    await userEvent.click(await runButton());
    expect(
      await screen.findByText('Only the tester of an object can write its test result.'),
    ).toBeTruthy();
    expect(api.sent('POST', `${PAIR}/call`)[0]!.body).toMatchObject({
      parameter_sets: [{ name: 'Set 1', values: { a: '1', _b: null }, expected_error: null }],
    });
  });

  it('says which of several sets runs, while it can be cancelled', async () => {
    const sets = ['1', '2', '3'].map((p_id) => ({
      name: `Set ${p_id}`,
      values: { p_id },
      expected_error: null,
    }));
    const texts = { source_text: 'select :p_id', target_text: 'select :p_id' };
    draw(
      { ...call, ...texts, parameter_sets: sets },
      {
        [`POST ${PAIR}/call`]: () => new Promise(() => undefined),
        [`GET ${PAIR}/call/progress`]: { set: 2, sets: 3 },
      },
    );
    await userEvent.click(await runButton());
    expect(await screen.findByText('Set 2 of 3 runs')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel the run of 3 sets' })).toBeTruthy();
  });

  it('says with which values the answers were not equal', async () => {
    const set = (name: string, p_id: string | null) => ({
      name,
      values: { p_id },
      expected_error: null,
    });
    draw(
      {
        ...call,
        source_text: 'select :p_id',
        target_text: 'select :p_id',
        parameter_sets: [set('One', '1'), set('Two', '7'), set('Three', null)],
      },
      {
        [`POST ${PAIR}/call`]: {
          evidence_id: 71,
          result: 'different',
          comparisons: [
            compared({ parameters: 'One', result: 'equal', complete: true }),
            compared({ parameters: 'Two', result: 'different', complete: true }),
            compared({ parameters: 'Three', complete: true }),
          ],
          outdated: [],
          connection_failed: false,
          notes: [],
          notes_said: [],
        },
      },
    );
    await userEvent.click(await runButton());
    expect((await screen.findByText(/^1 of 3 differs:/)).textContent).toContain('p_id = 7');
    expect(screen.getByText(/^1 of 3 failed:/).textContent).toContain('p_id = NULL');
  });

  it('shows many sets and their answers folded, and says once what is noted with each', async () => {
    const names = ['1', '2', '3', '4', '5'];
    const sets = names.map((name) => ({
      name: `Set ${name}`,
      values: name === '5' ? {} : { p_id: name },
      expected_error: null,
    }));
    draw(
      { ...call, source_text: 'select :p_id', target_text: 'select :p_id', parameter_sets: sets },
      {
        [`POST ${PAIR}/call`]: {
          evidence_id: 71,
          result: 'failed',
          comparisons: names.map((parameters) =>
            compared({ parameters, notes: ['The call writes.', `Only set ${parameters}.`] }),
          ),
          outdated: [],
          connection_failed: false,
          notes: [],
          notes_said: [],
        },
      },
    );
    await runButton();
    const set = (name: string) => within(screen.getByRole('group', { name: `Set ${name}` }));
    const isOpen = (name: string) => set(name).queryByLabelText(':p_id') !== null;
    expect(names.map(isOpen)).toEqual([false, false, false, false, true]);
    expect(set('2').getByText('p_id = 2')).toBeTruthy();
    await userEvent.click(set('2').getByRole('button', { name: 'Edit this set' }));
    expect(set('2').getByLabelText(':p_id')).toHaveProperty('value', '2');
    await userEvent.click(set('1').getByRole('button', { name: 'Remove this set' }));
    expect(['2', '3'].map(isOpen)).toEqual([true, false]);
    await userEvent.type(set('5').getByLabelText(':p_id'), '57');
    expect(set('5').getByLabelText(':p_id')).toHaveProperty('value', '57');
    await userEvent.click(screen.getByRole('button', { name: 'Add a parameter set' }));
    expect(screen.getAllByLabelText(':p_id')).toHaveLength(3);
    await userEvent.click(await runButton());
    const answers = within(await screen.findByRole('region', { name: 'Answers' }));
    expect(answers.getAllByText('The call writes.')).toHaveLength(1);
    const shown = answers.getAllByText(/^Only set/).map((one) => one.closest('details')?.open);
    expect(shown).toEqual([true, true, true, false, false]);
  });

  it('says of a side that it returned nothing', async () => {
    const answers = { source: answered({ affected: 0 }), target: answered({}) };
    draw(call, { [`GET ${PAIR}/evidence`]: [differing(answers)] });
    const source = within(await screen.findByRole('region', { name: 'Source' }));
    expect(source.getByText('0 rows affected')).toBeTruthy();
    expect(source.queryByText('It returned nothing.')).toBeNull();
    const target = within(screen.getByRole('region', { name: 'Target' }));
    expect(target.getByText('It returned nothing.')).toBeTruthy();
  });

  it('leads to the connection where a side could not be reached', async () => {
    const failure = 'PostgreSQL at db.example:5432 refuses the password.';
    const comparison = compared({ notes: [failure] });
    draw(
      { ...call, source_text: 'select 1', target_text: 'select 1' },
      {
        [`POST ${PAIR}/call`]: {
          evidence_id: 71,
          result: 'failed',
          comparisons: [comparison],
          outdated: [],
          connection_failed: true,
          notes: [],
          notes_said: [],
        },
      },
    );
    await userEvent.click(await runButton());
    expect(await screen.findByText(failure)).toBeTruthy();
    const link = screen.getByRole('link', { name: "Check the project's connections" });
    expect(link.getAttribute('href')).toBe('/dbconnect?project=12&edit=1');
  });

  it('is not run by those who may not, and says who may', async () => {
    draw(call, {
      [`GET ${PAIR}/call`]: {
        ...call,
        may_run: false,
        allowed: both(true),
        disposable: both(false),
        proposal: null,
      },
    });
    expect(await runButton()).toHaveProperty('disabled', true);
    expect(screen.getByText(/^Calls are run by administrators/)).toBeTruthy();
  });

  const empty = { ...call, source_text: '', target_text: '' };
  const state = {
    ...empty,
    may_run: true,
    allowed: both(true),
    disposable: both(true),
    proposal: {
      source: 'BEGIN shop.close(:month, :total); END;',
      target: 'CALL shop.close(:month::int, @said)',
      writes: true,
      values: { total: null },
      parameters: [
        {
          name: 'month',
          source: 'NUMBER',
          target: 'integer',
          canonical: { kind: 'integer', bits: 32, unsigned: false },
        },
      ],
      reasons: [],
    },
  };

  it('is written for whoever has none, with the values that it needs, and runs as it stands', async () => {
    const api = draw(empty, {
      [`GET ${PAIR}/call`]: state,
      [`POST ${PAIR}/call/check`]: both([]),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Write a first call for me' }));
    expect(screen.getByLabelText('Text for the source')).toHaveProperty(
      'value',
      state.proposal.source,
    );
    expect(screen.getByRole('checkbox', { name: /^The call writes/ })).toHaveProperty(
      'checked',
      true,
    );
    const set = within(screen.getByRole('group', { name: 'Set 1' }));
    expect(set.getByRole('checkbox', { name: 'total is NULL' })).toHaveProperty('checked', true);
    expect(set.getByRole('checkbox', { name: 'said is NULL' })).toHaveProperty('checked', true);
    expect(screen.queryByText(/The parameter :total has no value/)).toBeNull();
    expect(set.getByText('NUMBER → integer')).toBeTruthy();
    await userEvent.type(set.getByLabelText(':month'), 'March');
    expect(set.getByText('Not a whole number.')).toBeTruthy();
    await userEvent.clear(set.getByLabelText(':month'));
    await userEvent.type(set.getByLabelText(':month'), '3');
    expect(set.queryByText('Not a whole number.')).toBeNull();
    // What a variable holds before is nobody's duty to say.
    await userEvent.click(set.getByRole('checkbox', { name: 'said is NULL' }));
    await userEvent.type(set.getByLabelText('@said'), 'so');
    await userEvent.click(await runButton());
    expect(api.sent('POST', `${PAIR}/call`)[0]!.body).toMatchObject({
      writes: true,
      parameter_sets: [{ values: { month: '3', total: null, said: 'so' } }],
    });
  });

  it('has sets of values proposed, which are shown before they run', async () => {
    const api = draw(call, {
      [`POST ${PAIR}/call/sets`]: {
        sets: [
          { name: 'a = 7, _b = NULL', values: { a: '7', _b: null } },
          { name: 'a = 8, _b = NULL', values: { a: '8', _b: null } },
        ],
        from: [
          { name: 'a', column: 'shop.customer.id' },
          { name: '_b', column: null },
        ],
      },
    });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Propose 20 sets from the data…' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Parameter sets to try' }));
    expect(await dialog.findByText(/has values of shop.customer.id/)).toBeTruthy();
    expect(dialog.getAllByRole('row')).toHaveLength(3);
    expect(api.sent('POST', `${PAIR}/call`)).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Add and run 2 sets' }));
    expect(api.sent('POST', `${PAIR}/call`)[0]!.body).toMatchObject({
      parameter_sets: [{ values: { a: '7', _b: null } }, { values: { a: '8', _b: null } }],
    });
    expect(await screen.findByRole('group', { name: 'a = 8, _b = NULL' })).toBeTruthy();
  });

  it('that both sides refused can be said to be meant so, and taken back', async () => {
    const answer = {
      result_sets: [],
      output: {},
      affected: null,
      error: { code: '22012', message: 'division by zero', class: 'division_by_zero' },
      committed: false,
      milliseconds: 1,
    };
    const saved = { ...call, source_text: 'select 1/0', target_text: 'select 1/0' };
    const refused = {
      evidence_id: 71,
      result: 'failed',
      comparisons: [
        {
          parameters: null,
          source: answer,
          target: answer,
          result: 'failed',
          complete: true,
          differences: ['The call failed on both sides.'],
          differences_said: [],
          different_rows: [],
          different_names: [],
          effects: [],
          notes: [],
          notes_said: [],
        },
      ],
      outdated: [],
      connection_failed: false,
      notes: [],
      notes_said: [],
    };
    const kept: Evidence = {
      id: 71,
      pair_id: 5,
      kind: 'call',
      at: '2026-01-01T00:00:00.000Z',
      username: 'anna',
      run_id: null,
      result: 'failed',
      servers: both(null),
      hashes: both([]),
      rows_source: null,
      rows_target: null,
      differences: 1,
      at_least: false,
      explanation: null,
      coverage: null,
      milliseconds: 1,
      notes: [],
      notes_said: [],
      detail: { call: saved, comparisons: refused.comparisons },
      attachment: null,
    };
    const api = draw(saved, {
      [`POST ${PAIR}/call`]: refused,
      [`GET ${PAIR}/evidence`]: [kept],
    });
    const expected = await screen.findByRole('switch', {
      name: /^Both sides must refuse this: division by zero/,
    });
    expect(expected).toHaveProperty('checked', false);
    await userEvent.click(expected);
    await userEvent.click(await runButton());
    const bodies = () =>
      api.sent('POST', `${PAIR}/call`).map(({ body }) => (body as PairCall).parameter_sets);
    expect(bodies()).toMatchObject([[{ expected_error: 'division_by_zero' }]]);
    await userEvent.click(screen.getByRole('switch', { name: /^Both sides must refuse this/ }));
    await userEvent.click(await runButton());
    expect(bodies()[1]).toMatchObject([{ expected_error: null }]);
  });

  it('that may have left something behind offers to compare the tables again', async () => {
    const api = draw(call, {
      [`POST ${PAIR}/call`]: {
        evidence_id: 71,
        result: 'partly_compared',
        comparisons: [],
        outdated: [3, 4],
        notes: [],
        notes_said: [],
      },
      'POST /api/projects/12/runs': comparing,
      'GET /api/projects/12/runs/9': { ...comparing, finished_at: '2026-01-01T00:00:00.000Z' },
    });
    await runButton();
    const set = within(screen.getByRole('group', { name: 'Set 1' }));
    await userEvent.type(set.getByLabelText(':a'), '1');
    await userEvent.type(set.getByLabelText(':_b'), '1');
    await userEvent.click(await runButton());
    expect(await screen.findByText(/the rows of 2 pairs are outdated/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Compare the tables now' }));
    expect(await screen.findByText(/^Tables compared/)).toBeTruthy();
    expect(api.sent('POST', '/api/projects/12/runs')[0]!.body).toMatchObject({
      kind: 'data',
      pairs: [3, 4],
    });
  });

  it('says where no call can be written, and why one that writes cannot run', async () => {
    const reason =
      'No call could be proposed for the target: It returns rows whose columns only the caller knows.';
    draw(empty, {
      [`GET ${PAIR}/call`]: {
        ...state,
        disposable: both(false),
        proposal: { ...state.proposal, target: null, reasons: [reason] },
      },
    });
    expect(await screen.findByText(reason)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Write a first call for me' }));
    await userEvent.type(screen.getByLabelText('Text for the target'), 'select 1');
    expect(screen.getByText(/not both databases are marked as disposable/)).toBeTruthy();
    expect(await runButton()).toHaveProperty('disabled', true);
  });
});

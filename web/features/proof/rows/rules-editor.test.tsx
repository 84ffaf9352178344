import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CAUSE_KINDS, OF_ROWS } from '../../../../contract/proof/causes.ts';
import words from '../../../../locales/en/pair.json' with { type: 'json' };
import type { Evidence } from '../../../../contract/proof/evidence.ts';
import { DEFAULT_COMPARISON_RULES } from '../../../../contract/proof/rows.ts';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { optionsOf } from '../../../ui/testing/options-of.ts';
import { samplePair, sampleProject, sampleUser } from '../../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../../ui/testing/stub-api.ts';
import { fieldsOf, rulesOf } from './rules-editor.tsx';
import { PairPage } from '../pair/pair-page.tsx';

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PAIR = '/api/projects/12/pairs/5';
const COMPARED = {
  id: 71,
  pair_id: 5,
  kind: 'data',
  at: '2026-01-02T00:00:00Z',
  username: 'ann',
  run_id: 1,
  result: 'equal_under_rules',
  servers: { source: null, target: null },
  hashes: { source: [], target: [] },
  rows_source: 2,
  rows_target: 2,
  differences: 0,
  at_least: false,
  coverage: null,
  explanation: null,
  milliseconds: 5,
  notes: [],
  notes_said: [],
  detail: null,
  attachment: null,
} satisfies Evidence;
const KEPT = { column: 'code', source: 'UPPER(code)', target: null };

function draw(answers: Record<string, unknown> = {}) {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    [`GET ${PAIR}`]: samplePair({ id: 5 }),
    'GET /api/projects/12/pairids': [5],
    'GET /api/projects/12/tolerances': [],
    [`GET ${PAIR}/structure`]: { snapshots: [], findings: [], renamed: [], texts: null },
    [`GET ${PAIR}/evidence`]: [COMPARED],
    [`GET ${PAIR}/rules`]: { ...DEFAULT_COMPARISON_RULES, expressions: [KEPT] },
    [`PUT ${PAIR}/rules`]: DEFAULT_COMPARISON_RULES,
    ...answers,
  });
  renderScreen(PairPage, '/pair?project=12&pair=5&tab=data');
  return api;
}

async function openRules() {
  await userEvent.click(await screen.findByRole('button', { name: 'Comparison rules' }));
  return within(await screen.findByRole('dialog', { name: 'Comparison rules' }));
}

it('expressions are named beside what counts as equal, tried, and saved', async () => {
  const api = draw({
    [`POST ${PAIR}/expressions`]: {
      source: { type: 'numeric', values: ['1.25', null] },
      target: null,
    },
  });
  const list = within(
    await screen.findByRole('region', { name: 'Differences that count as equal' }),
  );
  expect(list.getByText('Source: code is compared as UPPER(code)')).toBeTruthy();
  const rules = await openRules();
  const section = within(rules.getByRole('region', { name: 'Expressions in place of columns' }));
  await userEvent.click(section.getByRole('button', { name: 'Add an expression' }));
  const field = (name: string) => section.getAllByPlaceholderText(name)[1]!;
  await userEvent.type(field('Column of the source'), 'amount');
  await userEvent.type(field('Source'), 'amount / 100');
  await userEvent.click(section.getByRole('button', { name: 'Try amount' }));
  expect(await section.findByText('1.25 · NULL')).toBeTruthy();
  expect(section.getByText(/Source, numeric:/)).toBeTruthy();
  const amount = { column: 'amount', source: 'amount / 100', target: null };
  expect(api.sent('POST', `${PAIR}/expressions`)[0]!.body).toEqual(amount);
  // Nothing is kept by that.
  expect(api.sent('PUT', `${PAIR}/rules`)).toEqual([]);
  await userEvent.click(rules.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent('PUT', `${PAIR}/rules`)).toHaveLength(1));
  expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({ expressions: [KEPT, amount] });
});

it('what is refused is said at its field', async () => {
  const errors = [{ field: 'expressions.0.source', message: 'must not contain a comment' }];
  draw({
    [`PUT ${PAIR}/rules`]: problemAnswer(422, 'No.', { errors }),
    [`POST ${PAIR}/expressions`]: problemAnswer(422, 'No.', {
      errors: [{ field: 'target', message: 'is not accepted by PostgreSQL (42803)' }],
    }),
  });
  const rules = await openRules();
  await userEvent.click(rules.getByRole('button', { name: 'Try code' }));
  expect(await rules.findByText('is not accepted by PostgreSQL (42803)')).toBeTruthy();
  await userEvent.click(rules.getByRole('button', { name: 'Save' }));
  expect(await rules.findByText('must not contain a comment')).toBeTruthy();
});

it('types rules and reads them back, a tolerance of nought included', () => {
  const rules = {
    ...DEFAULT_COMPARISON_RULES,
    leave_out: ['note'],
    columns: [{ source: 'Total', target: 'sum' }],
    tolerated: [{ column: 'at', cause: 'shift:3600', by: null, at: null, ended_at: null }],
    not_tolerated: [3],
    expressions: [{ column: 'code', source: 'upper(code)', target: null }],
    where_source: 'id > 5',
    float_tolerance: 0,
    ignore_case: true,
  };
  expect(rulesOf(fieldsOf(rules))).toEqual(rules);
});

it('offers the real columns of each side, first those without a counterpart', async () => {
  const columnsOf = (names: string[]) =>
    names.map((name) => ({ name, type: 'int', nullable: false, default: null, notes: [] }));
  const snapshot = (side: 'source' | 'target', names: string[]) => ({
    side,
    name: `${side}.orders`,
    columns: columnsOf(names),
  });
  draw({
    [`GET ${PAIR}/structure`]: {
      snapshots: [
        snapshot('source', ['id', 'code', 'Note']),
        snapshot('target', ['id', 'code', 'remark']),
      ],
      findings: [
        { code: 'column.missing', name: 'Note' },
        { code: 'column.extra', name: 'remark' },
      ],
      renamed: [],
      texts: null,
    },
    [`GET ${PAIR}/rules`]: {
      ...DEFAULT_COMPARISON_RULES,
      columns: [{ source: 'code', target: 'code' }],
      expressions: [KEPT],
    },
  });
  const dialog = await openRules();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a column' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add a rule' }));
  const ofSource = ['Note', 'id', 'code'];
  const map = (line: number, side: string) =>
    `Columns with another name on the target ${line}: ${side}`;
  const offered: [name: string, options: string[]][] = [
    ['Columns left out', ofSource],
    ['Key columns', ofSource],
    ['Expressions in place of columns 1: Column of the source', ['code']],
    ['Column of the source', ofSource],
    // What another line names has its counterpart.
    [map(2, 'Source'), ['Note', 'id']],
    [map(2, 'Target'), ['remark', 'id']],
  ];
  for (const [name, options] of offered)
    expect([name, await optionsOf(dialog.getByRole('combobox', { name }))]).toEqual([
      name,
      options,
    ]);
});

it('asks for the other name of half a counterpart, and leaves out an empty line', async () => {
  const api = draw();
  const dialog = await openRules();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a column' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add a column' }));
  await userEvent.type(
    dialog.getByRole('combobox', { name: 'Columns with another name on the target 1: Source' }),
    'Total ',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findAllByText('Choose the column of both sides')).toHaveLength(1);
  expect(api.sent('PUT', `${PAIR}/rules`)).toEqual([]);
  await userEvent.type(
    dialog.getByRole('combobox', { name: 'Columns with another name on the target 1: Target' }),
    'sum',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent('PUT', `${PAIR}/rules`)).toHaveLength(1));
  expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({
    columns: [{ source: 'Total', target: 'sum' }],
  });
});

it('adds a rule before any difference was found, with a zone that runtimes know', async () => {
  const api = draw();
  const dialog = await openRules();
  const section = within(dialog.getByRole('region', { name: 'Differences that count as equal' }));
  await userEvent.click(section.getByRole('button', { name: 'Add a rule' }));
  await userEvent.click(section.getByRole('button', { name: 'Add this rule' }));
  expect(section.getAllByText('Fill in this field')).toHaveLength(2);
  expect(section.getByText('Say why it may stay as it is.')).toBeTruthy();
  await userEvent.type(
    section.getByRole('combobox', { name: 'Column of the source' }),
    'booked_at',
  );
  await userEvent.type(section.getByRole('combobox', { name: 'time zone' }), 'tokyo');
  await userEvent.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }));
  await userEvent.type(section.getByRole('textbox', { name: 'Reason' }), 'the old server');
  await userEvent.click(section.getByRole('button', { name: 'Add this rule' }));
  expect(section.getByText('booked_at: time zone (source Asia/Tokyo)')).toBeTruthy();
  // Nothing is kept by that.
  expect(api.sent('PUT', `${PAIR}/rules`)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent('PUT', `${PAIR}/rules`)).toHaveLength(1));
  expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({
    tolerated: [
      {
        column: 'booked_at',
        cause: 'zone:source Asia/Tokyo',
        reason: 'the old server',
        until: null,
      },
    ],
  });
});

async function enterRule(dialog: Awaited<ReturnType<typeof openRules>>) {
  await userEvent.click(dialog.getByRole('button', { name: 'Add a rule' }));
  const rule = within(dialog.getByRole('group', { name: 'Add a rule' }));
  const column = rule.getByRole('combobox', { name: 'Column of the source' });
  await userEvent.type(column, 'booked_at');
  await userEvent.type(rule.getByRole('combobox', { name: 'time zone' }), 'tokyo');
  await userEvent.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }));
  await userEvent.type(rule.getByRole('textbox', { name: 'Reason' }), 'the old server');
  return rule;
}

it('Enter in a new rule adds it, and saves nothing', async () => {
  const api = draw();
  const dialog = await openRules();
  await enterRule(dialog);
  await userEvent.keyboard('{Enter}');
  expect(await dialog.findByText('booked_at: time zone (source Asia/Tokyo)')).toBeTruthy();
  expect(api.sent('PUT', `${PAIR}/rules`)).toEqual([]);
});

it('is not saved while a new rule is entered but not added', async () => {
  const api = draw();
  const dialog = await openRules();
  const refusal = 'This rule has not been added yet. Add it, or choose “Do not add”.';
  const rule = await enterRule(dialog);
  expect(rule.queryByText(refusal)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(rule.getByRole('alert').textContent).toBe(refusal);
  expect(document.activeElement).toBe(rule.getByRole('button', { name: 'Add this rule' }));
  expect(api.sent('PUT', `${PAIR}/rules`)).toEqual([]);
  await userEvent.click(rule.getByRole('button', { name: 'Do not add' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent('PUT', `${PAIR}/rules`)).toHaveLength(1));
  expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({ tolerated: [] });
});

it('a new rule in which nothing is entered does not keep the others from being saved', async () => {
  const api = draw();
  const dialog = await openRules();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a rule' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent('PUT', `${PAIR}/rules`)).toHaveLength(1));
});

it('begins at its first field, which opens no list before it is pressed', async () => {
  draw();
  const dialog = await openRules();
  const first = dialog.getByRole('combobox', { name: 'Columns left out' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(first.getAttribute('aria-expanded')).toBe('false');
});

it('the focus follows a new rule to its first field, and back to the button', async () => {
  draw();
  const dialog = await openRules();
  const button = () => dialog.getByRole('button', { name: 'Add a rule' });
  await userEvent.click(button());
  const column = dialog.getByRole('combobox', { name: 'Column of the source' });
  expect(document.activeElement).toBe(column);
  await userEvent.click(dialog.getByRole('button', { name: 'Do not add' }));
  expect(document.activeElement).toBe(button());
  const rule = await enterRule(dialog);
  await userEvent.click(rule.getByRole('button', { name: 'Add this rule' }));
  expect(document.activeElement).toBe(button());
});

it('has a name for every cause that a rule can let pass', () => {
  const named = CAUSE_KINDS.filter((kind) => !(OF_ROWS as readonly string[]).includes(kind));
  expect(named.filter((kind) => !(`cause_${kind}` in words))).toEqual([]);
});

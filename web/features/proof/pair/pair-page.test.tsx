import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Evidence } from '../../../../contract/proof/evidence.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { SIDES } from '../../../../contract/fields.ts';
import { COUNTED, type Finding, type Snapshot } from '../../../../contract/proof/definitions.ts';
import { type ComparisonRules, DEFAULT_COMPARISON_RULES } from '../../../../contract/proof/rows.ts';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../../ui/testing/samples.ts';
import { stubApi } from '../../../ui/testing/stub-api.ts';
import { PairPage } from './pair-page.tsx';

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const object = {
  id: 1,
  schema_name: 'dbo',
  object_name: 'Customer',
  status: 'verified',
  missing_since: null,
  stale_since: null,
  stale_reason: null,
  developer_name: 'dev',
  tester_name: 'tess',
} as const;
const pair: PairRow = {
  id: 5,
  Project_Id: 12,
  object_type_id: 1,
  object_type: 'tables',
  state: 'confirmed',
  name: 'dbo.Customer',
  source: [object],
  target: [{ ...object, id: 2, schema_name: 'public', object_name: 'customer' }],
  method: 'case',
  score: 100,
  reason: null,
  reason_said: null,
  status: 'verified',
  stale: 0,
  verdict: 'different',
  structure_result: 'different',
  structure_findings: 1,
  structure_at: '2026-01-02T00:00:00Z',
  next_numbers: null,
  data_result: 'different',
  data_differences: 2,
  data_accepted: 0,
  data_at_least: 0,
  rows_source: 1000,
  rows_target: 999,
  data_at: '2026-01-02T00:00:00Z',
  data_coverage: null,
  data_look: null,
  has_candidates: 0,
  call_result: null,
  call_at: null,
  version: 1,
};
const column = {
  type: 'int',
  nullable: false,
  default: null,
  identity: false,
  generated: null,
  comment: null,
};
const snapshot = (side: 'source' | 'target', columns: Snapshot['columns']): Snapshot => ({
  object_id: 1,
  side,
  name: side === 'source' ? 'dbo.Customer' : 'public.customer',
  hash: 'ab',
  read_at: '2026-01-02T00:00:00Z',
  changed_at: null,
  columns,
  primary_key: null,
  others: [],
  counts: null,
  text: null,
  laid_out: null,
});
const finding: Finding = {
  code: 'type.range',
  part: 'column',
  name: 'Total',
  answer: 'different',
  severity: 'error',
  source: 'bigint',
  target: 'integer',
  detail: 'Large numbers do not fit.',
  detail_said: null,
  advice: 'Use bigint.',
  advice_said: null,
  likely: null,
  unmended: null,
  unmended_said: null,
  repair: null,
  removal: null,
  accepted: null,
};
const structure = {
  snapshots: [
    snapshot('source', [{ ...column, name: 'Total', type: 'bigint' }]),
    snapshot('target', [{ ...column, name: 'total', type: 'integer' }]),
  ],
  findings: [finding],
  renamed: [],
};
const evidence: Evidence = {
  id: 70,
  pair_id: 5,
  kind: 'data',
  at: '2026-01-02T00:00:00Z',
  username: 'tess',
  run_id: 3,
  result: 'different',
  servers: { source: 'SQL Server at a', target: 'PostgreSQL at b' },
  hashes: { source: [], target: [] },
  rows_source: 1000,
  rows_target: 999,
  differences: 2,
  at_least: false,
  coverage: null,
  explanation: null,
  milliseconds: 80,
  notes: ["The column 'Note' was left out."],
  notes_said: [null],
  detail: null,
  attachment: null,
};
const differences = [
  {
    key: ['7'],
    kind: 'changed',
    columns: [
      { name: 'Total', source: '10', target: null },
      { name: 'Note', source: '', target: null },
    ],
    accepted: null,
    causes: [],
  },
  {
    key: ['8'],
    kind: 'missing',
    columns: [{ name: 'Total', source: '3', target: null }],
    accepted: null,
    causes: [],
  },
];

const PAIR = '/api/projects/12/pairs/5';
const stub = (user: Partial<typeof sampleUser> = {}, answers: Record<string, unknown> = {}) =>
  stubApi({
    'GET /api/auth/me': { ...sampleUser, ...user },
    'GET /api/projects/12': sampleProject,
    [`GET ${PAIR}`]: pair,
    'GET /api/projects/12/pairids': [4, 5, 6],
    [`GET ${PAIR}/structure`]: structure,
    [`GET ${PAIR}/evidence`]: [evidence],
    [`GET ${PAIR}/rules`]: {},
    'GET /api/projects/12/evidence/70/differences': differences,
    'GET /api/projects/12/acceptances': [],
    'GET /api/projects/12/tolerances': [],
    'POST /api/projects/12/acceptances': {},
    ...answers,
  });
const draw = (more = '') => renderScreen(PairPage, `/pair?project=12&pair=5${more}`);

describe('a pair', () => {
  it('lines foreign keys without a name up by their columns, and marks the one that is meant', async () => {
    const line = (name: string, text: string) => ({ kind: 'foreign key', name, text });
    const source = [
      line('', 'order_id → main.orders (id), update no action, delete no action'),
      line('', 'branch_id → main.branches (id), update no action, delete no action'),
    ];
    const target = [
      line('fk_order', 'order_id → public.orders (id), update no action, delete cascade'),
    ];
    const lost: Finding = {
      ...finding,
      code: 'foreignKey.missing',
      part: 'foreign key',
      name: null,
      source: '(branch_id) → branches (id)',
      target: null,
    };
    stub(
      {},
      {
        [`GET ${PAIR}/structure`]: {
          snapshots: [
            { ...snapshot('source', []), others: source },
            { ...snapshot('target', []), others: target },
          ],
          findings: [lost],
          renamed: [],
        },
      },
    );
    draw('&tab=structure');
    const table = within(await screen.findByRole('group', { name: 'Keys, indexes and the rest' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/order_id → main\.orders.*=.*fk_order.*order_id → public\.orders/),
      expect.stringMatching(/branch_id → main\.branches.*≠—$/),
    ]);
  });

  it('shows what is SQL of a definition in colours, and what is words without', async () => {
    const column = {
      name: 'total',
      type: 'integer',
      nullable: false,
      default: "'none'",
      identity: false,
      generated: 'lower(a) || null',
      comment: 'select with care',
    };
    const others = [
      { kind: 'check', name: '', text: 'total is not null' },
      { kind: 'comment', name: '', text: 'null and void' },
    ];
    stub(
      {},
      {
        [`GET ${PAIR}/structure`]: {
          ...structure,
          findings: [],
          snapshots: [{ ...snapshot('source', [column]), others }],
        },
      },
    );
    draw('&tab=structure');
    const table = await screen.findByRole('group', { name: 'Columns' });
    const words = (part: HTMLElement) =>
      [...part.querySelectorAll('[class*=keyword], [class*=string]')].map((one) => one.textContent);
    await waitFor(() => expect(words(table)).toEqual(["'none'", 'null']));
    expect(table.textContent).toContain(
      "total integer NOT NULL · default 'none' · computed: lower(a) || null · select with care",
    );
    expect(words(screen.getByRole('group', { name: 'Keys, indexes and the rest' }))).toEqual([
      'is',
      'not',
      'null',
    ]);
  });

  it('tells findings of parts without a name apart', async () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
    const check = (source: string): Finding => ({
      ...finding,
      code: 'check.missing',
      part: 'check',
      name: '',
      source,
      target: null,
    });
    const findings = [check('a > 0'), check('b > 0')];
    stub({}, { [`GET ${PAIR}/structure`]: { ...structure, findings } });
    draw('&tab=structure');
    expect(await screen.findByText('a > 0')).toBeTruthy();
    expect(screen.getByText('b > 0')).toBeTruthy();
    expect(complain.mock.calls.flat().join(' ')).not.toContain('same key');
    complain.mockRestore();
  });

  it('stands primary keys beside each other, whatever their columns, and marks what is found about them', async () => {
    const key = (name: string, text: string) => ({ name, text });
    const other: Finding = {
      ...finding,
      code: 'primaryKey.different',
      part: 'primary key',
      name: null,
      source: 'id, day',
      target: 'id',
    };
    stub(
      {},
      {
        [`GET ${PAIR}/structure`]: {
          snapshots: [
            { ...snapshot('source', []), primary_key: key('PRIMARY', 'id, day') },
            { ...snapshot('target', []), primary_key: key('events_pkey', 'id NOT VALIDATED') },
          ],
          findings: [other],
          renamed: [],
        },
      },
    );
    draw('&tab=structure');
    const table = within(await screen.findByRole('group', { name: 'Keys, indexes and the rest' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Primary key PRIMARY id, day≠Primary key events_pkey id NOT VALIDATED',
    ]);
  });

  it('says of a statement that needs other objects where all stand in their order', async () => {
    const made = (statement: string): Finding => ({
      ...finding,
      name: statement,
      detail: statement,
      repair: [statement],
    });
    const findings = [
      made('CREATE TABLE a (id int)'),
      made('ALTER TABLE b ADD FOREIGN KEY (a) REFERENCES a (id)'),
      made('CREATE VIEW c AS SELECT * FROM a'),
    ];
    stub({}, { [`GET ${PAIR}/structure`]: { ...structure, findings } });
    draw('&tab=structure');
    const ways = await screen.findAllByText('All statements in the order to run them');
    expect(ways.map((way) => way.closest('a')?.getAttribute('href'))).toEqual(
      Array(2).fill('/proof?project=12'),
    );
  });

  it('shows once what several columns have, and accepts it of these with one reason', async () => {
    const columns = ['a', 'b', 'c', 'd', 'e', 'f'];
    const findings = columns.map((name) => ({ ...finding, name }));
    const api = stub({}, { [`GET ${PAIR}/structure`]: { ...structure, findings } });
    draw('&tab=structure');
    const told = within(await screen.findByRole('region', { name: 'Findings' }));
    expect(told.getAllByText('Large numbers do not fit.')).toHaveLength(1);
    expect(told.getByText('a, b, c, d').parentElement!.textContent).toBe(
      'Columns a, b, c, d and 2 others',
    );
    await userEvent.click(told.getByRole('button', { name: 'Accept' }));
    const asked = within(await screen.findByRole('dialog', { name: /Accept/ }));
    expect(asked.getByText('Only these 6 findings of this pair are accepted.')).toBeTruthy();
    await userEvent.type(asked.getByRole('textbox', { name: 'Reason' }), 'small');
    await userEvent.click(asked.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/acceptances')).toHaveLength(1));
    expect(api.sent('POST', '/api/projects/12/acceptances')[0]!.body).toMatchObject({
      pair_id: 5,
      name: null,
      names: columns,
    });
  });

  it('makes a rule of what several columns have without their names', async () => {
    const findings = ['a', 'b'].map((name) => ({ ...finding, name }));
    const api = stub({}, { [`GET ${PAIR}/structure`]: { ...structure, findings } });
    draw('&tab=structure');
    const told = within(await screen.findByRole('region', { name: 'Findings' }));
    await userEvent.click(told.getByRole('button', { name: 'Accept' }));
    const asked = within(await screen.findByRole('dialog', { name: /Accept/ }));
    await userEvent.click(asked.getByRole('radio', { name: 'A rule for all pairs' }));
    expect(asked.queryByText('a, b')).toBeNull();
    await userEvent.type(asked.getByRole('textbox', { name: 'Reason' }), 'small');
    await userEvent.click(asked.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/acceptances')).toHaveLength(1));
    const { body } = api.sent('POST', '/api/projects/12/acceptances')[0]!;
    expect(body).toMatchObject({ pair_id: null, name: null });
    expect(body).not.toHaveProperty('names');
  });

  it('shows a trigger by its definition alone: it has no rows, and nobody calls it', async () => {
    const lines = (timing: string) => [
      { kind: 'actsOn', name: '', text: 'public.film' },
      { kind: 'acts', name: '', text: timing },
    ];
    const later: Finding = { ...finding, code: 'trigger.timing', part: 'trigger', name: 'changed' };
    stub(
      {},
      {
        [`GET ${PAIR}`]: { ...pair, object_type_id: 5, object_type: 'triggers', data_result: null },
        [`GET ${PAIR}/structure`]: {
          snapshots: [
            { ...snapshot('source', []), others: lines('before update') },
            { ...snapshot('target', []), others: lines('after update') },
          ],
          findings: [later],
          renamed: [],
        },
      },
    );
    // An address that asks for its rows shows its definition.
    draw('&tab=data');
    const table = within(await screen.findByRole('group', { name: 'Keys, indexes and the rest' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => [row.textContent, row.dataset.answer])).toEqual([
      [expect.stringMatching(/Acts on.*public\.film/), 'same'],
      [expect.stringMatching(/Acts.*before update.*after update/), 'different'],
    ]);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).not.toContain('Data');
    expect(screen.queryByRole('region', { name: 'Result of the data' })).toBeNull();
    expect(screen.getAllByRole('tab')).toHaveLength(5);
  });

  it.each([
    ['of a table folded, line by line', 'tables', 1],
    ['of a trigger only as the text of the page', 'triggers', 0],
  ] as const)('shows programs of several lines %s', async (_, type, times) => {
    const texts: Finding = {
      ...finding,
      code: 'trigger.text',
      part: 'trigger',
      name: 'stamp',
      source: 'BEGIN\n  CALL stamp();\nEND',
      target: 'BEGIN\n  PERFORM other();\nEND',
    };
    const own = { ...pair, object_type_id: type === 'tables' ? 1 : 5, object_type: type };
    stub(
      {},
      {
        [`GET ${PAIR}`]: own,
        [`GET ${PAIR}/structure`]: { snapshots: [], findings: [texts], renamed: [] },
      },
    );
    draw('&tab=structure');
    const list = await screen.findByText(/stamp/, { selector: 'bdi' });
    const card = within(list.closest<HTMLElement>('.mantine-Paper-root')!);
    expect(card.queryByText(/Source:/)).toBeNull();
    expect(card.queryAllByText('Text', { selector: 'summary *' })).toHaveLength(times);
    expect(card.queryAllByText(/PERFORM/)).toHaveLength(times);
  });

  it('shows parts in other words in one row, and is grey where there is only a note', async () => {
    const of = (side: 'source' | 'target', kind: string, text: string) => ({
      ...snapshot(side, [{ ...column, name: 'id' }]),
      others: [
        { kind: 'check', name: '', text: 'total > 0' },
        { kind, name: 'dear', text },
      ],
    });
    const snapshots = [
      of('source', 'index', 'total desc where (total > (0)::numeric)'),
      of('target', 'index', 'total desc where total > 0'),
    ];
    const note: Finding = { ...finding, name: 'id', answer: 'compatible', severity: 'info' };
    stub({}, { [`GET ${PAIR}/structure`]: { snapshots, findings: [note], renamed: [] } });
    draw('&tab=structure');
    const rest = within(await screen.findByRole('group', { name: 'Keys, indexes and the rest' }));
    const rows = rest.getAllByRole('row').slice(1);
    expect(rows.map((row) => [row.textContent, row.dataset.answer])).toEqual([
      [expect.stringMatching(/^Check.*=Check/), 'same'],
      [expect.stringMatching(/^Index dear total desc where \(.*=Index dear total desc/), 'same'],
    ]);
    const columns = within(screen.getByRole('group', { name: 'Columns' }));
    const [, row] = columns.getAllByRole('row');
    expect(row!.dataset.answer).toBe('noted');
    expect(columns.getByRole('img', { name: 'Note' }).textContent).toBe('≈');
  });

  it('counts the parts of both tables, and says nothing of what is not known', async () => {
    const counts = (over: Partial<NonNullable<Snapshot['counts']>>) => ({
      ...(Object.fromEntries(COUNTED.map((part) => [part, 1])) as NonNullable<Snapshot['counts']>),
      ...over,
    });
    const snapshots = [
      { ...snapshot('source', []), counts: counts({ triggers: null, indexes: 3 }) },
      { ...snapshot('target', []), counts: counts({ triggers: 2 }) },
    ];
    stub({}, { [`GET ${PAIR}/structure`]: { snapshots, findings: [], renamed: [] } });
    draw('&tab=structure');
    const table = within(await screen.findByRole('group', { name: 'How many' }));
    const rows = table.getAllByRole('row').map((row) => [row.textContent, row.dataset.answer]);
    expect(rows[1]).toEqual(['Other indexes31', 'compatible']);
    expect(screen.getByText(/^: 1 differs \(Other indexes 3 \/ 1\)$/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'How many', level: 3 })).toBeTruthy();
    expect(rows).toContainEqual(['Triggers—2', 'same']);
  });

  it('folds the numbers of parts into one line where they agree', async () => {
    const counts = Object.fromEntries(COUNTED.map((part) => [part, 1])) as never;
    const both = SIDES.map((side) => ({ ...snapshot(side, []), counts }));
    stub({}, { [`GET ${PAIR}/structure`]: { snapshots: both, findings: [], renamed: [] } });
    draw('&tab=structure');
    const line = await screen.findByText(/^: all 12 known on both sides agree$/);
    expect(line.closest('details')!.open).toBe(false);
  });

  it.each([
    [
      'a translation',
      { source: 'select 1', target: 'select 2', extent: 'whole' },
      /^Both written in/,
    ],
    [
      'bodies',
      { source: 'RETURN 1', target: 'RETURN 2', extent: 'bodies' },
      /^Both bodies written in/,
    ],
    [
      'bodies in part',
      { source: 'RETURN 1', target: 'RETURN 2', extent: 'partly' },
      /stands as it is stored, with the name of its engine behind it/,
    ],
    ['a layout', null, /^Each in its own dialect, formatted: only spaces/],
  ])('says of %s what it is', async (_, texts, how) => {
    const snapshots = SIDES.map((side) => ({
      ...snapshot(side, []),
      text: 'select  1',
      laid_out: 'select 1',
    }));
    stub({}, { [`GET ${PAIR}/structure`]: { snapshots, texts, findings: [], renamed: [] } });
    draw('&tab=structure');
    const text = within(await screen.findByRole('region', { name: 'Text' }));
    expect(text.getByText(how)).toBeTruthy();
  });

  it('shows an object without a counterpart alone, and says nothing of a comparison', async () => {
    const counts = Object.fromEntries(COUNTED.map((part) => [part, 1])) as never;
    const snapshots = [{ ...snapshot('source', []), counts, text: '\n\n  SELECT 1\n' }];
    const alone = { ...pair, state: 'unmatched', verdict: 'unmatched', target: [] };
    stub(
      {},
      {
        [`GET ${PAIR}`]: { ...alone, structure_result: null, structure_at: null },
        [`GET ${PAIR}/structure`]: { snapshots, findings: [], renamed: [] },
      },
    );
    draw('&tab=structure');
    const table = within(await screen.findByRole('group', { name: 'How many' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Part',
      'Source',
    ]);
    expect(screen.queryByText('—')).toBeNull();
    expect(screen.queryByText(/ agree/)).toBeNull();
    const text = within(screen.getByRole('region', { name: 'Text' }));
    expect(text.queryByRole('table')).toBeNull();
    // Without the blank lines that engines keep around it.
    expect(text.getByText(/SELECT/).closest('pre')!.textContent).toBe('  SELECT 1');
    expect(screen.queryByText(/Only one side is known/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Dropped on purpose…' })).toBeTruthy();
  });

  it.each([
    ['below what is worse', [{ ...finding, severity: 'warning' as const }], false],
    ['open where there is nothing else', [], true],
  ])('folds notes %s', async (_, worse, open) => {
    const note: Finding = { ...finding, severity: 'info', name: 'noted' };
    const answers = { [`GET ${PAIR}/structure`]: { ...structure, findings: [note, ...worse] } };
    stub({}, answers);
    draw('&tab=structure');
    const name = await screen.findByText('noted');
    expect(name.closest('details')!.open).toBe(open);
    expect(screen.getByText('1 note')).toBeTruthy();
  });

  it.each([
    ['after a comparison without a finding about them', 'compatible', [], 1],
    ['never before one', null, [], 0],
    ['never of a view that became a table', 'compatible', [{ ...finding, code: 'object.kind' }], 0],
    [
      'never beside such a finding',
      'compatible',
      [{ ...finding, code: 'text.different', part: 'text' }],
      0,
    ],
  ])('says that texts mean the same %s', async (_, result, findings, times) => {
    const snapshots = (['source', 'target'] as const).map((side) => ({
      ...snapshot(side, []),
      text: `SELECT ${side}`,
    }));
    stub(
      {},
      {
        [`GET ${PAIR}`]: { ...pair, structure_result: result },
        [`GET ${PAIR}/structure`]: { snapshots, findings, renamed: [] },
      },
    );
    draw('&tab=structure');
    await screen.findByRole('region', { name: 'Text' });
    expect(screen.queryAllByText(/^Both mean the same/)).toHaveLength(times);
  });

  it('asks whether columns were renamed, and compares by what an administrator says', async () => {
    const lost = (name: string, likely: string): Finding => ({
      ...finding,
      code: 'column.missing',
      name,
      target: null,
      likely,
    });
    const findings = [lost('mail', 'email'), lost('dob', 'date_of_birth')];
    const answers = {
      [`GET ${PAIR}/structure`]: { ...structure, findings },
      [`GET ${PAIR}/rules`]: {
        ...DEFAULT_COMPARISON_RULES,
        columns: [{ source: 'x', target: 'y' }],
      },
      [`PUT ${PAIR}/rules`]: {},
      'POST /api/projects/12/runs': { id: 9 },
    };
    const api = stub({ is_admin: 1 }, answers);
    draw('&tab=structure');
    await userEvent.click(
      await screen.findByRole('button', { name: 'All 2 are the same columns' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/mail → email, dob → date_of_birth: compared with each other from now on/);
    await userEvent.click(dialog.getByRole('button', { name: 'Change the rules and compare' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    expect(api.sent('POST', '/api/projects/12/runs')[0]!.body).toMatchObject({ kind: 'verify' });
    expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({
      columns: [
        { source: 'x', target: 'y' },
        { source: 'mail', target: 'email' },
        { source: 'dob', target: 'date_of_birth' },
      ],
    });
  });

  it('shows what became what, marks what differs, and goes on to the next', async () => {
    const api = stub();
    draw('&tab=structure&f.state=confirmed');
    const columns = await screen.findByRole('table', { name: '' });
    expect(screen.getByRole('heading', { name: 'dbo.Customer' })).toBeTruthy();
    const row = within(columns).getAllByRole('row')[1]!;
    expect(row.getAttribute('data-answer')).toBe('different');
    expect(row.textContent).toContain('Total');
    expect(row.textContent).toContain('total');
    expect(await screen.findByText('2 of 3')).toBeTruthy();
    // The order is that of the list that it was opened from.
    expect(decodeURIComponent(api.sent('GET', '/api/projects/12/pairids')[0]!.url)).toContain(
      'filter[state]=confirmed',
    );
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', false);
  });

  it('goes on by Alt and an arrow, but not away from what somebody writes', async () => {
    stub();
    draw('&tab=structure&f.state=confirmed');
    expect(await screen.findByText('2 of 3')).toBeTruthy();
    const press = (on: Element) => fireEvent.keyDown(on, { key: 'ArrowDown', altKey: true });
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    expect(press(document.body)).toBe(true);
    dialog.remove();
    const field = document.body.appendChild(document.createElement('textarea'));
    expect(press(field)).toBe(true);
    field.remove();
    // Only where it goes on is the key its own.
    expect(press(document.body)).toBe(false);
  });

  it('says why a comparison found nothing, and leads to the connection where that failed', async () => {
    const run = { id: 9, Project_Id: 12, finished_at: null, rows_done: 0, error: null };
    const over = {
      ...run,
      state: 'finished',
      finished_at: '2026-01-02T00:00:00Z',
      failed: 1,
      connection_failed: true,
    };
    const reason = 'On the source: the connection was lost.';
    stub(
      {},
      {
        'POST /api/projects/12/runs': run,
        'GET /api/projects/12/runs/9': over,
        'GET /api/projects/12/runs/9/items': [{ state: 'failed', reason }],
      },
    );
    draw('&tab=data');
    await userEvent.click(await screen.findByRole('button', { name: 'Compare now' }));
    expect(await screen.findByText(reason)).toBeTruthy();
    const link = screen.getByRole('link', { name: "Check the project's connections" });
    expect(link.getAttribute('href')).toBe('/dbconnect?project=12&edit=1');
  });

  const cause = {
    id: 'shift:3600',
    kind: 'shift',
    column: 'Total',
    message: 'Total is 1 h later on the target in both rows that differ there.',
    code: null,
    rows: 2,
    of: 2,
    examples: [{ key: ['7'], source: '10', target: '11' }],
    settles: 1,
  };
  const explained = {
    [`GET ${PAIR}/evidence`]: [
      {
        ...evidence,
        explanation: {
          read: 2,
          columns: [{ name: 'Total', rows: 2, alone: 2 }],
          causes: [cause],
          kept: 2,
          settled: 1,
        },
      },
    ],
    [`GET ${PAIR}/rules`]: DEFAULT_COMPARISON_RULES,
    [`PUT ${PAIR}/rules`]: DEFAULT_COMPARISON_RULES,
    'POST /api/projects/12/runs': { id: 9, Project_Id: 12, finished_at: null, rows_done: 0 },
    'GET /api/projects/12/runs/9': { id: 9, finished_at: '2026-01-02T00:00:00Z', failed: 0 },
  };

  const unexplained = {
    [`GET ${PAIR}/evidence`]: [
      {
        ...evidence,
        explanation: { read: 2, columns: [{ name: 'Total', rows: 1, alone: 1 }], causes: [] },
      },
    ],
  };

  it('says why rows could not be compared, not that it is good to know', async () => {
    const notes = ['On the target: permission denied.'];
    const failed = { ...evidence, result: 'not_comparable', differences: null, notes };
    const one = { ...pair, data_result: 'not_comparable', data_differences: null };
    stub({}, { [`GET ${PAIR}`]: one, [`GET ${PAIR}/evidence`]: [failed] });
    draw('&tab=data');
    expect(await screen.findByText('Why they could not be compared')).toBeTruthy();
    expect(screen.getByText(notes[0]!)).toBeTruthy();
    expect(screen.queryByText('Good to know')).toBeNull();
  });

  it('says why rows differ, and what they would be where that counts as equal', async () => {
    const api = stub({}, explained);
    draw('&tab=data');
    const causes = within(await screen.findByRole('region', { name: 'Why rows differ' }));
    expect(causes.getByText(cause.message)).toBeTruthy();
    await causes.findByText('1 of 2 rows that differ would be equal');
    expect(causes.getByText('2 of 2 rows that differ would be equal')).toBeTruthy();
    await userEvent.click(causes.getByRole('button', { name: 'Count as equal' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Count as equal' }));
    expect(api.sent('PUT', `${PAIR}/rules`)).toEqual([]);
    const reason = asked.getByRole('textbox', { name: 'Reason' });
    await userEvent.clear(reason);
    await userEvent.click(asked.getByRole('button', { name: 'Change the rules and compare' }));
    await asked.findByText('Say why it may stay as it is.');
    await userEvent.type(reason, 'agreed with the owners');
    await userEvent.click(asked.getByRole('button', { name: 'Change the rules and compare' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({
      tolerated: [
        { column: 'Total', cause: 'shift:3600', reason: 'agreed with the owners', until: null },
      ],
      leave_out: [],
    });
  });

  it('leaves a column out once that is confirmed, and compares', async () => {
    const api = stub({}, explained);
    draw('&tab=data');
    const causes = within(await screen.findByRole('region', { name: 'Why rows differ' }));
    await userEvent.click(await causes.findByRole('button', { name: 'Leave Total out' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Leave Total out' }));
    expect(asked.getByText('Total is not compared any more, in this pair.')).toBeTruthy();
    expect(api.sent('PUT', `${PAIR}/rules`)).toEqual([]);
    await userEvent.click(asked.getByRole('button', { name: 'Change the rules and compare' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({
      leave_out: ['Total'],
      tolerated: [],
    });
  });

  it('counts all causes of values as equal at once, and not those of whole rows', async () => {
    const letters = { ...cause, id: 'case', kind: 'case', column: 'Name', message: 'Case.' };
    const doubled = { ...cause, id: 'doubled', kind: 'doubled', column: null, message: 'Doubled.' };
    const explanation = {
      read: 9,
      columns: [],
      causes: [cause, letters, doubled],
      kept: 9,
      settled: 7,
    };
    const api = stub(
      {},
      { ...explained, [`GET ${PAIR}/evidence`]: [{ ...evidence, explanation }] },
    );
    draw('&tab=data');
    const name = 'Count all of these as equal';
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(screen.getByText(/^7 of .*9 rows that differ would be equal$/)).toBeTruthy();
    const asked = within(await screen.findByRole('dialog', { name }));
    await userEvent.type(asked.getByRole('textbox', { name: 'Reason' }), 'agreed');
    await userEvent.click(asked.getByRole('button', { name: 'Change the rules and compare' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    const { tolerated } = api.sent('PUT', `${PAIR}/rules`)[0]!.body as ComparisonRules;
    expect(tolerated.map(({ column, cause: id }) => `${column} ${id}`)).toEqual([
      'Total shift:3600',
      'Name case',
    ]);
  });

  it('shows one cause of one column with its examples, and the share of the column', async () => {
    stub({}, explained);
    draw('&tab=data');
    const causes = within(await screen.findByRole('region', { name: 'Why rows differ' }));
    const [, row] = causes.getAllByRole('row');
    expect(
      within(row!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['7', '10', '11']);
    expect([...row!.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      '0',
      '1',
    ]);
    const bars = within(causes.getByRole('list', { name: 'Columns that differ' }));
    expect(bars.getByRole('listitem').textContent).toBe('Total2 of 2');
    expect(bars.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  });

  it('counts columns that differ among the rows that could be matched', async () => {
    const columns = [{ name: 'Total', rows: 2, alone: 2 }];
    const explanation = { read: 8, matched: 4, columns, causes: [] };
    stub({}, { [`GET ${PAIR}/evidence`]: [{ ...evidence, explanation }] });
    draw('&tab=data');
    const bars = within(await screen.findByRole('list', { name: 'Columns that differ' }));
    expect(bars.getByRole('listitem').textContent).toBe('Total2 of 4');
    expect(bars.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  });

  it('shows rows of a cause of whole rows as its examples, and these alone once it is pressed', async () => {
    const extra = (key: string, ...of: string[]) => ({
      key: [key],
      kind: 'extra',
      columns: [{ name: 'Note', source: null, target: `note ${key}` }],
      accepted: null,
      causes: of,
    });
    const rows = [extra('7', 'doubled'), extra('8')];
    const doubled = {
      ...cause,
      id: 'doubled',
      kind: 'doubled',
      column: null,
      message: '1 row is duplicated on the target.',
      examples: [{ key: ['7'], source: null, target: null }],
      example_rows: rows.slice(0, 1),
      settles: undefined,
    };
    const explanation = { read: 2, columns: [], causes: [doubled] };
    const reads = (kept: object[]) => ({
      ...explained,
      [`GET ${PAIR}/evidence`]: [{ ...evidence, explanation }],
      'GET /api/projects/12/evidence/70/differences': kept,
    });
    stub({}, reads(rows));
    draw('&tab=data');
    const causes = within(await screen.findByRole('region', { name: 'Why rows differ' }));
    const texts = causes.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(texts).toEqual(['7', '', 'Note = note 7']);
    await screen.findByRole('cell', { name: 'Note = note 8' });
    const button = () => causes.getByRole('button', { name: doubled.message });
    await userEvent.click(button());
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Note = note 8' })).toBeNull());
    expect(screen.getAllByRole('cell', { name: 'Note = note 7' })).toHaveLength(2);
    cleanup();
    stub({}, reads(rows.slice(1)));
    draw('&tab=data');
    await screen.findByRole('cell', { name: 'Note = note 8' });
    await userEvent.click(await screen.findByRole('button', { name: doubled.message }));
    expect(await screen.findByText('None of the rows that were kept has this cause.')).toBeTruthy();
  });

  it('accepts a cause that no rule makes equal, and shows its rows', async () => {
    const doubled = {
      ...cause,
      id: 'doubled',
      kind: 'doubled',
      column: null,
      message: '1 row is duplicated on the target.',
      rows: 1,
      of: 1,
      examples: [],
      settles: undefined,
    };
    const api = stub(
      {},
      {
        ...explained,
        'POST /api/projects/12/acceptances': { id: 1 },
        [`GET ${PAIR}/evidence`]: [
          { ...evidence, explanation: { read: 2, columns: [], causes: [doubled, cause] } },
        ],
      },
    );
    draw('&tab=data');
    const causes = within(await screen.findByRole('region', { name: 'Why rows differ' }));
    await userEvent.click(await causes.findByRole('button', { name: 'Accept this cause…' }));
    const asked = within(await screen.findByRole('dialog', { name: /Accept/ }));
    expect(asked.getByText(/^Accepts the rows that differ for this cause/)).toBeTruthy();
    expect(
      causes.getByRole('button', { name: doubled.message, hidden: true, pressed: true }),
    ).toBeTruthy();
    await userEvent.type(asked.getByRole('textbox', { name: 'Reason' }), 'known');
    await userEvent.click(asked.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(api.sent('POST', '/api/projects/12/acceptances')).toMatchObject([
        { body: { code: 'data.cause', name: 'doubled', source: null, target: null } },
      ]),
    );
  });

  it('offers to accept a cause only where that is not in force, and names the columns of a swap', async () => {
    const swapped = {
      ...cause,
      id: 'swapped:Last',
      kind: 'swapped',
      column: 'First',
      message: 'First and Last are swapped.',
      settles: undefined,
    };
    const accepted = {
      id: 9,
      pair_id: 5,
      code: 'data.cause',
      name: 'swapped',
      source: 'First',
      target: 'Last',
      reason: 'known',
      until: null,
      ended: false,
      held: null,
      created_by: 'tess',
      created_at: '2026-01-02T00:00:00Z',
    };
    const name = 'Accept this cause…';
    const open = (acceptances: object[]) => {
      cleanup();
      stub(
        {},
        {
          ...explained,
          'GET /api/projects/12/acceptances': acceptances,
          [`GET ${PAIR}/evidence`]: [
            { ...evidence, explanation: { read: 2, columns: [], causes: [swapped, cause] } },
          ],
        },
      );
      draw('&tab=data');
    };
    open([accepted]);
    await screen.findByText('Accepted: known (Rows that differ: swapped columns: First ↔ Last)');
    expect(screen.queryByRole('button', { name })).toBeNull();
    open([{ ...accepted, ended: true }]);
    expect(await screen.findByRole('button', { name })).toBeTruthy();
    expect(screen.queryByText(/^Accepted: known/)).toBeNull();
  });

  it('leads from a view whose rows differ to those of what it reads', async () => {
    const reads = { [`GET ${PAIR}/reads`]: [{ pair_id: 6, name: 'dbo.Order' }] };
    const view = { ...pair, object_type_id: 2, object_type: 'views' };
    stub({}, { ...reads, [`GET ${PAIR}`]: view });
    draw('&tab=data');
    const link = await screen.findByRole('link', { name: 'dbo.Order' });
    expect(link.getAttribute('href')).toBe('/pair?project=12&pair=6&tab=data');
    screen.getByText(/^The rows of a table or view that this view reads differ, too/);
    cleanup();
    const api = stub({}, reads);
    draw('&tab=data');
    await screen.findByText(/was left out/);
    expect(api.sent('GET', `${PAIR}/reads`)).toEqual([]);
  });

  it('accepts rows of one side beside causes of values, where a key tells them from changed ones', async () => {
    const row = { key: ['8'], kind: 'missing', columns: [], accepted: null };
    const open = (rows: object[]) => {
      cleanup();
      stub(
        {},
        { ...explained, [`GET /api/projects/12/evidence/${evidence.id}/differences`]: rows },
      );
      draw('&tab=data');
    };
    const name = 'Accept all rows missing on the target…';
    open([row]);
    expect(await screen.findByRole('button', { name })).toBeTruthy();
    expect(screen.queryByText('No single cause explains what differs.')).toBeNull();
    open([{ ...row, key: null }]);
    await screen.findByRole('list', { name: 'Kind' });
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('says of all differing rows how many a decision would make equal', async () => {
    const many = {
      read: 50_000,
      columns: [{ name: 'Total', rows: 50_000, alone: 49_999 }],
      causes: [{ ...cause, rows: 49_999, of: 50_000, settles: 49_998 }],
      counted: 50_000,
      kept: 1_000,
      settled: 999,
    };
    stub(
      {},
      {
        ...explained,
        [`GET ${PAIR}/evidence`]: [{ ...evidence, differences: 50_000, explanation: many }],
      },
    );
    draw('&tab=data');
    await screen.findByText('49,998 of 50,000 rows that differ would be equal');
    expect(screen.getByText('49,999 of 50,000 rows that differ would be equal')).toBeTruthy();
    cleanup();
    // Earlier evidence counted the kept rows, and says so.
    const { counted: _, ...older } = many;
    stub(
      {},
      {
        ...explained,
        [`GET ${PAIR}/evidence`]: [{ ...evidence, differences: 50_000, explanation: older }],
      },
    );
    draw('&tab=data');
    await screen.findByText('49,998 of the first 1,000 rows that differ would be equal');
  });

  it('lets a cause pass in the whole project, by the types of the column', async () => {
    const api = stub({}, { ...explained, 'POST /api/projects/12/tolerances': { id: 3 } });
    draw('&tab=data');
    await userEvent.click(await screen.findByRole('button', { name: 'Count as equal' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Count as equal' }));
    await userEvent.click(
      await asked.findByRole('radio', { name: 'In the project: bigint → integer' }),
    );
    await userEvent.click(asked.getByRole('button', { name: 'Change the rules and compare' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    expect(api.sent('PUT', `${PAIR}/rules`)).toEqual([]);
    expect(api.sent('POST', '/api/projects/12/tolerances')[0]!.body).toEqual({
      cause: 'shift:3600',
      source_type: 'bigint',
      target_type: 'integer',
      reason: `Known and intended: ${cause.message}`,
      until: null,
    });
  });

  it('shows what the project lets pass, and leaves it out of a pair', async () => {
    const rule = {
      id: 3,
      cause: 'shift:3600',
      source_type: 'datetime',
      target_type: 'timestamp',
      reason: 'the zone of the old server',
      until: null,
      by: 'ann',
      at: '2026-01-02T08:00:00.000Z',
      ended_at: null,
      pairs: 7,
    };
    const api = stub({}, { ...explained, 'GET /api/projects/12/tolerances': [rule] });
    draw('&tab=data');
    const list = within(
      await screen.findByRole('region', { name: 'Differences that count as equal' }),
    );
    expect(list.getByText(/^in the whole project · Reason: the zone of the old/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Comparison rules' }));
    const rules = within(await screen.findByRole('dialog', { name: 'Comparison rules' }));
    await userEvent.click(await rules.findByRole('checkbox', { name: /datetime → timestamp/ }));
    await userEvent.click(rules.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent('PUT', `${PAIR}/rules`)).toHaveLength(1));
    expect(api.sent('PUT', `${PAIR}/rules`)[0]!.body).toMatchObject({ not_tolerated: [3] });
  });

  it('says what is let pass, by whom, and what of it has ended', async () => {
    const ended = {
      column: 'booked_at',
      cause: 'shift:3600',
      reason: 'the zone of the old server',
      until: '2026-03-05',
      by: 'ann',
      at: '2026-01-02T08:00:00.000Z',
      ended_at: '2026-03-06T12:00:00.000Z',
    };
    const outdated = { ...pair, verdict: 'outdated', data_at: '2026-03-01T00:00:00.000Z' };
    const rules = { ...DEFAULT_COMPARISON_RULES, tolerated: [ended] };
    stub(
      { is_admin: 0 },
      { ...explained, [`GET ${PAIR}`]: outdated, [`GET ${PAIR}/rules`]: rules },
    );
    draw('&tab=data');
    const next = within(await screen.findByRole('region', { name: 'Next step:' }));
    await next.findByText(/^Differences of booked_at counted as equal until .*2026/);
    const list = within(
      await screen.findByRole('region', { name: 'Differences that count as equal' }),
    );
    const why = /^Reason: the zone of the old server · expired on .* · ann, /;
    expect(list.getByText(why)).toBeTruthy();
  });

  it('offers nobody but administrators to change the rules', async () => {
    stub({ is_admin: 0 }, explained);
    draw('&tab=data');
    await screen.findByText(cause.message);
    expect(screen.queryByRole('button', { name: 'Count as equal' })).toBeNull();
  });

  it('goes through what blocks, where it was opened from that list', async () => {
    const blocking = [9, 5].map((id) => ({ ...pair, id }));
    const api = stub({}, { 'GET /api/projects/12/proof': { by_type: [], blocking } });
    draw('&list=blocking');
    expect(await screen.findByText('2 of 2')).toBeTruthy();
    expect(api.sent('GET', '/api/projects/12/pairids')).toEqual([]);
  });

  it('says what to do next, and confirms a proposed pair on the spot', async () => {
    const proposed = {
      ...pair,
      state: 'proposed',
      verdict: 'unconfirmed',
      structure_result: 'same',
      data_result: 'identical',
    };
    const api = stub(
      {},
      {
        [`GET ${PAIR}`]: proposed,
        'POST /api/projects/12/pairs/confirm': { changed: 1, refused: [], undo: 'token' },
      },
    );
    draw();
    const next = within(await screen.findByRole('region', { name: 'Next step:' }));
    expect(next.getByText(/Confirm that these belong together/)).toBeTruthy();
    await userEvent.click(next.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Pairs confirmed: 1');
    expect(api.sent('POST', '/api/projects/12/pairs/confirm')[0]!.body).toEqual({ ids: [5] });
  });

  it('does not call a routine done that was never called', async () => {
    const routine = {
      ...pair,
      object_type_id: 3,
      object_type: 'functions',
      verdict: 'never_called',
      structure_result: 'same',
      data_result: null,
    };
    stub({}, { [`GET ${PAIR}`]: routine });
    draw();
    const next = await screen.findByRole('region', { name: 'Next step:' });
    expect(next.textContent).toContain('it stays open until a call gave equal answers');
    expect(next.textContent).not.toContain('verified');
    expect(screen.getByText('never called')).toBeTruthy();
  });

  it('says in words what became of it in its history', async () => {
    const entry = { id: 1, at: '2026-01-02T00:00:00Z', username: 'anna', changes: {} };
    stub(
      {},
      {
        [`GET ${PAIR}/history`]: [
          {
            ...entry,
            action: 'acceptance-withdrawn',
            changes: { 'type.range Total': [null, 'fits'] },
          },
          { ...entry, id: 2, action: 'accepted', changes: { 'data.partly': [null, 'a log'] } },
          { ...entry, id: 3, action: 'accepted', changes: { 'primaryKey.missing': [null, 'so'] } },
          {
            ...entry,
            id: 4,
            action: 'called',
            changes: { call_result: [null, 'partly_compared'] },
          },
        ],
        'GET /api/objects/1/history': [
          { ...entry, user_id: null, action: 'stale', changes: { stale_reason: [null, 'rows'] } },
        ],
        'GET /api/objects/2/history': [],
      },
    );
    draw('&tab=history');
    const items = within(await screen.findByRole('list', { name: 'History' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '));
    for (const [index, said] of [
      'Acceptance withdrawnColumn Total: fits',
      'AcceptedWhat was not compared of the rows: a log',
      'AcceptedPrimary key: so',
      'Called on both sidescalls: partly compared',
      'Changed since it was verifiedchanged since verified: rows',
    ].entries())
      expect(items[index]).toContain(said);
  });

  it('accepts a finding with a reason, for this pair', async () => {
    const api = stub();
    draw('&tab=structure');
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
    expect(dialog.getByText('Say why it may stay as it is.')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Reason'), 'never above 1000');
    await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
    await screen.findByText('Accepted.');
    expect(api.sent('POST', '/api/projects/12/acceptances')[0]!.body).toEqual({
      pair_id: 5,
      code: 'type.range',
      name: 'Total',
      source: 'bigint',
      target: 'integer',
      reason: 'never above 1000',
      until: null,
    });
  });

  it('lets nobody but administrators accept', async () => {
    stub({ is_admin: 0 });
    draw('&tab=structure');
    await screen.findByText('Large numbers do not fit.');
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it('says how many rows differ, and shows both values of each', async () => {
    stub();
    draw('&tab=data');
    expect(await screen.findByText(/2 rows differ, checked/)).toBeTruthy();
    expect(await screen.findByText("The column 'Note' was left out.")).toBeTruthy();
    const changed = (await screen.findByRole('cell', { name: '10' })).closest('tr')!;
    expect(within(changed).getByRole('cell', { name: 'NULL: no value' })).toBeTruthy();
    const missing = screen.getByRole('cell', { name: 'Total = 3' }).closest('tr')!;
    expect(within(missing).queryByText('an empty text')).toBeNull();
    expect(screen.getAllByText('an empty text')).toHaveLength(1);
  });

  it('says how many of the rows are accepted and how many are open, and which', async () => {
    const reason = 'Known since the spring';
    const held = {
      id: 9,
      pair_id: 5,
      code: 'data.different',
      name: null,
      source: null,
      target: '1',
      reason,
      until: null,
      ended: false,
      held: 1,
      created_by: 'anna',
      created_at: '2026-01-02T00:00:00Z',
    };
    const [changed, missing] = differences;
    const api = stub(
      {},
      {
        [`GET ${PAIR}`]: { ...pair, data_accepted: 1 },
        'GET /api/projects/12/acceptances': [
          held,
          { ...held, id: 8, reason: 'Over', ended: true },
          { ...held, id: 7, reason: 'Of another pair', pair_id: 6 },
        ],
        'GET /api/projects/12/evidence/70/differences': [
          changed,
          { ...missing, accepted: { id: 9, reason, until: null } },
        ],
      },
    );
    draw('&tab=data');
    expect(await screen.findByText(/Rows that differ: 2, open: 1, accepted: 1/)).toBeTruthy();
    expect(await screen.findByText(`Accepted: ${reason} (rows: 1)`)).toBeTruthy();
    expect(screen.queryByText(/Over|Of another pair/)).toBeNull();
    const rowOf = async (name: string) =>
      within((await screen.findByRole('cell', { name })).closest('tr')!);
    expect((await rowOf('10')).getByRole('cell', { name: 'Open' })).toBeTruthy();
    const accepted = await rowOf('Total = 3');
    expect(accepted.getByRole('cell', { name: `Accepted: ${reason}` })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Withdraw acceptance' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Accept these differences' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^This row is accepted with its present values/)).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Reason'), 'This one, too');
    await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
    await screen.findByText('Accepted.');
    expect(api.sent('POST', '/api/projects/12/acceptances')[0]!.body).toMatchObject({
      code: 'data.different',
      target: '2',
    });
  });

  it('offers to accept what was not compared, and says what that is', async () => {
    const partly = {
      ...pair,
      verdict: 'partly_compared',
      structure_result: 'same',
      data_result: 'partly_compared',
      data_differences: 0,
      data_coverage: {
        by: 'values',
        rows: 1000,
        of: 1000,
        columns: 2,
        left_out: [{ name: 'Note', why: 'types' }],
        complete: true,
      },
    };
    const api = stub(
      {},
      {
        [`GET ${PAIR}`]: partly,
        [`GET ${PAIR}/rules`]: {
          ...DEFAULT_COMPARISON_RULES,
          columns: [{ source: 'Note', target: 'remark' }],
        },
      },
    );
    draw('&tab=data');
    expect(await screen.findByText('Not compared: Note (types that do not compare)')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Compare by expressions' }));
    const rules = within(await screen.findByRole('dialog', { name: 'Comparison rules' }));
    expect(rules.getAllByDisplayValue('Note')).toHaveLength(3);
    expect(rules.getAllByDisplayValue('remark')).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Accept what was not compared' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/was not compared: Note \(types that do not compare\)\./)).toBeTruthy();
    expect(dialog.queryByText('A rule for all pairs')).toBeNull();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Written anew on the target');
    await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
    await screen.findByText('Accepted.');
    expect(api.sent('POST', '/api/projects/12/acceptances')[0]!.body).toEqual({
      pair_id: 5,
      code: 'data.partly',
      name: null,
      source: null,
      target: null,
      reason: 'Written anew on the target',
      until: null,
    });
  });

  it('says first in what rows differ, then the result, then which rows', async () => {
    stub({}, { [`GET ${PAIR}`]: { ...pair, structure_result: 'same' }, ...unexplained });
    draw();
    const why = await screen.findByRole('region', { name: 'Why rows differ' });
    await within(why).findByText('No single cause explains what differs.');
    const barsOf = (name: string) =>
      within(within(why).getByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(barsOf('Kind')).toEqual(['Missing on target1 of 2', 'Changed1 of 2']);
    expect(barsOf('Columns that differ')).toEqual(['Total1 of 2']);
    const result = screen.getByRole('region', { name: 'Result of the data' });
    const table = await screen.findByRole('grid');
    const follows = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(why.compareDocumentPosition(result) & follows).toBeTruthy();
    expect(result.compareDocumentPosition(table) & follows).toBeTruthy();
    // The tab shows what the next step would ask for.
    expect(screen.queryByRole('region', { name: 'Next step:' })).toBeNull();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Data  Different');
    await userEvent.click(screen.getByRole('tab', { name: 'History' }));
    expect(await screen.findByRole('region', { name: 'Next step:' })).toBeTruthy();
  });

  it.each([
    ['Data', { structure_result: 'different', data_result: 'different' }],
    [
      'Structure',
      { structure_result: 'different', data_result: 'equal', call_result: 'different' },
    ],
    ['Call', { object_type: 'functions', structure_result: 'same', call_result: 'different' }],
    ['Structure', { structure_result: 'same', data_result: 'equal' }],
  ])('opens on what differs: %s of %j', async (name, more) => {
    const none = { structure_result: null, data_result: null, call_result: null };
    stub({}, { [`GET ${PAIR}`]: { ...pair, ...none, ...more }, [`GET ${PAIR}/call`]: null });
    draw();
    expect((await screen.findByRole('tab', { selected: true })).textContent).toMatch(name);
  });

  it('leads from an object that changed after it was verified to where that is decided', async () => {
    const stale = { ...object, stale_since: '2026-01-03T00:00:00Z' };
    stub({}, { [`GET ${PAIR}`]: { ...pair, stale: 1, source: [stale] } });
    draw();
    const notice = within(
      await screen.findByRole('region', { name: 'Changed since it was verified' }),
    );
    expect(notice.getByText(/^Changed after verification: .*2026/)).toBeTruthy();
    expect(notice.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Source: decide about Customer',
    ]);
    // What differs is worse, and has its own way out.
    expect(notice.queryByText(/Then set the status back/)).toBeNull();
  });

  it('calls a lower bound "at least", and says why it cannot be accepted', async () => {
    stub({}, { [`GET ${PAIR}`]: { ...pair, data_at_least: 1, structure_result: 'same' } });
    draw('&tab=data');
    expect(await screen.findByText(/^Rows that differ: at least 2\. Checked/)).toBeTruthy();
    expect(await screen.findByText(/More rows may differ than are known, so they/)).toBeTruthy();
    expect(screen.getByText(/Compare all rows to the end, and look/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept these differences' })).toBeNull();
  });

  it('shows the rows of the comparison that stands, not those of a later, weaker look', async () => {
    const coverage = {
      by: 'values',
      rows: 1000,
      of: 1000,
      columns: 2,
      left_out: [],
      complete: true,
    } as const;
    stub(
      {},
      {
        [`GET ${PAIR}`]: { ...pair, data_coverage: coverage },
        [`GET ${PAIR}/evidence`]: [
          { ...evidence, id: 71, differences: 1, coverage: { ...coverage, by: 'counts' } },
          { ...evidence, coverage },
        ],
      },
    );
    draw('&tab=data');
    expect(await screen.findByRole('cell', { name: 'Total = 3' })).toBeTruthy();
  });
});

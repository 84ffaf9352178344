import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommonCause } from '../../../../contract/proof/common.ts';
import type { ProofSummary } from '../../../../contract/proof/pairs.ts';
import type { Acceptance } from '../../../../contract/proof/definitions.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../../contract/proof/rows.ts';
import { changeLanguage } from '../../../lib/i18n/index.ts';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import {
  samplePair,
  sampleProject,
  sampleTypeSummary,
  sampleUser,
  sampleRun,
} from '../../../ui/testing/samples.ts';
import { StubAnswer, problemAnswer, stubApi, type SeenCall } from '../../../ui/testing/stub-api.ts';
import { ReportPage } from './report-page.tsx';

const LIST = 'GET /api/projects/12/pairs';
const blocking = samplePair({ id: 40, name: 'public.left', state: 'unmatched' });
const summary: ProofSummary = {
  by_type: [sampleTypeSummary],
  blocking: [blocking],
  blocking_total: 1,
  verified_against_evidence: 1,
};
const acceptance: Acceptance = {
  id: 3,
  pair_id: null,
  code: 'type.range',
  name: 'price',
  names: null,
  source: 'NUMERIC',
  target: 'real',
  reason: 'Two digits are enough.',
  until: null,
  ended: false,
  held: null,
  created_by: 'anna',
  created_at: '2026-01-02T00:00:00.000Z',
};
const run = sampleRun();
const cause: CommonCause = {
  about: 'rows',
  message: 'booked_at is 1 h later on the target in all 1,500 rows that differ there.',
  column: 'booked_at',
  cause: 'shift:3600',
  rows: 1_500,
  pairs: 4,
  pair_ids: [1, 2, 3, 4],
  names: ['shop.a', 'shop.b', 'shop.c'],
};
const ofColumns: CommonCause = {
  about: 'definition',
  message: 'The time zone is lost.',
  finding: 'type.zone',
  source: 'timestamptz',
  target: 'timestamp',
  kind: 'k',
  part: 'column',
  severity: 'warning',
  findings: 108,
  places: [],
  pairs: 24,
  pair_ids: [1, 2, 3],
  names: ['shop.a', 'shop.b', 'shop.c'],
};
/** Of a part without a name. */
const ofKey: CommonCause = {
  ...ofColumns,
  message: 'A key is missing.',
  source: '(a_id) → a (id)',
  target: null,
  kind: 'l',
  part: 'foreign key',
  findings: 1,
  places: [{ pair_id: 1, name: 'shop.b', parts: ['(a_id) → a (id)'] }],
  pairs: 1,
  pair_ids: [1],
  names: ['shop.b'],
};
const pairs = (count: number) =>
  Array.from({ length: count }, (_, index) => samplePair({ id: 1_000 + index }));

function open(
  list: unknown,
  more: Partial<ProofSummary> = {},
  expressions: unknown[] = [],
  runs: Record<string, unknown> = { 'GET /api/projects/12/runs': [] },
  tolerances: unknown[] = [],
) {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    'GET /api/projects/12/proof/trend': [],
    'GET /api/projects/12/proof': { ...summary, ...more },
    'GET /api/projects/12/schemamap': { schemas: [], targets: [], cut: false },
    ...runs,
    'GET /api/projects/12/acceptances': [acceptance],
    'GET /api/projects/12/expressions': expressions,
    'GET /api/projects/12/tolerances': tolerances,
    'GET /api/projects/12/commoncauses': {
      causes: [cause, ofColumns, ofKey],
      rows: [],
      looked: 3,
      cut: false,
    },
    'GET /api/projects/12/proofsettings': { ...DEFAULT_PROOF_SETTINGS, mask: ['iban'] },
    'GET /api/projects/12/pairs/31/evidence': [
      { servers: { source: 'Oracle 23 at ora:1521', target: 'PostgreSQL 17 at db:5432' } },
    ],
    [LIST]: list,
  });
  renderScreen(ReportPage, '/proofreport?project=12');
  return api;
}
const listed = async () =>
  within(await screen.findByRole('group', { name: 'Pairs and their results' }))
    .getAllByRole('row')
    .slice(1);

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the report', () => {
  it('of a project without pairs claims nothing, and leads to the databases', async () => {
    open([], { by_type: [], blocking: [], blocking_total: 0 });
    expect(await screen.findByRole('link', { name: 'Read the databases' })).toBeTruthy();
    expect(screen.queryByText(/Nothing blocks/)).toBeNull();
    expect(screen.queryByText(/0 of 0/)).toBeNull();
  });

  it('says in one sentence what is open, whatever the reason', async () => {
    const { verdicts } = sampleTypeSummary;
    const none = Object.fromEntries(Object.keys(verdicts).map((verdict) => [verdict, 0]));
    const counts = { ...none, proven: 4, unconfirmed: 15, never_called: 3, unmatched: 1 };
    const by_type = [{ ...sampleTypeSummary, verdicts: counts as typeof verdicts }];
    open([], { by_type });
    expect(
      await screen.findByText(
        '19 pairs are open: equal but unconfirmed: 15, never called: 3, no counterpart: 1.',
      ),
    ).toBeTruthy();
    cleanup();
    open([], {
      by_type: [
        {
          ...sampleTypeSummary,
          verdicts: { ...counts, unconfirmed: 0, never_called: 0, unmatched: 0 } as typeof verdicts,
        },
      ],
    });
    expect(await screen.findByText(/^Nothing blocks/)).toBeTruthy();
  });

  it('says why pairs are open, and in which', async () => {
    const api = open([]);
    const line = (await screen.findByText(cause.message)).closest('li');
    expect(line?.textContent).toContain('In 4 pairs: shop.a, shop.b, shop.c and 1 more');
    expect(screen.getByText(ofColumns.message).closest('li')?.textContent).toContain(
      'timestamptz → timestamp · 108 columns · In 24 pairs: shop.a, shop.b, shop.c and 21 more',
    );
    expect(screen.getByText(ofKey.message).closest('li')?.textContent).toContain(
      'A key is missing. (a_id) → a (id) · In 1 pair',
    );
    const [asked] = api.sent('GET', '/api/projects/12/commoncauses');
    expect(asked?.url).toContain('alone=1');
  });

  it('says which routines the last run that calls did not call, and why', async () => {
    const calling = { ...run, id: 9, kind: 'all' };
    const item = { source: 'shop.total', target: 'public.total', type: 'function' };
    const api = open([], {}, [], {
      'GET /api/projects/12/runs': [run, calling],
      'GET /api/projects/12/runs/9/items': [
        { ...item, seq: 4, not_called: 'Nobody has run a call of it yet.', not_called_said: null },
      ],
    });
    const table = await screen.findByRole('group', { name: 'Not called by the last run' });
    const [, line] = within(table).getAllByRole('row');
    expect(line?.textContent).toBe('shop.totalfunctionsNobody has run a call of it yet.');
    const [asked] = api.sent('GET', '/api/projects/12/runs/9/items');
    expect(asked?.url).toContain('not_called=1');
  });

  it('says that all were called, and nothing where no run calls', async () => {
    open([], {}, [], {
      'GET /api/projects/12/runs': [{ ...run, id: 9, kind: 'all' }],
      'GET /api/projects/12/runs/9/items': [],
    });
    await screen.findByText(/It called every routine/);
    cleanup();
    open([]);
    await screen.findByRole('heading', { name: 'Comparisons' });
    expect(screen.queryByText(/Not called by the last run/)).toBeNull();
  });

  it('says what was compared in place of columns, and what was not yet', async () => {
    const one = { pair_id: 7, name: 'shop.orders', column: 'note', target: null };
    const rule = {
      id: 3,
      cause: 'expression',
      source_type: 'datetime',
      target_type: null,
      source_expression: 'DATE({column})',
      target_expression: null,
      reason: 'days',
      until: null,
      by: 'ann',
      at: '2026-01-02T08:00:00.000Z',
      ended_at: null,
      pairs: 7,
    };
    open(
      [],
      {},
      [
        { ...one, source: 'UPPER(note)', compared: true },
        { ...one, column: 'total', source: 'total / 100', compared: false },
      ],
      undefined,
      [rule, { ...rule, id: 4, cause: 'case' }, { ...rule, id: 5, ended_at: rule.at }],
    );
    const table = await screen.findByRole('group', { name: 'Expressions in place of columns' });
    const [, ofAll, first, second, ...others] = within(table).getAllByRole('row');
    expect(others).toEqual([]);
    expect(ofAll?.textContent).toBe(
      'every pairdatetime → …DATE({column})the column itselfThe rows of 7 pairs were compared with it',
    );
    expect(first?.textContent).toBe(
      'shop.ordersnoteUPPER(note)the column itselfRows were compared with it',
    );
    expect(second?.textContent).toContain('Rows have not been compared since it was set');
  });

  it('lists all pairs of a project', async () => {
    const api = open(pairs(20));
    expect(await listed()).toHaveLength(20);
    expect(screen.queryByText(/Too many pairs/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
    expect(api.unexpected).toEqual([]);
  });

  it('says what was accepted by whom, what is masked, on which servers, and who made it', async () => {
    open([samplePair({ data_result: 'identical', data_at: '2026-01-02T00:00:00.000Z' })]);
    await listed();
    const accepted = within(screen.getByRole('group', { name: 'Accepted differences' }));
    expect(accepted.getByText('Column price: NUMERIC → real')).toBeTruthy();
    expect(accepted.getByText(/anna/)).toBeTruthy();
    expect(screen.getByText(/neither kept nor shown: iban/)).toBeTruthy();
    expect(screen.getByText('PostgreSQL 17 at db:5432')).toBeTruthy();
    await act(() => changeLanguage('de'));
    expect(screen.getByText('PostgreSQL 17 auf db:5432')).toBeTruthy();
    await act(() => changeLanguage('en'));
    expect(screen.getByText(/verified against the evidence: 1$/)).toBeTruthy();
    expect(screen.getByText('As of').parentElement!.textContent).toContain(sampleUser.username);
  });

  it('says what the verdicts mean that its pairs have, and what proven means', async () => {
    open(pairs(1), { by_type: [sampleTypeSummary] });
    await listed();
    const meanings = screen.getByRole('heading', { name: 'What these words mean' }).parentElement!;
    expect(meanings.textContent).toContain('proven: Compared completely and equal');
    expect(meanings.textContent).toContain('different: Definitions, rows or calls differ.');
    expect(meanings.textContent).not.toContain('partly compared:');
  });

  it('lists what blocks and what differs, each once, where there are too many', async () => {
    const differing = samplePair({
      id: 50,
      data_result: 'different',
      structure_result: 'different',
    });
    const api = open(({ url }: SeenCall) => {
      const rows = decodeURIComponent(url).includes('filter[')
        ? [differing, blocking]
        : pairs(1_000);
      return new StubAnswer(rows, 200, { 'x-total-count': '100000' });
    });
    expect(await listed()).toHaveLength(2);
    expect(screen.getByText(/Too many pairs to print: 100,000/).textContent).toContain(
      'what differs: 2',
    );
    // Never all at once.
    const urls = api.sent('GET', '/api/projects/12/pairs').map(({ url }) => url);
    expect(urls.every((url) => /limit=(500|1000)\b/.test(url))).toBe(true);
  });

  it('offers Retry when it cannot be loaded', async () => {
    open(problemAnswer(503, 'The store is away.'));
    expect((await screen.findByRole('alert')).textContent).toContain('The store is away.');
  });
});

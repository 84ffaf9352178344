import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommonCause } from '../../../../contract/proof/common.ts';
import { VERDICTS, type ProofSummary } from '../../../../contract/proof/pairs.ts';
import type { Run } from '../../../../contract/proof/runs.ts';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import {
  samplePair,
  sampleProject,
  sampleTypeSummary,
  sampleUser,
} from '../../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../../ui/testing/stub-api.ts';
import { ProofPage } from './proof-page.tsx';

const summary: ProofSummary = {
  by_type: [sampleTypeSummary],
  blocking: [samplePair({ verdict: 'different', data_result: 'different', data_differences: 3 })],
  blocking_total: 6,
  verified_against_evidence: 0,
};
const run: Run = {
  id: 8,
  Project_Id: 12,
  kind: 'verify',
  state: 'running',
  options: { depth: 'rows', sample: null },
  created_by: 'anna',
  created_at: '2026-01-02T00:00:00.000Z',
  started_at: '2026-01-02T00:00:00.000Z',
  finished_at: null,
  ends_by: null,
  time_left: null,
  total: 9,
  done: 4,
  counted: 0,
  counted_different: 0,
  different: 1,
  failed: 0,
  rows_done: 1_000,
  rows_total: 5_000,
  rows_per_second: 100,
  seconds_left: 40,
  current: [{ name: 'public.invoice', call: { set: 3, sets: 20 } }],
  error: null,
  error_said: null,
  connection_failed: false,
};

function open(answers: Record<string, unknown> = {}) {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    'GET /api/projects/12/proof': summary,
    'GET /api/projects/12/proof/trend': [],
    'GET /api/projects/12/runs': [],
    'GET /api/projects/12/commoncauses': { causes: [], rows: [], looked: 0, cut: false },
    ...answers,
  });
  renderScreen(ProofPage, '/proof?project=12');
  return { api, user: userEvent.setup() };
}

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LATER: CommonCause = {
  about: 'rows',
  message: 'booked_at is 1 h later.',
  pairs: 2,
  pair_ids: [31, 32],
  names: ['public.invoice', 'public.order'],
  column: 'booked_at',
  cause: 'shift:3600',
  rows: 3,
};
const OTHERS = Array.from({ length: 99 }, (_, at) => ({
  ...LATER,
  column: `c${at}`,
  pair_ids: [1, 2],
}));

describe('pairs and proof', () => {
  it('says how much was proven on an earlier day and is now, once there is one', async () => {
    const day = (proven: number) => ({ day: '2026-02-01', total: 40, proven });
    const now = { ...sampleTypeSummary, verdicts: { ...sampleTypeSummary.verdicts, proven: 33 } };
    const today = new Date().toISOString().slice(0, 10);
    open({
      'GET /api/projects/12/proof': { ...summary, by_type: [now] },
      // What was counted of today is older than what is shown.
      'GET /api/projects/12/proof/trend': [day(3), { day: today, total: 9, proven: 7 }],
    });
    const said = await screen.findByText(/^Proven or accepted: 3 of 40 on Feb 1, 2026, /);
    expect(said.textContent).toMatch(/, 33 of \d+ today\./);
    cleanup();
    open({ 'GET /api/projects/12/proof/trend': [{ day: today, total: 9, proven: 7 }] });
    await screen.findByRole('region', { name: 'Current status' });
    expect(screen.queryByText(/^Proven or accepted: /)).toBeNull();
  });

  it('reads again why a pair blocks when a comparison has ended', async () => {
    const said = 'The last 203 rows are missing.';
    let state: Run['state'] = 'running';
    open({
      'GET /api/projects/12/runs': () => [{ ...run, state }],
      'GET /api/projects/12/commoncauses': () => ({
        causes: [],
        rows: state === 'finished' ? [{ pair_id: summary.blocking[0]!.id, message: said }] : [],
        looked: 1,
        cut: false,
      }),
      'POST /api/projects/12/runs/8/control': () => {
        state = 'finished';
        return { ...run, state };
      },
    });
    expect(await screen.findByText(/Rows that differ: 3/)).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it('leads from a comparison that failed for its connection to where that is corrected, and takes it up again', async () => {
    const error = 'PostgreSQL at db:5432 does not accept the name and password.';
    const failed: Run = { ...run, state: 'failed', error, connection_failed: true };
    const other: Run = { ...failed, id: 7, error: 'Another sentence.', connection_failed: false };
    const { api, user } = open({
      'GET /api/projects/12/runs': [failed, other],
      'POST /api/projects/12/runs/8/control': failed,
    });
    expect(await screen.findByText(error)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: "Check the project's connections" });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/dbconnect?project=12&edit=1',
    ]);
    await user.click(screen.getAllByRole('button', { name: 'Resume' })[0]!);
    expect(api.sent('POST', '/api/projects/12/runs/8/control')[0]!.body).toEqual({
      action: 'resume',
    });
  });

  it('names the pairs that a comparison could not compare, with the reasons', async () => {
    const item = {
      seq: 3,
      pair_id: 5,
      source: 'shop.orders',
      target: 'public.orders',
      type: 'table',
      state: 'failed',
      reason: 'It failed twice, so it was skipped and the run continued.',
      reason_said: null,
      notes: [],
      notes_said: [],
    };
    const { api, user } = open({
      'GET /api/projects/12/runs': [{ ...run, state: 'finished', failed: 1 }],
      'GET /api/projects/12/runs/8/items': [item],
    });
    await user.click(await screen.findByRole('button', { name: 'Which ones, and why' }));
    const list = within(await screen.findByRole('list', { name: 'Which ones, and why' }));
    expect(list.getByRole('link', { name: 'shop.orders' }).getAttribute('href')).toBe(
      '/pair?project=12&pair=5',
    );
    expect(list.getByText(item.reason)).toBeTruthy();
    expect(api.sent('GET', '/api/projects/12/runs/8/items')[0]!.url).toContain('failed=1');
  });

  it('names what a run of calls has not called, with the reasons, and which set of a call runs', async () => {
    const item = {
      seq: 1,
      pair_id: 6,
      source: 'shop.tax',
      target: 'public.tax',
      not_called: 'It was not called: nobody has run a call for it yet.',
      not_called_said: null,
    };
    const { api, user } = open({
      'GET /api/projects/12/runs': [{ ...run, kind: 'all', done: 1 }],
      'GET /api/projects/12/runs/8/items': [item],
    });
    expect(await screen.findByText('Now: public.invoice (set 3 of 20)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'What was not called, and why' }));
    const list = within(await screen.findByRole('list', { name: 'What was not called, and why' }));
    expect(list.getByRole('link', { name: 'shop.tax' })).toBeTruthy();
    expect(list.getByText(item.not_called)).toBeTruthy();
    expect(api.sent('GET', '/api/projects/12/runs/8/items')[0]!.url).toContain('not_called=1');
  });

  it('tells others who can correct a connection', async () => {
    storeUser({ ...sampleUser, is_admin: 0 });
    const failed: Run = { ...run, state: 'failed', error: 'No.', connection_failed: true };
    open({
      'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
      'GET /api/projects/12/runs': [failed],
    });
    expect(await screen.findByText(/An administrator can check/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Check the project/ })).toBeNull();
  });

  it('says that an account can do more than read, and leads to where another is entered', async () => {
    const rights = { beyond: ['write' as const], statements: [] };
    open({
      'GET /api/projects/12': {
        ...sampleProject,
        source_rights: { beyond: [], statements: [] },
        target_rights: rights,
      },
    });
    const notice = await screen.findByText(
      /The account of the target database can do more than read/,
    );
    expect(notice.textContent).not.toContain('source');
    const link = within(notice).getByRole('link', { name: 'Use a better one' });
    expect(link.getAttribute('href')).toBe('/dbconnect?project=12&edit=1');
  });

  it('leads from every figure to the pairs that it counts', async () => {
    open();
    const linkOf = async (table: string, count: string) =>
      within(await screen.findByRole('table', { name: table }))
        .getAllByRole('link', { name: count })
        .map((link) => decodeURIComponent(link.getAttribute('href')!));
    const type = '/pairs?project=12';
    expect(await linkOf('Pairs', '2')).toEqual([
      `${type}&f.state=unmatched&f.target=-&f.object_type_id=1`,
      `${type}&f.state=unmatched&f.target=-`,
    ]);
    expect((await linkOf('Pairs', '3'))[1]).toBe(`${type}&f.state=unmatched&f.target=*`);
    expect((await linkOf('Pairs', '7'))[1]).toBe(`${type}&f.status=verified`);
    expect((await linkOf('Pairs', '1'))[1]).toBe(`${type}&f.stale=1`);
    expect((await linkOf('Rows', '2'))[1]).toBe(`${type}&f.state=matched&f.data_result=-`);
    expect((await linkOf('Rows', '1'))[1]).toBe(`${type}&f.state=matched&f.data_result=different`);
  });

  it('leads administrators to the objects that differ or have changed, and nobody else', async () => {
    open();
    const found = await screen.findAllByRole('link', { name: 'source' });
    expect(found.map((link) => decodeURIComponent(link.getAttribute('href')!))).toEqual([
      '/adminresults?project=12&side=source&f.stale_since=*',
      '/adminresults?project=12&side=source&f.data_result=different',
    ]);
    cleanup();
    storeUser({ ...sampleUser, is_admin: 0 });
    open({ 'GET /api/auth/me': { ...sampleUser, is_admin: 0 } });
    await screen.findByRole('table', { name: 'Pairs' });
    expect(screen.queryByRole('link', { name: 'source' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
  });

  it('says what blocks and why, with the way to the pair', async () => {
    open();
    const blocking = within(await screen.findByRole('region', { name: 'What blocks' }));
    expect(await blocking.findByText('Rows that differ: 3')).toBeTruthy();
    expect(blocking.getByRole('link', { name: 'public.invoice' }).getAttribute('href')).toBe(
      '/pair?project=12&pair=31&list=blocking',
    );
  });

  it('shows no pair before it is known why pairs differ, so that none moves', async () => {
    let answer: (causes: object) => void = () => undefined;
    const asked = new Promise((resolve) => (answer = resolve));
    open({ 'GET /api/projects/12/commoncauses': () => asked });
    const blocking = within(await screen.findByRole('region', { name: 'What blocks' }));
    const reading = 'Reading what keeps the pairs from being settled';
    expect(await blocking.findByRole('status', { name: reading })).toBeTruthy();
    expect(blocking.queryByRole('link')).toBeNull();
    const rows = [{ pair_id: 31, message: 'booked_at differs in 3 rows' }];
    answer({ causes: [], rows, looked: 1, cut: false });
    expect(await blocking.findByText('booked_at differs in 3 rows')).toBeTruthy();
  });

  it('says why the rows of a pair differ; what several pairs have is said above', async () => {
    const rows = [{ pair_id: 31, message: 'booked_at differs in 3 rows' }];
    const answer = (pairs: number) => ({
      causes: [{ ...LATER, pairs }],
      rows,
      looked: 3,
      cut: false,
    });
    open({ 'GET /api/projects/12/commoncauses': answer(1) });
    const blocking = within(await screen.findByRole('region', { name: 'What blocks' }));
    expect(await blocking.findByText('booked_at differs in 3 rows')).toBeTruthy();
    expect(blocking.queryByText('Rows that differ: 3')).toBeNull();
    expect(blocking.queryByRole('list', { name: 'What several pairs have in common' })).toBeNull();
    cleanup();
    open({ 'GET /api/projects/12/commoncauses': answer(2) });
    expect(await screen.findByText('booked_at is 1 h later.')).toBeTruthy();
    // Once, folded below the cause.
    const [said, ...more] = screen.getAllByText('booked_at differs in 3 rows');
    expect(more).toEqual([]);
    expect(said!.closest('details')!.querySelector('summary')!.textContent).toBe(
      'Pairs not listed below',
    );
  });

  it.each<[string, { causes?: object[]; about?: string; row?: object }]>([
    ['what no other pair has', { causes: [{ ...LATER, cause: 'case', pairs: 1 }] }],
    ['rows for which no cause is known', { about: 'columns' }],
    ['an answer to a call', { row: { call_result: 'different' } }],
    ['findings for which no cause is listed', { row: { structure_findings: 1 } }],
    ['a cause that a full list may lack', { causes: OTHERS }],
  ])('lists a pair by itself for %s', async (_what, { causes = [], about = 'rows', row = {} }) => {
    open({
      'GET /api/projects/12/proof': { ...summary, blocking: [{ ...summary.blocking[0]!, ...row }] },
      'GET /api/projects/12/commoncauses': {
        causes: [{ ...LATER, about, columns: [] }, ...causes],
        rows: [],
        looked: 3,
        cut: false,
      },
    });
    const alone = await screen.findByRole('list', { name: 'What blocks' });
    expect(within(alone).getByRole('link', { name: 'public.invoice' })).toBeTruthy();
    expect(screen.queryByText('Pairs not listed below')).toBeNull();
  });

  it('names the part that the only finding of a pair is about', async () => {
    const row = samplePair({ verdict: 'different', structure_result: 'different' });
    const cause = {
      about: 'definition',
      message: 'The target does not have it.',
      pairs: 1,
      pair_ids: [row.id],
      names: [row.name],
      finding: 'column.missing',
      source: 'TEXT',
      target: null,
      kind: 'k',
      part: 'column',
      findings: 1,
      places: [{ pair_id: row.id, name: row.name, parts: ['remark'] }],
      severity: 'error',
    };
    open({
      'GET /api/projects/12/proof': {
        ...summary,
        blocking: [{ ...row, structure_findings: 1 }],
      },
      'GET /api/projects/12/commoncauses': { causes: [cause], rows: [], looked: 1, cut: false },
    });
    const blocking = within(await screen.findByRole('region', { name: 'What blocks' }));
    // In a language of the other direction, the name does not turn the sentence around.
    const said = await blocking.findByText('The target does not have it.');
    expect(said.tagName).toBe('BDI');
    expect(said.parentElement!.textContent).toBe('remark: The target does not have it.');
  });

  it('counts all columns with the only finding of a pair, though the list of them is cut', async () => {
    const row = samplePair({ verdict: 'warned', structure_result: 'compatible' });
    const parts = Array.from({ length: 200 }, (_, index) => `c${index}`);
    const cause = {
      about: 'definition',
      message: 'It may run.',
      pairs: 1,
      pair_ids: [row.id],
      names: [row.name],
      finding: 'numbering.unread',
      source: null,
      target: null,
      kind: 'k',
      part: 'column',
      findings: 300,
      places: [{ pair_id: row.id, name: row.name, parts }],
      severity: 'warning',
    };
    const shared = { ...cause, message: 'Shared.', pairs: 2, pair_ids: [4, 5], names: ['a', 'b'] };
    open({
      'GET /api/projects/12/proof': {
        ...summary,
        blocking: [{ ...row, structure_findings: 300 }],
      },
      'GET /api/projects/12/commoncauses': {
        causes: [cause, shared],
        rows: [],
        looked: 1,
        cut: false,
      },
    });
    const said = await screen.findByText('It may run.');
    expect(said.parentElement!.textContent).toBe('300 columns: It may run.');
    // A rule without a text would be refused.
    expect(screen.getByText('Shared.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept in all…' })).toBeNull();
  });

  it.each([1, 2])(
    'says of no finding that it is the only one: a kind in %i pairs',
    async (pairs) => {
      const row = samplePair({ verdict: 'different', structure_result: 'different' });
      const cause = {
        about: 'definition',
        message: 'The target does not have it.',
        pairs,
        pair_ids: [row.id, 99].slice(0, pairs),
        names: [row.name, 'other'].slice(0, pairs),
        finding: 'column.missing',
        source: 'TEXT',
        target: null,
        kind: 'k',
        part: 'column',
        findings: pairs,
        places: [{ pair_id: row.id, name: row.name, parts: ['remark'] }],
        severity: 'error',
      };
      open({
        'GET /api/projects/12/proof': { ...summary, blocking: [{ ...row, structure_findings: 2 }] },
        'GET /api/projects/12/commoncauses': { causes: [cause], rows: [], looked: 1, cut: false },
      });
      const blocking = within(await screen.findByRole('region', { name: 'What blocks' }));
      expect(await blocking.findByText('The structure differs; findings: 2')).toBeTruthy();
      expect(blocking.queryByText('remark')).toBeNull();
    },
  );

  it('offers others than administrators the statements of a kind alone', async () => {
    storeUser({ ...sampleUser, is_admin: 0 });
    const cause = {
      about: 'definition',
      message: 'Shared.',
      pairs: 2,
      pair_ids: [4, 5],
      names: ['a', 'b'],
      finding: 'type.zone',
      source: 'timestamptz',
      target: 'timestamp',
      kind: 'k',
      part: 'column',
      findings: 2,
      places: [],
      severity: 'warning',
    };
    open({
      'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
      'GET /api/projects/12/commoncauses': { causes: [cause], rows: [], looked: 2, cut: false },
    });
    const common = within(
      await screen.findByRole('list', { name: 'What several pairs have in common' }),
    );
    expect(common.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Save statements',
    ]);
  });

  describe('where most pairs were never compared', () => {
    const never = [41, 42].map((id) =>
      samplePair({ id, name: `public.t${id}`, verdict: 'never_compared', data_result: null }),
    );
    const verdicts = { ...sampleTypeSummary.verdicts, never_compared: 7 };
    const answers = {
      'GET /api/projects/12/proof': {
        ...summary,
        by_type: [{ ...sampleTypeSummary, verdicts }],
        blocking: [...summary.blocking, ...never],
      },
    };

    it('says so in one line with one button', async () => {
      const { user } = open(answers);
      const blocking = within(await screen.findByRole('region', { name: 'What blocks' }));
      expect(await blocking.findAllByText('Not compared yet')).toHaveLength(1);
      expect(blocking.queryByText('public.t41')).toBeNull();
      await user.click(blocking.getByRole('button', { name: 'Compare: 7' }));
      expect(await screen.findByRole('dialog', { name: 'Compare' })).toBeTruthy();
    });

    it('says in one line that several could not be compared, which leads to them', async () => {
      const failed = [51, 52].map((id) =>
        samplePair({ id, name: `public.t${id}`, verdict: 'not_comparable' }),
      );
      const counts = { ...sampleTypeSummary.verdicts, not_comparable: 2 };
      const by_type = [{ ...sampleTypeSummary, verdicts: counts }];
      open({ 'GET /api/projects/12/proof': { ...summary, by_type, blocking: failed } });
      const blocking = within(await screen.findByRole('region', { name: 'What blocks' }));
      expect(await blocking.findAllByText('Its rows could not be compared')).toHaveLength(1);
      const link = blocking.getByRole('link', { name: 'See why not comparable: 2' });
      expect(link.getAttribute('href')).toContain('f.verdict=not_comparable');
    });

    it('shows the comparison that is running, which can be cancelled, in place of the offer', async () => {
      const { api, user } = open({
        ...answers,
        'GET /api/projects/12/runs': [run],
        'POST /api/projects/12/runs/8/control': { ...run, state: 'cancelled' },
      });
      const next = within(await screen.findByRole('navigation', { name: 'Next' }));
      const name = 'Structure and rows: running';
      const running = within(await next.findByRole('group', { name }));
      expect(running.getByRole('progressbar', { name }).getAttribute('aria-valuenow')).toBe('44');
      expect(running.getByText('Pairs: 4 of 9')).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Compare: / })).toBeNull();
      await user.click(running.getByRole('button', { name: 'Cancel' }));
      expect(api.sent('POST', '/api/projects/12/runs/8/control')[0]!.body).toEqual({
        action: 'cancel',
      });
    });

    it('still offers it while only some other pairs are compared', async () => {
      open({ ...answers, 'GET /api/projects/12/runs': [{ ...run, total: 1, done: 0 }] });
      const next = within(await screen.findByRole('navigation', { name: 'Next' }));
      await screen.findByText('Pairs: 0 of 1');
      expect(next.getByRole('button', { name: 'Compare: 7' })).toBeTruthy();
    });
  });

  it('does not count accepted pairs as proven beside the bars', async () => {
    const verdicts = { ...sampleTypeSummary.verdicts, proven: 5, accepted: 3 };
    open({
      'GET /api/projects/12/proof': { ...summary, by_type: [{ ...sampleTypeSummary, verdicts }] },
    });
    const bars = within(
      await screen.findByRole('table', { name: 'Where each type of object stands' }),
    );
    expect(bars.getByText('5 of 14 proven, 3 accepted')).toBeTruthy();
  });

  it('says how much is proven, and leads to what is not', async () => {
    open();
    const standing = within(await screen.findByRole('region', { name: 'Current status' }));
    expect(standing.getByText('57%')).toBeTruthy();
    expect(standing.getByText('8 of 14 pairs are proven or accepted')).toBeTruthy();
    expect(standing.getByText('8 of 14 proven')).toBeTruthy();
    const linksOf = (part: HTMLElement) =>
      within(part)
        .getAllByRole('link')
        .map((link) => [
          link.getAttribute('aria-label') ?? link.textContent,
          decodeURIComponent(link.getAttribute('href')!),
        ]);
    const pairs = '/pairs?project=12&f.verdict=';
    expect(linksOf(standing.getByRole('table'))).toEqual([
      ['proven: 8', `${pairs}proven&f.object_type_id=1`],
      ['no counterpart: 5', `${pairs}unmatched&f.object_type_id=1`],
      ['different: 1', `${pairs}different&f.object_type_id=1`],
    ]);
    expect(linksOf(standing.getByRole('list', { name: 'Verdicts' }))).toEqual([
      ['proven: 8', `${pairs}proven`],
      ['no counterpart: 5', `${pairs}unmatched`],
      ['different: 1', `${pairs}different`],
    ]);
    expect(linksOf(standing.getByRole('navigation', { name: 'Next' }))).toEqual([
      ['See what differs: 1', `${pairs}different`],
      ['Find the counterpart: 5', `${pairs}unmatched`],
    ]);
    // A part of the bar explains itself on the keyboard's way, too.
    act(() =>
      within(standing.getByRole('table')).getByRole('link', { name: 'different: 1' }).focus(),
    );
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'different: 1. Definitions, rows or calls differ.',
    );
  });

  it('offers to compare what never was, and the report once all is settled', async () => {
    const verdicts = { ...sampleTypeSummary.verdicts, different: 0, unmatched: 0 };
    const answer = (of: Partial<typeof verdicts>) => ({
      ...summary,
      by_type: [{ ...sampleTypeSummary, verdicts: { ...verdicts, ...of } }],
    });
    const { user } = open({ 'GET /api/projects/12/proof': answer({ never_compared: 3 }) });
    await user.click(await screen.findByRole('button', { name: 'Compare: 3' }));
    expect(await screen.findByRole('dialog', { name: 'Compare' })).toBeTruthy();
    cleanup();
    open({ 'GET /api/projects/12/proof': answer({ decided: 2, belongs: 1 }) });
    const report = await screen.findByRole('link', { name: 'Read the proof report' });
    expect(report.getAttribute('href')).toBe('/proofreport?project=12');
    expect(screen.queryByRole('navigation', { name: 'Next' })).toBeNull();
  });

  it.each([
    [
      { unmatched_source: 5, unmatched_target: 0 },
      ['Read the target database', 'Find the counterpart: 5'],
    ],
    [
      { unmatched_source: 0, unmatched_target: 5 },
      ['Read the source database', 'Find the counterpart: 5'],
    ],
    [{ unmatched_source: 3, unmatched_target: 2 }, ['Find the counterpart: 5']],
  ])('leads to the database of which nothing is imported: %j', async (sides, names) => {
    const none = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
    const row = { ...sampleTypeSummary, ...sides, verdicts: { ...none, unmatched: 5 } };
    open({ 'GET /api/projects/12/proof': { ...summary, by_type: [row] } });
    const next = within(await screen.findByRole('navigation', { name: 'Next' }));
    expect(next.getAllByRole('link').map((link) => link.textContent)).toEqual(names);
  });

  it('says what to do where nothing has been imported', async () => {
    open({
      'GET /api/projects/12/proof': { by_type: [], blocking: [], blocking_total: 0 },
      'GET /api/projects/12/schemamap': { schemas: [], targets: [], cut: false },
    });
    expect(await screen.findByText(/Nothing has been imported into this/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Read the databases' })).toBeTruthy();
    // What can only be done with pairs is not offered.
    expect(screen.queryByRole('button', { name: 'Compare…' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save statements' })).toBeNull();
  });

  it('offers Retry when it cannot be loaded', async () => {
    let fail = true;
    const { user } = open({
      'GET /api/projects/12/proof': () =>
        fail ? problemAnswer(503, 'The store is away.') : summary,
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The store is away.');
    fail = false;
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('table', { name: 'Pairs' })).toBeTruthy();
  });

  it('confirms assumed names of columns in all pairs with one question, and compares again', async () => {
    const columns = [
      { pair_id: 4, source: 'work_id', target: 'id' },
      { pair_id: 5, source: 'qty', target: 'quantity' },
      { pair_id: 5, source: 'line_id', target: 'id' },
    ];
    const { api, user } = open({
      'GET /api/projects/12/commoncauses': {
        causes: [
          {
            about: 'columns',
            message: '3 columns have other names on the target.',
            count: 3,
            columns,
            pairs: 2,
            pair_ids: [4, 5],
            names: ['shop.a', 'shop.b'],
          },
        ],
        rows: [],
        looked: 9,
        cut: false,
      },
      'POST /api/projects/12/pairs/columns': { changed: 2 },
      'POST /api/projects/12/runs': run,
    });
    await user.click(await screen.findByRole('button', { name: 'Same columns: 3' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Same columns: 3' }));
    expect(asked.getByText('work_id → id, qty → quantity, line_id → id')).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(api.sent('POST', '/api/projects/12/pairs/columns')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Same columns: 3' }));
    const again = within(await screen.findByRole('dialog', { name: 'Same columns: 3' }));
    await user.click(again.getByRole('button', { name: 'Same, compare again' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    expect(api.sent('POST', '/api/projects/12/pairs/columns')[0]!.body).toEqual({ columns });
    expect(api.sent('POST', '/api/projects/12/runs')[0]!.body).toMatchObject({
      kind: 'verify',
      pairs: [4, 5],
    });
  });

  it('says in one line what several pairs have in common, and settles it for all of them', async () => {
    const accepted = [problemAnswer(503, 'Busy.'), {}, problemAnswer(409, 'It has changed.')];
    const { api, user } = open({
      'GET /api/projects/12/commoncauses': {
        causes: [
          {
            about: 'rows',
            message: 'at is 1 h later on the target in all 900 rows that differ there.',
            column: 'at',
            cause: 'shift:3600',
            rows: 900,
            pairs: 5,
            pair_ids: [4, 5, 6, 7, 8],
            names: ['shop.a', 'shop.b', 'shop.c'],
          },
          {
            about: 'rows',
            message: 'The last rows are missing on the target: 15 in all.',
            column: null,
            cause: 'last_rows',
            rows: 15,
            pairs: 2,
            pair_ids: [4, 5],
            names: ['shop.a', 'shop.b'],
          },
          {
            about: 'definition',
            message: 'The target does not have it.',
            finding: 'index.missing',
            source: 'name',
            target: null,
            severity: 'warning',
            kind: 'k',
            part: 'index',
            findings: 2,
            places: [],
            pairs: 2,
            pair_ids: [4, 5],
            names: ['shop.a', 'shop.b'],
          },
        ],
        rows: [],
        looked: 9,
        cut: false,
      },
      'POST /api/projects/12/pairs/tolerate': { changed: 5 },
      'POST /api/projects/12/tolerances': { id: 3 },
      'POST /api/projects/12/runs': run,
      'POST /api/projects/12/acceptances': () => accepted.shift() ?? {},
    });
    const common = within(
      await screen.findByRole('list', { name: 'What several pairs have in common' }),
    );
    expect(common.getByText(/In 5 pairs:/).textContent).toContain('shop.c and 2 more');
    const last = common.getByText(/15 in all/).closest('li')!;
    expect(last.textContent).toContain('In 2 pairs: shop.a, shop.b');
    await user.click(within(last).getByRole('button', { name: 'Accept this cause in all…' }));
    const accepting = within(await screen.findByRole('dialog'));
    await user.type(accepting.getByRole('textbox', { name: 'Reason' }), 'they are archived');
    await user.click(accepting.getByRole('button', { name: 'Accept' }));
    // A server that is busy has refused no pair.
    expect(await accepting.findByText('Busy.')).toBeTruthy();
    await user.click(accepting.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText(/^Accepted: 1\. Not accepted: 1, because/)).toBeTruthy();
    expect(api.sent('POST', '/api/projects/12/acceptances').map(({ body }) => body)).toEqual(
      [4, 4, 5].map((pair_id) => ({
        pair_id,
        code: 'data.cause',
        name: 'last_rows',
        source: null,
        target: null,
        reason: 'they are archived',
        until: null,
      })),
    );
    await user.click(common.getByRole('button', { name: 'Count as equal in all…' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Count as equal in all…' }));
    fireEvent.change(asked.getByLabelText('Until (optional)'), { target: { value: '2027-01-31' } });
    await user.click(asked.getByRole('button', { name: 'Change the rules and compare' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    expect(api.sent('POST', '/api/projects/12/pairs/tolerate')[0]!.body).toEqual({
      column: 'at',
      cause: 'shift:3600',
      pairs: [4, 5, 6, 7, 8],
      reason:
        'Known and intended: at is 1 h later on the target in all 900 rows that differ there.',
      until: '2027-01-31',
    });
    await user.click(common.getByRole('button', { name: 'Count as equal in all…' }));
    const again = within(await screen.findByRole('dialog', { name: 'Count as equal in all…' }));
    await user.click(again.getByRole('radio', { name: 'In the project: all columns' }));
    expect(again.queryByText(/from now on, in 5 pairs/)).toBeNull();
    await user.click(again.getByRole('button', { name: 'Change the rules and compare' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(2));
    expect(api.sent('POST', '/api/projects/12/tolerances')[0]!.body).toMatchObject({
      cause: 'shift:3600',
      source_type: null,
      target_type: null,
    });
    expect(api.sent('POST', '/api/projects/12/pairs/tolerate')).toHaveLength(1);
    await user.click(common.getByRole('button', { name: 'Accept in all…' }));
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'not searched');
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/acceptances')).toHaveLength(4));
    expect(api.sent('POST', '/api/projects/12/acceptances')[3]!.body).toMatchObject({
      pair_id: null,
      code: 'index.missing',
      name: null,
      source: 'name',
      target: null,
    });
  });

  it('counts the columns with a finding, lists them, and saves the statements for these alone', async () => {
    const { api, user } = open({
      'GET /api/projects/12/commoncauses': {
        causes: [
          {
            about: 'definition',
            message: 'The source has time zones, the target does not.',
            finding: 'type.zone',
            part: 'column',
            kind: 'abc',
            source: 'timestamptz',
            target: 'timestamp',
            severity: 'warning',
            findings: 81,
            pairs: 2,
            pair_ids: [4, 5],
            names: ['shop.a', 'shop.b'],
            places: [
              { pair_id: 4, name: 'shop.a', parts: ['made_at', 'sent_at'] },
              { pair_id: 5, name: 'shop.b', parts: ['seen_at'] },
            ],
          },
        ],
        rows: [],
        looked: 2,
        cut: false,
      },
      'GET /api/projects/12/repairs': { repairs: [], removals: [], left: 81, cut: false },
    });
    const common = within(
      await screen.findByRole('list', { name: 'What several pairs have in common' }),
    );
    expect(common.getByText(/81 columns/).textContent).toContain(
      'timestamptz → timestamp · 81 columns · In 2 pairs:',
    );
    await user.click(common.getByText('Which ones'));
    const places = common.getAllByText(/_at/).map((one) => one.closest('li')!.textContent);
    expect(places).toContain('shop.a: made_at, sent_at');
    expect(common.getByText('and 78 more')).toBeTruthy();
    await user.click(common.getByRole('button', { name: 'Save statements' }));
    await waitFor(() =>
      expect(api.sent('GET', '/api/projects/12/repairs')).toMatchObject([
        { url: '/api/projects/12/repairs?kind=abc' },
      ]),
    );
    await user.click(common.getByRole('button', { name: 'Accept in all…' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Accept with a reason' }));
    expect(asked.getByText(/This covers at least 81 open findings/)).toBeTruthy();
  });

  it('accepts parts that one side lacks whatever their texts, and other findings only by a text', async () => {
    const cause = {
      about: 'definition',
      part: 'foreignKey',
      source: null,
      target: null,
      severity: 'warning',
      findings: 12,
      pairs: 2,
      pair_ids: [4, 5],
      names: ['shop.a', 'shop.b'],
      places: [],
    };
    const message = 'Foreign keys of the source are missing on the target.';
    const { api, user } = open({
      'GET /api/projects/12/commoncauses': {
        causes: [
          { ...cause, kind: 'abc', finding: 'foreignKey.missing', message },
          { ...cause, kind: 'def', finding: 'table.grants', message: 'Rights differ.' },
        ],
        rows: [],
        looked: 2,
        cut: false,
      },
      'POST /api/projects/12/acceptances': {},
    });
    const common = within(
      await screen.findByRole('list', { name: 'What several pairs have in common' }),
    );
    await user.click(common.getByRole('button', { name: 'Accept in all…' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Accept with a reason' }));
    expect(
      asked.getByText(
        /at least 12 open findings: all of this kind, whatever their names and texts/,
      ),
    ).toBeTruthy();
    await user.type(asked.getByRole('textbox', { name: 'Reason' }), 'the application keeps them');
    await user.click(asked.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(api.sent('POST', '/api/projects/12/acceptances')).toMatchObject([
        { body: { pair_id: null, code: 'foreignKey.missing', source: null, target: null } },
      ]),
    );
  });

  it('has all other actions in a menu of a phone, which gives the focus back', async () => {
    const { user } = open({
      'GET /api/projects/12/repairs': { repairs: [], removals: [], left: 0, cut: false },
    });
    const opener = (await screen.findByText('Other actions')).closest('button')!;
    const texts = (part: HTMLElement) =>
      [...part.querySelectorAll('a, button')].map(({ textContent }) => textContent);
    const beside = opener.parentElement!.querySelector<HTMLElement>('.mantine-visible-from-sm')!;
    opener.focus();
    await user.click(opener);
    const menu = await screen.findByRole('dialog', { name: 'Other actions' });
    expect(texts(menu)).toEqual(texts(beside));
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await user.click(within(menu).getByRole('button', { name: 'Save statements' }));
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(opener.getAttribute('aria-expanded')).toBe('false');
  });

  it('matches, and takes the matching back', async () => {
    const { api, user } = open({
      'POST /api/projects/12/pairs/match': {
        by_method: { exact: 4 },
        unmatched: { source: 2, target: 3 },
        undo: 'token',
      },
      'POST /api/projects/12/pairs/undo': { restored: 4 },
    });
    await user.click(await screen.findByRole('button', { name: 'Match' }));
    expect(await screen.findByText('Matched. Proposed: 4')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone: 4')).toBeTruthy();
    await waitFor(() =>
      expect(api.sent('GET', '/api/projects/12/proof').length).toBeGreaterThan(1),
    );
    expect(api.unexpected).toEqual([]);
  });

  it('starts a run that has so much time only, and says what it did not reach', async () => {
    const ends_by = '2026-01-02T00:30:00.000Z';
    const { api, user } = open({
      'GET /api/projects/12/runs': [
        {
          ...run,
          kind: 'changed',
          ends_by: '2999-01-02T00:30:00.000Z',
          time_left: 750,
          counted: 6,
          counted_different: 2,
        },
        { ...run, id: 7, state: 'paused', ends_by },
        { ...run, id: 6, state: 'paused', ends_by: '2999-01-02T00:30:00.000Z' },
      ],
      'POST /api/projects/12/runs': run,
    });
    const runs = within(await screen.findByRole('region', { name: 'Comparisons' }));
    expect(await runs.findByText(/^until /)).toBeTruthy();
    for (const fact of ['12 min left', 'Counted: 6', 'different when counted: 2'])
      expect(runs.getByText(fact)).toBeTruthy();
    expect(runs.getAllByText(/^time is up/).map(({ textContent }) => textContent)).toEqual([
      'time is up: 5 pairs were not reached',
    ]);
    await user.click(screen.getByRole('button', { name: 'Compare…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Compare/ }));
    await user.type(dialog.getByLabelText('Time limit in minutes'), '45');
    await user.click(dialog.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    expect(api.sent('POST', '/api/projects/12/runs')[0]!.body).toMatchObject({
      options: { sample: null, within_minutes: 45 },
    });
  });

  it('shows a run that is under way, and pauses it', async () => {
    const { api, user } = open({
      'GET /api/projects/12/runs': [run],
      'POST /api/projects/12/runs/8': { ...run, state: 'paused' },
    });
    const runs = within(await screen.findByRole('region', { name: 'Comparisons' }));
    expect(await runs.findByText('Structure and rows: running')).toBeTruthy();
    expect(runs.getByText(/4 of 9/)).toBeTruthy();
    await user.click(runs.getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ action: 'pause' }),
    );
  });

  it('explains the headers of its tables on hover and on keyboard focus', async () => {
    const { user } = open();
    await user.click(await screen.findByText('Figures as tables'));
    const header = (table: string, name: string) =>
      within(screen.getByRole('table', { name: table })).getByText(name);
    await user.hover(header('Rows', 'identical'));
    expect(await screen.findByText(/^Every row and column is the same/)).toBeTruthy();
    const word = header('Pairs', 'dropped on purpose');
    act(() => word.focus());
    expect(document.activeElement).toBe(word);
    expect(await screen.findByText(/is not moved\.$/)).toBeTruthy();
  });
});

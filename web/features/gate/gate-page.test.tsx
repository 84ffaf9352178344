import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_GATE, GATE_CONDITIONS, type Gate } from '../../../contract/gate.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { type SeenCall, problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { GatePage } from './gate-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DECISIONS = 'GET /api/projects/12/gate/decisions';
const decided = {
  id: 1,
  at: '2026-02-01T20:00:00.000Z',
  decided_by: 'anna',
  decision: 'go',
  verdict: 'no_go',
  reason: 'It is read only.',
  failing: [{ condition: 'verified', demanded: 1, holds: 0, count: 1, unknown: 0 }],
};

const gate = (counts: Partial<Record<string, number>> = {}): Gate => ({
  as_of: '2026-02-01T20:00:00.000Z',
  verdict: Object.keys(counts).length > 0 ? 'no_go' : 'go',
  conditions: GATE_CONDITIONS.map((condition) => ({
    condition,
    demanded: DEFAULT_GATE.left_out.includes(condition) ? 0 : 1,
    holds: counts[condition] ? 0 : 1,
    count: counts[condition] ?? 0,
    unknown: 0,
    named: [],
    unnamed: 0,
  })),
  settings: DEFAULT_GATE,
});

function open(answers: Record<string, unknown>, user = sampleUser) {
  storeUser(user);
  const api = stubApi({
    'GET /api/auth/me': user,
    'GET /api/projects/12': sampleProject,
    'GET /api/projects/12/gate': gate(),
    [DECISIONS]: [],
    'GET /api/projects/12/signoffs': problemAnswer(403, 'not shown here'),
    'GET /api/projects/12/signoffs/waves': [],
    ...answers,
  });
  renderScreen(GatePage, '/gate?project=12');
  return api;
}
const sent = (calls: SeenCall[], method: string) =>
  calls.filter((one) => one.method === method).map(({ body }) => body);

describe('the gate', () => {
  it('names steps whose way back has not worked, each with its rehearsal', async () => {
    const found = gate();
    open({
      'GET /api/projects/12/gate': {
        ...found,
        conditions: found.conditions.map((finding) =>
          finding.condition === 'way_back'
            ? { ...finding, count: 3, named: [{ id: 4, name: 'Switch', run: 5 }], unnamed: 2 }
            : finding,
        ),
      },
    });
    const link = await screen.findByRole('link', { name: 'Switch' });
    expect(link.getAttribute('href')).toBe('/cutover?project=12&run=5');
    const more = screen.getByRole('link', { name: 'and 2 more' });
    expect(more.getAttribute('href')).toBe('/cutover?project=12');
  });

  it('tells next numbers that are taken from those that are not known, each with the way there', async () => {
    const found = gate({ sequences: 5 });
    open({
      'GET /api/projects/12/gate': {
        ...found,
        conditions: found.conditions.map((finding) =>
          finding.condition === 'sequences'
            ? { ...finding, unknown: 4, named: [{ id: 31, name: 'shop.orders', run: null }] }
            : finding,
        ),
      },
    });
    const linkTo = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await linkTo('1 pair has next numbers that are taken')).toBe(
      '/pairs?project=12&f.next_numbers=behind',
    );
    expect(await linkTo('Next numbers of 4 pairs are not known')).toBe(
      '/pairs?project=12&f.next_numbers=unknown',
    );
    expect(await linkTo('shop.orders')).toBe('/pair?project=12&pair=31&tab=structure');
  });

  it('says nothing of conditions that were not judged, and where to begin', async () => {
    const found = gate({ verified: 2 });
    open({
      'GET /api/projects/12/gate': {
        ...found,
        verdict: 'unknown',
        conditions: found.conditions.map((finding) => ({ ...finding, holds: 0 })),
      },
    });
    const list = within(await screen.findByRole('list', { name: 'Conditions' }));
    expect(list.getAllByText('not met')).toHaveLength(1);
    expect(list.getAllByText('not judged yet')).toHaveLength(GATE_CONDITIONS.length - 2);
    const link = screen.getByRole('link', { name: 'To the inventory' });
    expect(link.getAttribute('href')).toBe('/dbconnect?project=12');
  });

  it('says that there is no way back yet where no step has one, with the way to the runbook', async () => {
    open({ 'GET /api/projects/12/gate': gate({ way_back: 1 }) });
    const link = await screen.findByRole('link', { name: 'The runbook has no way back yet' });
    expect(link.getAttribute('href')).toBe('/cutover?project=12');
  });

  it('says which waves are signed by whom, and names those that are not, with the way there', async () => {
    const found = gate();
    const mark = { id: 1, signed_at: '2026-02-01T20:00:00.000Z', changed_pairs: 0 };
    open({
      'GET /api/projects/12/gate': {
        ...found,
        conditions: found.conditions.map((finding) =>
          finding.condition === 'signoffs'
            ? { ...finding, count: 3, named: [{ id: 9, name: 'Orders', run: null }], unnamed: 7 }
            : finding,
        ),
      },
      'GET /api/projects/12/signoffs/waves': [
        {
          wave: 9,
          position: 1,
          name: 'Orders',
          signoffs: [
            { ...mark, role: 'developer', signed_by: 'dora', state: 'standing' },
            { ...mark, id: 2, role: 'tester', signed_by: 'tess', state: 'reopened' },
          ],
        },
      ],
    });
    const link = await screen.findByRole('link', { name: 'Wave Orders' });
    const more = screen.getByRole('link', { name: 'and 7 more' });
    expect(more.getAttribute('href')).toBe('/waves?project=12');
    expect(link.getAttribute('href')).toBe('/waves?project=12&wave=9#sign-off');
    // A link to a place on this page is not marked as the page that is open.
    const here = screen
      .getAllByRole('link')
      .find((one) => one.getAttribute('href')?.startsWith('/gate'));
    expect(here?.getAttribute('aria-current')).toBeNull();
    const row = await screen.findByRole('row', { name: /^Orders/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['dora, Feb 1, 2026', 'tess, Feb 1, 2026: reopened']);
  });

  it('says what stands against a cutover, each with the way there', async () => {
    open({ 'GET /api/projects/12/gate': gate({ settled: 3, fresh: 1 }) });
    expect(await screen.findByRole('heading', { name: 'NO-GO' })).toBeTruthy();
    expect(screen.getByText('2 conditions are not met.')).toBeTruthy();
    const list = within(screen.getByRole('list', { name: 'Conditions' }));
    const link = list.getByRole('link', { name: '3 pairs are open' });
    expect(link.getAttribute('href')).toBe('/proof?project=12');
    expect(list.getAllByText('not met')).toHaveLength(2);
    expect(list.getAllByText('not required in this project')).toHaveLength(1);
    expect(await screen.findByText('No decision has been recorded yet.')).toBeTruthy();
  });

  it('shows a member what was decided, and no button to decide', async () => {
    open({ [DECISIONS]: [decided] }, { ...sampleUser, is_admin: 0 });
    expect(await screen.findByRole('heading', { name: 'GO' })).toBeTruthy();
    expect((await screen.findByText(/^GO by anna, /)).textContent).toContain('2026');
    expect(screen.getByText('It is read only.')).toBeTruthy();
    expect(screen.getByText('1 object is not verified')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Decide…' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Conditions…' })).toBeNull();
  });

  it('records a decision against the gate with what was seen, and keeps it where it is refused', async () => {
    const user = userEvent.setup();
    const answers: Record<string, unknown> = {
      'GET /api/projects/12/gate': gate({ verified: 1 }),
      'POST /api/projects/12/gate/decisions': problemAnswer(409, 'The gate says something else.'),
    };
    const { calls } = open(answers);
    await user.click(await screen.findByRole('button', { name: 'Decide…' }));
    await user.click(await screen.findByRole('radio', { name: 'GO' }));
    expect(screen.getByText(/explain why you decide otherwise/)).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'c is read only');
    await user.click(screen.getByRole('button', { name: 'Record decision' }));
    expect(await screen.findByText('The gate says something else.')).toBeTruthy();
    expect(sent(calls, 'POST')).toEqual([
      { decision: 'go', reason: 'c is read only', seen: 'no_go' },
    ]);
    expect(screen.getByDisplayValue('c is read only')).toBeTruthy();
  });

  it('saves what is demanded, from what was seen', async () => {
    const user = userEvent.setup();
    const { calls } = open({ 'PUT /api/projects/12/gate': gate() });
    await user.click(await screen.findByRole('button', { name: 'Conditions…' }));
    await user.click(await screen.findByRole('checkbox', { name: /returned/ }));
    await user.click(screen.getByRole('checkbox', { name: /against its proof/ }));
    await user.click(screen.getByRole('checkbox', { name: /different person/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(calls, 'PUT')).toEqual([
        {
          max_age_hours: 24,
          left_out: ['returned'],
          four_eyes: 1,
          client_signs: 0,
          waves_sign: 0,
          rehearsal_days: 30,
          was: fingerprint(DEFAULT_GATE),
        },
      ]),
    );
  });
});

import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { VERDICTS } from '../../../contract/proof/pairs.ts';
import { changeLanguage } from '../../lib/i18n/index.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { DashboardPage } from './dashboard-page.tsx';

const counts = { total: 0, pending: 0, migrated: 0, verified: 0, missing: 0 };
const dashboard: Dashboard = {
  projects: 2,
  source: { ...counts, total: 40, pending: 20, migrated: 8, verified: 12 },
  target: { ...counts, total: 10, pending: 2, verified: 8 },
  open_tests: 10,
  waiting: [{ Project_Id: 12, Project_Name: 'Billing', source: 8, target: 2 }],
  overdue_projects: 1,
  overdue: { source: 3, target: 0 },
  stale_objects: { source: 5, target: 0 },
  changed: [{ Project_Id: 12, Project_Name: 'Billing', objects: 3 }],
  progress: [{ day: '2026-02-01', migrated: 20, verified: 12 }],
  plans: [{ start: '2026-01-01', end: '2026-03-01', total: 50 }],
  by_type: [{ object_type_id: 1, side: 'source', pending: 20, migrated: 8, verified: 12 }],
  people: [{ user_id: 9, username: 'tess', migrated: 0, tested: 20, to_migrate: 0, to_test: 3 }],
  tasks: {
    source: [
      { ...sampleObject({ developer: sampleUser.user_id }), Project_Name: 'Billing' },
      {
        ...sampleObject({ source_objectid: 102, object_name: 'order', status: 'migrated' }),
        Project_Name: 'Billing',
      },
    ],
    target: [],
    recent: [
      {
        id: 1,
        at: '2026-02-01T10:00:00.000Z',
        user_id: 9,
        username: 'tess',
        action: 'edited',
        changes: { status: ['migrated', 'verified'] },
        entity: 'object',
        entity_id: 101,
        project_id: 12,
        Project_Name: 'Billing',
        person: null,
        object_name: 'public.invoice',
        side: 'source',
      },
    ],
  },
  generated_at: '2026-02-01T11:00:00.000Z',
};

function open(answers: Record<string, unknown> = {}, address = '/admin/dashboard') {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/adminresults/': [sampleProject],
    'GET /api/dashboard': dashboard,
    'GET /api/week': [],
    'GET /api/proven': [],
    'GET /api/nextsteps': [],
    'GET /api/decisions': { accounts: 0, registered: [], signoffs: [], acceptances: [] },
    ...answers,
  });
  renderScreen(() => <DashboardPage />, address);
  return { api, user: userEvent.setup() };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the dashboard', () => {
  // covers: 2.dashboard.1, 9.const.7, D24.1
  it('says in a sentence how the work goes against the plan', async () => {
    open();
    const said = await screen.findByText(
      /14 objects behind the plan\. By number of objects: at the pace of/,
    );
    expect(said.textContent).toMatch(/all are verified on Mar 18, 2026\.$/);
    cleanup();
    open({ 'GET /api/dashboard': { ...dashboard, plans: [] } });
    await screen.findByText('Progress against plan');
    expect(screen.queryByText(/the plan\./)).toBeNull();
  });

  it('names the dates of the forecast where there is one, and counts no objects then', async () => {
    const ends = { half: '2026-05-05', most: '2026-05-12', low: '2026-04-30', high: '2026-05-14' };
    const isRed = (link: HTMLElement) => link.parentElement!.style.color.includes('error');
    const forecast = (body: unknown) => ({ 'GET /api/projects/12/forecast': body });
    for (const [address, projects] of [
      ['/admin/dashboard?project=12', 2],
      ['/admin/dashboard', 1],
    ] as const) {
      open(
        { ...forecast({ ends, alerts: [] }), 'GET /api/dashboard': { ...dashboard, projects } },
        address,
      );
      const link = await screen.findByRole('link', {
        name: '14 objects behind the plan. Forecast: 50% likely done by May 5, 2026, 85% likely by May 12, 2026.',
      });
      expect(link.getAttribute('href')).toBe('/forecast?project=12');
      // Behind a straight line, and in time all the same.
      expect(isRed(link)).toBe(false);
      expect(screen.queryByText(/By number of objects/)).toBeNull();
      cleanup();
    }
    open(
      forecast({ ends, alerts: [{ alert: 'beyond_plan', count: 3 }] }),
      '/admin/dashboard?project=12',
    );
    expect(isRed(await screen.findByRole('link', { name: /by May 12/ }))).toBe(true);
    cleanup();
    open(forecast({ ends: null, without: 'unassessed' }), '/admin/dashboard?project=12');
    const counted = await screen.findByRole('link', {
      name: /behind the plan\. By number of objects/,
    });
    expect(isRed(counted)).toBe(true);
    cleanup();
    open(forecast(problemAnswer(500, 'Failed.')), '/admin/dashboard?project=12');
    await screen.findByRole('link', { name: '14 objects behind the plan.' });
    cleanup();
    open(
      { ...forecast({ ends: null }), 'GET /api/dashboard': { ...dashboard, plans: [] } },
      '/admin/dashboard?project=12',
    );
    await screen.findAllByRole('heading', { level: 2 });
    // Nothing to say, and no link without words.
    expect(document.querySelector('a[href="/forecast?project=12"]')).toBeNull();
  });

  it('has four cards with real figures', async () => {
    open();
    const heads = (await screen.findAllByRole('heading', { level: 2 })).map(
      ({ textContent }) => textContent,
    );
    expect(heads.slice(0, 4)).toEqual([
      'Projects and objects',
      'Verified',
      'Open tests',
      'Overdue and stale',
    ]);
    expect(screen.getByText('40%')).toBeTruthy();
    expect(screen.getByText('20 of 50 objects')).toBeTruthy();
    const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(linkTo('1 project overdue')).toBe('/admin/homepage?overdue=1');
    expect(linkTo('Billing: 10 objects')).toBe('/admin/dashboard?project=12');
    // Of several projects there is no list of objects.
    const untouched = screen.getByText('5 source objects untouched for 14 days');
    expect(untouched.closest('a')).toBeNull();
    expect(linkTo('Projects and objects: 2')).toBe('/admin/homepage');
    expect(linkTo('Verified: 40%')).toBe('/admin/homepage');
    expect(screen.queryByRole('region', { name: 'Proof' })).toBeNull();
    const late = screen.getByText('3 source objects overdue').closest('section');
    expect(within(late!).getByText('4')).toBeTruthy();
    const changed = screen.getByRole('link', { name: 'Billing: 3 objects changed since verified' });
    expect(changed.getAttribute('href')).toBe('/pairs?project=12&f.stale=1');
    expect(screen.queryByRole('link', { name: 'Pairs and Proof' })).toBeNull();
  });

  it('of one project leads to its proof', async () => {
    open({}, '/admin/dashboard?project=12');
    const link = await screen.findByRole('link', { name: 'Pairs and Proof' });
    expect(link.getAttribute('href')).toBe('/proof?project=12');
    const pace = screen.getByRole('link', { name: /behind the plan/ });
    expect(pace.getAttribute('href')).toBe('/forecast?project=12');
    const late = screen.getByRole('link', { name: '3 source objects overdue' });
    expect(late.getAttribute('href')).toBe(
      '/adminresults?project=12&side=source&f.due_date=overdue',
    );
    const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(linkTo('40 source objects')).toBe('/adminresults?project=12&side=source');
    expect(linkTo('5 source objects untouched for 14 days')).toBe(
      '/adminresults?project=12&side=source&f.updated_at=untouched',
    );
    expect(linkTo('Verified: 40%')).toBe('/proof?project=12');
    expect(linkTo('8 source objects')).toBe(
      '/adminresults?project=12&side=source&f.status=migrated&f.tester=*',
    );
    expect(linkTo('2 target objects')).toBe(
      '/adminresults?project=12&side=target&f.status=pending&f.tester=*',
    );
  });

  it('shows the proof of one project beside its work', async () => {
    const verdicts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
    const row = {
      object_type_id: 1,
      verified: 2,
      verdicts: { ...verdicts, proven: 3, different: 1 },
    };
    open(
      {
        'GET /api/projects/12/proof': { by_type: [row], verified_against_evidence: 0 },
        'GET /api/projects/12/proof/trend': [],
      },
      '/admin/dashboard?project=12',
    );
    const proof = within(await screen.findByRole('region', { name: 'Proof' }));
    expect(proof.getByText('75%')).toBeTruthy();
    const differ = proof.getAllByRole('link', { name: 'different: 1' });
    expect(differ[0]!.getAttribute('href')).toMatch(/^\/pairs\?project=12&f\.verdict=different/);
  });

  it('shows how much of all projects is proven together', async () => {
    const other = { Project_Id: 13, Project_Name: 'Ledger', total: 10, proven: 10, accepted: 0 };
    const billing = { Project_Id: 12, Project_Name: 'Billing', total: 30, proven: 5, accepted: 2 };
    open({ 'GET /api/proven': [billing, other] });
    const proof = within(await screen.findByRole('region', { name: 'Proof' }));
    // 15 of 40, rounded down.
    expect(await proof.findByText('37%')).toBeTruthy();
    expect(proof.getByText('15 of 40 pairs are proven or accepted')).toBeTruthy();
    const rows = proof.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual(['Billing3 of 30 proven, 2 accepted', 'Ledger10 of 10 proven']);
    // Accepted pairs have a part of the bar of their own: 3 and 2 of 30.
    const [bar] = proof.getAllByRole('listitem');
    const widths = [...bar!.querySelectorAll<HTMLElement>('.mantine-Progress-section')].map(
      ({ style }) => style.getPropertyValue('--progress-section-size'),
    );
    expect(widths.map((width) => Math.round(parseFloat(width)))).toEqual([10, 7]);
    const link = proof.getByRole('link', { name: 'Billing' });
    expect(link.getAttribute('href')).toBe('/proof?project=12');
    expect(proof.queryByRole('link', { name: 'To the HomePage' })).toBeNull();
    cleanup();
    const many = Array.from({ length: 9 }, (_, at) => ({ ...other, Project_Id: 20 + at }));
    open({ 'GET /api/proven': many });
    const all = within(await screen.findByRole('region', { name: 'Proof' }));
    expect(await all.findAllByRole('listitem')).toHaveLength(8);
    expect(all.getByText('90 of 90 pairs are proven or accepted')).toBeTruthy();
    expect(all.getByRole('link', { name: 'To the HomePage' })).toBeTruthy();
  });

  it('links a figure where one list has all that it counts', async () => {
    const [waiting] = dashboard.waiting;
    const one = { ...waiting!, target: 0 };
    open(
      { 'GET /api/dashboard': { ...dashboard, open_tests: 8, waiting: [one] } },
      '/admin/dashboard?project=12',
    );
    const link = await screen.findByRole('link', { name: 'Open tests: 8' });
    expect(link.getAttribute('href')).toBe(
      '/adminresults?project=12&side=source&f.status=migrated&f.tester=*',
    );
    cleanup();
    open({}, '/admin/dashboard?project=12');
    await screen.findByText('Open tests');
    expect(screen.queryByRole('link', { name: 'Open tests: 10' })).toBeNull();
  });

  it('leads members to the lists of what is theirs, as far as they have one', async () => {
    const isMember = (role: 'developer' | 'tester') => ({
      'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
      [`GET /api/posts/${sampleUser.user_id}`]: [{ ...sampleProject, role }],
    });
    const address = '/admin/dashboard?project=12';
    const linkTo = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('href');
    open(isMember('tester'), address);
    expect(await linkTo('Your objects to test')).toBe('/testing?project=12&todo=1');
    // They count what is everybody's.
    for (const figure of [/^40 source objects$/, /3 source objects overdue/])
      expect(screen.getByText(figure).closest('a')).toBeNull();
    expect(screen.queryByRole('link', { name: 'tess' })).toBeNull();
    cleanup();
    open(isMember('developer'), address);
    expect(await linkTo('Your objects to migrate')).toBe('/developer?project=12&todo=1');
    expect(screen.queryByText('Your objects to test')).toBeNull();
  });

  it('leads an administrator from a person to their objects of a project', async () => {
    const [tess] = dashboard.people;
    const dora = { ...tess!, user_id: 8, username: 'dora', to_migrate: 4 };
    const people = [tess, dora];
    const answer = { 'GET /api/dashboard': { ...dashboard, people } };
    open(answer, '/admin/dashboard?project=12');
    const linkTo = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await linkTo('dora')).toBe('/assignobjects?project=12&side=source&f.developer=8');
    // What a person tests may be on either side.
    expect(screen.queryByRole('link', { name: 'tess' })).toBeNull();
    cleanup();
    open(answer);
    await screen.findAllByText('dora');
    expect(screen.queryByRole('link', { name: 'dora' })).toBeNull();
  });

  it('says what to do first instead of showing zeros', async () => {
    const empty = { ...dashboard, projects: 1, source: counts, target: counts };
    open({ 'GET /api/dashboard': empty }, '/admin/dashboard?project=12');
    expect(await screen.findByText(/No objects have been imported yet/)).toBeTruthy();
    expect(screen.queryByText('Open tests')).toBeNull();
    cleanup();
    open({ 'GET /api/dashboard': { ...empty, projects: 2 } });
    const hint = await screen.findByText(/No objects have been imported yet/);
    expect(within(hint.parentElement!).getByRole('link', { name: 'To the HomePage' })).toBeTruthy();
  });

  // covers: 2.dashboard.1
  it('has three charts, each with the same as a table', async () => {
    open();
    for (const name of ['Progress against plan', 'Status by object type', 'Work per person']) {
      const chart = within(await screen.findByRole('region', { name }));
      expect(chart.getByRole('table', { name })).toBeTruthy();
      expect(chart.getByRole('button', { name: 'Show as table' })).toBeTruthy();
    }
    const types = screen.getByRole('table', { name: 'Status by object type' });
    expect(within(types).getByRole('row', { name: /tables, source 20 8 12/ })).toBeTruthy();
  });

  it('leads from an empty chart to the work that fills it', async () => {
    const empty = { ...dashboard, progress: [], plans: [], people: [] };
    const answer = { 'GET /api/dashboard': empty };
    const links = async (name: string) =>
      (await screen.findAllByRole('link', { name })).map((link) => link.getAttribute('href'));
    const inCharts = (href: string) => [href, href];
    open(answer, '/admin/dashboard?project=12');
    expect(await links('Assign Objects')).toEqual(
      inCharts('/assignobjects?project=12&side=source'),
    );
    const full = within(await screen.findByRole('region', { name: 'Status by object type' }));
    expect(full.queryByRole('link')).toBeNull();
    cleanup();
    open(answer);
    const charts = await screen.findByRole('region', { name: 'Work per person' });
    expect(within(charts).getByRole('link', { name: 'To the HomePage' })).toBeTruthy();
    cleanup();
    const member = {
      'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
      [`GET /api/posts/${sampleUser.user_id}`]: [{ ...sampleProject, role: 'developer' }],
    };
    open({ ...answer, ...member }, '/admin/dashboard?project=12');
    const work = await screen.findByRole('region', { name: 'Work per person' });
    expect(
      (await within(work).findByRole('link', { name: 'Your objects to migrate' })).getAttribute(
        'href',
      ),
    ).toBe('/developer?project=12&todo=1');
  });

  it('leads from a task to its row, by the role that it waits for', async () => {
    open();
    const invoice = await screen.findByRole('link', { name: 'public.invoice' });
    expect(invoice.getAttribute('href')).toBe('/developer?project=12&row=101');
    const order = screen.getByRole('link', { name: 'public.order' });
    expect(order.getAttribute('href')).toBe('/testing?project=12&side=source&row=102');
  });

  it('says of a task since when nothing happened, and what was said last', async () => {
    const [task] = dashboard.tasks.source;
    const returned = {
      ...task!,
      comments: 'Tonight.',
      returned_at: '2026-02-01T10:00:00.000Z',
      returned_reason: 'One row is missing.',
      tested_by: 'tess',
    };
    const source = [returned, { ...task!, source_objectid: 103, comments: 'Waits for Ann.' }];
    open({ 'GET /api/dashboard': { ...dashboard, tasks: { ...dashboard.tasks, source } } });
    const list = await screen.findByRole('group', { name: 'My tasks' });
    const [first, second] = [...list.children].map(({ textContent }) => textContent);
    expect(first).toMatch(/pending · last changed .*Returned by tess on .*: One row is missing\.$/);
    expect(second).toMatch(/last changed .*Waits for Ann\.$/);
  });

  // covers: 2.dashboard.1
  it('has the tabs Source, Target and Recent', async () => {
    const { user } = open();
    expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
      'Source (2)',
      'Target',
      'Recent',
    ]);
    await user.click(screen.getByRole('tab', { name: 'Target' }));
    expect(screen.getByText('Nothing is waiting for you here.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Recent' }));
    const link = screen.getByRole('link', { name: 'tess edited public.invoice' });
    expect(link.getAttribute('href')).toBe('/adminresults?project=12&side=source&row=101');
    expect(screen.getByText(/status: migrated → verified/)).toBeTruthy();
    await act(() => changeLanguage('de'));
    expect(screen.getByText(/Status: migriert → geprüft/)).toBeTruthy();
    await act(() => changeLanguage('en'));
  });

  it('begins with the tasks of whoever has work', async () => {
    const comesFirst = async () => {
      const tasks = await screen.findByRole('heading', { name: 'My tasks' });
      const card = screen.getByText('Projects and objects');
      const place = tasks.compareDocumentPosition(card);
      cleanup();
      return place === Node.DOCUMENT_POSITION_FOLLOWING;
    };
    open({ 'GET /api/auth/me': { ...sampleUser, is_admin: 0 } });
    expect(await comesFirst()).toBe(true);
    open();
    expect(await comesFirst()).toBe(false);
  });

  it('shows an administrator what waits for a decision, with the way to it', async () => {
    const steps = { 'GET /api/nextsteps': [{ Project_Id: 12, step: 'different', count: 10 }] };
    open(steps);
    const next = await screen.findByRole('list', { name: 'Next' });
    const link = within(next).getByRole('link', { name: 'See what differs: 10' });
    expect(link.getAttribute('href')).toBe('/pairs?project=12&f.verdict=different');
    expect(within(next).getByText('Billing')).toBeTruthy();
    cleanup();
    // Another project's step is none of the one that is looked at, and members have work of their own.
    open({ ...steps, 'GET /api/nextsteps': [{ Project_Id: 13, step: 'different', count: 10 }] });
    await screen.findByText('Projects and objects');
    expect(screen.queryByRole('list', { name: 'Next' })).toBeNull();
    cleanup();
    const member = { ...sampleUser, is_admin: 0 };
    const { api } = open({ ...steps, 'GET /api/auth/me': member });
    await screen.findByText('Projects and objects');
    expect(api.sent('GET', '/api/nextsteps')).toEqual([]);
  });

  describe('lists for an administrator what waits for a decision', () => {
    const title = 'Waiting for your decision';
    const billing = { Project_Id: 12, Project_Name: 'Billing' };
    const shipping = { Project_Id: 13, Project_Name: 'Shipping' };
    const decisions = {
      accounts: 4,
      registered: [
        { user_id: 31, username: 'rita' },
        { user_id: 32, username: 'rolf' },
      ],
      signoffs: [
        { ...billing, place: 'project', count: 1, pair: null },
        { ...billing, place: 'wave', count: 2, pair: null },
        { ...shipping, place: 'pair', count: 3, pair: { id: 7, name: 'shop.invoice' } },
      ],
      acceptances: [
        { ...billing, count: 4, until: '2026-02-03', pair_id: null },
        { ...shipping, count: 1, until: '2026-02-05', pair_id: 9 },
      ],
    };

    it('with what it is, how many, the project, and the way to it', async () => {
      const { api } = open({ 'GET /api/decisions': decisions });
      const list = await screen.findByRole('list', { name: title });
      const lines = within(list).getAllByRole('listitem');
      const changed = 'what was signed has changed';
      expect(lines.map(({ textContent }) => textContent)).toEqual([
        'ritaActivateDecline',
        'rolfActivateDecline',
        'Decide on 4 registrations',
        `1 sign-off of the project was reopened: ${changed}Billing`,
        `2 sign-offs of waves were reopened: ${changed}Billing`,
        `3 sign-offs of pairs were reopened, the first of shop.invoice: ${changed}Shipping`,
        '4 acceptances end soon, the first on Feb 3, 2026Billing',
        '1 acceptance ends on Feb 5, 2026Shipping',
      ]);
      expect(
        within(list)
          .getAllByRole('link')
          .map((link) => link.getAttribute('href')),
      ).toEqual([
        '/admin/users?f.registration=Waiting',
        '/gate?project=12',
        '/waves?project=12',
        '/pair?project=13&pair=7&tab=signoff',
        '/proofreport?project=12',
        '/pair?project=13&pair=9&tab=evidence',
      ]);
      expect(api.sent('GET', '/api/decisions')).toHaveLength(1);
    });

    it('and answers a registration on the spot: activated, or declined after a question', async () => {
      const { api } = open({
        'GET /api/decisions': decisions,
        'POST /api/auth/updateuser': {},
        'PUT /api/users/32/registration': {},
      });
      await userEvent.click(await screen.findByRole('button', { name: 'Activate rita' }));
      expect(await screen.findByText('rita can now log in')).toBeTruthy();
      expect(api.sent('POST', '/api/auth/updateuser')[0]!.body).toEqual({
        user_id: 31,
        is_active: 1,
        seen_registration: 'waiting',
      });
      const answers = () => api.sent('PUT', '/api/users/32/registration').map(({ body }) => body);
      await userEvent.click(screen.getByRole('button', { name: 'Decline rolf' }));
      expect(answers()).toEqual([]);
      await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
      expect(await screen.findByText('The registration of rolf is declined')).toBeTruthy();
      expect(answers()).toEqual([{ declined: 1 }]);
      await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
      await waitFor(() => expect(answers()).toEqual([{ declined: 1 }, { declined: 0 }]));
    });

    it('of the chosen project, without naming it', async () => {
      const [signoff] = decisions.signoffs;
      const { api } = open(
        {
          'GET /api/decisions': {
            accounts: 0,
            registered: [],
            signoffs: [signoff],
            acceptances: [],
          },
        },
        '/admin/dashboard?project=12',
      );
      const list = await screen.findByRole('list', { name: title });
      expect(list.textContent).not.toContain('Billing');
      expect(api.sent('GET', '/api/decisions')[0]!.url).toBe('/api/decisions?project=12');
    });

    it('are shown whole by one press where they are many', async () => {
      const [signoff] = decisions.signoffs;
      const signoffs = Array.from({ length: 9 }, (_, at) => ({ ...signoff, Project_Id: 20 + at }));
      open({ 'GET /api/decisions': { accounts: 0, registered: [], signoffs, acceptances: [] } });
      const list = await screen.findByRole('list', { name: title });
      expect(within(list).getAllByRole('listitem')).toHaveLength(8);
      await userEvent.click(screen.getByRole('button', { name: 'Show all 9' }));
      expect(within(list).getAllByRole('listitem')).toHaveLength(9);
      expect(screen.queryByRole('button', { name: 'Show all 9' })).toBeNull();
    });

    it('says when nothing does, also without a project, and why it could not be read', async () => {
      open();
      await screen.findByText(/^No registrations,/);
      expect(screen.queryByRole('list', { name: title })).toBeNull();
      cleanup();
      open({
        'GET /api/dashboard': { ...dashboard, projects: 0 },
        'GET /api/decisions': decisions,
      });
      await screen.findByRole('link', { name: 'Decide on 4 registrations' });
      cleanup();
      open({ 'GET /api/decisions': problemAnswer(500, 'Out of reach.') });
      expect((await screen.findByText('Out of reach.')).closest('[role=alert]')).toBeTruthy();
      expect(screen.queryByText(/^No registrations,/)).toBeNull();
    });

    it('and asks nothing for members', async () => {
      const member = { ...sampleUser, is_admin: 0 };
      const { api } = open({ 'GET /api/auth/me': member, 'GET /api/decisions': decisions });
      await screen.findByText('Projects and objects');
      expect(screen.queryByText(title)).toBeNull();
      expect(api.sent('GET', '/api/decisions')).toEqual([]);
    });
  });

  it('joins recent changes that read alike, with everybody who made them', async () => {
    const [entry] = dashboard.tasks.recent;
    const happened = [
      { username: 'tess' },
      { username: 'tim' },
      { username: 'tess' },
      { username: 'dora' },
      { username: 'tim', action: 'cutover-ended' },
      // Two deeds, one sentence.
      { username: 'tess', action: 'weights' },
      { username: 'tess', action: 'tolerance' },
    ];
    const recent = happened.map((what, index) => ({
      ...entry!,
      entity: 'project' as const,
      action: 'cutover-step',
      object_name: null,
      changes: {},
      ...what,
      id: index,
    }));
    open({ 'GET /api/dashboard': { ...dashboard, tasks: { source: [], target: [], recent } } });
    const list = await screen.findByRole('group', { name: 'Recent' });
    expect([...list.children].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^tess updated a cutover step of project Billing.* · 4 times · also by tim and dora$/,
      ),
      expect.stringMatching(/^tim ended a rehearsal or the cutover of project Billing/),
      expect.stringMatching(/^tess changed project Billing.* · 2 times$/),
    ]);
  });

  it('says in sentences what happened to pairs and comparisons', async () => {
    const [entry] = dashboard.tasks.recent;
    const happened = [
      { entity: 'run', action: 'started' },
      { entity: 'run', action: 'cancel' },
      { entity: 'pair', action: 'called' },
      { entity: 'pair', action: 'confirmed' },
      { entity: 'pair', action: 'matched', user_id: null, username: null },
      { entity: 'run', action: 'started', user_id: null, username: null },
      { entity: 'assignment', action: 'assigned', person: 'tim', changes: { tester: [null, 9] } },
      { entity: 'assignment', action: 'unassigned', person: 'tim', changes: { tester: [9, null] } },
    ] as const;
    const recent = happened.map((what, index) => ({
      ...entry!,
      object_name: null,
      changes: {},
      ...what,
      id: index,
    }));
    open({ 'GET /api/dashboard': { ...dashboard, tasks: { source: [], target: [], recent } } });
    expect(await screen.findByText('tess started a comparison of project Billing')).toBeTruthy();
    expect(screen.getByText('tess cancelled a comparison of project Billing')).toBeTruthy();
    expect(screen.getByText('tess called a pair of project Billing on both sides')).toBeTruthy();
    expect(screen.getByText('tess changed pairs of project Billing')).toBeTruthy();
    expect(
      screen.getByText('The objects of project Billing were matched automatically'),
    ).toBeTruthy();
    expect(screen.getByText('The program started a comparison of project Billing')).toBeTruthy();
    expect(screen.getByText('tess made tim tester of project Billing')).toBeTruthy();
    expect(screen.getByText('tess removed tim as tester of project Billing')).toBeTruthy();
  });

  // covers: D24.1
  it('answers for the project in the address', async () => {
    const { api } = open({}, '/admin/dashboard?project=12');
    await screen.findByText('Open tests');
    expect(api.sent('GET', '/api/dashboard')[0]!.url).toBe('/api/dashboard?project=12');
    expect(screen.getByLabelText<HTMLSelectElement>('Project').value).toBe('12');
  });

  it('says what to do on a fresh installation', async () => {
    open({ 'GET /api/dashboard': { ...dashboard, projects: 0 }, 'GET /api/adminresults/': [] });
    expect(await screen.findByText(/There are no projects yet/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add Project' })).toBeTruthy();
  });

  it('offers Retry when it cannot be loaded', async () => {
    const { user, api } = open({ 'GET /api/dashboard': problemAnswer(503, 'Busy.') });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(api.sent('GET', '/api/dashboard').length).toBeGreaterThan(1);
  });
});

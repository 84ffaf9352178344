import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldsWith } from '../../../contract/field-table.ts';
import { PROJECT_FIELDS } from '../../../contract/projects.ts';
import { i18n } from '../../lib/i18n/index.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleTypes, sampleUser } from '../../ui/testing/samples.ts';
import { StubAnswer, problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { HomePage } from './home-page.tsx';

const NAMES = {
  'GET /api/assigned/getuserz': [{ user_id: 9, username: 'tess' }],
  'GET /api/posts/ProjectName': sampleTypes,
  'GET /api/nextsteps': [],
};
const counted = (count: number) => new StubAnswer([], 200, { 'x-total-count': String(count) });

function openAsAdmin(answers: Record<string, unknown> = {}) {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/adminresults/': [sampleProject],
    ...NAMES,
    ...answers,
  });
  renderScreen(() => <HomePage />, '/admin/homepage');
  return { api, user: userEvent.setup() };
}

function openAs(role: 'developer' | 'tester') {
  stubApi({
    'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
    [`GET /api/posts/${sampleUser.user_id}`]: [{ ...sampleProject, role }],
  });
  renderScreen(() => <HomePage />, '/admin/homepage');
}

const actions = async () => {
  const row = (await screen.findByText(sampleProject.Project_Name)).closest('tr')!;
  return [...row.querySelectorAll('[data-action]')].map((action) => [
    action.textContent,
    action.getAttribute('href'),
  ]);
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the HomePage', () => {
  it('shows from which engine to which a project goes, and says it to who does not see it', async () => {
    openAsAdmin();
    const row = (await screen.findByText(sampleProject.Project_Name)).closest('tbody')!;
    const way = within(row).getByRole('img', { name: 'PostgreSQL to SQLite' });
    expect(way.querySelectorAll('svg')).toHaveLength(2);
    expect(way.title).toBe('PostgreSQL to SQLite');
  });

  // covers: 2.home.1
  it('has the columns of the specification, in its order', async () => {
    openAsAdmin();
    await screen.findByText(sampleProject.Project_Name);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Project Id',
      'Project Name',
      'Client Name',
      'Source Database',
      'Target Database',
      'Source DB Name',
      'Planned Start Date',
      'Planned End Date',
      'Actual Start Date',
      'Assigned To Developer',
      'Assigned To Tester',
      'Actual End Date',
      'Actions',
    ]);
  });

  // covers: 2.home.4, 2.connection.1, 6.admin.3, D21.1
  it("offers an administrator's actions", async () => {
    openAsAdmin();
    expect(await actions()).toEqual([
      ['Check Source Status', '/adminresults?project=12&side=source'],
      ['Check Target Status', '/adminresults?project=12&side=target'],
      ['Check Inventory', '/dbconnect?project=12'],
      ['Pairs and Proof', '/proof?project=12'],
      ['Assign Source Objects', '/assignobjects?project=12&side=source'],
      ['Assign Target Objects', '/assignobjects?project=12&side=target'],
      ['Edit', null],
    ]);
  });

  // covers: 2.home.4, 6.other.3
  it("offers a tester's actions", async () => {
    openAs('tester');
    expect(await actions()).toEqual([
      ['Update Source Status', '/testing?project=12&side=source&todo=1'],
      ['Update Target Status', '/testing?project=12&side=target&todo=1'],
      ['Pairs and Proof', '/proof?project=12'],
    ]);
  });

  // covers: 2.home.4, 6.other.3
  it("offers a developer's action", async () => {
    openAs('developer');
    expect(await actions()).toEqual([
      ['Update Source Status', '/developer?project=12&todo=1'],
      ['Pairs and Proof', '/proof?project=12'],
    ]);
  });

  it('shows the dates of this year without it, and in full on demand', async () => {
    const end = `${new Date().getFullYear()}-11-05`;
    openAsAdmin({ 'GET /api/adminresults/': [{ ...sampleProject, Actual_End_Date: end }] });
    const cell = (await screen.findByText('Nov 5')).closest('td')!;
    expect(cell.title).toBe(`Nov 5, ${new Date().getFullYear()}`);
  });

  // covers: 2.home.3
  it('saves what was changed, with the version', async () => {
    const { user, api } = openAsAdmin({ 'PUT /api/posts/12': sampleProject });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const client = await screen.findByLabelText('Client Name', {}, { timeout: 5000 });
    await user.clear(client);
    await user.type(client, 'Other');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', '/api/posts/12')[0]!.body).toEqual({
      Client_Name: 'Other',
      version: sampleProject.version,
    });
  });

  it('edits every field that has an editor', async () => {
    const { user, api } = openAsAdmin({ 'PUT /api/posts/12': sampleProject });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const key of fieldsWith(PROJECT_FIELDS, 'editor'))
      expect(dialog.getAllByLabelText(i18n.t(key, { ns: 'projects' })).length).toBeGreaterThan(0);
    await user.type(dialog.getByLabelText('Notes'), 'Moves{Enter}in May');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', '/api/posts/12')[0]!.body).toMatchObject({ notes: 'Moves\nin May' });
  });

  it('switches on that triggers are tracked, and says what switching off leaves', async () => {
    const { user, api } = openAsAdmin({ 'PUT /api/posts/12': sampleProject });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    const select = dialog.getByLabelText<HTMLSelectElement>(/^Also track/);
    expect(select.value).toBe('none');
    expect(dialog.getByText(/Whatever was imported stays when this is switched off/)).toBeTruthy();
    await user.selectOptions(select, 'triggers');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', '/api/posts/12')[0]!.body).toEqual({
      also_tracked: 'triggers',
      version: sampleProject.version,
    });
  });

  it('asks for the password again when a stored one would go to another database', async () => {
    const { user, api } = openAsAdmin({ 'PUT /api/posts/12': sampleProject });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.queryByLabelText('Source DB Password')).toBeNull();
    await user.type(screen.getByLabelText('Source DB Name'), '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Source DB Password is required')).toBeTruthy();
    expect(api.sent('PUT', '/api/posts/12')).toEqual([]);
    await user.type(screen.getByLabelText('Source DB Password'), 'entered again');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', '/api/posts/12')[0]!.body).toMatchObject({
      source_db_name: 'billing2',
      source_db_password: 'entered again',
    });
  });

  it('takes an account that has no password', async () => {
    const { user, api } = openAsAdmin({ 'PUT /api/posts/12': sampleProject });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: /source database/ }));
    await user.type(screen.getByLabelText('Source Username'), '2');
    await user.click(screen.getByLabelText('This source account has no password'));
    expect(screen.queryByLabelText('Source DB Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', '/api/posts/12')[0]!.body).toEqual({
      source_username: 'reader2',
      source_no_password: '1',
      version: sampleProject.version,
    });
  });

  // covers: D3.2, D23.1
  it('shows what is overdue, and offers Retry when there is no list', async () => {
    const { user, api } = openAsAdmin({
      'GET /api/adminresults/': problemAnswer(500, 'No.'),
    });
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('No.')).toBeTruthy();
    await user.click(retry);
    expect(api.sent('GET', '/api/adminresults/')).toHaveLength(2);
    logged.mockRestore();
    cleanup();
    openAsAdmin({
      'GET /api/adminresults/': [{ ...sampleProject, overdue: 1, Planned_End_Date: '2026-01-31' }],
    });
    const row = (await screen.findByText(sampleProject.Project_Name)).closest('tr')!;
    expect(within(row).getByText(/Overdue/)).toBeTruthy();
  });

  it('keeps the place of the table until it is known what stands above it', async () => {
    const shown = (isReady: boolean) => {
      cleanup();
      stubApi({
        'GET /api/auth/me': sampleUser,
        'GET /api/adminresults/': [sampleProject],
        ...NAMES,
      });
      renderScreen(() => <HomePage isReady={isReady}>An offer</HomePage>, '/admin/homepage');
    };
    const placeholder = () => document.querySelector('.mantine-Skeleton-root');
    shown(false);
    await screen.findByRole('heading', { name: 'HomePage' });
    expect(placeholder()).toBeTruthy();
    expect(screen.queryByText('An offer')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add Project' })).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    shown(true);
    await screen.findByText(sampleProject.Project_Name);
    expect(screen.getByText('An offer')).toBeTruthy();
    expect(placeholder()).toBeNull();
  });

  it('says how far both sides are', async () => {
    openAsAdmin();
    const row = (await screen.findByText(sampleProject.Project_Name)).closest('tr')!;
    expect(within(row).getByText('12 of 40 verified · 8 migrated')).toBeTruthy();
    expect(within(row).getByText('0 of 10 verified')).toBeTruthy();
    // What becomes what, once beside the bar.
    const way = within(row).getByRole('img', { name: 'PostgreSQL to SQLite' });
    expect(way.querySelectorAll('svg')).toHaveLength(2);
  });

  it.each([
    ['read', 0, 'Read the databases', '/dbconnect?project=12'],
    ['assign', 29, 'Assign: 29', '/assignobjects?project=12&side=source'],
    ['never_compared', 6, 'Compare: 6', '/proof?project=12'],
    ['different', 6, 'See what differs: 6', '/pairs?project=12&f.verdict=different'],
    ['never_called', 3, 'Call: 3', '/pairs?project=12&f.verdict=never_called'],
    ['report', 0, 'Proof report', '/proofreport?project=12'],
  ])('offers an administrator the next step: %s', async (step, count, text, href) => {
    openAsAdmin({ 'GET /api/nextsteps': [{ Project_Id: 12, step, count }] });
    const link = await screen.findByRole('link', { name: text });
    expect(link.getAttribute('href')).toBe(href);
  });

  it('says how many days are left until the planned end, or how late it is', async () => {
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const planned = (days: number, more = {}) => ({
      ...sampleProject,
      Project_Id: 100 + days,
      Planned_End_Date: day(days),
      ...more,
    });
    openAsAdmin({
      'GET /api/adminresults/': [
        planned(30),
        planned(1),
        planned(-2),
        planned(5, { Project_Status: 'completed' }),
      ],
    });
    expect(await screen.findByText('30 days left')).toBeTruthy();
    expect(screen.getByText('1 day left')).toBeTruthy();
    expect(screen.getByText('Overdue by 2 days')).toBeTruthy();
    expect(screen.queryByText('5 days left')).toBeNull();
  });

  it('puts projects with work for me on top, and says how much', async () => {
    const mine = (Project_Id: number, Project_Name: string, open: number) => ({
      ...sampleProject,
      Project_Id,
      Project_Name,
      open,
      role: 'developer',
    });
    const toTest = { ...mine(3, 'To test', 7), role: 'tester', open_side: 'target' };
    stubApi({
      'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
      [`GET /api/posts/${sampleUser.user_id}`]: [
        mine(1, 'Done', 0),
        mine(2, 'Waiting', 1_234),
        toTest,
      ],
    });
    renderScreen(() => <HomePage />, '/admin/homepage');
    const work = await screen.findByRole('link', { name: '1,234 open for me' });
    expect(work.getAttribute('href')).toBe('/developer?project=2&todo=1');
    const tests = screen.getByRole('link', { name: '7 open for me' });
    expect(tests.getAttribute('href')).toBe('/testing?project=3&side=target&todo=1');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => /Waiting|Done|To test/.exec(row.textContent)?.[0])).toEqual([
      'Waiting',
      'To test',
      'Done',
    ]);
    // By keyboard it comes after the cells of its row.
    const cells = [...rows[0]!.querySelectorAll<HTMLElement>('td[data-stop]')];
    cells.at(-1)!.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(work);
  });

  it('shows archived projects together with the others', async () => {
    const { user } = openAsAdmin({
      'GET /api/adminresults/': ({ url }: { url: string }) =>
        url.includes('archived=1')
          ? [{ ...sampleProject, Project_Id: 13, Project_Name: 'Old', archived: 1 }]
          : [sampleProject],
    });
    await user.click(await screen.findByLabelText('Show archived'));
    expect(await screen.findByText('Old')).toBeTruthy();
    expect(screen.getByText(sampleProject.Project_Name)).toBeTruthy();
  });

  it('edits the connections in sections that are folded up', async () => {
    const { user, api } = openAsAdmin({ 'PUT /api/posts/12': sampleProject });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.queryByLabelText('Source IP')).toBeNull();
    const section = await screen.findByRole('button', { name: /source database/ });
    await user.click(section);
    expect(section.getAttribute('aria-expanded')).toBe('true');
    await user.type(screen.getByLabelText('Source DB Password'), 'a new one');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.sent('PUT', '/api/posts/12')[0]!.body).toEqual({
      source_db_password: 'a new one',
      version: sampleProject.version,
    });
  });

  it('says that an end lies before its start, whichever was changed', async () => {
    const { user, api } = openAsAdmin({ 'PUT /api/posts/12': sampleProject });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    const start = dialog.getByLabelText('Planned Start Date');
    fireEvent.change(start, { target: { value: '2099-01-01' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const message = 'Planned End Date must not be before the start date';
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(api.sent('PUT', '/api/posts/12')).toEqual([]);
    fireEvent.change(start, { target: { value: '2020-01-01' } });
    expect(dialog.queryByText(message)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent('PUT', '/api/posts/12')).toHaveLength(1));
  });

  it('shows only what is overdue, as its address says', async () => {
    const late = { ...sampleProject, Project_Id: 13, Project_Name: 'Late', overdue: 1 };
    const projects = [sampleProject, late];
    stubApi({ 'GET /api/auth/me': sampleUser, 'GET /api/adminresults/': projects });
    renderScreen(() => <HomePage />, '/admin/homepage?overdue=1');
    const user = userEvent.setup();
    const name = await screen.findByRole('link', { name: 'Late' });
    expect(name.getAttribute('href')).toBe('/admin/dashboard?project=13');
    expect(screen.queryByText(sampleProject.Project_Name)).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Only overdue (1)' }));
    expect(await screen.findByText(sampleProject.Project_Name)).toBeTruthy();
  });

  it('says in which role somebody has a project', async () => {
    openAs('tester');
    expect(await screen.findByText('as tester')).toBeTruthy();
  });

  // covers: D4.3
  it('names what is lost before somebody is taken off', async () => {
    const { user, api } = openAsAdmin({
      'PUT /api/posts/12': sampleProject,
      'GET /api/testresults/12': counted(4),
      'GET /api/testresults/target/12': counted(1),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const testers = screen.getByLabelText('Assigned To Tester', { selector: 'input' });
    await user.click(testers);
    await user.keyboard('{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/tess \(tester\) is assigned to 5 objects/)).toBeTruthy();
    expect(api.sent('PUT', '/api/posts/12')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Take off and save' }));
    await waitFor(() => expect(api.sent('PUT', '/api/posts/12')).toHaveLength(1));
    expect(api.sent('PUT', '/api/posts/12')[0]!.body).toMatchObject({ tester: [] });
  });

  // covers: D4.4
  it('says who loses an archived project', async () => {
    const { user, api } = openAsAdmin({ 'PUT /api/projects/12/archived': sampleProject });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Archive project' }));
    expect(await screen.findByText(/50 objects disappear/)).toBeTruthy();
    expect(screen.getByText(/dev, tess/)).toBeTruthy();
    const asked = screen.getByRole('dialog', { name: 'Archive Billing?' });
    await user.click(within(asked).getByRole('button', { name: 'Archive project' }));
    await waitFor(() => expect(api.sent('PUT', '/api/projects/12/archived')).toHaveLength(1));
  });
});

import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProjectBar } from './project-bar.tsx';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';

const BOTH = 'project=12&side=target';

function open(address: string, answers: Record<string, unknown> = {}) {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    'GET /api/adminresults/': [sampleProject],
    ...answers,
  });
  renderScreen(ProjectBar, address);
  return { api, user: userEvent.setup() };
}
const member = (roles: { developer?: number[]; tester?: number[] }) => ({
  'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
  'GET /api/projects/12': { ...sampleProject, developer: [], tester: [], ...roles },
});
const linksIn = (area: HTMLElement) =>
  within(area)
    .getAllByRole('link')
    .map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.getAttribute('aria-current'),
    ]);
const screens = async () =>
  linksIn(await screen.findByRole('navigation', { name: 'Screens of the project' }));
const names = async () => (await screens()).map(([name]) => name);

// The simulated document cannot scroll.
beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView ??= () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the bar of a project', () => {
  // covers: 2.testing.1, 2.results.3
  it('shows id and name, and leads an administrator to every screen, on the same side', async () => {
    open(`/adminresults?${BOTH}`);
    expect(await screens()).toEqual([
      ['Inventory', '/dbconnect?project=12', null],
      ['Spreadsheet', '/admin/spreadsheet?project=12', null],
      ['Assessment', '/assessment?project=12', null],
      ['Waves', '/waves?project=12', null],
      ['Assign Objects', `/assignobjects?${BOTH}`, null],
      ['Developer', '/developer?project=12', null],
      ['Testing', `/testing?${BOTH}`, null],
      ['Pairs and Proof', '/proof?project=12', null],
      ['Pairs', '/pairs?project=12', null],
      ['Proof report', '/proofreport?project=12', null],
      ['Forecast', '/forecast?project=12', null],
      ['Cutover gate', '/gate?project=12', null],
      ['Cutover', '/cutover?project=12', null],
      ['Results', `/adminresults?${BOTH}`, 'page'],
    ]);
    expect(document.body.textContent).toContain('Project Id 12 · Project Name Billing');
  });

  it("leads members to the screens of their roles' and to what is proven", async () => {
    const proven = [
      'Pairs and Proof',
      'Pairs',
      'Proof report',
      'Forecast',
      'Cutover gate',
      'Cutover',
    ];
    open('/proof?project=12', member({ tester: [7] }));
    expect(await names()).toEqual(['Testing', 'Assessment', 'Waves', ...proven]);
    cleanup();
    open('/proof?project=12', member({ developer: [7], tester: [9] }));
    expect(await names()).toEqual(['Developer', 'Assessment', 'Waves', ...proven]);
    cleanup();
    open('/proof?project=12', member({ developer: [7], tester: [7] }));
    expect(await names()).toEqual(['Developer', 'Testing', 'Assessment', 'Waves', ...proven]);
  });

  it('switches sides on the screen with the same filters, but without the opened row', async () => {
    open(`/testing?${BOTH}&q=ord&f.status=pending&f.developer=8&row=202`);
    expect(linksIn(await screen.findByRole('group', { name: 'Side' }))).toEqual([
      ['Source', '/testing?q=ord&f.status=pending&project=12&side=source', null],
      ['Target', '/testing?q=ord&f.status=pending&project=12&side=target', 'page'],
    ]);
  });

  it('hands no filters on to another screen', async () => {
    open(`/testing?${BOTH}&q=ord&f.status=pending&sort=-status&row=202`);
    expect((await screens()).filter(([, href]) => /q=|f\.|sort|row/.test(href!))).toEqual([]);
  });

  it('offers no sides where there are none, or none for the person', async () => {
    open('/developer?project=12', member({ developer: [7] }));
    await screens();
    expect(screen.queryByRole('group', { name: 'Side' })).toBeNull();
    cleanup();
    open(`/testing?${BOTH}`, member({ developer: [7] }));
    await screens();
    expect(screen.queryByRole('group', { name: 'Side' })).toBeNull();
  });

  it('leads from a pair back to the pairs as they were listed', async () => {
    open('/pair?project=12&pair=31&tab=data&f.state=matched');
    expect(await screens()).toContainEqual(['Pairs', '/pairs?f.state=matched&project=12', 'true']);
  });

  it('offers all projects, found by any word of name, id or client', async () => {
    const other = {
      ...sampleProject,
      Project_Id: 44,
      Project_Name: 'Ledger',
      Client_Name: 'North',
    };
    const { user } = open(`/testing?${BOTH}`, {
      'GET /api/adminresults/': [sampleProject, other],
    });
    await user.click(await screen.findByRole('button', { name: /^Billing/ }));
    const list = await screen.findByRole('listbox', { name: 'Choose a project' });
    const offered = () =>
      within(list)
        .queryAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(await within(list).findAllByRole('option')).toHaveLength(2);
    const box = screen.getByLabelText('Project name, id or client');
    await user.type(box, 'north 44');
    expect(offered()).toEqual(['44LedgerNorth']);
    await user.clear(box);
    await user.type(box, 'zzz');
    expect(await screen.findByText('No project is called that')).toBeTruthy();
    expect(offered()).toEqual([]);
  });

  it('takes the first one found at Enter, also where the list comes after the typing', async () => {
    let answer: (rows: unknown) => void = () => {};
    const rows = new Promise((resolve) => (answer = resolve));
    const { user } = open(`/testing?${BOTH}`, { 'GET /api/adminresults/': () => rows });
    await user.click(await screen.findByRole('button', { name: /^Billing/ }));
    await user.type(screen.getByLabelText('Project name, id or client'), 'ledger');
    answer([sampleProject, { ...sampleProject, Project_Id: 44, Project_Name: 'Ledger' }]);
    await screen.findByRole('option', { name: /Ledger/ });
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: /^Ledger/ })).toBeTruthy();
  });

  it('shows the first of many projects, and says how many more there are', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      ...sampleProject,
      Project_Id: index + 1,
    }));
    const { user } = open('/proof?project=12', { 'GET /api/adminresults/': many });
    await user.click(await screen.findByRole('button', { name: /^Billing/ }));
    expect(await screen.findByText('2,950 more: type to find them')).toBeTruthy();
    expect(screen.getAllByRole('option')).toHaveLength(50);
  });

  it('offers a choice where no project is selected, or it cannot be shown', async () => {
    open('/testing');
    expect(await screen.findByRole('button', { name: 'Choose a project' })).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
    cleanup();
    open('/testing?project=12', { 'GET /api/projects/12': problemAnswer(403, 'Not yours.') });
    expect(await screen.findByRole('button', { name: 'Choose a project' })).toBeTruthy();
  });
});

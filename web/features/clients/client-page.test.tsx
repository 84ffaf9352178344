import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { ClientPair, ClientView } from '../../../contract/client-views.ts';
import type { ClientProject } from '../../../contract/clients.ts';
import { VERDICTS } from '../../../contract/proof/verdicts.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { ClientPage } from './client-page.tsx';
import { ClientProjects } from './client-projects.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const counts = { total: 2, pending: 0, migrated: 1, verified: 1, missing: 0 };
const project: ClientProject = {
  Project_Id: 12,
  Project_Name: 'Shop',
  Client_Name: 'Acme',
  Project_Status: 'inProgress',
  Source_Database_Name: 'Oracle',
  Target_Database_Name: 'PostgreSQL',
  Planned_Start_Date: '2026-01-05',
  Planned_End_Date: '2026-12-31',
  Actual_Start_Date: '2026-01-07',
  Actual_End_Date: null,
  overdue: 0,
  progress: { source: counts, target: counts },
};
const verdicts = Object.fromEntries(VERDICTS.map((name) => [name, 0]));
const view = {
  ...project,
  by_type: [{ object_type_id: 1, verified: 2, verdicts: { ...verdicts, proven: 1, different: 1 } }],
} as unknown as ClientView;
const pair: ClientPair = {
  id: 7,
  name: 'shop.orders',
  target: ['sales.orders'],
  object_type_id: 1,
  verdict: 'different',
  structure_result: 'same',
  data_result: 'different',
  call_result: null,
  compared_at: '2026-02-01T20:00:00.000Z',
};
const signoffs = {
  hash: 'ab'.repeat(32),
  pairs: 2,
  open_pairs: 1,
  unpaired: 0,
  roles: ['client'],
  has_clients: 1,
  signoffs: [],
};

function open(answers: Record<string, unknown> = {}, address = '/client?project=12') {
  const api = stubApi({
    'GET /api/projects/12/clientview': view,
    'GET /api/projects/12/clientpairs': [pair],
    'GET /api/projects/12/proof/trend': [],
    'GET /api/projects/12/signoffs': signoffs,
    'GET /api/projects/12/signoffs/waves': [],
    ...answers,
  });
  renderScreen(() => <ClientPage />, address);
  return api;
}

it('does not call a date actual that is to come', async () => {
  open({ 'GET /api/projects/12/clientview': { ...view, Actual_End_Date: '2999-12-31' } });
  const standing = within(await screen.findByRole('region', { name: 'Current status' }));
  expect(standing.getByText('since Jan 7, 2026')).toBeDefined();
  expect(standing.queryByText(/2999/)).toBeNull();
});

it('says how far a project is and what is proven, and leads nowhere else', async () => {
  open();
  const standing = within(await screen.findByRole('region', { name: 'Current status' }));
  expect(standing.getByText('1 of 2 pairs are proven or accepted')).toBeTruthy();
  expect(standing.getByText('2 of 4')).toBeTruthy();
  expect(standing.getByText('since Jan 7, 2026')).toBeTruthy();
  const row = await screen.findByRole('row', { name: /shop\.orders → sales\.orders/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'shop.orders → sales.orders',
    'tables',
    'different',
    'same',
    'different',
    '–',
    'Feb 1, 2026',
  ]);
  const signing = within(await screen.findByRole('region', { name: 'Sign-off' }));
  expect(await signing.findByText('Client')).toBeTruthy();
  expect(signing.getByRole('button', { name: 'Sign…' })).toBeTruthy();
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways).toEqual(['/client?project=12&pair=7#sign-off']);
});

it('explains the verdicts that occur, each once', async () => {
  const more = [pair, { ...pair, id: 8 }, { ...pair, id: 9, verdict: 'proven' }];
  open({ 'GET /api/projects/12/clientpairs': more });
  const report = within(await screen.findByRole('region', { name: 'Report' }));
  await report.findByRole('heading', { name: 'What these words mean' });
  expect(report.getByText('Definitions, rows or calls differ.')).toBeTruthy();
  expect(report.getByText(/^Compared completely and equal/)).toBeTruthy();
  expect(report.getAllByRole('definition')).toHaveLength(2);
});

it('says "not compared" only of what applies to the type', async () => {
  const routine = { ...pair, name: 'shop.total', target: ['sales.total'], object_type_id: 3 };
  const results = { structure_result: null, data_result: null, verdict: 'never_compared' };
  open({ 'GET /api/projects/12/clientpairs': [{ ...routine, ...results }] });
  const row = await screen.findByRole('row', { name: /shop\.total/ });
  const cells = within(row).getAllByRole('cell');
  expect(cells.slice(3, 6).map(({ textContent }) => textContent)).toEqual([
    'not compared',
    '–',
    'not compared',
  ]);
});

it('signs a wave alone, and names what is signed', async () => {
  const user = userEvent.setup();
  const wave = { wave: 4, position: 2, name: null, signoffs: [] };
  const { calls } = open(
    {
      'GET /api/projects/12/signoffs/waves': [wave],
      'POST /api/projects/12/signoffs': { ...signoffs, open_pairs: 0 },
    },
    '/client?project=12&wave=4',
  );
  const section = within(await screen.findByRole('region', { name: 'Sign-off' }));
  expect(await section.findByRole('heading', { name: 'Sign-off: Wave 2' })).toBeTruthy();
  const waves = within(screen.getByRole('region', { name: 'Sign-offs of the waves' }));
  expect(waves.getByRole('link', { name: 'Wave 2' }).getAttribute('href')).toBe(
    '/client?project=12&wave=4#sign-off',
  );
  await user.click(section.getByRole('button', { name: 'Sign…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Remark/ }), 'as agreed');
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      wave: 4,
      role: 'client',
      remark: 'as agreed',
      seen: signoffs.hash,
    }),
  );
});

it('signs a pair alone', async () => {
  const { calls } = open({}, '/client?project=12&pair=7');
  expect(await screen.findByRole('heading', { name: 'Sign-off: shop.orders' })).toBeTruthy();
  expect(calls.some(({ url }) => url === '/api/projects/12/signoffs?pair=7')).toBe(true);
  expect(
    screen.getByRole('link', { name: 'Back to the sign-off of the whole project' }),
  ).toBeTruthy();
});

it('says why a project is not shown', async () => {
  open({
    'GET /api/projects/12/clientview': problemAnswer(403, 'You are not allowed to do this.'),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('You are not allowed');
});

it('lists what is done for somebody, each with the way there', async () => {
  renderScreen(() => <ClientProjects projects={[project]} />, '/admin/homepage');
  const link = await screen.findByRole('link', { name: 'Shop' });
  expect(link.getAttribute('href')).toBe('/client?project=12');
  expect(screen.getByText('Oracle to PostgreSQL, for Acme')).toBeTruthy();
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { type SeenCall, problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { UsersPage } from './users-page.tsx';

const anna = {
  ...sampleUser,
  registration: null,
  is_sample: 0,
  last_login_at: null,
  developer_of: [],
  tester_of: [],
  client_of: [],
};
const tess = {
  ...anna,
  user_id: 9,
  username: 'tess',
  is_admin: 0,
  last_login_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  developer_of: ['Billing'],
  tester_of: ['Ledger', 'Shop'],
  client_of: ['Till'],
};

function open(answers: Record<string, unknown> = {}) {
  const api = stubApi({ 'GET /api/auth/getusers': [anna, tess], ...answers });
  renderScreen(() => <UsersPage />, '/admin/users');
  return { api, user: userEvent.setup() };
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('View/Modify Users', () => {
  // covers: 2.users.1, 2.users.2
  it('has the columns of the specification, passwords masked', async () => {
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const columns = ['User Id', 'Username', 'Password', 'Active', 'Last login', 'Projects'];
    open({ 'GET /api/auth/getusers': [anna, { ...tess, email: 'tess@example.org' }] });
    await screen.findByText('tess@example.org');
    expect(heads()).toMatchObject([...columns, 'E-mail', 'Actions']);
    cleanup();
    // Nobody has an address: its place is for the projects.
    open();
    const row = await rowOf('tess');
    expect(heads()).toMatchObject([...columns, 'Actions']);
    expect(row.getByText('********')).toBeTruthy();
    expect(row.getByText('2 hours ago')).toBeTruthy();
    expect(row.getByText('Developer: Billing')).toBeTruthy();
    expect(row.getByText('Tester: Ledger, Shop')).toBeTruthy();
    expect(row.getByText('Client: Till')).toBeTruthy();
    const views = within(screen.getByRole('navigation', { name: 'People' })).getAllByRole('link');
    expect(views.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Everybody', '/admin/users'],
      ['Add somebody', '/admin/adduser'],
      ['Give a role on a project', '/admin/assignproject'],
      ['Clients', '/admin/clients'],
    ]);
  });

  // covers: 1.people.2, 2.unused.1
  it('creates a user in the dialog Create New Account', async () => {
    const { api, user } = open({ 'POST /api/auth/register': tess });
    await user.click(await screen.findByRole('button', { name: 'Create New Account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New Account' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByText('Username is required')).toBeTruthy();
    expect(dialog.getByText('Password is required')).toBeTruthy();
    expect(dialog.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    await user.type(dialog.getByLabelText('Username'), 'tess');
    await user.type(dialog.getByLabelText('Password'), 'a long enough one');
    await user.type(dialog.getByLabelText('E-mail'), 'nowhere');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText(/^E-mail .*e-mail address/)).toBeTruthy();
    expect(api.sent('POST', '/api/auth/register')).toEqual([]);
    await user.clear(dialog.getByLabelText('E-mail'));
    await user.type(dialog.getByLabelText('E-mail'), 'tess@example.org');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('user added!!!')).toBeTruthy();
    expect(api.sent('POST', '/api/auth/register')[0]!.body).toMatchObject({
      username: 'tess',
      password: 'a long enough one',
      email: 'tess@example.org',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('gives a new account its roles on projects, as Add User does', async () => {
    const { api, user } = open({
      'POST /api/auth/register': tess,
      'GET /api/adminresults/': [sampleProject],
    });
    await user.click(await screen.findByRole('button', { name: 'Create New Account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Username'), 'tess');
    await user.type(dialog.getByLabelText('Password'), 'a long enough one');
    await user.click(dialog.getByRole('combobox', { name: 'Tester of these projects' }));
    await user.click(await screen.findByRole('option', { name: /^12 · / }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('user added!!!');
    expect(api.sent('POST', '/api/auth/register')[0]!.body).toMatchObject({
      developer_of: [],
      tester_of: [12],
    });
  });

  // covers: 2.unused.1
  it('keeps what was typed after an error', async () => {
    const { user } = open({ 'POST /api/auth/register': problemAnswer(409, 'The name is taken.') });
    await user.click(await screen.findByRole('button', { name: 'Create New Account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Username'), 'tess');
    await user.type(dialog.getByLabelText('Password'), 'a long enough one');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('The name is taken.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Username').value).toBe('tess');
  });

  it('activates or declines who registered, instead of making them administrators', async () => {
    const waits = { ...anna, is_admin: 0, is_active: 0, registration: 'waiting' };
    const rita = { ...waits, user_id: 31, username: 'rita' };
    const rolf = { ...waits, user_id: 32, username: 'rolf', registration: 'declined' };
    const { api, user } = open({
      'GET /api/auth/getusers': [anna, rita, rolf],
      'PUT /api/users/31/registration': rita,
      'POST /api/auth/updateuser': rolf,
    });
    const buttons = async (name: string) =>
      (await rowOf(name)).getAllByRole('button').map(({ textContent }) => textContent);
    expect(await buttons('rita')).toEqual(['Edit', 'Activate', 'Decline']);
    expect(await buttons('rolf')).toEqual(['Edit', 'Activate']);
    expect((await rowOf('rolf')).getByText('Declined')).toBeTruthy();
    await user.click((await rowOf('rita')).getByRole('button', { name: 'Decline' }));
    const question = await screen.findByRole('dialog', {
      name: 'Decline the registration of rita?',
    });
    await user.click(within(question).getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('The registration of rita is declined')).toBeTruthy();
    expect(api.sent('PUT', '/api/users/31/registration')[0]!.body).toEqual({ declined: 1 });
    await user.click((await rowOf('rolf')).getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('rolf can now log in')).toBeTruthy();
  });

  it('asks before it activates whom another administrator has declined in the meantime', async () => {
    const rita = { ...anna, user_id: 31, username: 'rita', is_admin: 0, is_active: 0 };
    const { api, user } = open({
      'GET /api/auth/getusers': [anna, { ...rita, registration: 'waiting' }],
      'POST /api/auth/updateuser': ({ body }: SeenCall) =>
        (body as { seen_registration: string }).seen_registration === 'waiting'
          ? problemAnswer(409, 'decided', { current: { ...rita, registration: 'declined' } })
          : rita,
    });
    const sent = () => api.sent('POST', '/api/auth/updateuser').map(({ body }) => body);
    const press = async () =>
      user.click((await rowOf('rita')).getByRole('button', { name: 'Activate' }));
    await press();
    const question = async () =>
      within(await screen.findByRole('dialog', { name: 'Activate rita all the same?' }));
    expect(
      (await question()).getByText('This registration was declined in the meantime.'),
    ).toBeTruthy();
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    expect(sent()).toEqual([{ user_id: 31, is_active: 1, seen_registration: 'waiting' }]);
    expect(screen.queryByText('rita can now log in')).toBeNull();
    await press();
    await user.click((await question()).getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('rita can now log in')).toBeTruthy();
    expect(sent().at(-1)).toMatchObject({ seen_registration: 'declined' });
  });

  it('asks the same in the editor, and keeps what was entered where it is not saved', async () => {
    const rita = { ...anna, user_id: 31, username: 'rita', is_admin: 0, is_active: 0 };
    const { api, user } = open({
      'GET /api/auth/getusers': [anna, { ...rita, registration: 'waiting' }],
      'POST /api/auth/updateuser': ({ body }: SeenCall) =>
        (body as { seen_registration: string }).seen_registration === 'waiting'
          ? problemAnswer(409, 'decided', { current: { ...rita, registration: 'declined' } })
          : rita,
    });
    const sent = () => api.sent('POST', '/api/auth/updateuser').map(({ body }) => body);
    const lists = () => api.sent('GET', '/api/auth/getusers').length;
    await user.click((await rowOf('rita')).getByRole('button', { name: 'Edit' }));
    await user.selectOptions(await screen.findByLabelText('Active'), 'Active');
    const answer = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Save' }));
      const question = await screen.findByRole('dialog', { name: 'Activate rita all the same?' });
      expect(within(question).getByText(/declined/)).toBeTruthy();
      await user.click(within(question).getByRole('button', { name }));
    };
    const before = lists();
    await answer('Cancel');
    await waitFor(() => expect(lists()).toBe(before + 1));
    expect(screen.queryByText(/has changed this row/)).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>('Active').value).toBe('1');
    await answer('Activate');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual(
      ['waiting', 'waiting', 'declined'].map((seen_registration) => ({
        user_id: 31,
        is_active: '1',
        seen_registration,
      })),
    );
  });

  it('shows who made and changed an account, and its roles', async () => {
    const by = { user_id: 1, username: 'anna', at: '2026-11-30T10:00:00.000Z', Project_Name: null };
    const { user } = open({
      'GET /api/users/9/history': [
        { ...by, id: 5, action: 'assigned', changes: { tester: [null, 9] }, Project_Name: 'Shop' },
        { ...by, id: 6, action: 'updated', changes: {} },
        { ...by, id: 4, action: 'updated', changes: { is_admin: [1, 0], email: ['a@b.de', null] } },
        {
          ...by,
          id: 3,
          action: 'updated',
          changes: { is_active: [0, 1], registration: ['declined', null] },
        },
        { ...by, id: 2, action: 'declined', changes: { registration: ['waiting', 'declined'] } },
        { ...by, id: 1, username: 'tess', action: 'created', changes: { is_active: [null, 0] } },
      ],
    });
    await user.click((await rowOf('tess')).getByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: 'History' }));
    const list = within(await screen.findByRole('list', { name: 'History' }));
    expect(
      list
        .getAllByRole('listitem')
        .map((item) => [...item.children].slice(1).map((line) => line.textContent)),
    ).toEqual([
      ['Made tester of Shop'],
      ['Removed as administrator', 'E-mail: a@b.de → –'],
      ['Activated the account'],
      ['Declined the registration'],
      ['Registered'],
    ]);
    expect(list.getAllByRole('listitem')[4]!.textContent).toContain('tess');
    expect(screen.queryByText(/older than these/)).toBeNull();
  });

  it('says where the history of an account is empty, and where it is cut off', async () => {
    const entry = { id: 1, at: '2026-11-30T10:00:00.000Z', user_id: null, username: null };
    const made = { ...entry, action: 'created', changes: {}, Project_Name: null };
    const many = Array.from({ length: 200 }, (_, id) => ({ ...made, id, changes: {} }));
    const { user } = open({
      'GET /api/users/9/history': [],
      'GET /api/users/7/history': many.map((one, at) =>
        at < 199 ? { ...one, action: 'updated' } : one,
      ),
    });
    const show = async (name: string) => {
      await user.click((await rowOf(name)).getByRole('button', { name: 'Edit' }));
      await user.click(await screen.findByRole('button', { name: 'History' }));
    };
    await show('tess');
    expect(await screen.findByText('Nothing has been recorded for this account.')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'History' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show('anna');
    expect(await screen.findByText('Entries older than these are not shown.')).toBeTruthy();
    expect(screen.getByText('the program')).toBeTruthy();
  });

  it('says what waits for a user before deactivating', async () => {
    const people = [
      { user_id: 9, username: 'tess', migrated: 0, tested: 0, to_migrate: 1, to_test: 2 },
    ];
    const { api, user } = open({
      'GET /api/dashboard': { people },
      'POST /api/auth/updateuser': { ...tess, is_active: 0 },
    });
    await user.click((await rowOf('tess')).getByRole('button', { name: 'Edit' }));
    await user.selectOptions(screen.getByLabelText('Active'), 'InActive');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/3 open objects stay assigned/)).toBeTruthy();
    expect(api.sent('POST', '/api/auth/updateuser')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() =>
      expect(api.sent('POST', '/api/auth/updateuser')[0]!.body).toEqual({
        user_id: 9,
        is_active: '0',
      }),
    );
  });
});

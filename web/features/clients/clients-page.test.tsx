import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { ClientsPage } from './clients-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const carl = {
  Project_Id: 12,
  Project_Name: 'Shop',
  user_id: 9,
  username: 'carl',
  since: '2026-02-01T20:00:00.000Z',
};

function open(answers: Record<string, unknown>) {
  const api = stubApi({
    'GET /api/clients': [carl],
    'GET /api/assigned/getuserz': [
      { user_id: 8, username: 'dora' },
      { user_id: 9, username: 'carl' },
    ],
    'GET /api/adminresults/': [{ Project_Id: 12, Project_Name: 'Shop' }],
    ...answers,
  });
  renderScreen(() => <ClientsPage />, '/admin/clients');
  const sent = () => api.calls.filter(({ method }) => method !== 'GET').map(({ url }) => url);
  return { ...api, sent, user: userEvent.setup() };
}

it('makes somebody a client, and says why it does not', async () => {
  const refused =
    'dora works on project Shop as a developer or tester and cannot also be its client.';
  const { user, calls } = open({ 'POST /api/projects/12/clients': problemAnswer(409, refused) });
  await screen.findByRole('option', { name: 'dora' });
  await screen.findByRole('option', { name: '12 · Shop' });
  await user.click(screen.getByRole('button', { name: 'Make client' }));
  expect(await screen.findByText('User is required')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: /^User/ }), 'dora');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Project/ }), '12 · Shop');
  await user.click(screen.getByRole('button', { name: 'Make client' }));
  expect(await screen.findByText(refused)).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ user_id: 8 });
});

it('takes the role back once one is sure', async () => {
  const { user, sent } = open({ 'DELETE /api/projects/12/clients/9': undefined });
  const row = await screen.findByRole('row', { name: /carl/ });
  expect(within(row).getByText('Feb 1, 2026')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Remove carl from Shop' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent()).toEqual(['/api/projects/12/clients/9']));
});

import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject } from '../../ui/testing/samples.ts';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { AssignProjectPage } from './assign-project-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows who is on the chosen project already, and what waits for them', async () => {
  const nobody = { developer: [], developer_names: [], tester: [], tester_names: [] };
  stubApi({
    'GET /api/assigned/getuserz': [{ user_id: 3, username: 'dora' }],
    'GET /api/adminresults/': [
      { ...sampleProject, ...nobody, developer: [3], developer_names: ['dora'] },
      { ...sampleProject, ...nobody, Project_Id: 13, Project_Name: 'Ledger' },
    ],
    'GET /api/dashboard': {
      people: [{ user_id: 3, username: 'dora', to_migrate: 7, to_test: 2, migrated: 0, tested: 0 }],
    },
  });
  renderScreen(() => <AssignProjectPage />, '/admin/assignproject');
  const choose = async (label: string, name: RegExp) => {
    const option = await screen.findByRole('option', { name });
    await userEvent.selectOptions(screen.getByLabelText(label), option);
  };

  await choose('User', /dora/);
  expect(await screen.findByText('to migrate: 7 · ready to test: 2')).toBeTruthy();

  await choose('Project', /Billing/);
  const people = within(await screen.findByRole('region', { name: 'On this project already' }));
  expect(people.getByText('dora').parentElement?.textContent).toBe('doradeveloper · to migrate: 7');

  await choose('Project', /Ledger/);
  expect(await screen.findByText('Nobody yet.')).toBeTruthy();
});

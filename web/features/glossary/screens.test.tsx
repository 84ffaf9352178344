import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { ConnectionPage } from '../connection/connection-page.tsx';
import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import { AssignObjectsPage } from '../objects/assign-objects-page.tsx';
import { DeveloperPage, TestingPage } from '../objects/desk.tsx';
import { AdminResultsPage } from '../results/admin-results-page.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['/dbconnect', ConnectionPage, 'inventory'],
  ['/assignobjects', AssignObjectsPage, 'wave'],
  ['/developer', DeveloperPage, 'returned'],
  ['/testing', TestingPage, 'verified'],
  ['/adminresults', AdminResultsPage, 'missing'],
  ['/admin/dashboard', DashboardPage, 'forecast'],
] as const)('the words of %s are explained on the spot', async (address, Screen, word) => {
  stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/adminresults/': [],
    'GET /api/dashboard': problemAnswer(500, 'Out of reach.'),
  });
  renderScreen(() => <Screen />, address);
  const words = 'What do these words mean?';
  await userEvent.click(await screen.findByRole('button', { name: words }));
  const shown = within(await screen.findByRole('dialog', { name: words }));
  expect(shown.getByText(word, { selector: 'dt' })).toBeTruthy();
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../../ui/testing/samples.ts';
import { stubApi } from '../../../ui/testing/stub-api.ts';
import { ProjectTolerances } from './settings-dialog.tsx';

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});

it('takes back what a project lets pass, and says before what that reopens', async () => {
  const rule = {
    id: 3,
    cause: 'shift:3600',
    source_type: null,
    target_type: null,
    reason: 'the zone of the old server',
    until: null,
    by: 'ann',
    at: '2026-01-02T08:00:00.000Z',
    ended_at: null,
    pairs: 7,
  };
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/tolerances': [rule],
    'DELETE /api/projects/12/tolerances/3': { outdated: 7 },
  });
  renderScreen(() => <ProjectTolerances projectId={12} />, '/proof?project=12');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Revoke: all columns/ }));
  const asked = within(await screen.findByRole('dialog', { name: 'Revoke' }));
  expect(asked.getByText(/^Without it, 7 pairs are not proven/)).toBeTruthy();
  expect(api.sent('DELETE', '/api/projects/12/tolerances/3')).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Revoked: 7 pairs have to be compared again.');
  expect(api.sent('DELETE', '/api/projects/12/tolerances/3')).toHaveLength(1);
});

import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { samplePair, sampleUser } from '../../ui/testing/samples.ts';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { SampleTour } from './sample-tour.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('hides the tour and shows it again', async () => {
  stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/pairs': [samplePair({ id: 5, name: 'main.orders' })],
  });
  renderScreen(() => <SampleTour projectId={12} />, '/admin/homepage');
  const step = /^orders: a call changes one more row/;
  expect((await screen.findByRole('link', { name: step })).getAttribute('href')).toBe(
    '/pair?project=12&pair=5&tab=call',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Hide the tour' }));
  expect(screen.queryByText(step)).toBeNull();
  expect(screen.getByRole('heading', { name: 'The sample in five steps' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the tour' }));
  expect(screen.getByRole('link', { name: step })).toBeTruthy();
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { OthersEvent } from '../../../../contract/proof/others.ts';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../../ui/testing/samples.ts';
import { StubEvents, stubApi } from '../../../ui/testing/stub-api.ts';
import { OtherObjects } from './other-objects.tsx';

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});

const EVENTS: OthersEvent[] = [
  { event: 'plan', schemas: 1 },
  {
    event: 'schema',
    source_schema: 'shop',
    target_schema: 'public',
    kinds: [
      {
        kind: 'sequences',
        source: { state: 'all', count: 3 },
        target: { state: 'all', count: 2 },
        missing: 1,
        extra: 0,
      },
      {
        kind: 'synonyms',
        source: { state: 'all', count: 0 },
        target: { state: 'none' },
        missing: null,
        extra: null,
      },
      {
        kind: 'jobs',
        source: { state: 'part', count: 4 },
        target: { state: 'none' },
        missing: null,
        extra: null,
      },
    ],
  },
  { event: 'end' },
];

const open = (...events: OthersEvent[]) => {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/others': new StubEvents(...events),
    'GET /api/projects/12/others/sequences': {
      total: 3,
      names: [
        { source: 'lost', target: null },
        { source: 'a', target: 'a' },
      ],
    },
  });
  renderScreen(() => <OtherObjects projectId={12} />, '/proof?project=12');
  return { api, user: userEvent.setup() };
};

it('reads when asked to, and says what a server has none of and what an account may not see', async () => {
  const { user } = open(...EVENTS);
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Read now' }));
  const table = await screen.findByRole('table', { name: 'Other objects' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'shop → publicSequences3210',
    'shop → publicEvents and jobs4 seen; more may be hidden from the accountthe server has no such objects––',
  ]);
});

it('names what one side lacks', async () => {
  const { user } = open(...EVENTS);
  await user.click(await screen.findByRole('button', { name: 'Read now' }));
  await user.click(await screen.findByRole('button', { name: 'Sequences' }));
  const names = await screen.findByRole('table', { name: 'Sequences' });
  expect(within(names).getAllByRole('row')[1]!.textContent).toBe('lostno namesake');
  expect(screen.queryByText('The first 2 of 3')).not.toBeNull();
});

it('shows nothing of a reading that was cut off', async () => {
  const { user } = open(...EVENTS.slice(0, 2));
  await user.click(await screen.findByRole('button', { name: 'Read now' }));
  expect(await screen.findByText(/was lost while reading the database/)).not.toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

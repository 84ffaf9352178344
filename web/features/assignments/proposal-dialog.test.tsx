import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AssignmentProposal } from '../../../contract/assignments.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { ProposeAssignments } from './propose-assignments.tsx';

const PROPOSAL: AssignmentProposal = {
  seen: 'one',
  objects: 3,
  developers: 2,
  testers: 3,
  left_out: 1,
  not_assessed: 0,
  people: [
    {
      user_id: 8,
      username: 'dev',
      roles: ['developer'],
      there: 80,
      before: 12,
      after: 20.25,
      gets: 2,
    },
  ],
  rows: [
    {
      id: 101,
      schema_name: 'shop',
      object_name: 'invoice',
      object_type: 'tables',
      hours: 6,
      developer: { user_id: 8, username: 'dev', reason: 'together', count: 4 },
      tester: null,
    },
  ],
};

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(selected: readonly string[] = [], more: Record<string, unknown> = {}) {
  const api = stubApi({
    'POST /api/projects/12/assignments/proposal': PROPOSAL,
    'POST /api/projects/12/assignments': { developers: 2, testers: 3, undo: ['second', 'first'] },
    'POST /api/objects/undo': { restored: 2 },
    ...more,
  });
  renderScreen(
    () => <ProposeAssignments projectId={12} selected={new Set(selected)} />,
    '/assignobjects?project=12',
  );
  return api;
}

it('shows who gets what and why, assigns just that, and takes all of it back in one press', async () => {
  const api = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Propose assignments…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Proposed assignments' }));
  await dialog.findByText(/Objects: 3; developers for 2, testers for 3\./);
  expect(dialog.getByRole('alert').textContent).toContain('1');
  expect(dialog.getByRole('row', { name: /^dev/ }).textContent).toBe('devdeveloper80 %21220.3');
  expect(dialog.getByRole('row', { name: /invoice/ }).textContent).toBe(
    'shop.invoicetables6dev (connected with theirs: 4)–',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Assign as proposed' }));
  await screen.findByText('Assigned as proposed: developers for 2, testers for 3 objects.');
  const bodies = (path: string) => api.sent('POST', path).map(({ body }) => body);
  expect(bodies('/api/projects/12/assignments')).toEqual([{ seen: 'one' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText(/Assigned as proposed/)).toBeNull());
  expect(bodies('/api/objects/undo')).toEqual([{ undo: 'second' }, { undo: 'first' }]);
});

it('looks at the selected objects only, and again where something has changed', async () => {
  const api = open(['101', '102'], {
    'POST /api/projects/12/assignments': problemAnswer(409, 'assignment.changed'),
  });
  const path = '/api/projects/12/assignments/proposal';
  await userEvent.click(await screen.findByRole('button', { name: /the 2 selected objects/ }));
  const apply = await screen.findByRole('button', { name: 'Assign as proposed' });
  await waitFor(() => expect((apply as HTMLButtonElement).disabled).toBe(false));
  await userEvent.click(apply);
  await waitFor(() => expect(api.sent('POST', path)).toHaveLength(2));
  expect(api.sent('POST', path).map(({ body }) => body)).toEqual([
    { objects: [101, 102] },
    { objects: [101, 102] },
  ]);
  expect(screen.getAllByRole('alert').length).toBeGreaterThan(1);
});

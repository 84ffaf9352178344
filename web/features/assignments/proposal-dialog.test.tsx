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
      developer: { user_id: 8, username: 'dev', reason: 'together', was: null, count: 4 },
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
  expect(dialog.getByRole('row', { name: /^dev/ }).textContent).toBe('devdeveloper80%21220.3');
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
  await userEvent.click(
    await screen.findByRole('button', { name: /^Propose .* the 2 selected objects/ }),
  );
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

it('moves the work of who leaves, or of all who have more than time, and says who has it now', async () => {
  const person = {
    user_id: 8,
    username: 'dev',
    roles: ['developer'],
    develop: { objects: 3, hours: 30 },
    test: { objects: 0, hours: 0 },
    there: 20,
    finished: { objects: 0, hours: 0 },
    was_there: 0,
  };
  const none = { objects: 0, hours: 0 };
  const moved = { user_id: 9, username: 'eve', reason: 'load', was: 'dev', count: 0 };
  const api = open([], {
    'GET /api/projects/12/workload': {
      today: '2026-04-15',
      planned_end: '2026-04-20',
      since: '2026-04-01',
      people: [person, { ...person, user_id: 9, username: 'eve', there: 80 }],
      unassigned: { develop: none, test: none },
      not_assessed: 0,
    },
    'POST /api/projects/12/assignments/proposal': {
      ...PROPOSAL,
      left_out: 0,
      rows: [{ ...PROPOSAL.rows[0], developer: moved }],
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Move work to others…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move work to others' }));
  const whose = await dialog.findByLabelText('Whose work');
  const path = '/api/projects/12/assignments/proposal';
  expect(api.sent('POST', path)).toEqual([]);
  await userEvent.selectOptions(
    whose,
    'Everyone with more work than time until the planned end (1)',
  );
  await dialog.findByText('dev → eve (finishes it first)');
  await userEvent.selectOptions(whose, 'eve: 30 h to do, available for 80 h');
  await userEvent.click(dialog.getByLabelText('Leaves the project: move everything'));
  await waitFor(() => expect(api.sent('POST', path)).toHaveLength(3));
  expect(api.sent('POST', path).map(({ body }) => body)).toEqual([
    { from: [8], leaving: false },
    { from: [9], leaving: false },
    { from: [9], leaving: true },
  ]);
  const move = dialog.getByRole('button', { name: 'Move as proposed' });
  await waitFor(() => expect((move as HTMLButtonElement).disabled).toBe(false));
  await userEvent.click(move);
  await screen.findByText(/Assigned as proposed/);
  expect(api.sent('POST', '/api/projects/12/assignments').map(({ body }) => body)).toEqual([
    { from: [9], leaving: true, seen: 'one' },
  ]);
});

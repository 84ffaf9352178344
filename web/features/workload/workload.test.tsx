import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { OwnWeek, Workload } from '../../../contract/workload.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { WeekCard } from './week-card.tsx';
import { WorkloadCard } from './workload-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NONE = { objects: 0, hours: 0 };
const task: OwnWeek['tasks'][number] = {
  id: 7,
  schema_name: 'shop',
  object_name: 'orders',
  object_type: 'tables',
  work: 'develop',
  hours: 8,
  due_date: '2026-04-15',
  wave: { position: 1, name: null },
  blocked: false,
  done_on: '2026-04-16',
};
const week: OwnWeek = {
  project_id: 3,
  project_name: 'Billing',
  today: '2026-04-15',
  days: ['13', '14', '15', '16', '17', '18', '19'].map((day, at) => ({
    date: `2026-04-${day}`,
    hours: at < 4 ? 8 : 0,
    off: at < 4 ? null : at === 4 ? 'holiday' : 'weekend',
  })),
  hours_left: 16,
  open: { objects: 2, hours: 12 },
  in_week: { objects: 2, hours: 12 },
  to_come: NONE,
  tasks: [
    task,
    { ...task, id: 8, object_name: 'v', work: 'test', due_date: null, wave: null, hours: 4 },
  ],
};

it('shows the own week, and what of it comes after its due date', async () => {
  stubApi({ 'GET /api/week': [week] });
  renderScreen(() => <WeekCard project={undefined} />, '/');
  expect(await screen.findByText(/To do: 12 h \(objects: 2\)/)).toBeTruthy();
  const days = screen.getAllByRole('listitem');
  expect(days.map((day) => day.textContent)).toEqual([
    'Mon8 h',
    'Tue8 h',
    'Wed8 h',
    'Thu8 h',
    'Friholiday',
    'Sat–',
    'Sun–',
  ]);
  expect(days[2]!.getAttribute('aria-current')).toBe('date');
  const [, first, second] = screen.getAllByRole('row');
  expect(within(first!).getByText('Apr 16, 2026, after its due date')).toBeTruthy();
  expect(within(first!).getByRole('link').getAttribute('href')).toBe('/developer?project=3&row=7');
  expect(within(second!).getByRole('link').getAttribute('href')).toBe(
    '/testing?project=3&side=source&row=8',
  );
  // One project needs no name.
  expect(screen.queryByText('Billing')).toBeNull();
});

it('says that it is the next week, once this one is over', async () => {
  stubApi({ 'GET /api/week': [{ ...week, today: '2026-04-11' }] });
  renderScreen(() => <WeekCard project={undefined} />, '/');
  expect(
    await screen.findByText(/^Hours next week: 16 h\. .* Of that, next week: 12 h/),
  ).toBeTruthy();
  expect(screen.queryByText(/this week/)).toBeNull();
});

it('is not there for who does no work', async () => {
  const api = stubApi({ 'GET /api/week': [] });
  renderScreen(() => <WeekCard project={undefined} />, '/');
  await vi.waitFor(() => expect(api.calls.length).toBeGreaterThan(0));
  expect(screen.queryByText('My week')).toBeNull();
});

it('says of each person how work and time compare, without a word of how good that is', async () => {
  const person = {
    user_id: 1,
    username: 'ann',
    roles: ['developer'],
    develop: { objects: 5, hours: 40 },
    test: NONE,
    there: 32,
    finished: { objects: 3, hours: 24 },
    was_there: 160,
  } satisfies Workload['people'][number];
  const workload: Workload = {
    today: '2026-04-15',
    planned_end: '2026-04-20',
    since: '2026-03-18',
    people: [
      person,
      { ...person, user_id: 2, username: 'ben', develop: { objects: 1, hours: 2 } },
      { ...person, user_id: 3, username: 'eve', develop: NONE },
    ],
    unassigned: { develop: NONE, test: { objects: 2, hours: 6 } },
    not_assessed: 0,
  };
  stubApi({ 'GET /api/projects/3/workload': workload });
  renderScreen(() => <WorkloadCard projectId={3} />, '/');
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows).toEqual([
    'ann40 h (5)–32 h8 h too much24 h (3)160 h',
    'ben2 h (1)–32 h30 h spare24 h (3)160 h',
    'eve––32 hnothing to do24 h (3)160 h',
    'Unassigned–6 h (2)––––',
  ]);
});

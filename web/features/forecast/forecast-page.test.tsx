import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Forecast } from '../../../contract/forecast.ts';
import type { Calendar } from '../../../contract/calendar.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { type SeenCall, stubApi } from '../../ui/testing/stub-api.ts';
import { ForecastPage } from './forecast-page.tsx';

const FORECAST: Forecast = {
  as_of: '2026-04-15T10:00:00.000Z',
  without: null,
  ends: { half: '2026-05-05', most: '2026-05-12', low: '2026-04-30', high: '2026-05-14' },
  planned_end: '2026-04-30',
  scope: { objects: 40, hours: 480 },
  done: { objects: 12, hours: 150.4 },
  not_assessed: 3,
  people: { developers: 2, testers: 1 },
  pace: { weeks: 3, delivered: 0.62 },
  prior: [{ reason: 'type', object_type: 'views', count: 2 }],
  types: [
    {
      object_type: 'tables',
      objects_left: 28,
      hours_left: 329.6,
      develop_factor: 1.24,
      test_factor: 0.8,
      half: '2026-05-05',
      most: '2026-05-12',
    },
  ],
  waves: [],
  burn_up: [
    { date: '2026-03-02', scope: 480, done: 0 },
    { date: '2026-04-15', scope: 480, done: 150 },
  ],
  fan: [
    { date: '2026-04-15', low: 150, middle: 150, high: 150 },
    { date: '2026-04-22', low: 210, middle: 240, high: 290 },
  ],
  kept: [{ as_of: '2026-04-06T10:00:00.000Z', half: '2026-05-01', most: '2026-05-08' }],
  hits: { points: 10, held: 8 },
  alerts: [
    { alert: 'beyond_plan', count: 8 },
    { alert: 'piling_up', count: 11 },
  ],
};

const ALICE = {
  user_id: 7,
  username: 'alice',
  roles: ['developer' as const],
  share: 50,
  absences: [{ starts_on: '2099-07-01', ends_on: '2099-07-14', reason: 'leave' }],
};
const CALENDAR: Calendar = {
  weekdays: [1, 2, 3, 4, 5],
  holidays: [
    { date: '2026-01-01', name: 'New Year' },
    { date: '2099-04-10', name: 'Good Friday' },
  ],
  people: [ALICE],
};

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(
  forecast: Partial<Forecast> = {},
  then?: Forecast,
  answers: Parameters<typeof stubApi>[0] = {},
) {
  stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    'GET /api/projects/12/calendar': CALENDAR,
    'GET /api/projects/12/forecast': ({ url }: SeenCall) =>
      url.includes('testers=2') ? then : { ...FORECAST, ...forecast },
    ...answers,
  });
  renderScreen(ForecastPage, '/forecast?project=12');
}

it('gives two dates, holds them against the plan, and says what they rest on', async () => {
  open();
  await screen.findByText('May 12, 2026', { selector: 'p' });
  screen.getByText('May 5, 2026', { selector: 'p' });
  screen.getByText('The later date is 8 working days past the planned end, Apr 30, 2026.');
  expect(
    screen.getByText(/150 of 480 hours done at the team’s pace, 12 of 40 objects/).textContent,
  ).toMatch(/In 3 full weeks, the team delivered 62% .*not included here: 3 objects/);
  const prior = screen.getByRole('region', { name: /Mostly from other teams/ });
  expect(within(prior).getByRole('listitem').textContent).toContain('views');
  const alerts = screen.getByRole('region', { name: 'Needs attention' });
  expect(within(alerts).getByRole('link').getAttribute('href')).toContain('f.status=migrated');
  const types = screen.getByRole('table', { name: 'By type' });
  expect(within(types).getByRole('row', { name: /tables/ }).textContent).toContain(
    '28330' + '1.2 × the estimate' + '0.8 × the estimate',
  );
  expect(screen.getByRole('region', { name: 'Earlier forecasts' }).textContent).toContain(
    '8 of 10 points in time',
  );
});

it('says one day past the plan in the singular', async () => {
  open({ alerts: [{ alert: 'beyond_plan', count: 1 }] });
  const late = await screen.findByText(/1 working day past the planned end/);
  expect(late.textContent).toBe(
    'The later date is 1 working day past the planned end, Apr 30, 2026.',
  );
});

it('draws the same as it says in a table', async () => {
  open();
  const figure = await screen.findByRole('figure');
  const rows = within(figure).getAllByRole('row', { hidden: true });
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DayScopeDoneFromExpectedTo',
    'Mar 2, 2026480' + '0',
    'Apr 15, 2026480150',
    'Apr 22, 2026210240290',
  ]);
});

it('tries what would be, and leaves what is beside it', async () => {
  const then = {
    ...FORECAST,
    ends: { ...FORECAST.ends!, half: '2026-04-23', most: '2026-04-28' },
  };
  open({}, then);
  const card = await screen.findByRole('region', { name: 'What if?' });
  expect(within(card).getAllByRole('row')).toHaveLength(2);
  await userEvent.clear(within(card).getByLabelText('Testers added or removed'));
  await userEvent.type(within(card).getByLabelText('Testers added or removed'), '2');
  await waitFor(() =>
    expect(within(card).getByRole('row', { name: /With the change/ }).textContent).toContain(
      'Apr 28, 2026',
    ),
  );
  expect(within(card).getByRole('row', { name: /Current/ }).textContent).toContain('May 12, 2026');
});

const WAVE: Forecast['waves'][number] = {
  id: 4,
  position: 1,
  name: null,
  objects_left: 3,
  hours_left: 20.4,
  ends_on: '2026-04-20',
  half: '2026-04-21',
  most: '2026-04-24',
  days_late: 4,
};

it('gives two dates for each wave, and tries a scope that ends with one', async () => {
  const none = { ...WAVE, id: null, position: null, ends_on: null, days_late: 0 };
  const waves = [WAVE, { ...WAVE, id: 5, position: 2, name: 'Orders', days_late: 0 }, none];
  const asked: string[] = [];
  open({}, undefined, {
    'GET /api/projects/12/forecast': ({ url }: SeenCall) => {
      asked.push(url);
      return { ...FORECAST, waves };
    },
  });
  const table = within(await screen.findByRole('table', { name: 'By wave' }));
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual([
    'Wave 1' + '320Apr 20, 2026Apr 21, 2026Apr 24, 2026 4 working days late',
    'Orders320Apr 20, 2026Apr 21, 2026Apr 24, 2026',
    'Not in a wave320–Apr 21, 2026Apr 24, 2026',
  ]);
  expect(table.getByRole('link', { name: 'Orders' }).getAttribute('href')).toContain('wave=5');
  await userEvent.selectOptions(screen.getByLabelText('Scope ends with'), 'Orders');
  await waitFor(() => expect(asked.at(-1)).toContain('until_wave=2'));
});

it('leads to what is missing', async () => {
  open({ without: 'unassessed', ends: null });
  const link = await screen.findByRole('link', { name: 'Go to the assessment' });
  expect(link.getAttribute('href')).toBe('/assessment?project=12');
  cleanup();
  open({ without: 'no_testers', ends: null, fan: [], alerts: [] });
  await screen.findByRole('link', { name: 'Add people to the project' });
  cleanup();
  open({ ends: null, fan: [], prior: [], alerts: [] });
  await screen.findByText('All done');
});

it('says who works when, and sends what an administrator changes of it', async () => {
  const sent: unknown[] = [];
  const save = ({ body }: SeenCall) => {
    sent.push(body);
    return { ...CALENDAR, people: [{ ...ALICE, share: 80 }] };
  };
  open({}, undefined, {
    'GET /api/auth/me': { ...sampleUser, is_admin: 1 },
    'PUT /api/projects/12/calendar': save,
    'PUT /api/projects/12/calendar/7': save,
  });
  const card = within(await screen.findByRole('region', { name: 'Who works when' }));
  await card.findByText(/Next holiday: Apr 10, 2099 \(Good Friday\); upcoming holidays: 1/);
  expect(card.getByRole('row', { name: /alice/ }).textContent).toContain(
    'developer50%Jul 1, 2099 – Jul 14, 2099 (leave)',
  );
  await userEvent.click(card.getByRole('button', { name: 'Change working days' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Fri' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove holiday 1' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add a holiday' }));
  const dates = dialog.getAllByLabelText(/^Date/);
  await userEvent.type(dates.at(-1)!, '2099-05-01');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent[0]).toMatchObject({
      weekdays: [1, 2, 3, 4],
      holidays: [
        { date: '2099-04-10', name: 'Good Friday' },
        { date: '2099-05-01', name: null },
      ],
    }),
  );
  await userEvent.click(
    await card.findByRole('button', { name: 'Change the availability of alice' }),
  );
  const person = within(await screen.findByRole('dialog', { name: 'Availability of alice' }));
  await userEvent.click(person.getByRole('button', { name: 'Remove absence 1' }));
  await userEvent.click(person.getByRole('button', { name: 'Add an absence' }));
  await userEvent.type(person.getByLabelText(/^First day/), '2099-08-03');
  await userEvent.click(person.getByRole('button', { name: 'Save' }));
  const day = { starts_on: '2099-08-03', ends_on: '2099-08-03', reason: null };
  await waitFor(() => expect(sent[1]).toMatchObject({ share: 80, absences: [day] }));
});

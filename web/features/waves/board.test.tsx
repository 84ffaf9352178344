import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { Board, Expected, daysLate } from './board.tsx';

const wave = { ends_on: '2026-11-15', state: 'started', objects: 4, done: 3 } as const;
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

test('a wave is late once its last day is over everywhere, and it has something left', () => {
  const late = (change: object, day: string) =>
    daysLate({ ...wave, ...change } as never, noon(day));
  expect(late({}, '2026-11-15')).toBe(0);
  expect(daysLate(wave as never, Date.parse('2026-11-16T11:00:00Z'))).toBe(0);
  expect(late({}, '2026-11-16')).toBe(1);
  expect(late({}, '2026-11-25')).toBe(10);
  expect(late({ state: 'done' }, '2026-11-25')).toBe(0);
  expect(late({ done: 4 }, '2026-11-25')).toBe(0);
  expect(late({ ends_on: null }, '2026-11-25')).toBe(0);
});

test('the board says by when each wave is done, and how late that is', async () => {
  const expected = {
    id: 4,
    position: 1,
    name: null,
    objects_left: 1,
    hours_left: 2,
    ends_on: '2026-11-15',
    half: '2026-11-18',
    most: '2026-11-20',
    days_late: 4,
  };
  renderScreen(
    () => (
      <>
        <p>
          <Expected forecast={[expected]} id={4} />
        </p>
        <p>
          <Expected forecast={[expected]} id={null} />
        </p>
      </>
    ),
    '/',
  );
  await screen.findByText('4 working days late');
  expect(screen.getAllByRole('paragraph').map((one) => one.textContent)).toEqual([
    'Nov 18\u2009–\u200920, 2026 4 working days late',
    '–',
  ]);
});

test('the board has a column of sign-offs once there is one', async () => {
  const one = {
    id: 4,
    position: 1,
    name: 'Pilot',
    starts_on: null,
    ends_on: null,
    owner: null,
    state: 'planned',
    objects: 4,
    hours: 2,
    done: 1,
    ready: 1,
    blocked: 0,
    pairs: 4,
    open_pairs: 3,
  };
  const signed = { wave: 4, name: 'Pilot', position: 1, signoffs: [] };
  const signature = { id: 1, role: 'tester', signed_by: 'tess', state: 'standing' };
  const board = { waves: [one], cells: [] } as never;
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const view = (signoffs: object[]) =>
    renderScreen(
      () => (
        <Board
          projectId={1}
          board={board}
          forecast={[]}
          signed={[{ ...signed, signoffs }] as never}
        />
      ),
      '/',
    );
  view([]);
  await screen.findByText('Pilot');
  expect(headers()).not.toContain('Signed');
  // How many objects there are stands with the verified ones.
  expect(headers()).not.toContain('Objects');
  expect(screen.getByText('1 of 4')).toBeTruthy();
  cleanup();
  view([signature]);
  await screen.findByText('Pilot');
  expect(headers()).toContain('Signed');
  expect(screen.getByRole('cell', { name: 'Tester tess' })).toBeTruthy();
  cleanup();
  view([{ ...signature, state: 'reopened' }]);
  expect(await screen.findByRole('cell', { name: 'Tester, reopened tess' })).toBeTruthy();
});

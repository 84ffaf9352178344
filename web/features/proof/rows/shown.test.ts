import { expect, it } from 'vitest';
import { shown, shownSides } from './shown.ts';

it.each([
  ['2026-11-29 10:00:00.000000', '2026-11-29 10:00:00'],
  ['2026-11-29 10:00:00.000000+02:00', '2026-11-29 10:00:00+02:00'],
  ['10:00:00.000000', '10:00:00'],
  ['-51:04:05.000000000', '-51:04:05'],
  ['10:00:00.000001', '10:00:00.000001'],
  ['10:00:00', '10:00:00'],
  ['12.000000', '12.000000'],
  ['at 10:00:00.000000', 'at 10:00:00.000000'],
  [null, 'NULL'],
])('shows %s as %s', (value, text) => expect(shown(value)).toBe(text));

it('shows no zeros behind seconds unless the other side has parts of a second', () => {
  const [ten, eleven] = ['10:00:00.000000', '11:00:00.000000'];
  expect(shownSides(ten, eleven)).toEqual({ source: '10:00:00', target: '11:00:00' });
  expect(shownSides(null, eleven)).toEqual({ source: null, target: '11:00:00' });
  for (const other of ['10:00:00.250000', '10:00:00', '10:00:00.000', 'ten'])
    expect(shownSides(ten, other)).toEqual({ source: ten, target: other });
});

import { expect, test } from 'vitest';
import { isCauseOfValues } from './causes.ts';

test.each([
  'case',
  'empty:target',
  'zero:source',
  'shift:-3600.5',
  'zone:source Europe/Berlin',
  'summer:3600 Europe/Berlin',
  'factor:0.01',
  'cut:8',
  'blanks:both',
  'years:-100',
  'day_month',
])('%s is a cause of values', (id) => {
  expect(isCauseOfValues(id)).toBe(true);
});

test.each([
  '',
  'shift',
  'shift:',
  'shift:1h',
  'case:x',
  'zone:source Berlin',
  'zone:Europe/Berlin',
  'empty:both',
  'renumbered',
  'swapped:other',
  'toString',
  'case:',
  'years:',
  'day_month:x',
])('%j is none', (id) => {
  expect(isCauseOfValues(id)).toBe(false);
});

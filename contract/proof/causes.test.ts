import { expect, test } from 'vitest';
import { isCauseOfValues, knownZones } from './causes.ts';

test.each([
  'case',
  'empty:target',
  'zero:source',
  'shift:-3600.5',
  'zone:source Europe/Berlin',
  'zone:target Asia/Kolkata',
  'zone:target Asia/Calcutta',
  'zone:source America/Argentina/Buenos_Aires',
  'zone:source UTC',
  'summer:3600 Europe/Berlin',
  'factor:0.01',
  'cut:8',
  'blanks:both',
  'years:-100',
  'day_month',
  'invisible:U+FEFF',
  'members:target null: a.b, "c: d"',
  'clamped:-128',
  'quotes:source around',
  'date_form:dd-mon-yyyy > yyyymmdd',
  'coded:hex base64',
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
  'zone:source +05:30',
  'zone:source Europe/Berlin ',
  'zone:source Europe/Atlantis',
  'zone:both Europe/Berlin',
  'zone:Europe/Berlin',
  'empty:both',
  'renumbered',
  'swapped:other',
  'toString',
  'case:',
  'years:',
  'day_month:x',
  'coded:text',
  'date_form:yyyy-mm-dd',
])('%j is none', (id) => {
  expect(isCauseOfValues(id)).toBe(false);
});

test('every zone that can be chosen makes a cause, under its name of today, too', () => {
  const zones = knownZones();
  expect(zones).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Berlin', 'Asia/Tokyo']));
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.filter((zone) => !isCauseOfValues(`zone:source ${zone}`))).toEqual([]);
});

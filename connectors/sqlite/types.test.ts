import { expect, it } from 'vitest';
import { canonicalOf } from './types.ts';

it.each([
  ['TIMESTAMP WITHOUT TIME ZONE', { kind: 'timestamp', precision: null, zone: false }],
  ['time without time zone', { kind: 'time', precision: null, zone: false }],
  ['serial', { kind: 'integer', bits: 64, unsigned: false }],
  ['BigSerial', { kind: 'integer', bits: 64, unsigned: false }],
  ['UNSIGNED BIG INT', { kind: 'integer', bits: 64, unsigned: false }],
  ['int(11) unsigned', { kind: 'integer', bits: 64, unsigned: false }],
  ['INT64', { kind: 'integer', bits: 64, unsigned: false }],
  ['INTEGER_OR_TEXT', { kind: 'other', name: 'INTEGER_OR_TEXT' }],
  ['POINT', { kind: 'other', name: 'POINT' }],
  ['interval', { kind: 'other', name: 'interval' }],
  ['FLOATING POINT', { kind: 'other', name: 'FLOATING POINT' }],
])('%s means what its name says elsewhere', (declared, meant) => {
  expect(canonicalOf(declared)).toEqual(meant);
});

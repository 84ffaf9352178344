import { expect, it } from 'vitest';
import { canonicalOf } from './types.ts';

it.each([
  ['TIMESTAMP WITHOUT TIME ZONE', { kind: 'timestamp', precision: null, zone: false }],
  ['time without time zone', { kind: 'time', precision: null, zone: false }],
  ['serial', { kind: 'integer', bits: 64, unsigned: false }],
  ['BigSerial', { kind: 'integer', bits: 64, unsigned: false }],
])('%s means what its name says elsewhere', (declared, meant) => {
  expect(canonicalOf(declared)).toEqual(meant);
});

import { expect, it } from 'vitest';
import { isCovered, kindKeyOf } from '../accept/acceptances.ts';
import { LOST, describe, finding } from './raw-finding.ts';

const ANY = { pair_id: null, name: null, names: null, source: null, target: null };
const lost = (code: 'index.missing' | 'uniqueKey.missing', text: string, over = {}) =>
  finding(code, 'index', 'i', text, null, { ...LOST, ...over });

it.each([
  ['index.missing', { severity: 'warning' }, {}],
  ['uniqueKey.missing', {}, describe('warning', 'comparesMore')],
] as const)('a rule for all %s leaves what weighs otherwise', (code, most, apart) => {
  const rule = { ...ANY, code };
  expect(isCovered(lost(code, 'a', most), rule)).toBe(true);
  expect(isCovered(lost(code, 'a', apart), rule)).toBe(false);
  expect(isCovered(lost(code, 'a', apart), { ...rule, source: 'a' })).toBe(true);
  const isOneKind = (over: object) =>
    kindKeyOf(lost(code, 'a', over)) === kindKeyOf(lost(code, 'b', over));
  expect([isOneKind(most), isOneKind(apart)]).toEqual([true, false]);
});

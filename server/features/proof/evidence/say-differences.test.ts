import { expect, it } from 'vitest';
import { toEnglish } from '../../../../contract/messages/english.ts';
import type { Cause, Explanation } from '../../../../contract/proof/causes.ts';
import { type Differing, describeDifferences } from './describe-differences.ts';

const say = (given: Partial<Differing>): string | null => {
  const said = describeDifferences({ explanation: null, kinds: {}, cut: false, ...given });
  return said && toEnglish(said);
};
const differingIn = (...names: string[]): Explanation => ({
  read: 2,
  columns: names.map((name) => ({ name, rows: 2 })),
  causes: [],
});

it('rows that differ are described by their cause, and without one by what differs', () => {
  const cause = { code: 'cause.doubled', params: { count: 2 } } as unknown as Cause;
  const explained = { ...differingIn('name'), causes: [cause] };
  expect(say({ explanation: explained, kinds: { extra: 2 } })).toBe(
    '2 rows are duplicated on the target.',
  );
  expect(say({ explanation: differingIn('name'), kinds: { changed: 2 } })).toBe(
    'name differs in 2 rows',
  );
  expect(say({ explanation: differingIn('a', 'b', 'c', 'd'), kinds: { changed: 1 } })).toBe(
    'a, b, c, … differ in 1 row',
  );
  expect(say({ kinds: { changed: 3 } })).toBe('Values differ in 3 rows');
  expect(say({ kinds: { missing: 4 } })).toBe('4 rows are missing on the target');
  expect(say({ kinds: { missing: 1, extra: 2 } })).toBe(
    'In several ways: 1 row is missing on the target; 2 rows are only on the target',
  );
  expect(say({ kinds: { missing: 1_000 }, cut: true })).toBe(
    '1,000 rows are missing on the target. Only 1,000 of the rows that differ were looked at',
  );
  expect(say({})).toBeNull();
});

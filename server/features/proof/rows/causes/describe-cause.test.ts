import { expect, it } from 'vitest';
import { toEnglish } from '../../../../../contract/messages/english.ts';
import { describeCause } from './describe-cause.ts';

const share = { rows: 3, all: 3, read: 3, total: 3 };

it.each([
  ['5400', '1 h 30 min', 'later'],
  ['-86400', '1 d', 'earlier'],
  ['93784.5', '1 d 2 h 3 min 4.5 s', 'later'],
  ['0.25', '0.25 s', 'later'],
])('says %s seconds as %s %s, in parts that every language has', (parameter, time, direction) => {
  const said = describeCause('shift', parameter, 'c1', share);
  expect(toEnglish(said)).toBe(
    `c1 is ${time} ${direction} on the target in all 3 rows that differ there.`,
  );
  expect(said.params?.['shift']).toMatchObject({ code: expect.stringMatching(/^cause\./) });
});

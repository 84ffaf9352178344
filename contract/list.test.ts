import { expect, it } from 'vitest';
import { z } from 'zod';
import { importItems } from './inventory.ts';
import { faultToEnglish } from './messages/english.ts';
import { MAX_FAULTS, list } from './list.ts';

const numbers = list(z.int(), 1_000, { error: 'must be a list', items: 'numbers' });

it('a list is what its items are', () => {
  expect(numbers.parse([1, 2])).toEqual([1, 2]);
  expect(z.toJSONSchema(numbers)).toMatchObject({ type: 'array', minItems: 1, maxItems: 1_000 });
});

it('a list as long as it may be is looked at like any other, and holds what its items became', () => {
  const names = list(z.string().trim(), 2, { error: 'must be a list', items: 'names' });
  expect(names.parse([' a', 'b '])).toEqual(['a', 'b']);
  expect(names.safeParse(['a', 1]).error?.issues.map(({ path }) => path)).toEqual([[1]]);
});

it('reports schemas that check asynchronously as an error of the program', async () => {
  const late = list(
    z.string().refine(async () => Promise.resolve(true)),
    2,
    { error: 'x', items: 'names' },
  );
  await expect(late.safeParseAsync(['a'])).rejects.toThrow('checked at once');
});

it.each([
  [undefined, 'must be a list'],
  ['text', 'must be a list'],
  [[], 'must not be empty'],
  [Array.from({ length: 1_001 }, () => 1), 'must have at most 1,000 numbers'],
])('refuses a value that is not a list, with a sentence', (value, message) => {
  const { issues = [] } = numbers.safeParse(value).error ?? {};
  expect(issues.map((issue) => [issue.path, faultToEnglish(issue.message)])).toEqual([
    [[], message],
  ]);
});

it('the faults of a list are named by their places, and the first of many are enough', () => {
  const one = numbers.safeParse([1, 'x', 3]);
  expect(one.error?.issues.map(({ path }) => path)).toEqual([[1]]);
  let looked = 0;
  const counted = list(
    z.unknown().refine(() => {
      looked += 1;
      return false;
    }),
    100_000,
    { error: 'must be a list', items: 'items' },
  );
  const { error } = counted.safeParse(Array.from({ length: 50_000 }, () => 'x'));
  expect(error?.issues).toHaveLength(MAX_FAULTS);
  expect(looked).toBe(MAX_FAULTS);
});

it('a list that is too long is not looked at', () => {
  const { error } = importItems.safeParse(Array.from({ length: 100_001 }, () => 'x'));
  expect(error?.issues).toHaveLength(1);
});

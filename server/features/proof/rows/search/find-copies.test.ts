import { expect, it } from 'vitest';
import { findCopies } from './find-copies.ts';

const marksOf = (contents: readonly number[]) =>
  contents.map((content) => `m extra:${String(content).padStart(14, '0')}`);
const none = new Map<string, number>();

it('reads a large table only for many rows', async () => {
  const looked: number[] = [];
  const look = (extras: number, rows: number) =>
    findCopies({ marks: marksOf([...Array(extras).keys()]), rows: { source: rows } }, (some) => {
      looked.push(some.length);
      return Promise.resolve(null);
    });
  for (const [extras, rows] of [
    [2, 10],
    [3, 100_000],
    [3, 100_001],
    [999, 1_000_000],
    [1_000, 1_000_000],
  ] as const)
    await look(extras, rows);
  expect(looked).toEqual([3, 1_000]);
});

it('looks up many contents in parts, and no further where the first are no copies', async () => {
  const extras = [...Array(10_000).keys()];
  const parts: (readonly string[])[] = [];
  const find = (isCopied: boolean) =>
    findCopies({ marks: marksOf(extras), rows: { source: 20_000 } }, (some) => {
      parts.push(some);
      const counts = (times: number) => new Map(some.map((content) => [content, times]));
      return Promise.resolve(isCopied ? [counts(1), counts(2)] : [none, counts(1)]);
    });
  expect((await find(false)).size).toBe(0);
  expect(parts.map((part) => part.length)).toEqual([5_000]);
  // From all over the table.
  expect(parts[0]!.slice(0, 2).map(Number)).toEqual([0, 2]);
  parts.length = 0;
  expect((await find(true)).size).toBe(10_000);
  expect(parts.map((part) => part.length)).toEqual([5_000, 5_000]);
});

it('names none where contents would take more looks than a table of that size is worth', async () => {
  for (const [contents, rows, looks] of [
    [5_000, 5_000_000, 1],
    [10_000, 5_000_000, 2],
    [10_001, 5_000_000, 0],
    [100_000, 500_000, 20],
    [100_000, 530_000, 0],
  ] as const) {
    let looked = 0;
    const found = await findCopies(
      { marks: marksOf([...Array(contents).keys()]), rows: { source: rows } },
      (some) => {
        looked += 1;
        const counts = (times: number) => new Map(some.map((content) => [content, times]));
        return Promise.resolve([counts(1), counts(2)]);
      },
    );
    expect([looked, found.size]).toEqual([looks, looks === 0 ? 0 : contents]);
  }
});

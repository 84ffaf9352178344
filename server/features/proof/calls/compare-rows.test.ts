import { describe, expect, it } from 'vitest';
import type { CallResult, ResultRow, TakePart } from '../../../../connectors/core/call.ts';
import { readAnswer } from './answer-reader.ts';
import { compareAsSets, compareInOrder } from './compare-rows.ts';

const NOTHING: CallResult = {
  output: {},
  affected: null,
  error: null,
  committed: false,
  milliseconds: 1,
};

/** A reader of these rows, at the beginning of their result set; told of each part that is asked for. */
async function readerOf(rows: ResultRow[], onPart: () => void = () => undefined) {
  const run = async (take: TakePart): Promise<CallResult> => {
    await take({ columns: [{ name: 'v', type: 'text', origin: null }] });
    for (let at = 0; at < rows.length; at += 10) {
      onPart();
      if (!(await take({ rows: rows.slice(at, at + 10) }))) break;
    }
    return NOTHING;
  };
  const reader = readAnswer(run, { length: 1e9, milliseconds: 60_000 });
  await reader.nextSet();
  return reader;
}

const rows = Array.from({ length: 1_000 }, (_, index) => [`row ${index}`]);
const asGiven = (row: ResultRow) => row;
const rules = {
  write: { source: asGiven, target: asGiven },
  areClose: null,
  differAt: (at: number, one: ResultRow, other: ResultRow) => one[at] !== other[at],
  strict: asGiven,
};

it('compares more rows in any order than it holds, and names none of them then', async () => {
  const compare = async (others: ResultRow[]) =>
    compareAsSets({ source: await readerOf(rows), target: await readerOf(others) }, rules, 10);
  expect(await compare(rows.toReversed())).toMatchObject({ count: { source: 0, target: 0 } });
  const one = rows.toReversed().with(500, ['another']);
  expect(await compare(one)).toEqual({
    count: { source: 1, target: 1 },
    rows: { source: [], target: [] },
    columns: [],
  });
  const more = [...rows.toReversed(), ['another'], ['another']];
  expect((await compare(more))?.count).toEqual({ source: 0, target: 2 });
});

it('takes rows in order for equal where all of their values are', async () => {
  const compare = async (one: ResultRow, other: ResultRow) =>
    (
      await compareInOrder(
        { source: await readerOf([one]), target: await readerOf([other]) },
        rules,
      )
    ).count.source;
  expect(await compare(['a', 'b'], ['a', 'b'])).toBe(0);
  expect(await compare(['a', 'b'], ['a', 'c'])).toBe(1);
});

it('counts equal rows as often as they are there', async () => {
  const compare = async (one: ResultRow[], other: ResultRow[]) =>
    compareAsSets({ source: await readerOf(one), target: await readerOf(other) }, rules);
  expect((await compare([['a'], ['a'], ['b']], [['a'], ['b'], ['b']]))?.count).toEqual({
    source: 1,
    target: 1,
  });
});

it('reads no more of an answer than is needed', async () => {
  let parts = 0;
  const reader = await readerOf(rows, () => (parts += 1));
  await reader.nextRows();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(parts).toBeLessThanOrEqual(2);
  reader.stop();
  await reader.result;
  expect(parts).toBeLessThanOrEqual(2);
});

it('keeps of long rows only as many as can be held', async () => {
  const long = (text: string) => Array.from({ length: 20 }, () => [text.repeat(1_000_000)]);
  const found = await compareInOrder(
    { source: await readerOf(long('a')), target: await readerOf(long('b')) },
    rules,
  );
  expect(found.count).toEqual({ source: 20, target: 20 });
  expect([found.rows.source.length, found.rows.target.length]).toEqual([4, 4]);
});

it('names a row that differs, however long the equal ones before it are', async () => {
  const longRow = (text: string) => [text.padEnd(100_000)];
  const long = Array.from({ length: 100 }, (_, index) => longRow(`${index}`));
  const [one, other] = [longRow('a'), longRow('b')];
  const found = await compareAsSets(
    { source: await readerOf([...long, one]), target: await readerOf([...long, other]) },
    rules,
  );
  const said = [found?.rows.source, found?.rows.target].map((rows) =>
    rows?.map(({ place, row }) => `${place} ${row[0]?.trim()}`),
  );
  expect(said).toEqual([['100 a'], ['100 b']]);
});

it('keeps the values of a row apart', async () => {
  const compare = async (one: ResultRow[], other: ResultRow[]) =>
    (await compareAsSets({ source: await readerOf(one), target: await readerOf(other) }, rules))
      ?.count.source;
  expect(await compare([['ab', 'c']], [['a', 'bc']])).toBe(1);
  expect(await compare([['a:b', 'c']], [['a', 'b:c']])).toBe(1);
  expect(await compare([[null, 'x']], [['null', 'x']])).toBe(1);
  expect(await compare([['1:a']], [['1:a']])).toBe(0);
});

describe('rows that are close to one of the other side', () => {
  /** The second value may be one more. */
  const close = {
    write: { source: asGiven, target: asGiven },
    areClose: ([id, one]: ResultRow, [other, two]: ResultRow) =>
      id === other && Number(two) - Number(one) === 1,
    differAt: (at: number, one: ResultRow, other: ResultRow) =>
      at === 0 ? one[0] !== other[0] : Number(other[1]) - Number(one[1]) !== 1,
    strict: ([id]: ResultRow) => [id!],
  };
  const numbered = (more: number) =>
    Array.from({ length: 1_000 }, (_, at) => [`row ${at}`, String(at + more)]);
  const compare = async (target: ResultRow[]) =>
    compareAsSets({ source: await readerOf(numbered(0)), target: await readerOf(target) }, close);

  it('are equal in any order, however many there are', async () => {
    const found = await compare(numbered(1).toReversed());
    expect(found?.count).toEqual({ source: 0, target: 0 });
  });

  it('are not among those that are named', async () => {
    const found = await compare(numbered(1).toReversed().with(3, ['row 996', '5']));
    expect(found?.count).toEqual({ source: 1, target: 1 });
    expect(found?.rows.source.map(({ row }) => row)).toEqual([['row 996', '996']]);
    expect(found?.rows.target.map(({ row }) => row)).toEqual([['row 996', '5']]);
    expect(found?.columns).toEqual([1]);
  });

  it('each make up for one row only', async () => {
    const found = await compare([...numbered(1), ['row 7', '8']]);
    expect(found?.count).toEqual({ source: 0, target: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { table, column, TYPE } from '../../../../../connectors/core/exams/definitions-exam.ts';
import { type Ambiguous, compareNamesakes } from './schema-columns.ts';
import { type Shape, shapeOf } from './shape.ts';

const shape = (...names: string[]): Shape =>
  shapeOf(
    table(
      't',
      names.map((name) => column(name, 'int', TYPE.integer(32))),
    ),
  );

describe('the columns of namesakes', () => {
  it('tell schemas apart whose tables have the same names', async () => {
    const shapes = new Map([
      [1, shape('id', 'price', 'weight')],
      [2, shape('id', 'price', 'weight')],
      [3, shape('id', 'moved_to', 'shelf')],
    ]);
    const objects = [
      {
        id: 1,
        there: new Map([
          ['live', 2],
          ['attic', 3],
        ]),
      },
    ];
    const found = await compareNamesakes([{ schema: 'old', objects }], async () => shapes);
    expect(found.get('old')?.get('live')).toBe(100);
    expect(found.get('old')!.get('attic')!).toBeLessThan(50);
    shapes.delete(3);
    expect(await compareNamesakes([{ schema: 'old', objects }], async () => shapes)).toEqual(
      new Map(),
    );
  });

  it('are read of every target schema, or do not count', async () => {
    const both = Array.from({ length: 30 }, (_, id) => ({
      id,
      there: new Map([
        ['live', 100],
        ['attic', 101],
      ]),
    }));
    // After more objects than are read.
    const objects = [...both, { id: 30, there: new Map([['stray', 102]]) }];
    const shapes = new Map([
      ...objects.map(({ id }) => [id, shape('id', 'price', 'weight')] as const),
      [100, shape('id', 'price', 'weight')],
      [101, shape('id', 'moved_to', 'shelf')],
      [102, shape('id', 'price')],
    ]);
    const compare = () => compareNamesakes([{ schema: 'old', objects }], async () => shapes);
    expect([...(await compare()).get('old')!.keys()].toSorted()).toEqual([
      'attic',
      'live',
      'stray',
    ]);
    shapes.delete(102);
    expect(await compare()).toEqual(new Map());
  });

  it('are read of other objects where one has too many namesakes', async () => {
    const inTargets = (id: number, count: number) => ({
      id,
      there: new Map(Array.from({ length: count }, (_, at) => [`t${at}`, 10_000 + at])),
    });
    const asked: number[] = [];
    for (const objects of [
      [inTargets(1, 5_000), inTargets(2, 2), inTargets(3, 2)],
      [inTargets(2, 3_000), inTargets(1, 3_000), inTargets(3, 2)],
    ]) {
      await compareNamesakes([{ schema: 'old', objects }], async (ids) => {
        asked.push(...ids.filter((id) => id < 10_000));
        return new Map();
      });
      expect(asked.splice(0)).toEqual([2, 3]);
    }
  });

  it('are read of a few, however many schemas and objects there are', async () => {
    const many = (count: number, targets: number): Ambiguous[] => {
      const there = new Map(Array.from({ length: targets }, (_, at) => [`t${at}`, at]));
      const objects = Array.from({ length: 1_000 }, (_, id) => ({ id, there }));
      return Array.from({ length: count }, (_, of) => ({ schema: `s${of}`, objects }));
    };
    const asked: number[] = [];
    for (const [count, targets] of [
      [2, 2],
      [100, 2],
      [4, 500],
      [2, 20_000],
    ] as const)
      await compareNamesakes(many(count, targets), async (ids) => {
        asked.push(ids.length);
        return new Map();
      });
    expect(Math.max(...asked)).toBeLessThanOrEqual(5_000);
    expect(asked.slice(0, 3).every((count) => count > 100)).toBe(true);
  });
});

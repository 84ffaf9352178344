import { expect, it } from 'vitest';
import { planWaves } from './plan.ts';

type Edge = [from: number, to: number];
const plan = (
  { hours, types = hours.map(() => 0) }: { hours: number[]; types?: number[] },
  edges: Edge[],
  capacity: number,
) => {
  const found = planWaves({
    size: hours.length,
    from: edges.map(([from]) => from),
    to: edges.map(([, to]) => to),
    hours,
    types,
    capacity,
  });
  return { waves: [...found.waves], cycles: found.cycles };
};

/** The same numbers each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it('puts dependencies into the same wave or before, and fills waves up to their hours', () => {
  const { waves } = plan(
    { hours: [4, 4, 4, 4] },
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    8,
  );
  expect(waves).toEqual([1, 1, 0, 0]);
});

it('keeps a cycle together, also where it is larger than a wave', () => {
  const { waves, cycles } = plan(
    { hours: [5, 5, 5, 1] },
    [
      [0, 1],
      [1, 2],
      [2, 0],
      [0, 3],
    ],
    8,
  );
  expect(cycles).toBe(1);
  expect(new Set(waves.slice(0, 3)).size).toBe(1);
  expect(waves[3]).toBeLessThanOrEqual(waves[0]!);
});

it('has some objects of each type in the first wave, with what they need', () => {
  // Tables first would fill the first wave with tables.
  const hours = Array.from({ length: 60 }, () => 1);
  const types = hours.map((_, at) => (at < 40 ? 0 : at < 55 ? 1 : 2));
  const edges: Edge[] = Array.from({ length: 20 }, (_, at) => [40 + at, at]);
  const { waves } = plan({ hours, types }, edges, 20);
  for (const type of [0, 1, 2])
    expect(
      types.filter((one, at) => one === type && waves[at] === 0).length,
    ).toBeGreaterThanOrEqual(3);
});

it('plans an object whose chain of needs is longer than a first wave looks at', () => {
  const size = 250;
  const hours = Array.from({ length: size + 1 }, () => 1);
  const types = hours.map((_, at) => (at < size ? 0 : 1));
  const edges = Array.from({ length: size }, (_, at): Edge => [at + 1, at]);
  const { waves } = plan({ hours, types }, edges, 240);
  expect(waves).toEqual(hours.map((_, at) => (at < 240 ? 0 : 1)));
});

it('starts with the objects that most others depend on, once each type is represented', () => {
  const hours = Array.from({ length: 12 }, (_, at) => at + 1);
  const { waves } = plan({ hours }, [], 12);
  expect(waves).toEqual([0, 0, 0, 0, 7, 7, 6, 5, 4, 3, 2, 1]);
});

it('for any graph: dependencies come first, nothing is left out, and no wave exceeds its hours', () => {
  const next = random(7);
  for (let round = 0; round < 30; round += 1) {
    const size = 200;
    const hours = Array.from({ length: size }, () => 1 + Math.floor(next() * 5));
    const types = hours.map(() => Math.floor(next() * 4));
    const edges = Array.from({ length: 260 }, (): Edge => [
      Math.floor(next() * size),
      Math.floor(next() * size),
    ]).filter(([from, to]) => from !== to && (to < from || next() < 0.02));
    const { waves } = plan({ hours, types }, edges, 40);
    expect(waves.every((wave) => wave >= 0)).toBe(true);
    for (const [from, to] of edges) expect(waves[to]!).toBeLessThanOrEqual(waves[from]!);
    const sums = new Map<number, { hours: number; count: number }>();
    for (const [at, wave] of waves.entries()) {
      const sum = sums.get(wave) ?? { hours: 0, count: 0 };
      sums.set(wave, { hours: sum.hours + hours[at]!, count: sum.count + 1 });
    }
    // Only what cannot be parted may be larger.
    const over = [...sums.values()].filter((sum) => sum.hours > 40).length;
    expect(over).toBeLessThanOrEqual(1);
  }
});

import { expect, it } from 'vitest';
import { componentsOf } from './components-service.ts';

const components = (size: number, edges: [number, number][]) => {
  const { of, count } = componentsOf({
    size,
    from: edges.map(([from]) => from),
    to: edges.map(([, to]) => to),
  });
  return { of: [...of], count };
};

it('finds cycles, and numbers objects after what they depend on', () => {
  const { of, count } = components(6, [
    [0, 1],
    [1, 2],
    [2, 1],
    [2, 3],
    [4, 4],
  ]);
  expect(count).toBe(5);
  expect(of[1]).toBe(of[2]);
  expect(of[0]).toBeGreaterThan(of[1]!);
  expect(of[2]).toBeGreaterThan(of[3]!);
});

it('does not overflow on a chain of any length', () => {
  const size = 100_000;
  const chain = Array.from({ length: size - 1 }, (_, at): [number, number] => [at, at + 1]);
  expect(components(size, chain).count).toBe(size);
  expect(components(size, [...chain, [size - 1, 0]]).count).toBe(1);
});

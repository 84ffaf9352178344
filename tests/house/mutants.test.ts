import { expect, test } from 'vitest';
import { areas, sourcesOf, testsOf } from '../../scripts/lib/mutants/areas.mjs';

test('the areas in which faults are planted name sources and tests that are there', () => {
  const empty = Object.values(areas).flatMap(({ sources, tests }) => [
    ...sources.filter((path) => sourcesOf(path).length === 0),
    ...tests.filter((path) => testsOf(path).length === 0),
  ]);
  expect(empty).toEqual([]);
});

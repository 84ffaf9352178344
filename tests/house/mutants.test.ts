import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { areas } from '../../scripts/lib/mutants/areas.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the areas in which faults are planted name files and folders that are there', () => {
  const named = Object.values(areas).flatMap(({ sources, tests }) => [...sources, ...tests]);
  expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

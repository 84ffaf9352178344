import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const count = fileURLToPath(new URL('../../scripts/count.mjs', import.meta.url));

test('whoever follows an edit of one object to the row and the other tab passes 20 files at most', () => {
  const said = execFileSync(process.execPath, [count], { encoding: 'utf8' });
  const [, files] = /(\d+) files +edit of one object/.exec(said) ?? [];
  expect(Number(files)).toBeLessThanOrEqual(20);
});

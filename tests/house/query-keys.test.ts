import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../../web', import.meta.url));

/** A key written where it is used, unless it goes on from another. */
const LITERAL = /queryKey: \[(?!\.\.\.)|QueryData(?:<[^>]*>)?\(\[|QueryDefaults\(\[/;

test('query keys are made in one module, which live events use, too', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const withLiterals = sources.filter((path) =>
    LITERAL.test(readFileSync(join(web, path), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(200);
  expect(withLiterals).toEqual([]);
});

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const screens = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));

test('every form in a dialog can be left by a button, and so begins at its first field', () => {
  const inDialogs = screens.filter(({ text }) => /<Modal\s/.test(text) && /<Form\s/.test(text));
  expect(inDialogs.length).toBeGreaterThan(10);
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const without = inDialogs.filter(
    ({ text }) => count(text, /<Form\s/g) > count(text, /\bonCancel(?:=|: on)/g),
  );
  expect(without.map(({ path }) => path)).toEqual([]);
});

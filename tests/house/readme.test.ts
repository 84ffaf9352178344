import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the README lists every setting, and no other', () => {
  const settings = read('server/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm);
  const rows = [...read('README.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)];
  const listed = rows.flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
  expect(listed.toSorted()).toEqual([...settings].map(([, name = '']) => name).toSorted());
});

test('every link between documents leads somewhere', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).map(
    (name) => `docs/decisions/${name}`,
  );
  for (const file of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', ...decisions]) {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => !existsSync(join(root, dirname(file), link)));
    expect(broken, file).toEqual([]);
  }
});

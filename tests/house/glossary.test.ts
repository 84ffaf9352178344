import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FLOORS = ['server/features', 'web/features'];

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Features of a floor; each part of proof is one. */
const featuresOf = (floor: string): string[] => [
  ...foldersIn(floor).filter((name) => name !== 'proof'),
  ...foldersIn(`${floor}/proof`).map((name) => `proof/${name}`),
];

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [, glossary = ''] = /## Glossary\n(.*?)\n## /s.exec(page) ?? [];
const named = glossary
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

describe('the glossary of docs/architecture.md', () => {
  test.each(FLOORS)('names each folder of %s', (floor) => {
    expect(featuresOf(floor).filter((name) => !named.includes(name))).toEqual([]);
  });

  test('names each folder once, and none that is not there', () => {
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
    const floors = [...FLOORS, 'contract'];
    const gone = named.filter(
      (name) => !floors.some((floor) => existsSync(join(root, floor, name))),
    );
    expect(gone).toEqual([]);
  });
});

/** What a definition was also called. Values on the wire are, and `getStructure`, as clients of the API know that call. */
const RETIRED = /^(?!getStructure )(\w+)?[Ss]tructure([A-Z]\w*)? in /;
const EXPORTED = /^export (?:abstract |async )?(?:type|interface|class|const|function\*?) (\w+)/gm;

test('names of what is exported use the words of the glossary', () => {
  const files = execFileSync('git', ['ls-files', 'contract', 'connectors', 'server', 'web'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(EXPORTED)].map(
      ([, name = '']) => `${name} in ${file}`,
    ),
  );
  expect(names.length).toBeGreaterThan(1_000);
  expect(names.filter((name) => RETIRED.test(name))).toEqual([]);
});

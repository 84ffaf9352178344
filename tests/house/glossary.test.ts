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

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** The commit where this branch left main; the last commit if there is no main. */
function findBase() {
  try {
    return git('merge-base', 'HEAD', 'main')[0];
  } catch {
    return 'HEAD';
  }
}

/** Changed files since then that still exist, committed or not. */
const listChanged = (base) =>
  [
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter((path) => existsSync(inRoot(path)));

const BUILT = /^(contract|connectors|server|web)\/(?!.*(\.test\.tsx?$|\/testing\/))/;

/**
 * The changed files, which vitest looks up in the imports of its tests. Some tests build and start programs, and house tests
 * read all sources: no import shows what these depend on.
 */
export function readChanges() {
  const base = findBase();
  const files = listChanged(base);
  const builds = files.some((path) => BUILT.test(path));
  const house = readdirSync(inRoot('tests', 'house')).map((name) => `tests/house/${name}`);
  return {
    base,
    builds,
    related: [...files, ...house, ...(builds ? ['tests/support/built-program.ts'] : [])],
  };
}

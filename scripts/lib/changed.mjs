import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** Where this branch left main; what was committed last, where there is no main. */
function findBase() {
  try {
    return git('merge-base', 'HEAD', 'main')[0];
  } catch {
    return 'HEAD';
  }
}

/** What differs from there and is still a file, committed or not. */
const listChanged = (base) =>
  [
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter((path) => existsSync(inRoot(path)));

const BUILT = /^(contract|connectors|server|web)\/(?!.*(\.test\.tsx?$|\/testing\/))/;

/**
 * The files that vitest looks for in what its tests import. Some tests build programs and start them,
 * and those of the house read all there is: no import tells.
 */
export function readChanges() {
  const base = findBase();
  const files = listChanged(base);
  const builds = files.some((path) => BUILT.test(path));
  const house = readdirSync(inRoot('tests', 'house')).map((name) => `tests/house/${name}`);
  const builders = ['tests/support/built-program.ts', 'tests/support/built-server.ts'];
  return { base, builds, related: [...files, ...house, ...(builds ? builders : [])] };
}

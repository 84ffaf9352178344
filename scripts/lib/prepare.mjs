import { isBuilt, isInstalled } from './freshness.mjs';
import { requireNode } from './require-node.mjs';
import { inRoot } from './paths.mjs';
import { must, run } from './run.mjs';

/** Preparation prints to standard error: standard output belongs to the program that follows. */
const stdio = ['inherit', 2, 2];

/** Installs from the lock file where needed. */
export async function ensureInstalled({ dev = true } = {}) {
  requireNode();
  if (isInstalled({ dev })) return;
  console.error('Installing packages from package-lock.json …');
  await must(
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { stdio }),
  );
}

/** Installs and builds where needed; a fresh build needs no development packages. */
export async function ensureBuilt() {
  requireNode();
  if (isBuilt()) return ensureInstalled({ dev: false });
  await ensureInstalled();
  console.error('Building …');
  await must(run(process.execPath, [inRoot('scripts', 'build.mjs')], { shell: false, stdio }));
}

import { isBuilt, isInstalled } from './freshness.mjs';
import { requireNode } from './require-node.mjs';
import { inRoot } from './paths.mjs';
import { must, run } from './run.mjs';

/** Installs from the lock file where needed. */
export async function ensureInstalled({ dev = true } = {}) {
  requireNode();
  if (isInstalled({ dev })) return;
  console.log('Installing packages from package-lock.json …');
  await must(run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']));
}

/** Installs and builds where needed; a fresh build needs no development packages. */
export async function ensureBuilt() {
  requireNode();
  if (isBuilt()) return ensureInstalled({ dev: false });
  await ensureInstalled();
  console.log('Building …');
  await must(run(process.execPath, [inRoot('scripts', 'build.mjs')], { shell: false }));
}

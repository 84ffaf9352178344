// Runs the tests with Node 24 from the registry's package, beside the installed version:
// `node scripts/test-node24.mjs [arguments of npm test]`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'node24-'));
const nodePackage = `node-${process.platform}-${process.arch}@24`;

async function runSuite() {
  const installed = await run(
    'npm',
    ['i', '--no-save', '--no-audit', '--prefix', folder, nodePackage],
    {
      cwd: folder,
    },
  );
  if (installed !== 0) return installed;
  const bin = join(folder, 'node_modules', nodePackage.split('@')[0], 'bin');
  return run(join(bin, 'node'), [inRoot('scripts', 'test.mjs'), ...process.argv.slice(2)], {
    env: { PATH: `${bin}${delimiter}${process.env.PATH}` },
    shell: false,
  });
}

try {
  process.exitCode = await runSuite();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// `npm run check`: types, lint, format, import rules, unused code. `-- --fix` fixes what it can.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inRoot, root } from './lib/paths.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { must, runTool } from './lib/run.mjs';

await ensureInstalled();

const format = ['oxfmt/bin/oxfmt'];
/** With what TypeScript finds: its rules need all types anyway, so compiling them once is enough. */
const lint = ['oxlint/bin/oxlint', '--type-aware', '--type-check'];
const code = ['contract', 'connectors', 'server', 'web', 'tests', 'bench', 'scripts'].filter(
  (folder) => existsSync(inRoot(folder)),
);

if (process.argv.includes('--fix')) {
  await must(runTool(lint[0], [...lint.slice(1), '--fix']));
  await must(runTool(format[0], []));
}

const checks = {
  'types and lint': [...lint, '--deny-warnings'],
  format: [...format, '--check'],
  'import law': [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    ...code,
  ],
  'unused code': ['knip/bin/knip.js'],
};

function check([name, [tool, ...args]]) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [inRoot('node_modules', tool), ...args], { cwd: root });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.once('exit', (exit) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      if (exit !== 0) console.log(output.trimEnd());
      console.log(`${exit === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      resolve(exit === 0);
    });
  });
}

const results = await Promise.all(Object.entries(checks).map(check));
process.exitCode = results.every(Boolean) ? 0 : 1;

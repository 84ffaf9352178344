// `npm run bench [name …]`: bundles bench/*.bench.ts and runs them one by one, alone on the machine.
// A bench exports `measure()`, which resolves to [{ what, ratio, limit }]: how many times the
// comparison in the same run it took, and how many it may take.
import { readdirSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureEngines } from './lib/engines.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled();
await ensureBuilt();
await ensureEngines();
const { build } = await import('vite');

const wanted = process.argv.slice(2);
const names = readdirSync(inRoot('bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace(/\.bench\.ts$/, ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort();

const outDir = inRoot('dist', 'bench');
const input = Object.fromEntries(names.map((name) => [name, inRoot('bench', `${name}.bench.ts`)]));
await build({
  configFile: false,
  root: inRoot(),
  publicDir: false,
  logLevel: 'warn',
  build: { ssr: true, target: 'node20', outDir, sourcemap: true, rolldownOptions: { input } },
});

const misses = [];
for (const name of names) {
  console.log(`\n${name}`);
  const url = pathToFileURL(`${outDir}/${name}.js`).href;
  const program = `
    const { measure } = await import(${JSON.stringify(url)});
    let missed = false;
    for (const { what, ratio, limit } of await measure()) {
      const ok = ratio <= limit;
      missed ||= !ok;
      console.log(\`\${ok ? 'ok    ' : 'MISSED'} \${what}: \${ratio.toFixed(2)} (at most \${limit})\`);
    }
    process.exit(missed ? 1 : 0);`;
  const args = ['--enable-source-maps', '--expose-gc', '--input-type=module', '-e', program];
  if ((await run(process.execPath, args, { shell: false })) !== 0) misses.push(name);
}
rmSync(outDir, { recursive: true, force: true });
console.log(misses.length === 0 ? '\nevery limit held' : `\nmissed: ${misses.join(', ')}`);
process.exitCode = misses.length === 0 ? 0 : 1;

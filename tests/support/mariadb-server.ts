import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mariadb';
import {
  copyTlsFiles,
  findFreePort,
  findProgram,
  makeServerFolder,
  runThrowawayServer,
  serverAccount,
  type ServerTls,
  type TlsServer,
} from './throwaway-server.ts';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Starts a MariaDB of its own on a free port of 127.0.0.1; its account has every grant and a password. */
export async function startMariadb(
  options: { tls?: ServerTls; settings?: string[] } = {},
): Promise<TlsServer> {
  const install = findProgram('mariadb-install-db', FOLDERS);
  const mariadbd = findProgram('mariadbd', FOLDERS);
  if (!install || !mariadbd) {
    throw new Error(
      'No MariaDB server on this machine: `npm test` installs one, or set TEST_MARIADB_URL.',
    );
  }
  const port = await findFreePort();
  const folder = makeServerFolder('test-mariadb');
  const account = serverAccount();
  mkdirSync(join(folder, 'tmp'));
  if (account) chownSync(join(folder, 'tmp'), account.uid, account.gid);
  writeFileSync(
    join(folder, 'init.sql'),
    "CREATE USER IF NOT EXISTS 'test'@'%' IDENTIFIED BY 'test';\nGRANT ALL ON *.* TO 'test'@'%' WITH GRANT OPTION;\n",
  );
  const settings = [
    '--no-defaults',
    `--datadir=${folder}/data`,
    `--tmpdir=${folder}/tmp`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${folder}/my.sock`,
    `--pid-file=${folder}/my.pid`,
    `--init-file=${folder}/init.sql`,
    '--max-connections=300',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    '--innodb-flush-method=nosync',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    ...(options.tls ? tlsSettings(folder, options.tls) : []),
    ...(options.settings ?? []),
  ];
  const url = `mysql://test:test@127.0.0.1:${port}/mysql`;
  const server = await runThrowawayServer(url, {
    name: 'MariaDB',
    folder,
    env: { INSTALL: install, MARIADBD: mariadbd },
    script: `"$INSTALL" --no-defaults --datadir="$PWD/data" --tmpdir="$PWD/tmp" --auth-root-authentication-method=normal --skip-test-db
exec "$MARIADBD" ${settings.map((setting) => `'${setting}'`).join(' ')}`,
    signal: 'KILL',
    ping: () => runSql(url, 'DO 1'),
  });
  return {
    ...server,
    async present(tls) {
      copyTlsFiles(folder, tls);
      await runSql(url, 'FLUSH SSL');
    },
  };
}

function tlsSettings(folder: string, tls: ServerTls): string[] {
  const { cert, key } = copyTlsFiles(folder, tls);
  return [`--ssl-cert=${cert}`, `--ssl-key=${key}`];
}

async function runSql(url: string, sql: string): Promise<void> {
  const { hostname, port, username, password } = new URL(url);
  const connection = await createConnection({
    host: hostname,
    port: Number(port),
    user: username,
    password,
    connectTimeout: 2_000,
  });
  await connection.query(sql);
  await connection.end();
}

import { copyFileSync, chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  findFreePort,
  findProgram,
  makeServerFolder,
  runThrowawayServer,
  serverAccount,
} from './throwaway-server.ts';
import type { ThrowawayServer } from './throwaway-server.ts';

export interface ServerTls {
  /** Paths of PEM files. */
  cert: string;
  key: string;
}

/** Starts a PostgreSQL of its own on a free port of 127.0.0.1; its account is a superuser with a password. */
export async function startPostgres(
  options: { tls?: ServerTls; settings?: string[] } = {},
): Promise<ThrowawayServer> {
  const initdb = findProgram('initdb', [
    '/usr/lib/postgresql/*/bin',
    '/opt/homebrew/bin',
    '/usr/local/pgsql/bin',
  ]);
  const postgres = initdb && findProgram('postgres', [join(initdb, '..')]);
  if (!initdb || !postgres) {
    throw new Error(
      'No PostgreSQL server on this machine: `npm test` installs one, or set TEST_POSTGRES_URL.',
    );
  }
  const port = await findFreePort();
  const folder = makeServerFolder('test-postgres');
  writeFileSync(join(folder, 'password'), 'postgres\n', { mode: 0o644 });
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    'max_locks_per_transaction=256',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    ...(options.tls ? tlsSettings(folder, options.tls) : []),
    ...(options.settings ?? []),
  ];
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  return runThrowawayServer(url, {
    name: 'PostgreSQL',
    folder,
    env: { INITDB: initdb, POSTGRES: postgres },
    script: `"$INITDB" -D data -U postgres -A scram-sha-256 --pwfile=password -E UTF8 --locale=C.UTF-8 --no-sync
exec "$POSTGRES" -D data ${settings.map((setting) => `-c '${setting}'`).join(' ')}`,
    // An immediate shutdown: nothing here is worth a checkpoint.
    signal: 'QUIT',
    ping: () => pingPostgres(url),
  });
}

/** The key must belong to the server's account and be closed to others, so it gets a copy. */
function tlsSettings(folder: string, tls: ServerTls): string[] {
  const cert = join(folder, 'server.crt');
  const key = join(folder, 'server.key');
  copyFileSync(tls.cert, cert);
  copyFileSync(tls.key, key);
  chmodSync(key, 0o600);
  const account = serverAccount();
  if (account) for (const file of [cert, key]) chownSync(file, account.uid, account.gid);
  return ['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`];
}

async function pingPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

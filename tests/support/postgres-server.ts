import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import pg from 'pg';
import {
  copyTlsFiles,
  findFreePort,
  findProgram,
  makeServerFolder,
  runThrowawayServer,
  type ServerTls,
  type TlsServer,
} from './throwaway-server.ts';

/** Starts a PostgreSQL of its own on a free port of 127.0.0.1; its account is a superuser with a password. */
export async function startPostgres(
  options: { tls?: ServerTls; settings?: string[] } = {},
): Promise<TlsServer> {
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
  const server = await runThrowawayServer(url, {
    name: 'PostgreSQL',
    folder,
    env: { INITDB: initdb, POSTGRES: postgres },
    script: `"$INITDB" -D data -U postgres -A scram-sha-256 --pwfile=password -E UTF8 --locale=C.UTF-8 --no-sync
exec "$POSTGRES" -D data ${settings.map((setting) => `-c '${setting}'`).join(' ')}`,
    // An immediate shutdown: nothing here is worth a checkpoint.
    signal: 'QUIT',
    ping: () => pingPostgres(url),
  });
  return { ...server, present: (tls) => presentCertificate(url, folder, tls) };
}

function tlsSettings(folder: string, tls: ServerTls): string[] {
  const { cert, key } = copyTlsFiles(folder, tls);
  return ['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`];
}

/** The server reads its files again some moments after it was asked to. */
async function presentCertificate(url: string, folder: string, tls: ServerTls): Promise<void> {
  copyTlsFiles(folder, tls);
  const { fingerprint256 } = new X509Certificate(readFileSync(tls.cert));
  for (let shown = ''; shown !== fingerprint256; await sleep(20)) {
    const client = new pg.Client({ connectionString: url, ssl: { rejectUnauthorized: false } });
    await client.connect();
    const { stream } = client.connection as pg.Connection & { stream: TLSSocket };
    shown = stream.getPeerCertificate().fingerprint256;
    await client.query('SELECT pg_reload_conf()');
    await client.end();
  }
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

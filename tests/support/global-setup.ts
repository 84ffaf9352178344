import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { startMariadb } from './mariadb-server.ts';
import { startPostgres } from './postgres-server.ts';
import type { ThrowawayServer } from './throwaway-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server where tests may create and drop databases and roles; the account is a superuser. */
    postgresUrl: string;
    /** A server where tests may create and drop databases and users; the account has every grant. */
    mariadbUrl: string;
    /** The name of the database whose copies are stores, once a test has made it. */
    postgresTemplate: string;
    /** That one, and the MySQL of TEST_MYSQL_URL where there is one: what exams of the connector run on. */
    mysqlServers: { name: 'MariaDB' | 'MySQL'; url: string }[];
  }
}

interface SharedServers {
  users: number;
  /** A name that no run before had: a killed one leaves its template on a server that goes on. */
  template: string;
  servers: Promise<{ postgres: ThrowawayServer; mariadb: ThrowawayServer }>;
}

/** Every project runs this file in a module graph of its own; the process shares one pair of servers. */
const shared = globalThis as typeof globalThis & { testServers?: SharedServers };

export async function setup(project: TestProject): Promise<void> {
  const current = (shared.testServers ??= {
    users: 0,
    template: `test_template_${randomBytes(8).toString('hex')}`,
    servers: startServers(),
  });
  current.users += 1;
  const { postgres, mariadb } = await current.servers;
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresTemplate', current.template);
  project.provide('mariadbUrl', mariadb.url);
  const mysqlUrl = process.env['TEST_MYSQL_URL'];
  project.provide('mysqlServers', [
    { name: 'MariaDB', url: mariadb.url },
    ...(mysqlUrl ? [{ name: 'MySQL' as const, url: mysqlUrl }] : []),
  ]);
}

export async function teardown(): Promise<void> {
  const current = shared.testServers;
  if (!current || (current.users -= 1) > 0) return;
  delete shared.testServers;
  const { postgres, mariadb } = await current.servers;
  if (process.env['TEST_POSTGRES_URL']) await dropTemplate(postgres.url, current.template);
  await Promise.all([postgres.stop(), mariadb.stop()]);
}

/** A server that the tests did not start goes on without what they made. */
async function dropTemplate(connectionString: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const database of [template, `${template}_making`])
    await client.query(`drop database if exists ${database} with (force)`);
  await client.end();
}

async function startServers() {
  const started = await Promise.allSettled([
    serverOf(process.env['TEST_POSTGRES_URL'], startPostgres),
    serverOf(process.env['TEST_MARIADB_URL'], startMariadb),
  ]);
  const [postgres, mariadb] = started;
  if (postgres.status === 'fulfilled' && mariadb.status === 'fulfilled') {
    return { postgres: postgres.value, mariadb: mariadb.value };
  }
  await Promise.all(
    started.map(async (server) => server.status === 'fulfilled' && server.value.stop()),
  );
  const reasons = started.flatMap((server) =>
    server.status === 'rejected' ? [String(server.reason)] : [],
  );
  throw new Error(reasons.join('\n'));
}

async function serverOf(
  url: string | undefined,
  start: () => Promise<ThrowawayServer>,
): Promise<ThrowawayServer> {
  return url ? { url, stop: async () => undefined } : start();
}

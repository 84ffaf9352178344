import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mariadb';
import pg from 'pg';
import { startMariadb } from '../tests/support/mariadb-server.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { startServer } from '../tests/support/running-server.ts';
import { type Caller, signIn } from './support/http.ts';
import { median, time } from './support/probe.ts';

/** The inventory of 10,000 tables over HTTP, against the driver asking the catalogue by itself. */

const SCHEMAS = ['bench_a', 'bench_b', 'bench_c', 'bench_d'];
const TABLES = 2_500;
const BATCH = 250;
const ROUNDS = 5;
/** The call also finds out the version and what the account may not see, sorts, and answers JSON. */
const LIMIT = 2;
const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'the administrator of the bench' };

interface Engine {
  name: string;
  id: number;
  url: string;
  /** A connection of its own, the native query for the tables of a schema, and goodbye. */
  readNatively(schema: string): Promise<number>;
  stop(): Promise<void>;
}

const tableNames = Array.from({ length: TABLES }, (_, index) => `customer_order_${index}`);

const batches = function* (): Generator<string[]> {
  for (let start = 0; start < TABLES; start += BATCH) yield tableNames.slice(start, start + BATCH);
};

async function postgresWithTables(): Promise<Engine> {
  const { url, stop } = await startPostgres({ settings: ['max_locks_per_transaction=4096'] });
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const schema of SCHEMAS) {
    await admin.query(`create schema ${schema}`);
    for (const names of batches()) {
      const statements = names.map(
        (name) =>
          `create table ${schema}.${name} (id int primary key, name varchar(50), amount numeric(10,2))`,
      );
      await admin.query(statements.join(';'));
    }
  }
  await admin.query('analyze pg_catalog.pg_class');
  await admin.end();
  return {
    name: 'PostgreSQL',
    id: 4,
    url,
    async readNatively(schema) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query({
        text: `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind in ('r', 'p', 'f') and not c.relispartition`,
        values: [schema],
        rowMode: 'array',
      });
      await client.end();
      return rows.length;
    },
    stop,
  };
}

async function mariadbWithTables(): Promise<Engine> {
  const { url, stop } = await startMariadb();
  const { hostname, port, username, password } = new URL(url);
  const connect = () =>
    createConnection({
      host: hostname,
      port: Number(port),
      user: username,
      password,
      multipleStatements: true,
      rowsAsArray: true,
    });
  const admin = await connect();
  for (const schema of SCHEMAS) {
    await admin.query(`create database ${schema}`);
    for (const names of batches()) {
      const statements = names.map(
        (name) =>
          `create table ${schema}.${name} (id int primary key, name varchar(50), amount decimal(10,2))`,
      );
      await admin.query(statements.join(';'));
    }
  }
  await admin.end();
  return {
    name: 'MariaDB',
    id: 3,
    url,
    async readNatively(schema) {
      const connection = await connect();
      const rows: unknown[] = await connection.query(`show full tables from ${schema}`);
      await connection.end();
      return rows.length;
    },
    stop,
  };
}

function formOf({ id, url }: Engine): Record<string, unknown> {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    reportType: 'source',
    object_type_source: 'tables',
    Source_Database: id,
    source_db_ip: hostname,
    source_db_port: Number(port),
    source_db_name: id === 3 ? SCHEMAS[0] : pathname.slice(1),
    source_db_username: username,
    source_db_password: password,
    source_tls: 'off',
  };
}

/** Reads one schema after the other. @returns how many tables there were */
async function readAll(read: (schema: string) => Promise<number>): Promise<number> {
  let count = 0;
  for (const schema of SCHEMAS) count += await read(schema);
  return count;
}

async function measureEngine(caller: Caller, engine: Engine) {
  const form = formOf(engine);
  const throughServer = async (schema: string) =>
    (await caller.read<unknown[]>('POST', '/api/dbconnect/', { ...form, schema })).length;
  const ours: number[] = [];
  const native: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const counts: number[] = [];
    const nativeMs = await time(async () => counts.push(await readAll(engine.readNatively)));
    const oursMs = await time(async () => counts.push(await readAll(throughServer)));
    if (counts.some((count) => count !== SCHEMAS.length * TABLES))
      throw new Error(`${engine.name}: ${counts.join(', ')} tables`);
    // The first round warms caches and loads the driver.
    if (round > 0) {
      ours.push(oursMs);
      native.push(nativeMs);
    }
  }
  console.log(
    `  ${engine.name.padEnd(12)} ${median(ours).toFixed(0)} ms through the API in ${SCHEMAS.length} calls, ${median(native).toFixed(0)} ms by the driver`,
  );
  return {
    what: `${engine.name}, inventory of ${SCHEMAS.length * TABLES} tables: times the native query`,
    ratio: median(ours) / median(native),
    limit: LIMIT,
  };
}

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const server = await startServer(join(process.cwd(), 'dist/server/main.js'), {
    DATA_DIR: folder,
    ...ADMIN,
  });
  const results = [];
  try {
    const caller = await signIn(server.origin, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD);
    for (const create of [postgresWithTables, mariadbWithTables]) {
      const started = performance.now();
      const engine = await create();
      console.log(
        `  ${engine.name} with ${SCHEMAS.length * TABLES} tables made in ${((performance.now() - started) / 1000).toFixed(0)} s`,
      );
      try {
        results.push(await measureEngine(caller, engine));
      } finally {
        await engine.stop();
      }
    }
  } finally {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Database from 'libsql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProgram, type BuiltProgram } from '../../../../tests/support/built-program.ts';
import { createSampleDatabases, type SampleDatabases } from './sample-databases.ts';

const IDLE_MS = 1_000;
const started: string[] = [];
const log = {
  info: (_: object, message: string) => void started.push(message),
  warn: (details: object, message: string) =>
    void started.push(`${message} ${JSON.stringify(details)}`),
};

let program: BuiltProgram;
let dataDir: string;
let sample: SampleDatabases;
let made: Awaited<ReturnType<SampleDatabases['prepare']>>;

beforeAll(async () => {
  program = await buildProgram('server/features/sample/databases/postgres-child.ts');
  dataDir = mkdtempSync(join(tmpdir(), 'sample-'));
  sample = createSampleDatabases({ dataDir, log, program: program.file, idleMs: IDLE_MS });
  made = await sample.prepare();
});

afterAll(async () => {
  await sample.close();
  program.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

async function connect(changes: object = {}): Promise<pg.Client> {
  const { username, ...rest } = made.postgres;
  const client = new pg.Client({
    ...rest,
    user: username,
    connectionTimeoutMillis: 50_000,
    ...changes,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = await connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const kindOf = (
  kind: string,
) => `SELECT proname FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace
  WHERE nspname = 'public' AND prokind = '${kind}' ORDER BY proname`;

describe('the source', () => {
  const read = (sql: string) => {
    const database = new Database(made.sqliteFile, { readonly: true });
    try {
      return database.prepare(sql).all() as { name: string; n: number }[];
    } finally {
      database.close();
    }
  };

  test('is a SQLite file with tables and views', () => {
    const count = (type: string) =>
      read(`SELECT count(*) AS n FROM sqlite_schema WHERE type = '${type}'`)[0]?.n;
    expect([count('table'), count('view')]).toEqual([22, 6]);
    expect(read('SELECT count(*) AS n FROM orders')[0]?.n).toBe(80);
    expect(read('SELECT typeof(price) AS name FROM books WHERE price = 7.95')[0]?.name).toBe(
      'real',
    );
    expect(read('PRAGMA foreign_key_check')).toEqual([]);
  });

  test('can be read through each of its views', () => {
    for (const { name } of read("SELECT name FROM sqlite_schema WHERE type = 'view'")) {
      expect(read(`SELECT count(*) AS n FROM ${name}`)[0]?.n).toBeGreaterThan(0);
    }
  });
});

describe('the target', () => {
  test('admits nobody before it is created, and reports where it cannot be', async () => {
    const order: string[] = [];
    await Promise.all([
      made.made.then(() => order.push('made')),
      query('SELECT 1').then(() => order.push('answered')),
    ]);
    expect(order).toEqual(['made', 'answered']);

    const folder = mkdtempSync(join(tmpdir(), 'sample-'));
    const broken = createSampleDatabases({
      dataDir: folder,
      log,
      program: join(folder, 'none.js'),
    });
    try {
      const { made: failing, postgres } = await broken.prepare();
      await expect(failing).rejects.toThrow('PostgreSQL database could not be made');
      await expect(connect({ ...postgres, user: postgres.username })).rejects.toThrow(
        'the sample database cannot be started',
      );
    } finally {
      await broken.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('is a PostgreSQL database with tables, views, functions and procedures', async () => {
    const tables = await query<{ tablename: string }>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const names = tables.map((row) => row.tablename);
    expect(names).toHaveLength(22);
    expect(names).toContain('branch_stock');
    expect(names).not.toContain('reviews');
    expect(await query(kindOf('f'))).toHaveLength(5);
    expect(await query(kindOf('p'))).toHaveLength(3);
    expect(await query("SELECT viewname FROM pg_views WHERE schemaname = 'public'")).toHaveLength(
      5,
    );
  });

  test('differs in rows, and its routines work', async () => {
    expect(await query('SELECT count(*)::int AS n FROM orders')).toEqual([{ n: 78 }]);
    expect(await query('SELECT order_total(1) > 0 AS ok, with_tax(100) AS tax')).toEqual([
      { ok: true, tax: '107.00' },
    ]);
  });

  test('is read-only except for the status of orders, which a call changes', async () => {
    for (const change of [
      'DELETE FROM orders',
      'UPDATE orders SET customer_id = 1',
      'UPDATE books SET title = title',
      'INSERT INTO categories (name) VALUES (0)',
    ])
      await expect(query(change)).rejects.toThrow('permission denied');
    expect(await query('UPDATE orders SET status = status WHERE false')).toEqual([]);
    expect(await query('SELECT current_user, current_database() AS d')).toEqual([
      { current_user: made.postgres.username, d: made.postgres.database },
    ]);
  });

  test('takes connections one after the other, each with a session of its own', async () => {
    const first = await connect();
    await first.query("SET search_path = pg_catalog; SET application_name = 'first'; BEGIN");
    const others = Promise.all(
      Array.from({ length: 8 }, () => query('SHOW search_path').then(([row]) => row)),
    );
    await sleep(100);
    await first.query('SELECT 1');
    await first.end();
    expect(await others).toEqual(Array.from({ length: 8 }, () => ({ search_path: 'public' })));
  });

  test('hears all that a client says, also while the server is busy', async () => {
    const busy = setInterval(() =>
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40),
    );
    try {
      const client = new Worker(
        `const pg = require('pg');
        const { parentPort, workerData } = require('node:worker_threads');
        (async () => {
          for (let n = 0; n < 20; n += 1) {
            const client = new pg.Client(workerData);
            await client.connect();
            await client.query('SELECT 1');
            await client.end();
          }
        })().then(() => parentPort.postMessage('done'), (error) => parentPort.postMessage(String(error)));`,
        {
          eval: true,
          workerData: {
            ...made.postgres,
            user: made.postgres.username,
            connectionTimeoutMillis: 20_000,
            query_timeout: 5_000,
          },
        },
      );
      const [said] = (await once(client, 'message')) as [string];
      expect(said).toBe('done');
    } finally {
      clearInterval(busy);
    }
  });

  test('keeps running when a client disconnects halfway', async () => {
    const client = await connect();
    await client.query('BEGIN');
    client.query('SELECT count(*) FROM pg_attribute a, pg_class b').catch(() => undefined);
    (
      client as unknown as { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('admits nobody without the password, and starts nothing for them', async () => {
    await sleep(IDLE_MS + 500);
    started.length = 0;
    await expect(connect({ password: 'guess' })).rejects.toMatchObject({ code: '28P01' });
    await expect(connect({ user: 'postgres' })).rejects.toMatchObject({ code: '28P01' });
    await expect(connect({ database: 'postgres' })).rejects.toMatchObject({ code: '3D000' });
    expect(started).toEqual([]);
  });

  test('stops when it is idle, and starts again', async () => {
    await query('SELECT 1');
    await sleep(IDLE_MS + 500);
    expect(childrenOf(process.pid)).toEqual([]);
    started.length = 0;
    await query('SELECT 1');
    expect(started).toEqual(['sample database started']);
    expect(childrenOf(process.pid)).toHaveLength(1);
  });

  test('starts again at the same port after a restart of the server', async () => {
    const client = await connect();
    const left = new Promise<void>((resolve) => client.once('end', resolve));
    await sample.close();
    await left;
    await expect(query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await sample.resume(made.postgres.port);
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('ends with the server, however that ended', async () => {
    const script = `
      const { fork } = require('node:child_process');
      const child = fork(${JSON.stringify(program.file)}, ['serve', process.argv[1]], { execArgv: [] });
      child.on('message', () => process.send(child.pid));`;
    await sample.close();
    const server = fork('-e', [script, join(dataDir, 'sample/postgres')], { execArgv: [] });
    const pid = await new Promise<number>((resolve) => server.once('message', resolve as never));
    server.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${pid}`) && !isZombie(pid)).toBe(false);
    await sample.resume(made.postgres.port);
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

test('keeps the password to itself', () => {
  expect(statSync(join(dataDir, 'sample/password.sha256')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, 'sample/password.sha256'), 'utf8')).not.toContain(
    made.postgres.password,
  );
});

test('leaves nothing when it is removed', async () => {
  await query('SELECT 1');
  await sample.remove();
  expect(readdirSync(dataDir)).toEqual([]);
  expect(childrenOf(process.pid)).toEqual([]);
  await expect(query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
});

const statOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
const isZombie = (pid: number) => statOf(pid).startsWith('Z');

/** Database programs of a process. */
function childrenOf(parent: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      if (!/^\d+$/.test(pid) || Number(statOf(pid).split(' ')[1]) !== parent) return false;
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program.file);
    } catch {
      return false;
    }
  });
}

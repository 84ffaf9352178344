import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ConnectionTarget } from '../core/connector.ts';
import { HOSTILE_NAMES, type Exam } from '../core/exams/exam.ts';
import { postgresql } from './connector.ts';
import { openSession } from './session.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const NAMES = [
  ...HOSTILE_NAMES,
  'emoji 🐘 table',
  'x'.repeat(63),
  'é'.repeat(31),
  'users',
  'Users',
  'USERS',
];

const SCHEMA_SQL = `
  CREATE SCHEMA plain; CREATE SCHEMA empty; CREATE SCHEMA ${quote('Hostile "schema".🐘')};
  CREATE TABLE plain.normal (id int PRIMARY KEY, amount numeric);
  CREATE UNLOGGED TABLE plain.unlogged (id serial);
  CREATE TABLE plain.identity (id int GENERATED ALWAYS AS IDENTITY);
  CREATE SEQUENCE plain.not_a_table; CREATE TYPE plain.composite AS (a int); CREATE TYPE plain.mood AS ENUM ('sad');
  CREATE INDEX not_a_table_either ON plain.normal (amount);
  CREATE TABLE plain.parted (id int, day date) PARTITION BY RANGE (day);
  CREATE TABLE plain.parted_2025 PARTITION OF plain.parted FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE plain.child () INHERITS (plain.normal);
  CREATE VIEW plain.simple_view AS SELECT * FROM plain.normal;
  CREATE MATERIALIZED VIEW plain.stored_view AS SELECT 1 AS one;
  CREATE FUNCTION plain.plain_function(a int, b text DEFAULT '') RETURNS int LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION plain.overloaded() RETURNS int LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION plain.overloaded(a int, OUT b int) LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION plain.overloaded(a int, VARIADIC b text[]) RETURNS int LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION plain.overloaded(plain.mood, timestamp with time zone) RETURNS int LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION plain.on_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE DOMAIN plain.amount AS numeric;
  CREATE TRIGGER changed BEFORE INSERT ON plain.normal FOR EACH ROW EXECUTE PROCEDURE plain.on_change();
  CREATE AGGREGATE plain.total(int) (SFUNC = int4pl, STYPE = int);
  CREATE FUNCTION plain.ranked() RETURNS bigint LANGUAGE internal WINDOW AS 'window_rank';
  CREATE TYPE plain.span AS RANGE (subtype = float8);
`;

/** What came with version 11. */
const MODERN_SQL = `
  CREATE TABLE plain.parted_rest PARTITION OF plain.parted DEFAULT PARTITION BY HASH (id);
  CREATE TABLE plain.parted_rest_0 PARTITION OF plain.parted_rest FOR VALUES WITH (MODULUS 1, REMAINDER 0);
  CREATE TRIGGER changed AFTER INSERT ON plain.parted FOR EACH ROW EXECUTE PROCEDURE plain.on_change();
  CREATE PROCEDURE plain.single_procedure(INOUT a int) LANGUAGE sql AS 'SELECT 1';
  CREATE PROCEDURE plain.many(a int) LANGUAGE sql AS 'SELECT 1';
  CREATE PROCEDURE plain.many(a text) LANGUAGE sql AS 'SELECT 1';
`;

/** Objects of an extension, without needing one on the machine: ownership is a row of the catalogue. */
const EXTENSION_SQL = `
  CREATE TABLE plain.of_extension (id int); CREATE VIEW plain.view_of_extension AS SELECT 1 AS one;
  CREATE FUNCTION plain.function_of_extension() RETURNS int LANGUAGE sql AS 'SELECT 1';
  ALTER EXTENSION plpgsql ADD TABLE plain.of_extension;
  ALTER EXTENSION plpgsql ADD VIEW plain.view_of_extension;
  ALTER EXTENSION plpgsql ADD FUNCTION plain.function_of_extension();
  CREATE EXTENSION IF NOT EXISTS plpgsql;
`;

const FOREIGN_SQL = `
  CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER elsewhere FOREIGN DATA WRAPPER nothing;
  CREATE FOREIGN TABLE plain.foreign_table (id int) SERVER elsewhere;
`;

/** A database of its own on a test server. */
export interface PostgresDatabase {
  /** Signs in as a superuser of its own. */
  target: ConnectionTarget;
  /** Such as 150018. */
  version: number;
  /** Runs SQL there, as a superuser. */
  run(sql: string): Promise<unknown[]>;
  /** Runs SQL elsewhere on the server. */
  admin: pg.Client;
  tearDown(): Promise<void>;
}

export interface PostgresFixture extends PostgresDatabase {
  exam: Exam & { greeting: Buffer };
}

export async function createDatabase(url: string): Promise<PostgresDatabase> {
  const tag = randomBytes(6).toString('hex');
  const database = `Exam ${tag}`;
  const role = `Reader ${tag}`;
  const secret = `pass'word"${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${quote(database)}`);
  await admin.query(
    `CREATE ROLE ${quote(role)} SUPERUSER LOGIN PASSWORD '${secret.replaceAll("'", "''")}'`,
  );
  const { host, port, username: user, password } = targetOf(url);
  const client = new pg.Client({ host, port: port ?? 5432, database, user, password });
  await client.connect();
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  return {
    target: { ...targetOf(url), database, username: role, password: secret },
    version: Number(rows[0]?.server_version_num),
    run: async (sql) => (await client.query(sql)).rows as unknown[],
    admin,
    async tearDown() {
      await client.end();
      // Sessions of the tests end a moment after they were closed; before version 13 nothing could force them.
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
      );
      await admin.query(`DROP DATABASE ${quote(database)}`);
      const roles = await admin.query<{ name: string }>(
        `SELECT rolname AS name FROM pg_roles WHERE rolname LIKE '%${tag}'`,
      );
      for (const { name } of roles.rows) await admin.query(`DROP ROLE ${quote(name)}`);
      await admin.end();
    },
  };
}

/** A database of its own with everything that counts, everything that does not, and hostile names. */
export async function createPostgresFixture(url: string): Promise<PostgresFixture> {
  const base = await createDatabase(url);
  const { target, run, admin, version } = base;
  const { database } = target;
  const procedures = version >= 110_000;
  await run(SCHEMA_SQL + (procedures ? MODERN_SQL : '') + FOREIGN_SQL + EXTENSION_SQL);

  const hostile = quote('Hostile "schema".🐘');
  for (const name of NAMES) {
    await run(`CREATE TABLE ${hostile}.${quote(name)} (id int)`);
    await run(`CREATE FUNCTION ${hostile}.${quote(name)}() RETURNS int LANGUAGE sql AS 'SELECT 1'`);
  }
  const views = NAMES.map((name) => `v${name}`.slice(0, 31));
  for (const name of views) await run(`CREATE VIEW ${hostile}.${quote(name)} AS SELECT 1 AS one`);

  const endSessions = async () =>
    void (await run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)' AND datname = current_database()`,
    ));
  const exam: PostgresFixture['exam'] = {
    connector: postgresql,
    target,
    options: {},
    version: /^PostgreSQL 1\d(\.\d+)+$/,
    content: {
      public: {},
      empty: {},
      plain: {
        tables: ['normal', 'unlogged', 'identity', 'parted', 'child', 'foreign_table'],
        views: ['simple_view', 'stored_view'],
        functions: [
          'plain_function',
          'overloaded()',
          'overloaded(integer)',
          'overloaded(integer, text[])',
          'overloaded(plain.mood, timestamp with time zone)',
          'on_change',
          'total',
          'ranked',
        ],
        procedures: procedures ? ['single_procedure', 'many(integer)', 'many(text)'] : [],
      },
      'Hostile "schema".🐘': { tables: NAMES, views, functions: NAMES },
    },
    others: {
      schema: 'plain',
      kinds: {
        sequences: ['not_a_table'],
        types: ['amount', 'composite', 'mood', 'span'],
        triggers: ['normal.changed', ...(procedures ? ['parted.changed'] : [])],
        extensions: [],
      },
    },
    systemSchema: 'pg_catalog',
    openSession,
    writes: [
      'CREATE TABLE plain.new (id int)',
      'INSERT INTO plain.normal VALUES (1)',
      'DROP TABLE plain.normal',
      'TRUNCATE plain.normal',
      "SELECT nextval('plain.not_a_table')",
      'COPY plain.normal FROM PROGRAM $$echo 1$$',
    ],
    slowStatement: 'SELECT pg_sleep(30)',
    async countSlow() {
      const rows = await admin.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1 AND state = 'active' AND query LIKE '%pg_sleep%'`,
        [database],
      );
      return rows.rows[0]?.count ?? -1;
    },
    endSlow: endSessions,
    endSessions,
    greeting: Buffer.from('R\x00\x00', 'latin1'),
    tearDown: () => base.tearDown(),
  };
  return { ...base, exam };
}

/** The target of a test server's address. */
export function targetOf(url: string): ConnectionTarget {
  const { hostname, port, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  return {
    host: hostname,
    port: Number(port),
    database,
    username,
    password,
    tls: 'off',
    tlsCa: null,
  };
}

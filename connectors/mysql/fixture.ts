import { randomBytes } from 'node:crypto';
import { createConnection } from 'mariadb';
import type { ConnectionTarget } from '../core/connector.ts';
import { HOSTILE_NAMES, type Exam } from '../core/exams/exam.ts';
import { mysql } from './connector.ts';
import { openSession } from './session.ts';

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
/** Identifiers hold no emoji here, and routines and databases differ by more than case. */
const NAMES = [...HOSTILE_NAMES, 'snow ☃ table', 'x'.repeat(64), '日'.repeat(40)];
const TABLES = [...NAMES, 'users', 'Users', 'USERS', 'a/b', 'a:b'];

/** What MariaDB alone has. */
const mariadbSql = (plain: string): string[] => [
  `CREATE TABLE ${plain}.versioned (id int) WITH SYSTEM VERSIONING`,
  `CREATE TABLE ${plain}.aria (id int) ENGINE=Aria`,
  `CREATE SEQUENCE ${plain}.not_a_table`,
  `CREATE AGGREGATE FUNCTION ${plain}.total(x int) RETURNS int
   BEGIN DECLARE s int DEFAULT 0; DECLARE CONTINUE HANDLER FOR NOT FOUND RETURN s; LOOP FETCH GROUP NEXT ROW; SET s = s + x; END LOOP; END`,
];

/** Runs for minutes, and unlike SLEEP does not end by itself when the client is gone. */
export const SLOW = `SELECT sum(length(c0.collation_name) * length(c4.collation_name)) FROM ${[0, 1, 2, 3, 4].map((index) => `information_schema.collations c${index}`).join(', ')}`;

const contentSql = (plain: string): string[] => [
  `CREATE TABLE ${plain}.normal (id int PRIMARY KEY, amount decimal(10,2))`,
  `CREATE TABLE ${plain}.parted (id int) PARTITION BY HASH (id) PARTITIONS 3`,
  `CREATE VIEW ${plain}.simple_view AS SELECT * FROM ${plain}.normal`,
  `CREATE TABLE ${plain}.soon_gone (id int)`,
  `CREATE VIEW ${plain}.broken_view AS SELECT * FROM ${plain}.soon_gone`,
  `DROP TABLE ${plain}.soon_gone`,
  `CREATE FUNCTION ${plain}.plain_function(a int, b text) RETURNS int RETURN 1`,
  `CREATE FUNCTION ${plain}.same_name() RETURNS int RETURN 1`,
  `CREATE PROCEDURE ${plain}.same_name(INOUT a int) SELECT 1`,
  `CREATE TRIGGER ${plain}.on_change BEFORE INSERT ON ${plain}.normal FOR EACH ROW SET NEW.amount = 1`,
  `CREATE EVENT ${plain}.daily ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
];

/** Databases and users of its own on a test server. */
export interface MariadbServer {
  isMariadb: boolean;
  /** Part of the names of all that belongs to it. */
  tag: string;
  /** Signs in as a user of its own with every grant. */
  target: ConnectionTarget;
  /** Runs SQL with every grant. */
  run(sql: string): Promise<unknown[]>;
  /** A database whose name begins so; resolves to its name, which needs no quotes. */
  addSchema(name: string): Promise<string>;
  /** A user with a password and the grants that are listed, such as `SELECT ON db.*`. */
  addUser(name: string, grants: string[]): Promise<Pick<ConnectionTarget, 'username' | 'password'>>;
  tearDown(): Promise<void>;
}

export interface MariadbFixture extends MariadbServer {
  exam: Exam & { greeting: Buffer };
  /** Names of the fixture's databases. */
  schemas: { plain: string; empty: string; hostile: string };
}

export async function openServer(url: string): Promise<MariadbServer> {
  const tag = randomBytes(4).toString('hex');
  const { host, port, username: root, password } = targetOf(url);
  const admin = await createConnection({
    host,
    port: port ?? 3306,
    user: root,
    password,
    bigIntAsNumber: true,
    // For MySQL's way to sign in without TLS.
    allowPublicKeyRetrieval: true,
  });
  const run = async (sql: string): Promise<unknown[]> => admin.query<unknown[]>(sql);
  const isMariadb = /mariadb/i.test(admin.serverVersion());

  const users: string[] = [];
  const addUser: MariadbServer['addUser'] = async (name, grants) => {
    const username = `${name}_${tag}`;
    const secret = `pass'word"${randomBytes(6).toString('hex')}`;
    await run(`CREATE USER '${username}'@'%' IDENTIFIED BY '${secret.replaceAll("'", "''")}'`);
    users.push(username);
    for (const grant of grants) await run(`GRANT ${grant} TO '${username}'@'%'`);
    return { username, password: secret };
  };
  const reader = await addUser('reader', ['ALL ON *.*']);
  return {
    isMariadb,
    tag,
    target: { ...targetOf(url), ...reader },
    run,
    addUser,
    async addSchema(name) {
      await run(`CREATE DATABASE ${name}_${tag}`);
      return `${name}_${tag}`;
    },
    async tearDown() {
      const own = await run(
        `SELECT schema_name AS name FROM information_schema.schemata WHERE schema_name LIKE '%${tag}%'`,
      );
      for (const { name } of own as { name: string }[]) await run(`DROP DATABASE ${quote(name)}`);
      for (const user of users) await run(`DROP USER '${user}'@'%'`);
      await admin.end();
    },
  };
}

/** Databases of its own with everything that counts, everything that does not, and hostile names. */
export async function createMariadbFixture(url: string): Promise<MariadbFixture> {
  const server = await openServer(url);
  const { run, tag, isMariadb } = server;
  const schemas = {
    plain: await server.addSchema('exam_plain'),
    empty: await server.addSchema('exam_empty'),
    hostile: `Exam "hostile" \`☃\` ${tag}`,
  };
  await run(`CREATE DATABASE ${quote(schemas.hostile)}`);
  for (const sql of contentSql(quote(schemas.plain))) await run(sql);
  if (isMariadb) for (const sql of mariadbSql(quote(schemas.plain))) await run(sql);
  const hostile = quote(schemas.hostile);
  for (const name of TABLES) await run(`CREATE TABLE ${hostile}.${quote(name)} (id int)`);
  const views = NAMES.map((name) => `v${name}`.slice(0, 64));
  for (const name of views) await run(`CREATE VIEW ${hostile}.${quote(name)} AS SELECT 1 AS one`);
  for (const name of NAMES) {
    await run(`CREATE FUNCTION ${hostile}.${quote(name)}() RETURNS int RETURN 1`);
    await run(`CREATE PROCEDURE ${hostile}.${quote(name)}() SELECT 1`);
  }

  const target: ConnectionTarget = { ...server.target, database: schemas.plain };
  const endSessions = async () => {
    const running = await run(
      `SELECT id FROM information_schema.processlist WHERE user = '${target.username}'`,
    );
    // It may have ended meanwhile.
    for (const { id } of running as { id: number }[])
      await run(`KILL ${id}`).catch(() => undefined);
  };
  const exam: MariadbFixture['exam'] = {
    connector: mysql,
    target,
    options: {},
    version: /^(MariaDB|MySQL) \d+(\.\d+)+$/,
    content: {
      [schemas.plain]: {
        tables: ['normal', 'parted', ...(isMariadb ? ['versioned', 'aria'] : [])],
        views: ['simple_view', 'broken_view'],
        functions: ['plain_function', 'same_name', ...(isMariadb ? ['total'] : [])],
        procedures: ['same_name'],
      },
      [schemas.empty]: {},
      [schemas.hostile]: { tables: TABLES, views, functions: NAMES, procedures: NAMES },
    },
    others: {
      schema: schemas.plain,
      kinds: {
        ...(isMariadb && { sequences: ['not_a_table'], packages: [] }),
        triggers: ['normal.on_change'],
        jobs: ['daily'],
      },
    },
    systemSchema: 'mysql',
    openSession,
    writes: [
      'CREATE TABLE new (id int)',
      'INSERT INTO normal VALUES (1, 1)',
      'DROP TABLE normal',
      'TRUNCATE TABLE normal',
      'CREATE DATABASE another',
      'ALTER TABLE normal ADD COLUMN more int',
      ...(isMariadb ? ['SELECT NEXT VALUE FOR not_a_table'] : []),
      "CREATE USER 'new_user'@'%'",
    ],
    slowStatement: SLOW,
    async countSlow() {
      const [row] = await run(
        `SELECT count(*) AS count FROM information_schema.processlist WHERE user = '${target.username}' AND info LIKE '%collations c4%' AND info NOT LIKE '%processlist%'`,
      );
      return (row as { count: number } | undefined)?.count ?? -1;
    },
    endSlow: endSessions,
    endSessions,
    greeting: Buffer.from('\x4a\x00\x00\x00\x0a5.5.5-10.11.19-MariaDB\x00', 'latin1'),
    tearDown: () => server.tearDown(),
  };
  return { ...server, target, exam, schemas };
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

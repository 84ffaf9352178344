import { randomBytes } from 'node:crypto';
import { createConnection } from 'mariadb';
import type { ConnectionTarget } from '../core/connector.ts';
import { HOSTILE_NAMES, type Exam } from '../core/exam.ts';
import { mysql } from './connector.ts';
import { openSession } from './session.ts';

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
/** Identifiers hold no emoji here, and routines and databases differ by more than case. */
const NAMES = [...HOSTILE_NAMES, 'snow ☃ table', 'x'.repeat(64), '日'.repeat(40)];
const TABLES = [...NAMES, 'users', 'Users', 'USERS', 'a/b', 'a:b'];

const contentSql = (plain: string): string[] => [
  `CREATE TABLE ${plain}.normal (id int PRIMARY KEY, amount decimal(10,2))`,
  `CREATE TABLE ${plain}.versioned (id int) WITH SYSTEM VERSIONING`,
  `CREATE TABLE ${plain}.parted (id int) PARTITION BY HASH (id) PARTITIONS 3`,
  `CREATE TABLE ${plain}.aria (id int) ENGINE=Aria`,
  `CREATE SEQUENCE ${plain}.not_a_table`,
  `CREATE VIEW ${plain}.simple_view AS SELECT * FROM ${plain}.normal`,
  `CREATE TABLE ${plain}.soon_gone (id int)`,
  `CREATE VIEW ${plain}.broken_view AS SELECT * FROM ${plain}.soon_gone`,
  `DROP TABLE ${plain}.soon_gone`,
  `CREATE FUNCTION ${plain}.plain_function(a int, b text) RETURNS int RETURN 1`,
  `CREATE FUNCTION ${plain}.same_name() RETURNS int RETURN 1`,
  `CREATE PROCEDURE ${plain}.same_name(INOUT a int) SELECT 1`,
  `CREATE AGGREGATE FUNCTION ${plain}.total(x int) RETURNS int
   BEGIN DECLARE s int DEFAULT 0; DECLARE CONTINUE HANDLER FOR NOT FOUND RETURN s; LOOP FETCH GROUP NEXT ROW; SET s = s + x; END LOOP; END`,
  `CREATE TRIGGER ${plain}.on_change BEFORE INSERT ON ${plain}.normal FOR EACH ROW SET NEW.amount = 1`,
  `CREATE EVENT ${plain}.daily ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
];

export interface MariadbFixture {
  exam: Exam & { greeting: Buffer };
  target: ConnectionTarget;
  /** Names of the fixture's databases. */
  schemas: { plain: string; empty: string; hostile: string };
  /** Runs SQL with every grant. */
  run(sql: string): Promise<unknown[]>;
  /** A user with a password and the grants that are listed, such as `SELECT ON db.*`. */
  addUser(name: string, grants: string[]): Promise<Pick<ConnectionTarget, 'username' | 'password'>>;
}

/** Databases of its own with everything that counts, everything that does not, and hostile names. */
export async function createMariadbFixture(url: string): Promise<MariadbFixture> {
  const tag = randomBytes(4).toString('hex');
  const { hostname, port, username, password } = new URL(url);
  const admin = await createConnection({
    host: hostname,
    port: Number(port),
    user: username,
    password,
    bigIntAsNumber: true,
  });
  const run = async (sql: string): Promise<unknown[]> => admin.query<unknown[]>(sql);

  const schemas = {
    plain: `exam_plain_${tag}`,
    empty: `exam_empty_${tag}`,
    hostile: `Exam "hostile" \`☃\` ${tag}`,
  };
  for (const schema of Object.values(schemas)) await run(`CREATE DATABASE ${quote(schema)}`);
  for (const sql of contentSql(quote(schemas.plain))) await run(sql);
  const hostile = quote(schemas.hostile);
  for (const name of TABLES) await run(`CREATE TABLE ${hostile}.${quote(name)} (id int)`);
  const views = NAMES.map((name) => `v${name}`.slice(0, 64));
  for (const name of views) await run(`CREATE VIEW ${hostile}.${quote(name)} AS SELECT 1 AS one`);
  for (const name of NAMES) {
    await run(`CREATE FUNCTION ${hostile}.${quote(name)}() RETURNS int RETURN 1`);
    await run(`CREATE PROCEDURE ${hostile}.${quote(name)}() SELECT 1`);
  }

  const users: string[] = [];
  const addUser: MariadbFixture['addUser'] = async (name, grants) => {
    const user = `${name}_${tag}`;
    const secret = `pass'word"${randomBytes(6).toString('hex')}`;
    await run(`CREATE USER '${user}'@'%' IDENTIFIED BY '${secret.replaceAll("'", "''")}'`);
    users.push(user);
    for (const grant of grants) await run(`GRANT ${grant} TO '${user}'@'%'`);
    return { username: user, password: secret };
  };

  const reader = await addUser('reader', ['ALL ON *.*']);
  const target: ConnectionTarget = {
    host: hostname,
    port: Number(port),
    database: schemas.plain,
    ...reader,
    tls: 'off',
    tlsCa: null,
  };
  const exam: MariadbFixture['exam'] = {
    connector: mysql,
    target,
    options: {},
    version: /^(MariaDB|MySQL) \d+(\.\d+)+$/,
    content: {
      [schemas.plain]: {
        tables: ['normal', 'versioned', 'parted', 'aria'],
        views: ['simple_view', 'broken_view'],
        functions: ['plain_function', 'same_name', 'total'],
        procedures: ['same_name'],
      },
      [schemas.empty]: {},
      [schemas.hostile]: { tables: TABLES, views, functions: NAMES, procedures: NAMES },
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
      'SELECT NEXT VALUE FOR not_a_table',
      "CREATE USER 'new_user'@'%'",
    ],
    // Unlike SLEEP, it does not end by itself when the client is gone.
    slowStatement: 'SELECT sum(a.seq * b.seq) FROM seq_1_to_1000000 a, seq_1_to_1000000 b',
    async countSlow() {
      const [row] = await admin.query<{ count: number }[]>(
        `SELECT count(*) AS count FROM information_schema.processlist WHERE user = '${reader.username}' AND info LIKE '%seq_1_to_1000000 a%' AND info NOT LIKE '%processlist%'`,
      );
      return row?.count ?? -1;
    },
    endSlow: async () => void (await run(`KILL USER '${reader.username}'`)),
    greeting: Buffer.from('\x4a\x00\x00\x00\x0a5.5.5-10.11.19-MariaDB\x00', 'latin1'),
    async tearDown() {
      for (const schema of Object.values(schemas)) await run(`DROP DATABASE ${quote(schema)}`);
      for (const user of users) await run(`DROP USER '${user}'@'%'`);
      await admin.end();
    },
  };
  return { exam, target, schemas, run, addUser };
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

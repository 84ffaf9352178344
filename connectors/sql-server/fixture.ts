import { randomBytes } from 'node:crypto';
import { Connection, Request } from 'tedious';
import type { ConnectionTarget } from '../core/connector.ts';
import { HOSTILE_NAMES, type Exam } from '../core/exams/exam.ts';
import { sqlServer } from './connector.ts';
import { openSession } from './session.ts';

export const quote = (name: string) => `[${name.replaceAll(']', ']]')}]`;

/** Names have 128 characters at most. */
export const NAMES = [
  ...HOSTILE_NAMES,
  'squ]are [brackets]',
  'emoji 🐘 table',
  'x'.repeat(128),
  'é'.repeat(128),
];

const PLAIN = {
  tables: ['normal', 'parted', 'history of normal'],
  views: ['simple_view', 'broken_view'],
  functions: ['scalar_function', 'inline_function', 'table_function'],
  procedures: ['single_procedure'],
};

/** Each is a batch of its own, as T-SQL wants it. */
const contentSql = (plain: string): string[] => [
  `CREATE TABLE ${plain}.normal (id int PRIMARY KEY, amount decimal(18, 4) CHECK (amount >= 0) DEFAULT 0)`,
  `CREATE TABLE ${plain}.[history of normal] (id int, at datetime2)`,
  `CREATE TABLE ${plain}.parted (id int, day date)`,
  `CREATE TABLE ${plain}.soon_gone (id int)`,
  `CREATE VIEW ${plain}.simple_view AS SELECT id FROM ${plain}.normal`,
  `CREATE VIEW ${plain}.broken_view AS SELECT id FROM ${plain}.soon_gone`,
  `DROP TABLE ${plain}.soon_gone`,
  `CREATE FUNCTION ${plain}.scalar_function(@a int) RETURNS int AS BEGIN RETURN @a END`,
  `CREATE FUNCTION ${plain}.inline_function(@a int) RETURNS TABLE AS RETURN SELECT @a AS a`,
  `CREATE FUNCTION ${plain}.table_function() RETURNS @t TABLE (a int) AS BEGIN RETURN END`,
  `CREATE PROCEDURE ${plain}.single_procedure @a int OUTPUT AS SELECT @a`,
  `CREATE TRIGGER ${plain}.on_change ON ${plain}.normal AFTER INSERT AS SELECT 1`,
  `CREATE SYNONYM ${plain}.another_name FOR ${plain}.normal`,
  `CREATE SEQUENCE ${plain}.numbers`,
  `CREATE TYPE ${plain}.row_type AS TABLE (a int)`,
];

type ServerExam = Exam & { greeting: Buffer };

/**
 * Schemas of its own in the database of the address, with everything that counts, everything that does not, and
 * hostile names. The account of the address creates logins and schemas; the exam signs in as one that reads only.
 */
export async function createSqlServerFixture(url: string): Promise<ServerExam> {
  const tag = randomBytes(4).toString('hex');
  const admin = await connectAsAdmin(targetOf(url));
  const schemas = {
    plain: `exam_plain_${tag}`,
    empty: `exam_empty_${tag}`,
    hostile: `Exam "hostile" ]🐘[ ${tag}`,
  };
  for (const schema of Object.values(schemas)) await admin.run(`CREATE SCHEMA ${quote(schema)}`);
  for (const sql of contentSql(quote(schemas.plain))) await admin.run(sql);
  const hostile = quote(schemas.hostile);
  const views = NAMES.map((name) => `v${name}`.slice(0, 128));
  const functions = NAMES.map((name) => `f${name}`.slice(0, 128));
  const procedures = NAMES.map((name) => `p${name}`.slice(0, 128));
  // Objects of every kind share the names of a schema.
  for (const name of NAMES) await admin.run(`CREATE TABLE ${hostile}.${quote(name)} (id int)`);
  for (const name of views)
    await admin.run(`CREATE VIEW ${hostile}.${quote(name)} AS SELECT 1 AS one`);
  for (const name of functions)
    await admin.run(
      `CREATE FUNCTION ${hostile}.${quote(name)}() RETURNS int AS BEGIN RETURN 1 END`,
    );
  for (const name of procedures)
    await admin.run(`CREATE PROCEDURE ${hostile}.${quote(name)} AS SELECT 1`);

  const reader = `reader_${tag}`;
  const secret = `Pass'word"${randomBytes(6).toString('hex')}`;
  await admin.run(`CREATE LOGIN ${reader} WITH PASSWORD = N'${secret.replaceAll("'", "''")}'`);
  await admin.run(`CREATE USER ${reader} FOR LOGIN ${reader}`);
  await admin.run(`GRANT SELECT, VIEW DEFINITION TO ${reader}`);

  const running = `FROM sys.dm_exec_requests r JOIN sys.dm_exec_sessions s ON s.session_id = r.session_id
    WHERE s.login_name = N'${reader}' AND r.command = N'WAITFOR'`;
  const plain = quote(schemas.plain);
  return {
    connector: sqlServer,
    target: { ...targetOf(url), username: reader, password: secret },
    options: {},
    version: /^(SQL Server 20|Azure SQL)/,
    content: {
      [schemas.plain]: PLAIN,
      [schemas.empty]: {},
      [schemas.hostile]: { tables: NAMES, views, functions, procedures },
    },
    others: {
      schema: schemas.plain,
      kinds: {
        sequences: ['numbers'],
        synonyms: ['another_name'],
        types: ['row_type'],
        triggers: ['normal.on_change'],
        jobs: null,
      },
    },
    systemSchema: 'sys',
    openSession,
    // No session of SQL Server forbids these: the account's permissions do, as docs/connectors.md asks for.
    writes: [
      `CREATE TABLE ${plain}.new (id int)`,
      `INSERT INTO ${plain}.normal VALUES (1, 1)`,
      `DROP TABLE ${plain}.normal`,
      `TRUNCATE TABLE ${plain}.normal`,
      `ALTER TABLE ${plain}.normal ADD more int`,
      `SELECT NEXT VALUE FOR ${plain}.numbers`,
    ],
    slowStatement: `WAITFOR DELAY '00:00:30'`,
    countSlow: async () => Number((await admin.run(`SELECT COUNT(*) ${running}`))[0]?.[0] ?? -1),
    async endSlow() {
      for (const [id] of await admin.run(`SELECT r.session_id ${running}`))
        await admin.run(`KILL ${Number(id)}`);
    },
    greeting: GREETING,
    async tearDown() {
      await admin.run(`DROP USER ${reader}`);
      await admin.run(`DROP LOGIN ${reader}`);
      for (const schema of Object.values(schemas)) await dropSchema(admin, schema);
      admin.close();
    },
  };
}

/** How the first packet of a server begins. */
export const GREETING = Buffer.from([4, 1, 0]);

interface Admin {
  run(sql: string): Promise<unknown[][]>;
  close(): void;
}

async function connectAsAdmin(target: ConnectionTarget): Promise<Admin> {
  const connection = new Connection({
    server: target.host,
    authentication: {
      type: 'default',
      options: { userName: target.username, password: target.password },
    },
    options: {
      port: target.port ?? 1433,
      database: target.database,
      trustServerCertificate: target.tls === 'accept-self-signed',
      rowCollectionOnRequestCompletion: true,
    },
  });
  await new Promise<void>((resolve, reject) =>
    connection.connect((error) => (error ? reject(error) : resolve())),
  );
  const run = (sql: string) =>
    new Promise<unknown[][]>((resolve, reject) => {
      connection.execSqlBatch(
        new Request(sql, (error, _count, rows: { value: unknown }[][]) =>
          error ? reject(error) : resolve(rows.map((row) => row.map(({ value }) => value))),
        ),
      );
    });
  return { run, close: () => connection.close() };
}

async function dropSchema(admin: Admin, schema: string): Promise<void> {
  const rows = await admin.run(
    `SELECT o.name, CASE WHEN o.type = 'U' THEN 'TABLE' WHEN o.type = 'V' THEN 'VIEW' WHEN o.type = 'P' THEN 'PROCEDURE'
       WHEN o.type = 'SN' THEN 'SYNONYM' WHEN o.type = 'SO' THEN 'SEQUENCE' ELSE 'FUNCTION' END
     FROM sys.objects o WHERE SCHEMA_NAME(o.schema_id) = N'${schema.replaceAll("'", "''")}'
       AND o.type IN ('U', 'V', 'P', 'FN', 'IF', 'TF', 'SN', 'SO')`,
  );
  for (const [name, kind] of rows)
    await admin.run(`DROP ${String(kind)} ${quote(schema)}.${quote(String(name))}`);
  await admin.run(`DROP TYPE IF EXISTS ${quote(schema)}.row_type`);
  await admin.run(`DROP SCHEMA ${quote(schema)}`);
}

/** `mssql://user:password@host:port/database?trustServerCertificate=true` */
export function targetOf(url: string): ConnectionTarget {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const isTrusted = searchParams.get('trustServerCertificate') === 'true';
  return {
    host: hostname,
    port: port ? Number(port) : null,
    database: decodeURIComponent(pathname.slice(1)),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    tls: isTrusted ? 'accept-self-signed' : 'verify',
    tlsCa: null,
  };
}

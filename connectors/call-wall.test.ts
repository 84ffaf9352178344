import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, inject, test } from 'vitest';
import { collecting, makeCall } from './core/exams/call-exam.ts';
import { checkCondition, prepareCall, type CallSyntax } from './core/calls/call-text.ts';
import type { Connection, ConnectionTarget, Connector } from './core/connector.ts';
import type { Reading } from './core/data.ts';
import { connectWith, failureOf } from './core/exams/exam.ts';
import { CALL_SYNTAX as MYSQL } from './mysql/call-syntax.ts';
import { mysql } from './mysql/connector.ts';
import { openServer } from './mysql/fixture.ts';
import { CALL_SYNTAX as ORACLE } from './oracle/call-syntax.ts';
import { CALL_SYNTAX as POSTGRESQL } from './postgresql/call-syntax.ts';
import { postgresql } from './postgresql/connector.ts';
import { createDatabase } from './postgresql/fixture.ts';
import { checkWords, CALL_SYNTAX as SQL_SERVER } from './sql-server/call-syntax.ts';
import { CALL_SYNTAX as SQLITE } from './sqlite/call-syntax.ts';
import { sqlite } from './sqlite/connector.ts';
import { createFolder } from './sqlite/fixture.ts';

interface Wall {
  syntax: CallSyntax;
  /** Names that reach beyond the database, as expressions or tables. */
  names: string[];
  /** What else is refused as a reading call. */
  attacks: string[];
  /** What people's calls look like. */
  honest: string[];
}

const WALLS: Record<string, Wall> = {
  PostgreSQL: {
    syntax: POSTGRESQL,
    names: [
      'pg_read_file',
      'pg_read_binary_file',
      'pg_ls_dir',
      'pg_stat_file',
      'pg_file_write',
      'lo_export',
      'lo_import',
      'dblink',
      'dblink_exec',
      'dblink_connect',
      'query_to_xml',
      'database_to_xml',
      'ts_stat',
      'set_config',
      'pg_reload_conf',
      'pg_terminate_backend',
      'pg_logical_slot_get_changes',
      'pg_authid',
      'pg_shadow',
      'pg_user_mappings',
      'pg_hba_file_rules',
      'http_get',
      'get_raw_page',
      'pg_statistic',
      'pg_stat_activity',
      'pg_stat_get_activity',
      'pg_stat_statements',
      'pg_show_all_file_settings',
      'utl_file.put_line',
      'dbms_sql.parse',
      'run_command_on_workers',
      'heap_force_kill',
    ],
    attacks: [
      "do language plpgsql $$ begin copy (select 1) to program 'id'; end $$",
      "COPY notes TO PROGRAM 'id'",
      "COPY notes FROM '/etc/passwd'",
      String.raw`SELECT U&"pg\005fread\005ffile"('/etc/passwd')`,
      String.raw`SELECT u&"pg!005fread_file" UESCAPE '!' ('/etc/passwd')`,
      String.raw`SELECT pg_catalog . /* x */ "pg_read_file" ('/etc/passwd')`,
      'TABLE pg_authid',
      'PREPARE x AS SELECT 1',
      "EXECUTE x('1')",
      "LOAD 'x'",
      'LISTEN x',
      'SET ROLE postgres',
      'SHOW ALL',
      'show /* x */ all',
      "SELECT current_setting('primary_conninfo')",
      "SELECT current_setting('primary_' || 'conninfo')",
      'SELECT "current_setting" (:a)',
      'SELECT current_setting(name) FROM notes',
      "CREATE FUNCTION f() RETURNS int LANGUAGE c AS 'x'",
      'VACUUM',
      'nonsense',
    ],
    honest: [
      'SELECT * FROM notes ORDER BY id',
      'WITH n AS (SELECT count(*) AS net FROM notes) SELECT net FROM n',
      "SELECT current_setting('server_version'), to_char(now(), 'YYYY')",
      "SELECT 'pg_read_file(1)' AS said -- dblink",
      'SELECT own_tax(1)',
      'SHOW server_version',
      'EXPLAIN SELECT 1',
      'TABLE notes',
      'VALUES (1)',
      'SELECT rolname FROM pg_roles',
    ],
  },
  'MySQL or MariaDB': {
    syntax: MYSQL,
    names: [
      'load_file',
      'sys_exec',
      'sys_eval',
      'mysql.user',
      'mysql.global_priv',
      'execute_prepared_stmt',
      'spider_direct_sql',
      'performance_schema.threads',
      'sys.session',
      'sys.ps_setup_save',
      'information_schema.innodb_trx',
    ],
    attacks: [
      'SHOW GRANTS',
      'show /* x */ grants for root@localhost',
      'SHOW CREATE USER root@localhost',
      'SHOW CREATE SERVER s',
      'SHOW FULL PROCESSLIST',
      'SHOW BINLOG EVENTS',
      'SHOW MASTER STATUS',
      "SELECT 'x' INTO OUTFILE '/tmp/never'",
      "SELECT 'x' INTO DUMPFILE '/tmp/never'",
      "LOAD DATA INFILE '/etc/passwd' INTO TABLE notes",
      "EXECUTE IMMEDIATE 'SELECT 1'",
      "PREPARE s FROM 'SELECT 1'",
      'HANDLER notes OPEN',
      "INSTALL PLUGIN x SONAME 'x.so'",
      'SET GLOBAL general_log = 1',
      'nonsense',
    ],
    honest: [
      'SELECT * FROM notes ORDER BY id',
      'SHOW TABLES',
      'show full columns from notes',
      'SHOW CREATE TABLE notes',
      "SHOW VARIABLES LIKE 'version'",
      'SHOW TABLE STATUS',
      "SELECT 'load_file' AS said # mysql.user",
      'SELECT own_tax(1)',
      'WITH n AS (SELECT 1 AS a) SELECT a FROM n',
      'EXPLAIN SELECT 1',
      'DESCRIBE notes',
      'DO 1',
    ],
  },
  SQLite: {
    syntax: SQLITE,
    names: [
      'readfile',
      'writefile',
      'fsdir',
      'load_extension',
      'fts3_tokenizer',
      'sha3_query',
      'sqlite_dbpage',
      'pragma_database_list',
    ],
    attacks: [
      "SELECT * FROM 'fsdir'",
      "ATTACH '/etc/passwd' AS p",
      'PRAGMA query_only = off',
      "VACUUM INTO '/tmp/never'",
      'nonsense',
    ],
    honest: [
      'SELECT * FROM notes ORDER BY id',
      "SELECT count(*), upper('x'), json_extract('{}', '$.a') FROM notes",
      "SELECT name FROM pragma_table_info('notes')",
      'WITH c(x) AS (VALUES (1)) SELECT x FROM c',
      'SELECT id, row_number() OVER (ORDER BY id) FROM notes',
    ],
  },
  'SQL Server': {
    syntax: SQL_SERVER,
    names: [
      'xp_cmdshell',
      'sp_OACreate',
      'sys.fn_get_audit_file',
      'sys.dm_os_file_exists',
      'sys.sql_logins',
      'master.sys.sql_logins',
      'LOGINPROPERTY',
      'OPENROWSET',
      'OPENQUERY',
      'sys.linked_logins',
    ],
    attacks: [
      "SELECT * FROM OPENROWSET(BULK '/etc/passwd', SINGLE_CLOB) AS f",
      'SELECT * FROM other.shop.dbo.notes',
      'SELECT * FROM other.shop..notes',
      'SELECT * FROM [other] . [shop] /* x */ . -- y\n [dbo].notes',
      "EXEC xp_cmdshell 'dir'",
      "SELECT 1 EXEC('x')",
      "BULK INSERT notes FROM 'x'",
      'nonsense',
    ],
    honest: [
      'SELECT * FROM shop.dbo.notes ORDER BY id',
      'SELECT dbo.own_tax(1) AS net',
      "SELECT 'xp_cmdshell' AS said -- sys.sql_logins",
      'WITH n AS (SELECT 1 AS a) SELECT a FROM n',
      'SELECT 1.5, n.id FROM dbo.notes AS n',
    ],
  },
  Oracle: {
    syntax: ORACLE,
    names: [
      'UTL_FILE.FOPEN',
      'UTL_HTTP.REQUEST',
      'UTL_INADDR.get_host_address',
      'SYS.UTL_TCP.x',
      'HTTPURITYPE',
      'DBMS_XMLGEN.getxml',
      'DBMS_SQL.x',
      'DBMS_SCHEDULER.x',
      'DBMS_METADATA.get_ddl',
      'BFILENAME',
      'SYS.USER$',
      'SYS.LINK$',
      'v$sql',
    ],
    attacks: [
      'SELECT * FROM notes@other',
      'SELECT * FROM notes @ "other"',
      'WITH FUNCTION f RETURN int IS BEGIN RETURN 1; END; SELECT f FROM dual',
      'SELECT * FROM (WITH /* x */ PROCEDURE p IS BEGIN NULL; END; SELECT 1 FROM dual)',
      "BEGIN EXECUTE IMMEDIATE 'x'; END;",
      'nonsense',
    ],
    honest: [
      'SELECT * FROM notes ORDER BY id',
      'SELECT own_tax(1) FROM dual',
      'SELECT pkg.own_tax(1) AS "a@b" FROM dual',
      'SELECT DBMS_LOB.GETLENGTH(body), UTL_RAW.CAST_TO_VARCHAR2(x) FROM notes',
      "SELECT 'UTL_FILE@x' FROM dual -- SYS.USER$ @",
      'WITH n AS (SELECT 1 AS a FROM dual) SELECT a FROM n',
    ],
  },
};

/** The same numbers every time. */
function createRandom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
}

/** Writes a name as it could be written to get past a wall. */
function disguise(name: string, { engine }: CallSyntax, random: (most: number) => number): string {
  const pick = (some: readonly string[]) => some[random(some.length)]!;
  const gap = () => pick(['', ' ', '\n\t', '/* it\'s "x" */', '/**/', '-- x"\n']);
  const quotes = engine.startsWith('MySQL')
    ? ['', '`']
    : engine === 'SQLite'
      ? ['', '"', '`', '[']
      : ['', '"'];
  const isFolded = engine === 'PostgreSQL' || engine === 'Oracle';
  const write = (part: string): string => {
    const quote = pick(quotes);
    const mixed = part
      .split('')
      .map((letter) => (random(2) ? letter.toUpperCase() : letter.toLowerCase()))
      .join('');
    // Quoted names keep their case there.
    if (quote && isFolded) return `"${engine === 'Oracle' ? part.toUpperCase() : part}"`;
    return quote ? `${quote}${mixed}${quote === '[' ? ']' : quote}` : mixed;
  };
  return name.split('.').map(write).join(`${gap()}.${gap()}`) + gap();
}

const read = (text: string, syntax: CallSyntax) => {
  const call = makeCall(text);
  const prepared = prepareCall(call, syntax);
  if (syntax === SQL_SERVER) checkWords(call, prepared);
};
const isRefused = (work: () => void): boolean => {
  try {
    work();
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'permission';
  }
};

describe.each(Object.entries(WALLS))(
  'reading calls on %s',
  (_engine, { syntax, names, attacks, honest }) => {
    test.each(attacks)('refuse %s', (text) => {
      expect(isRefused(() => read(text, syntax))).toBe(true);
    });

    test('refuse names in letters that may be taken for those of English', () => {
      const wide = (text: string) =>
        text.replaceAll(/[a-z]/g, (letter) =>
          String.fromCodePoint(letter.codePointAt(0)! + 0xfee0),
        );
      for (const name of names.slice(0, 20))
        expect([name, isRefused(() => read(`SELECT ${wide(name)}`, syntax))]).toEqual([name, true]);
    });

    test('refuse what reaches beyond the database, however it is written, also in conditions', () => {
      const random = createRandom(7);
      const let_through: string[] = [];
      for (const name of names) {
        for (let time = 0; time < 60; time += 1) {
          const written = disguise(name, syntax, random);
          for (const text of [
            `SELECT ${written}('a')`,
            `SELECT * FROM ${written} AS x`,
            `WITH a AS (SELECT 1) SELECT a.*, ${written} ('b') FROM a`,
          ])
            if (!isRefused(() => read(text, syntax))) let_through.push(text);
          const condition = `id = 1 AND EXISTS (SELECT ${written}('a'))`;
          if (!isRefused(() => checkCondition(condition, syntax))) let_through.push(condition);
        }
      }
      expect(let_through).toEqual([]);
    });

    test.each(honest)('let %s pass', (text) => {
      expect(() => read(text, syntax)).not.toThrow();
    });
  },
);

/** What an account that may do everything is refused, and what it is answered. */
async function examine(
  {
    connector,
    target,
    options,
  }: { connector: Connector; target: ConnectionTarget; options?: object },
  { names, attacks, honest }: Wall,
  table: Pick<Reading, 'schema' | 'table'>,
): Promise<void> {
  const connection: Connection = await connectWith(connector, target, options);
  const calls = collecting(connection.calls!);
  try {
    for (const text of [...attacks, ...names.map((name) => `SELECT ${name}('/etc/passwd')`)])
      expect([text, (await failureOf(calls.run(makeCall(text)))).code]).toEqual([
        text,
        'permission',
      ]);
    for (const text of honest)
      expect([text, (await calls.run(makeCall(text))).error]).toEqual([text, null]);
    const reading = { ...table, columns: [], key: [] };
    for (const name of names) {
      const where = `EXISTS (SELECT ${name}('/etc/passwd'))`;
      expect((await failureOf(connection.data!.countRows({ ...reading, where }))).code).toBe(
        'permission',
      );
    }
    expect(await connection.data!.countRows({ ...reading, where: 'id > 0' })).toBe(1);
  } finally {
    await connection.close();
  }
}

test('a superuser of PostgreSQL reads no files, runs no programs and sees no passwords', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  try {
    await database.run(`CREATE TABLE notes (id int); INSERT INTO notes VALUES (1);
      CREATE FUNCTION own_tax(a int) RETURNS int LANGUAGE sql AS 'SELECT a'`);
    const examined = examine(
      { connector: postgresql, target: database.target },
      WALLS['PostgreSQL']!,
      {
        schema: 'public',
        table: 'notes',
      },
    );
    await expect(examined).resolves.toBeUndefined();
  } finally {
    await database.tearDown();
  }
});

test('PostgreSQL with its own reading of backslashes hides nothing behind them', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  const { database: name } = database.target;
  try {
    await database.run(`ALTER DATABASE "${name}" SET standard_conforming_strings = off`);
    const connection = await connectWith(postgresql, database.target);
    try {
      const hidden = String.raw`SELECT '\'' || pg_read_file('PG_VERSION') --'`;
      const { error } = await collecting(connection.calls!).run(makeCall(hidden));
      expect(error).toMatchObject({ code: '42601' });
    } finally {
      await connection.close();
    }
  } finally {
    await database.tearDown();
  }
});

test('root of MariaDB reads no files, runs no programs and sees no passwords', async () => {
  const server = await openServer(inject('mariadbUrl'));
  try {
    const schema = await server.addSchema('wall');
    for (const sql of [
      `USE ${schema}`,
      'CREATE TABLE notes (id int)',
      'INSERT INTO notes VALUES (1)',
      'CREATE FUNCTION own_tax(a int) RETURNS int RETURN a',
    ])
      await server.run(sql);
    const examined = examine(
      { connector: mysql, target: { ...server.target, database: schema } },
      WALLS['MySQL or MariaDB']!,
      { schema, table: 'notes' },
    );
    await expect(examined).resolves.toBeUndefined();
  } finally {
    await server.tearDown();
  }
});

test('a SQLite file gives no other file away, and writes none', async () => {
  const { folder, options, targetOf, tearDown } = await createFolder();
  const never = join(tmpdir(), `never-${process.pid}`);
  try {
    const file = new Database(join(folder, 'wall.db'));
    file.exec('CREATE TABLE notes (id int); INSERT INTO notes VALUES (1)');
    file.close();
    const wall = WALLS['SQLite']!;
    const attacks = [...wall.attacks, `SELECT writefile('${never}', 'x')`];
    const examined = examine(
      { connector: sqlite, target: targetOf('wall.db'), options },
      { ...wall, attacks },
      { schema: 'main', table: 'notes' },
    );
    await expect(examined).resolves.toBeUndefined();
    expect(existsSync(never)).toBe(false);
  } finally {
    await tearDown();
  }
});

/** What may be called of what the driver of SQLite brings along; whatever a new version adds has to be looked at. */
const HARMLESS =
  /^(?:abs|changes|char|coalesce|concat|concat_ws|format|glob|hex|ifnull|iif|instr|last_insert_rowid|last_rows_affected|length|like|likelihood|likely|lower|ltrim|max|min|nullif|octet_length|printf|quote|random|randomblob|replace|round|rtrim|sign|soundex|sqlite_(?:compileoption_\w+|source_id|version)|substr|substring|subtype|total_changes|trim|typeof|unhex|unicode|unlikely|upper|zeroblob|avg|count|group_concat|string_agg|sum|total|date|time|datetime|julianday|unixepoch|strftime|timediff|current_\w+|a?(?:cos|sin|tan|cot)h?|acoth|atan2|atn2|ceil|ceiling|coth?|degrees|difference|exp|floor|ln|log|log10|log2|mod|pi|power?|radians|sqrt|square|trunc|jsonb?(?:_\w+)?|->>?|row_number|rank|dense_rank|percent_rank|cume_dist|ntile|lag|lead|first_value|last_value|nth_value|match|bm25|highlight|snippet|offsets|optimize|matchinfo|rtree\w+|geopoly_\w+|vector\w*|libsql_vector_idx|regexpi?|sha3|uuid(?:_\w+)?|mode|median|variance|stdev|(?:lower|upper)_quartile|strfilter|pad[lrc]|leftstr|rightstr|charindex|replicate|reverse|proper|fts5(?:_source_id)?)$/;

test('every function and table that comes with the driver of SQLite is known to be harmless, or refused', () => {
  const database = new Database(':memory:');
  const list = (sql: string) =>
    database
      .prepare(sql)
      .raw()
      .all()
      .map((row) => String((row as unknown[])[0]));
  const unknown = [...new Set(list('SELECT name FROM pragma_function_list'))].filter(
    (name) => !HARMLESS.test(name) && !SQLITE.refused.test(name),
  );
  expect(unknown).toEqual([]);
  const modules =
    /^(?:json_(?:each|tree)|fts[345]\w*|geopoly|vector_top_k|carray|dbstat|rtree(?:_i32)?|generate_series)$/;
  expect(
    list('SELECT name FROM pragma_module_list').filter(
      (name) => !modules.test(name) && !SQLITE.refused.test(name),
    ),
  ).toEqual([]);
  database.close();
});

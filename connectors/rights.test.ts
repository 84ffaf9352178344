import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { Connection, ConnectionTarget, Connector } from './core/connector.ts';
import type { Reading } from './core/data.ts';
import { connectWith } from './core/exams/exam.ts';
import { READER } from './core/catalogue/rights.ts';
import { mysql } from './mysql/connector.ts';
import { openServer } from './mysql/fixture.ts';
import { postgresql } from './postgresql/connector.ts';
import { createDatabase } from './postgresql/fixture.ts';

async function withConnection<T>(
  connector: Connector,
  target: ConnectionTarget,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connectWith(connector, target);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** An account made by exactly the statements that are shown, and what it then can. */
async function examine(
  connector: Connector,
  target: ConnectionTarget,
  schema: string,
  run: (sql: string) => Promise<unknown>,
): Promise<void> {
  const shown = await withConnection(connector, target, (connection) => connection.rights!());
  expect(shown.beyond).toEqual(['everything']);
  const username = `${READER}_${randomBytes(3).toString('hex')}`;
  for (const statement of shown.statements)
    await run(statement.replaceAll(READER, username).replace('<password>', 'its-own'));
  const reader = { ...target, username, password: 'its-own' };
  await withConnection(connector, reader, async (connection) => {
    expect((await connection.rights!()).beyond).toEqual([]);
    expect((await connection.listObjects('tables', schema)).names).toEqual(['notes']);
    expect((await connection.listObjects('functions', schema)).names).toEqual(['own_tax']);
    const [routine] = await connection.definitions!.readDefinitions('functions', schema, [
      'own_tax',
    ]);
    expect(routine).toMatchObject({ kind: 'routine', text: expect.stringMatching(/a/) });
    const reading: Reading = { schema, table: 'notes', columns: [], key: [], where: null };
    expect(await connection.data!.countRows(reading)).toBe(1);
  });
}

test('PostgreSQL: what a superuser could do, and an account that only reads', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  try {
    await database.run(`CREATE SCHEMA "My shop"; CREATE TABLE "My shop".notes (id int); INSERT INTO "My shop".notes VALUES (1);
      CREATE FUNCTION "My shop".own_tax(a int) RETURNS int LANGUAGE sql AS 'SELECT a'`);
    const made: string[] = [];
    const examined = examine(postgresql, database.target, 'My shop', async (sql) => {
      made.push(/ROLE (migration_reader\w*)/.exec(sql)?.[1] ?? '');
      await database.run(sql);
    });
    await expect(examined).resolves.toBeUndefined();
    const role = made.find((name) => name !== '')!;
    await database.run(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  } finally {
    await database.tearDown();
  }
});

test('PostgreSQL: every right is reported', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  const role = `rights_${randomBytes(3).toString('hex')}`;
  const beyondOf = async () =>
    withConnection(
      postgresql,
      { ...database.target, username: role, password: 'x' },
      async (connection) => (await connection.rights!()).beyond,
    );
  try {
    await database.run(`CREATE TABLE notes (id int); CREATE ROLE ${role} LOGIN PASSWORD 'x';
      GRANT SELECT ON notes TO ${role}; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    expect(await beyondOf()).toEqual([]);
    for (const [grant, revoke, right] of [
      [`GRANT UPDATE ON notes TO ${role}`, `REVOKE UPDATE ON notes FROM ${role}`, 'write'],
      [
        `GRANT UPDATE (id) ON notes TO ${role}`,
        `REVOKE UPDATE (id) ON notes FROM ${role}`,
        'write',
      ],
      [
        `GRANT EXECUTE ON FUNCTION pg_catalog.pg_read_file(text, bigint, bigint) TO ${role}`,
        `REVOKE EXECUTE ON FUNCTION pg_catalog.pg_read_file(text, bigint, bigint) FROM ${role}`,
        'files',
      ],
      [
        `GRANT CREATE ON SCHEMA public TO ${role}`,
        `REVOKE CREATE ON SCHEMA public FROM ${role}`,
        'define',
      ],
      [
        `GRANT pg_execute_server_program TO ${role}`,
        `REVOKE pg_execute_server_program FROM ${role}`,
        'programs',
      ],
      [
        `GRANT pg_read_server_files TO ${role}`,
        `REVOKE pg_read_server_files FROM ${role}`,
        'files',
      ],
      [`ALTER ROLE ${role} CREATEROLE`, `ALTER ROLE ${role} NOCREATEROLE`, 'accounts'],
      [`ALTER ROLE ${role} REPLICATION`, `ALTER ROLE ${role} NOREPLICATION`, 'replicate'],
      [`GRANT pg_signal_backend TO ${role}`, `REVOKE pg_signal_backend FROM ${role}`, 'sessions'],
      [
        `CREATE FUNCTION empty() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'TRUNCATE notes'`,
        'DROP FUNCTION empty',
        'routines',
      ],
    ] as const) {
      await database.run(grant);
      expect(await beyondOf()).toEqual([right]);
      await database.run(revoke);
    }
    // An owner may take back what was revoked from it.
    await database.run(
      `CREATE TABLE own (id int); ALTER TABLE own OWNER TO ${role}; REVOKE ALL ON own FROM ${role}`,
    );
    expect(await beyondOf()).toEqual(['define']);
    await database.run(`DROP TABLE own; CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1';
      ALTER FUNCTION own OWNER TO ${role}`);
    expect(await beyondOf()).toEqual(['define']);
  } finally {
    await database.run(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await database.tearDown();
  }
});

test('PostgreSQL: what the roles may do that an account does not inherit from, but may become', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  const role = `rights_${randomBytes(3).toString('hex')}`;
  const group = `${role}_group`;
  const target = { ...database.target, username: role, password: 'x' };
  const beyondOf = async () =>
    withConnection(postgresql, target, async (connection) => (await connection.rights!()).beyond);
  try {
    await database.run(`CREATE TABLE notes (id int); REVOKE CREATE ON SCHEMA public FROM PUBLIC;
      CREATE ROLE ${role} LOGIN NOINHERIT PASSWORD 'x'; CREATE ROLE ${group}; GRANT ${group} TO ${role}`);
    expect(await beyondOf()).toEqual([]);
    for (const [grant, revoke, right] of [
      [`GRANT DELETE ON notes TO ${group}`, `REVOKE DELETE ON notes FROM ${group}`, 'write'],
      [`GRANT pg_write_all_data TO ${group}`, `REVOKE pg_write_all_data FROM ${group}`, 'write'],
      [
        `ALTER TABLE notes OWNER TO ${group}; REVOKE ALL ON notes FROM ${group}`,
        'ALTER TABLE notes OWNER TO CURRENT_USER',
        'define',
      ],
      [
        `GRANT CREATE ON SCHEMA public TO ${group}`,
        `REVOKE CREATE ON SCHEMA public FROM ${group}`,
        'define',
      ],
      [`ALTER ROLE ${group} CREATEDB`, `ALTER ROLE ${group} NOCREATEDB`, 'define'],
      [`ALTER ROLE ${group} CREATEROLE`, `ALTER ROLE ${group} NOCREATEROLE`, 'accounts'],
      [`ALTER ROLE ${group} REPLICATION`, `ALTER ROLE ${group} NOREPLICATION`, 'replicate'],
      [
        `GRANT pg_write_server_files TO ${group}`,
        `REVOKE pg_write_server_files FROM ${group}`,
        'files',
      ],
      [`ALTER ROLE ${group} SUPERUSER`, `ALTER ROLE ${group} NOSUPERUSER`, 'everything'],
    ] as const) {
      await database.run(grant);
      expect(await beyondOf()).toEqual([right]);
      await database.run(revoke);
    }
  } finally {
    await database.run(`DROP OWNED BY ${role}, ${group}; DROP ROLE ${role}, ${group}`);
    await database.tearDown();
  }
});

const MYSQL_SERVERS = inject('mysqlServers');
const EVERYBODYS = [
  ['`own`', ['write']],
  ['`own_elsewhere`', ['write']],
  ['`test`', []],
  ['`test\\_%`', []],
] as const;

test.each(MYSQL_SERVERS)(
  '$name: what root could do, and an account that only reads',
  async ({ url }) => {
    const server = await openServer(url);
    const made: string[] = [];
    try {
      const schema = await server.addSchema('rights');
      for (const sql of [
        `USE ${schema}`,
        'CREATE TABLE notes (id int)',
        'INSERT INTO notes VALUES (1)',
        'CREATE FUNCTION own_tax(a int) RETURNS int RETURN a',
      ])
        await server.run(sql);
      const target = { ...server.target, database: schema };
      const examined = examine(mysql, target, schema, async (sql) => {
        made.push(/'(migration_reader\w*)'/.exec(sql)?.[1] ?? '');
        await server.run(sql);
      });
      await expect(examined).resolves.toBeUndefined();
    } finally {
      if (made[0]) await server.run(`DROP USER '${made[0]}'@'%'`);
      await server.tearDown();
    }
  },
);

test.each(MYSQL_SERVERS)('$name: every right is reported', async ({ name, url }) => {
  const server = await openServer(url);
  const username = `rights_${randomBytes(3).toString('hex')}`;
  const account = `'${username}'@'%'`;
  try {
    const schema = await server.addSchema('rights');
    await server.run(`CREATE TABLE ${schema}.notes (id int)`);
    await server.run(`CREATE USER ${account} IDENTIFIED BY 'its-own'`);
    await server.run(`GRANT SELECT, SHOW VIEW, EXECUTE ON ${schema}.* TO ${account}`);
    const target = { ...server.target, username, password: 'its-own', database: schema };
    const beyondOf = () =>
      withConnection(mysql, target, async (connection) => (await connection.rights!()).beyond);
    expect(await beyondOf()).toEqual([]);
    for (const [privilege, level, right] of [
      ['UPDATE (id)', `${schema}.notes`, 'write'],
      ['DELETE', `${schema}.notes`, 'write'],
      ['CREATE ROUTINE', `${schema}.*`, 'define'],
      ['TRIGGER', `${schema}.*`, 'triggers'],
      ['FILE', '*.*', 'files'],
      ['CREATE USER', '*.*', 'accounts'],
      ['REPLICATION SLAVE', '*.*', 'replicate'],
      ['SUPER', '*.*', 'everything'],
      ['ALL', '*.*', 'everything'],
    ] as const) {
      await server.run(`GRANT ${privilege} ON ${level} TO ${account}`);
      expect(await beyondOf()).toEqual([right]);
      await server.run(`REVOKE ${privilege} ON ${level} FROM ${account}`);
      if (privilege === 'ALL')
        await server.run(`GRANT SELECT, SHOW VIEW, EXECUTE ON ${schema}.* TO ${account}`);
    }
    // What everybody may do, in this database and in another one; MySQL has no such rights.
    for (const [level, rights] of name === 'MariaDB' ? EVERYBODYS : []) {
      const where = level.replace('own', schema);
      await server.run(`GRANT INSERT ON ${where}.* TO PUBLIC`);
      expect(await beyondOf()).toEqual(rights);
      await server.run(`REVOKE INSERT ON ${where}.* FROM PUBLIC`);
    }
    // A role that is not active until the session asks for it, and what that one was given.
    const [role, inner] = [`${username}_role`, `${username}_inner`];
    for (const sql of [
      `CREATE ROLE ${role}`,
      `CREATE ROLE ${inner}`,
      `GRANT INSERT ON ${schema}.* TO ${role}`,
      `GRANT FILE ON *.* TO ${inner}`,
      `GRANT ${inner} TO ${role}`,
      `GRANT ${role} TO ${account}`,
    ])
      await server.run(sql);
    await withConnection(mysql, target, async (connection) => {
      expect((await connection.rights!()).beyond).toEqual(['files', 'write']);
      // The session is what it was.
      expect((await connection.rights!()).beyond).toEqual(['files', 'write']);
    });
    await server.run(`DROP ROLE ${role}, ${inner}`);
    await server.run(`CREATE PROCEDURE ${schema}.plain() SELECT 1`);
    expect(await beyondOf()).toEqual([]);
    await server.run(
      `CREATE PROCEDURE ${schema}.empty() MODIFIES SQL DATA DELETE FROM ${schema}.notes`,
    );
    expect(await beyondOf()).toEqual(['routines']);
    await server.run(`REVOKE EXECUTE ON ${schema}.* FROM ${account}`);
    expect(await beyondOf()).toEqual([]);
    // It is seen then, which is not to run it.
    const sees = name === 'MariaDB' ? 'SELECT ON mysql.proc' : 'SHOW_ROUTINE ON *.*';
    await server.run(`GRANT ${sees} TO ${account}`);
    expect(await beyondOf()).toEqual([]);
    await server.run(`GRANT EXECUTE ON PROCEDURE ${schema}.empty TO ${account}`);
    expect(await beyondOf()).toEqual(['routines']);
  } finally {
    await server.run(`DROP USER ${account}`);
    await server.tearDown();
  }
});

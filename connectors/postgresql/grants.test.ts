import { toEnglish } from '../../contract/messages/english.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Connection, ConnectionTarget } from '../core/connector.ts';
import type { Reading } from '../core/data.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { postgresql } from './connector.ts';
import { createPostgresFixture, type PostgresFixture } from './fixture.ts';

let fixture: PostgresFixture;
let restricted: ConnectionTarget;
let role: string;

beforeAll(async () => {
  fixture = await createPostgresFixture(inject('postgresUrl'));
  role = `restricted ${fixture.target.database.slice(5)}`;
  await fixture.run(`CREATE ROLE "${role}" LOGIN PASSWORD 'restricted';
    GRANT USAGE ON SCHEMA plain TO "${role}"; GRANT SELECT ON plain.normal, plain.simple_view TO "${role}"`);
  restricted = { ...fixture.target, username: role, password: 'restricted' };
});
afterAll(async () => {
  await fixture?.run(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`);
  await fixture?.exam.tearDown();
});

const read = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
  const connection = await connectWith(postgresql, restricted);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};

test('an account with SELECT in one schema still sees every object', async () => {
  await read(async (connection) => {
    expect(await connection.listSchemas()).toEqual(Object.keys(fixture.exam.content).sort());
    for (const [schema, inventory] of Object.entries(fixture.exam.content)) {
      for (const type of postgresql.objectTypes) {
        const { names, warnings } = await connection.listObjects(type, schema);
        expect(names).toEqual([...(inventory[type] ?? [])].sort());
        expect(warnings).toEqual([]);
      }
    }
    expect(await connection.listWarnings()).toEqual([]);
  });
});

test('where the catalogue is closed, the standard views answer, and a warning names the grant', async () => {
  const catalogues = 'pg_catalog.pg_class, pg_catalog.pg_proc, pg_catalog.pg_namespace';
  await fixture.run(`REVOKE SELECT ON ${catalogues} FROM PUBLIC;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA plain TO "${role}"; GRANT SELECT ON plain.foreign_table TO "${role}"`);
  try {
    await read(async (connection) => {
      const schemas = await connection.listSchemas();
      expect(schemas).toContain('plain');
      expect(schemas).not.toContain('empty');
      expect(schemas).not.toContain('pg_catalog');
      const tables = await connection.listObjects('tables', 'plain');
      expect(tables.names).toEqual(['foreign_table', 'normal']);
      const [warning, ...more] = tables.warnings;
      expect(more).toEqual([]);
      expect(toEnglish(warning!)).toContain(
        `GRANT SELECT ON pg_catalog.pg_class, pg_catalog.pg_namespace, pg_catalog.pg_proc TO "${role}".`,
      );
      expect((await connection.listObjects('views', 'plain')).names).toEqual(['simple_view']);
      const functions = await connection.listObjects('functions', 'plain');
      expect(functions.names).toEqual(
        expect.arrayContaining(['plain_function', 'overloaded()', 'overloaded(integer)']),
      );
      expect((await connection.listObjects('procedures', 'plain')).names).toEqual(
        [...(fixture.exam.content['plain']?.procedures ?? [])].sort(),
      );
      expect(await connection.listWarnings()).toEqual([warning]);
      expect((await failureOf(connection.listObjects('tables', 'empty'))).code).toBe('not-found');
    });
  } finally {
    await fixture.run(`GRANT SELECT ON ${catalogues} TO PUBLIC`);
  }
});

test('rows that policies would hide are refused, not left out', async () => {
  const readerFor = (rights: { statements: string[] } | undefined) =>
    rights?.statements.filter((statement) => statement.includes('BYPASSRLS'));
  const reading = {
    schema: 'plain',
    table: 'guarded',
    columns: [],
    key: [],
    where: null,
  } as unknown as Reading;
  const count = (connection: Connection) => connection.data?.countRows(reading);
  await read(async (connection) => {
    expect(readerFor(await connection.rights?.())).toEqual([]);
  });
  await fixture.run(`CREATE TABLE plain.guarded AS SELECT 1 AS a; GRANT SELECT ON plain.guarded TO "${role}";
    ALTER TABLE plain.guarded ENABLE ROW LEVEL SECURITY`);
  try {
    await read(async (connection) => {
      const error = await failureOf(Promise.resolve(count(connection)));
      expect(error.code).toBe('permission');
      expect(toEnglish(error.said)).toMatch(/row level security hides rows from user .*BYPASSRLS/);
      expect(readerFor(await connection.rights?.())).toHaveLength(1);
      const said = (await connection.listUnreadable(['plain'])).map(toEnglish);
      expect(said).toEqual([
        expect.stringMatching(/may not read the rows of \d+ tables and views \(plain\./),
        `Row level security hides rows of 1 table from the user "${role}" (plain.guarded). To compare its rows: ALTER ROLE "${role}" BYPASSRLS.`,
        expect.stringMatching(
          /may not read \d+ sequences?.*next numbers? .* free: GRANT SELECT ON ALL SEQUENCES IN SCHEMA plain TO/,
        ),
      ]);
      expect(said[0]).toContain(`GRANT SELECT ON ALL TABLES IN SCHEMA plain TO "${role}"`);
      expect(await connection.listUnreadable(['no such schema'])).toEqual([]);
    });
    await fixture.run(`ALTER ROLE "${role}" BYPASSRLS`);
    await read(async (connection) => expect(await count(connection)).toBe(1));
  } finally {
    await fixture.run(`DROP TABLE plain.guarded; ALTER ROLE "${role}" NOBYPASSRLS`);
  }
});

test('an account that may not connect to the database gets the reason', async () => {
  await fixture.run(`REVOKE CONNECT ON DATABASE "${restricted.database}" FROM PUBLIC`);
  const error = await failureOf(connectWith(postgresql, restricted));
  expect(error.code).toBe('permission');
  expect(error.message).toContain(`"${role}"`);
  await fixture.run(
    `GRANT CONNECT ON DATABASE "${restricted.database}" TO PUBLIC; ALTER ROLE "${role}" NOLOGIN`,
  );
  expect((await failureOf(connectWith(postgresql, restricted))).code).toBe('auth');
  await fixture.run(`ALTER ROLE "${role}" LOGIN`);
});

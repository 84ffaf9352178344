import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectWith, failureOf, optionsOf } from '../core/exams/exam.ts';
import {
  examineDefinitions,
  type DefinitionExam,
  withoutOwnWords,
} from '../core/exams/definitions-exam.ts';
import type { PostgresFixture } from './fixture.ts';
import { POSTGRES_FAMILY } from './family.ts';
import type { Session } from './session.ts';
import { createPostgresDefinitionExam } from './definitions-fixture.ts';
import { canonicalOf } from './types.ts';

examineDefinitions('PostgreSQL', () => createPostgresDefinitionExam(inject('postgresUrl')));

describe('what an account without privileges reads', () => {
  let exam: DefinitionExam<Session> & { fixture: PostgresFixture };
  let role: string;
  beforeAll(async () => {
    exam = await createPostgresDefinitionExam(inject('postgresUrl'));
    role = `nobody ${exam.target.database.slice(5)}`;
    await exam.fixture.run(`CREATE ROLE "${role}" LOGIN PASSWORD 'nobody'`);
  });
  afterAll(async () => {
    await exam?.fixture.run(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`);
    await exam?.tearDown();
  });
  const connect = () =>
    connectWith(exam.connector, { ...exam.target, username: role, password: 'nobody' });

  test('everything, as whoever may do everything', async () => {
    const connection = await connect();
    for (const type of exam.connector.objectTypes) {
      const expected = exam.expected[type] ?? [];
      const names = expected.map((object) => object.name);
      const found = await connection.definitions?.readDefinitions(type, exam.schema, names);
      expect(found).toHaveLength(expected.length);
      expect(found?.map(withoutOwnWords)).toEqual(expect.arrayContaining(expected));
    }
    await connection.close();
  });

  test('nothing if the catalogue is closed to the account, which is told so', async () => {
    await exam.fixture.run('REVOKE SELECT ON pg_catalog.pg_class FROM PUBLIC');
    const connection = await connect();
    const error = await failureOf(
      connection.definitions?.readDefinitions('tables', exam.schema, ['rich']) ?? Promise.resolve(),
    );
    expect(error.code).toBe('permission');
    await connection.close();
    await exam.fixture.run('GRANT SELECT ON pg_catalog.pg_class TO PUBLIC');
  });
});

test('a type that an extension brought is known by its name, and any other by its parts', async () => {
  const exam = await createPostgresDefinitionExam(inject('postgresUrl'));
  const turn = (name: string, from: string, to: string) =>
    `CREATE FUNCTION kit.${name}(${from}) RETURNS ${to} LANGUAGE internal IMMUTABLE STRICT AS '${name}';`;
  const base = (name: string) =>
    `CREATE TYPE kit.${name} (INPUT = kit.textin, OUTPUT = kit.textout, LIKE = text);`;
  await exam.fixture.run(`
    CREATE SCHEMA kit; CREATE TYPE kit.mark;
    ${turn('textin', 'cstring', 'kit.mark')} ${turn('textout', 'kit.mark', 'cstring')} ${base('mark')}
    CREATE TYPE kit.place AS (name text, at numeric(5,2));
    CREATE TABLE kit.t (m kit.mark, p kit.place);`);
  const connection = await connectWith(exam.connector, exam.target);
  const read = async () => {
    const [table] = (await connection.definitions?.readDefinitions('tables', 'kit', ['t'])) ?? [];
    return table?.kind === 'table' ? table.columns.map(({ canonical }) => canonical) : [];
  };
  const place = { kind: 'other', name: '(name text, at numeric(5,2))' };
  expect(await read()).toEqual([{ kind: 'other', name: 'kit.mark' }, place]);
  await exam.fixture.run('ALTER EXTENSION plpgsql ADD TYPE kit.mark');
  expect(await read()).toEqual([{ kind: 'other', name: 'mark' }, place]);
  await connection.close();
  await exam.tearDown();
});

test('types of extensions are known by their name, in whatever schema', () => {
  expect(canonicalOf('public.citext').kind).toBe('text');
  expect(canonicalOf('"Geo ""data""".geometry(Point,4326)')).toEqual({ kind: 'spatial' });
  expect(canonicalOf('gis.geography')).toEqual({ kind: 'spatial' });
  expect(canonicalOf('shop."weird.integer"')).toEqual({
    kind: 'other',
    name: 'shop."weird.integer"',
  });
});

test('a column that takes its numbers from a sequence by its name alone is an identity', async () => {
  const { fixture, connector, target, schema, tearDown } = await createPostgresDefinitionExam(
    inject('postgresUrl'),
  );
  await fixture.run(`CREATE SEQUENCE ${schema}."it's" START 40 INCREMENT 5;
    CREATE TABLE ${schema}.texts (id int DEFAULT nextval('it''s'::text), other int DEFAULT nextval('gone'::text));
    INSERT INTO ${schema}.texts VALUES (100, 1)`);
  const connection = await connectWith(connector, target);
  const [read] = (await connection.definitions?.readDefinitions('tables', schema, ['texts'])) ?? [];
  const asked = [{ table: 'texts', column: 'id' }];
  const reached = await connection.definitions?.readReached?.(schema, asked);
  await connection.close();
  await tearDown();
  expect(read?.kind === 'table' && read.columns).toMatchObject([
    { identity: true, default: null, numbering: { increment: '5', least: '1' } },
    { identity: true, default: null },
  ]);
  expect(reached).toEqual([{ next: '40', largest: '100' }]);
});

test('rights and promises of routines are read where all are as by default, and not of relatives', async () => {
  const exam = await createPostgresDefinitionExam(inject('postgresUrl'));
  const session = await exam.openSession(exam.target, optionsOf(exam.options));
  const attributesOf = async (member: string) => {
    const relative = POSTGRES_FAMILY.find(({ name }) => name === member)!;
    const reader = exam.createReader({ ...session, member: relative });
    const found = await reader?.readDefinitions('functions', exam.schema, [
      'modes',
      'many(integer)',
    ]);
    return found?.map((one) => one.kind === 'routine' && one.attributes?.length);
  };
  expect((await attributesOf('PostgreSQL'))?.toSorted()).toEqual([0, 5]);
  expect(await attributesOf('YugabyteDB')).toEqual([undefined, undefined]);
  await session.close();
  await exam.tearDown();
});

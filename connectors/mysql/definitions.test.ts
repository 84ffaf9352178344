import { message } from '../../contract/messages/message.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectWith } from '../core/exams/exam.ts';
import { examineDefinitions, type DefinitionExam } from '../core/exams/definitions-exam.ts';
import type { MariadbFixture } from './fixture.ts';
import type { Session } from './session.ts';
import { createMariadbDefinitionExam } from './definitions-fixture.ts';
import { ddl } from './ddl.ts';
import { canonicalOf } from './types.ts';

const SERVERS = inject('mysqlServers');
for (const { name, url } of SERVERS)
  examineDefinitions(name, () => createMariadbDefinitionExam(url));

describe.each(SERVERS)('$name: what an account with few grants reads', ({ url }) => {
  let exam: DefinitionExam<Session> & { fixture: MariadbFixture };
  beforeAll(async () => {
    exam = await createMariadbDefinitionExam(url);
  });
  afterAll(() => exam?.tearDown());

  const readAs = async (
    grants: string[],
    type: 'tables' | 'views' | 'functions' | 'procedures',
  ) => {
    const user = await exam.fixture.addUser(`few${grants.length}${type}`, grants);
    const connection = await connectWith(exam.connector, {
      ...exam.target,
      ...user,
      database: exam.schema,
    });
    const names = (exam.expected[type] ?? []).map((object) => object.name);
    const found = await connection.definitions?.readDefinitions(type, exam.schema, names);
    await connection.close();
    return found ?? [];
  };

  test('with SELECT alone: tables with the actions of foreign keys, without triggers; views without their text', async () => {
    const grants = [`SELECT ON ${exam.schema}.*`];
    const tables = await readAs(grants, 'tables');
    expect(tables).toHaveLength(exam.expected.tables?.length ?? 0);
    expect(tables).toEqual(
      expect.arrayContaining(
        (exam.expected.tables ?? []).map((table) => ({ ...table, triggers: undefined })),
      ),
    );
    const views = await readAs(grants, 'views');
    const expected = (exam.expected.views ?? []).map((view) => ({ ...view, text: null }));
    expect(views).toHaveLength(expected.length);
    expect(views).toEqual(expect.arrayContaining(expected));
  });

  test('with EXECUTE alone: routines without their text', async () => {
    const grants = [`EXECUTE ON ${exam.schema}.*`];
    for (const type of ['functions', 'procedures'] as const) {
      const found = await readAs(grants, type);
      const expected = (exam.expected[type] ?? []).map((routine) => ({ ...routine, text: null }));
      expect(found).toHaveLength(expected.length);
      expect(found).toEqual(expect.arrayContaining(expected));
    }
  });
});

test.each(SERVERS)(
  '$name: an ENUM that is NOT NULL has its first member as default',
  async ({ url }) => {
    const exam = await createMariadbDefinitionExam(url);
    const { addSchema, run } = exam.fixture;
    const schema = await addSchema('first');
    await run(`USE \`${schema}\``);
    await run(
      "CREATE TABLE t (id int, a enum('it''s','b') NOT NULL, b enum('a','b'), c set('a') NOT NULL)",
    );
    await run("SET sql_mode = 'STRICT_ALL_TABLES'");
    await run("INSERT INTO t (id, c) VALUES (1, 'a')");
    const connection = await connectWith(exam.connector, { ...exam.target, database: schema });
    const [found] = (await connection.definitions?.readDefinitions('tables', schema, ['t'])) ?? [];
    await connection.close();
    await exam.tearDown();
    const columns = found?.kind === 'table' ? found.columns : [];
    expect(columns.map((column) => column.default)).toEqual([null, "'it''s'", null, null]);
    expect(columns.map((column) => column.impliedDefault)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
    ]);
  },
);

test.each(SERVERS)(
  '$name: whether double quotes enclose texts follows from the mode of a program',
  async ({ url }) => {
    const exam = await createMariadbDefinitionExam(url);
    const { addSchema, run } = exam.fixture;
    const schema = await addSchema('quoted');
    await run(`USE \`${schema}\``);
    await run('CREATE TABLE t (id int)');
    await run('SET @usual = @@sql_mode');
    for (const [name, mode, value] of [
      ['as_text', '', 'length("x")'],
      ['as_name', 'ANSI_QUOTES', '"id"'],
    ] as const) {
      const row = mode ? 'NEW.' : '';
      await run(`SET sql_mode = '${mode}'`);
      await run(`CREATE TRIGGER ${name} BEFORE INSERT ON t FOR EACH ROW SET @a = ${row}${value}`);
      await run(`CREATE FUNCTION ${name}_f(id int) RETURNS int RETURN ${value}`);
    }
    await run('CREATE FUNCTION none_f(id int) RETURNS int RETURN id');
    await run('SET sql_mode = @usual');
    const connection = await connectWith(exam.connector, { ...exam.target, database: schema });
    const [table] = (await connection.definitions?.readDefinitions('tables', schema, ['t'])) ?? [];
    const names = ['as_text_f', 'as_name_f', 'none_f'];
    const routines = await connection.definitions?.readDefinitions('functions', schema, names);
    await connection.close();
    await exam.tearDown();
    const found = [...(table?.kind === 'table' ? (table.triggers ?? []) : []), ...(routines ?? [])];
    expect(
      new Map(found.map((one) => [one.name, 'doubleQuotes' in one && one.doubleQuotes])),
    ).toEqual(
      new Map<string, unknown>([
        ['as_text', 'texts'],
        ['as_name', false],
        ['as_text_f', 'texts'],
        ['as_name_f', false],
        ['none_f', false],
      ]),
    );
  },
);

test.each(SERVERS)(
  '$name: a check that is not enforced is disabled, until a statement enforces it',
  async ({ url }) => {
    const exam = await createMariadbDefinitionExam(url);
    const { addSchema, run, isMariadb } = exam.fixture;
    const schema = await addSchema('checked');
    // MariaDB enforces all checks.
    const off = isMariadb ? '' : 'NOT ENFORCED';
    await run(`CREATE TABLE \`${schema}\`.t (a int,
      CONSTRAINT \`of\`\`f\` CHECK (a > 0) ${off}, CONSTRAINT later CHECK (a > 1))`);
    const connection = await connectWith(exam.connector, { ...exam.target, database: schema });
    const read = async () => {
      const [found] =
        (await connection.definitions?.readDefinitions('tables', schema, ['t'])) ?? [];
      return found?.kind === 'table' ? found.checks.map((one) => [one.name, one.disabled]) : [];
    };
    expect(await read()).toEqual([
      ['later', undefined],
      ['of`f', isMariadb ? undefined : true],
    ]);
    const change = { kind: 'validate', name: 'of`f', disabled: 'check' } as const;
    if (!isMariadb) for (const one of ddl.write(change, [schema, 't'])!) await run(one);
    expect((await read()).map(([, state]) => state)).toEqual([undefined, undefined]);
    await connection.close();
    await exam.tearDown();
  },
);

test('MariaDB: a sequence that one default uses belongs to its table', async () => {
  const exam = await createMariadbDefinitionExam(inject('mariadbUrl'));
  const { addSchema, run } = exam.fixture;
  const schema = await addSchema('numbered');
  await run(`USE \`${schema}\``);
  for (const name of ['one', 'shared', 'free']) await run(`CREATE SEQUENCE ${name}`);
  await run('CREATE TABLE t (id int DEFAULT nextval(one), a int DEFAULT nextval(shared))');
  await run('CREATE TABLE u (a int DEFAULT nextval(shared))');
  const connection = await connectWith(exam.connector, { ...exam.target, database: schema });
  const names = ['one', 'shared', 'free'];
  const found = await connection.definitions!.readSequences!(schema, names);
  await connection.close();
  await exam.tearDown();
  expect(found.map(({ name, belongsTo }) => [name, belongsTo])).toEqual([
    ['one', { as: 'sequence', schema, name: 't', column: 'id' }],
    ['shared', undefined],
    ['free', undefined],
  ]);
});

test('MariaDB: a column that a sequence numbers tells how it counts and how far it got', async () => {
  const exam = await createMariadbDefinitionExam(inject('mariadbUrl'));
  const { addSchema, run } = exam.fixture;
  const schema = await addSchema('counted');
  const other = await addSchema('counting');
  await run(`CREATE SEQUENCE \`${schema}\`.ten START 10 INCREMENT 10 MAXVALUE 500 CYCLE NOCACHE`);
  await run(`CREATE SEQUENCE \`${other}\`.far START 7 NOCACHE`);
  await run(`USE \`${schema}\``);
  await run('CREATE TABLE t (id int PRIMARY KEY DEFAULT nextval(ten), a int)');
  await run(`CREATE TABLE u (id int PRIMARY KEY DEFAULT nextval(\`${other}\`.far))`);
  await run('CREATE TABLE v (id int AUTO_INCREMENT PRIMARY KEY)');
  await run('INSERT INTO t (a) VALUES (1), (2)');
  await run('INSERT INTO u VALUES (40)');
  await run('INSERT INTO v VALUES (1)');
  const connection = await connectWith(exam.connector, { ...exam.target, database: schema });
  const reader = connection.definitions!;
  const tables = await reader.readDefinitions('tables', schema, ['t', 'u', 'v']);
  const inOrder = tables.toSorted((one, other) => one.name.localeCompare(other.name));
  const counts = inOrder.map((one) => one.kind === 'table' && one.columns[0]!.numbering);
  const reached = await reader.readReached!(
    schema,
    ['t', 'u', 'v'].map((table) => ({ table, column: 'id' })),
  );
  await run(`DROP TABLE u`);
  await connection.close();
  await exam.tearDown();
  expect(counts).toEqual([
    { increment: '10', least: '1', most: '500', cycles: true },
    { increment: '1', least: '1', most: '9223372036854775806', cycles: false },
    { increment: '1', least: null, most: null, cycles: false },
  ]);
  expect(reached).toEqual([
    { next: '30', largest: '20' },
    { next: '7', largest: '40' },
    { next: '2', largest: '1' },
  ]);
});

test('routines in packages: parameters by the declaration, the text of each by the body', async () => {
  const exam = await createMariadbDefinitionExam(inject('mariadbUrl'));
  const { addSchema, run } = exam.fixture;
  const schema = await addSchema('packaged');
  await run(`USE \`${schema}\``);
  await run('SET @usual = @@sql_mode, sql_mode = ORACLE');
  await run(`CREATE PACKAGE tools AS
    FUNCTION salary(employee INT, rate OUT NUMBER(5,2)) RETURN VARCHAR2(20);
    PROCEDURE pay; END`);
  await run(`CREATE PACKAGE BODY tools AS
    FUNCTION own RETURN INT AS BEGIN RETURN 1; END;
    FUNCTION salary(employee INT, rate OUT NUMBER(5,2)) RETURN VARCHAR2(20) AS BEGIN RETURN 'x'; END;
    PROCEDURE pay AS BEGIN NULL; END; END`);
  await run('CREATE PACKAGE bare AS FUNCTION one RETURN INT; END');
  await run('SET sql_mode = @usual');
  await run('CREATE FUNCTION alone() RETURNS int RETURN 1');
  const connection = await connectWith(exam.connector, { ...exam.target, database: schema });
  const { names } = await connection.listObjects('functions', schema);
  expect(names).toEqual(['alone', 'bare.one', 'tools.salary']);
  const found = (await connection.definitions?.readDefinitions('functions', schema, names)) ?? [];
  expect(found.map(({ name }) => name).toSorted()).toEqual(names);
  expect(found.find(({ name }) => name === 'tools.salary')).toEqual({
    kind: 'routine',
    name: 'tools.salary',
    parameters: [
      { name: 'employee', mode: 'in', type: 'int', canonical: canonicalOf('int'), default: null },
      {
        name: 'rate',
        mode: 'out',
        type: 'decimal(5,2)',
        canonical: canonicalOf('decimal(5,2)'),
        default: null,
      },
    ],
    returns: { type: 'varchar(20)', canonical: canonicalOf('varchar(20)'), set: false },
    language: 'SQL',
    text: "FUNCTION salary(employee INT, rate OUT NUMBER(5,2)) RETURN VARCHAR2(20) AS BEGIN RETURN 'x'; END;",
    comment: null,
    signature: {
      path: [schema, 'tools', 'salary'],
      form: 'function',
      types: [],
      obstacle: message('proposal.givesBack'),
    },
  });
  expect(found.find(({ name }) => name === 'bare.one')).toMatchObject({ text: null });
  const procedures = await connection.definitions?.readDefinitions('procedures', schema, [
    'tools.pay',
  ]);
  expect(procedures).toMatchObject([{ text: 'PROCEDURE pay AS BEGIN NULL; END;', parameters: [] }]);
  await connection.close();
  await exam.tearDown();
});

test.each(SERVERS)(
  '$name: texts in variables compare as the database did when their routine was created',
  async ({ url }) => {
    const exam = await createMariadbDefinitionExam(url);
    const { addSchema, run } = exam.fixture;
    const schema = await addSchema('compared');
    await run(`USE \`${schema}\``);
    const collations = ['utf8mb4_general_ci', 'utf8mb4_bin', 'latin1_general_cs'];
    for (const collation of collations) {
      await run(`ALTER DATABASE \`${schema}\` COLLATE ${collation}`);
      await run(`CREATE FUNCTION ${collation}(a varchar(9) CHARACTER SET utf8mb4) RETURNS varchar(9) BEGIN
        DECLARE v varchar(9); SET v = a; RETURN concat(v = 'X', v = 'ý', v = 'y '); END`);
    }
    await run(`ALTER DATABASE \`${schema}\` COLLATE utf8mb4_unicode_ci`);
    const connection = await connectWith(exam.connector, { ...exam.target, database: schema });
    const found = await connection.definitions!.readDefinitions('functions', schema, collations);
    await connection.close();
    const told = new Map(
      found.map((one) => [one.name, one.kind === 'routine' ? one.variables : null]),
    );
    for (const collation of collations) {
      const { caseSensitive, accentBlind, padSpace } = told.get(collation)!;
      const said: string[] = [];
      for (const [at, value] of ['x', 'y', 'y'].entries()) {
        const [row] = (await run(`SELECT ${collation}('${value}') AS said`)) as { said: string }[];
        said.push(row!.said[at]!);
      }
      expect([collation, !caseSensitive, accentBlind === true, padSpace === true]).toEqual([
        collation,
        ...said.map((one) => one === '1'),
      ]);
    }
    await exam.tearDown();
  },
);

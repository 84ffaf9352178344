import { toEnglish } from '../../contract/messages/english.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { Connection } from '../core/connector.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { sqlServer } from './connector.ts';
import { describeServer } from './session.ts';
import { QUESTIONS } from './rights.ts';
import { answerRows, replay, SCRIPT, targetAt, versionLine } from './testing/replayed-database.ts';
import type { Line } from './testing/tds-replayer.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const connectTo = async (script: readonly Line[]): Promise<Connection> => {
  const server = await replay({ script });
  closing.push(() => server.stop());
  const connection = await connectWith(sqlServer, targetAt(server.port));
  closing.push(() => connection.close());
  return connection;
};
const refusing = (match: RegExp, number: number): Line => ({
  match,
  answer: { errors: [{ number, message: 'No.' }] },
});
const rowsOf = (match: RegExp, rows: [string, string, string][]): Line => ({
  match,
  answer: answerRows(['schema nvarchar', 'name nvarchar', 'type nvarchar'], rows),
});
const namesOf = async (
  connection: Connection,
  type: 'tables' | 'views' | 'functions' | 'procedures',
) => (await connection.listObjects(type, 'plain')).names;

const STANDARD = [
  rowsOf(/INFORMATION_SCHEMA\.TABLES/, [
    ['plain', 'normal', 'BASE TABLE'],
    ['plain', 'simple_view', 'VIEW'],
  ]),
  rowsOf(/INFORMATION_SCHEMA\.ROUTINES/, [
    ['plain', 'compute', 'FUNCTION'],
    ['plain', 'carry_out', 'PROCEDURE'],
  ]),
];

describe('a view of the catalogue that is missing', () => {
  test('has another in its place: sys.all_objects', async () => {
    const connection = await connectTo([
      refusing(/FROM sys\.objects o JOIN/, 207),
      rowsOf(/FROM sys\.all_objects/, [['plain', 'from all objects', 'U ']]),
      ...SCRIPT,
    ]);
    expect(await namesOf(connection, 'tables')).toEqual(['from all objects']);
  });

  test('and where that is missing, too, those of the standard', async () => {
    const connection = await connectTo([
      refusing(/FROM sys\.(all_)?objects/, 208),
      refusing(/FROM sys\.schemas/, 208),
      {
        match: /INFORMATION_SCHEMA\.SCHEMATA/,
        answer: answerRows(
          ['name nvarchar', 'used int'],
          [
            ['plain', 0],
            ['sys', 0],
            ['db_owner', 0],
          ],
        ),
      },
      ...STANDARD,
      ...SCRIPT,
    ]);
    expect(await connection.listSchemas()).toEqual(['plain']);
    expect(await namesOf(connection, 'tables')).toEqual(['normal']);
    expect(await namesOf(connection, 'views')).toEqual(['simple_view']);
    expect(await namesOf(connection, 'functions')).toEqual(['compute']);
    expect(await namesOf(connection, 'procedures')).toEqual(['carry_out']);
  });

  test('is not used for deadlocks', async () => {
    const connection = await connectTo([
      refusing(/FROM sys\.objects o JOIN/, 1205),
      rowsOf(/FROM sys\.all_objects/, [['plain', 'from all objects', 'U ']]),
      ...SCRIPT,
    ]);
    const error = await failureOf(connection.listObjects('tables', 'plain'));
    expect(error.message).toContain('deadlock');
  });
});

test('a server of another maker is not taken at the word of one view', async () => {
  const connection = await connectTo([
    versionLine(
      'Babelfish for PostgreSQL with SQL Server Compatibility - 12.0.2000.8',
      '12.0.2000.8',
      3,
    ),
    rowsOf(/FROM sys\.objects o JOIN.*'U'/s, [
      ['plain', 'orders', 'U '],
      ['plain', 'Only Here', 'U '],
    ]),
    rowsOf(/FROM sys\.objects o JOIN.*'FN'/s, [['plain', 'inline', 'FN']]),
    rowsOf(/FROM sys\.objects o JOIN.*'P'/s, [
      ['plain', 'carry_out', 'P '],
      ['plain', 'compute', 'P '],
    ]),
    rowsOf(/INFORMATION_SCHEMA\.TABLES/, [
      ['plain', 'Orders', 'BASE TABLE'],
      ['plain', 'only there', 'BASE TABLE'],
    ]),
    ...STANDARD,
    ...SCRIPT,
  ]);
  expect(await connection.serverVersion()).toBe('Babelfish for PostgreSQL (12.0.2000)');
  expect(await namesOf(connection, 'tables')).toEqual(['Only Here', 'only there', 'orders']);
  expect(await namesOf(connection, 'functions')).toEqual(['compute', 'inline']);
  expect(await namesOf(connection, 'procedures')).toEqual(['carry_out']);
});

describe('an account that does not see everything', () => {
  const holding = (definition: number, select: number, execute: number): Line => ({
    match: /HAS_PERMS_BY_NAME/,
    answer: answerRows(
      ['user nvarchar', 'definition int', 'select int', 'execute int'],
      [['the ]reader', definition, select, execute]],
    ),
  });

  test.each([
    ['nothing', [0, 0, 0], ['tables', 'views', 'functions', 'procedures'], true],
    ['SELECT', [0, 1, 0], ['functions', 'procedures'], true],
    ['EXECUTE', [0, 0, 1], ['tables', 'views', 'functions'], true],
    ['SELECT and EXECUTE', [0, 1, 1], [], false],
    ['VIEW DEFINITION', [1, 0, 0], [], false],
  ] as const)(
    'with %s gets advice on what to grant',
    async (_title, [d, s, e], hidden, warnsAtAll) => {
      const connection = await connectTo([holding(d, s, e), ...SCRIPT]);
      for (const type of ['tables', 'views', 'functions', 'procedures'] as const) {
        const { warnings } = await connection.listObjects(type, 'plain');
        expect(warnings.map(toEnglish)).toEqual(
          (hidden as readonly string[]).includes(type)
            ? [
                `The user [the ]]reader] cannot see all ${type} of the schema [plain]. To see all: GRANT VIEW DEFINITION ON SCHEMA::[plain] TO [the ]]reader].`,
              ]
            : [],
        );
      }
      const all = await connection.listWarnings();
      expect(all.map(toEnglish)).toEqual(
        warnsAtAll
          ? [expect.stringContaining('GRANT VIEW DEFINITION TO [the ]]reader].') as string]
          : [],
      );
    },
  );

  test('is not warned if the server cannot say', async () => {
    const connection = await connectTo([refusing(/HAS_PERMS_BY_NAME/, 195), ...SCRIPT]);
    expect(await connection.listWarnings()).toEqual([]);
    expect((await connection.listObjects('tables', 'plain')).warnings).toEqual([]);
  });
});

describe('what an account could do besides reading', () => {
  const holding = (...places: number[]): Line => ({
    match: /SELECT HAS_PERMS_BY_NAME\(NULL, NULL, 'CONTROL SERVER'\)/,
    answer: answerRows(
      QUESTIONS.map((_, place) => `q${place} int`),
      [QUESTIONS.map((_, place) => (places.includes(place) ? 1 : place % 2 ? 0 : null))],
    ),
  });

  test.each(QUESTIONS.map(([right], place) => [right, place] as const))(
    '%s, by question %i',
    async (right, place) => {
      const connection = await connectTo([holding(place), ...SCRIPT]);
      expect((await connection.rights!()).beyond).toEqual([right]);
    },
  );

  test('nothing, and how such an account is made', async () => {
    const connection = await connectTo([holding(), ...SCRIPT]);
    expect(await connection.rights!()).toEqual({
      beyond: [],
      statements: [
        "CREATE LOGIN migration_reader WITH PASSWORD = '<password>';",
        'USE [Exam database];',
        'CREATE USER migration_reader FOR LOGIN migration_reader;',
        'ALTER ROLE db_datareader ADD MEMBER migration_reader;',
        'GRANT VIEW DEFINITION TO migration_reader;',
      ],
    });
  });

  test('the worst alone', async () => {
    const connection = await connectTo([holding(1, 6, 11), ...SCRIPT]);
    expect((await connection.rights!()).beyond).toEqual(['everything']);
  });
});

test.each([
  ['Microsoft SQL Server 2022 (RTM-CU14)', '16.0.4135.4', 3, 'SQL Server 2022 (16.0.4135)'],
  ['Microsoft SQL Server 2008 R2 (SP3)', '10.50.6000.34', 2, 'SQL Server 2008 R2 (10.50.6000)'],
  ['Microsoft SQL Server 2031', '19.0.1.2', 3, 'SQL Server (19.0.1)'],
  ['Microsoft SQL Azure (RTM) - 12.0.2000.8', '12.0.2000.8', 5, 'Azure SQL Database (12.0.2000)'],
  ['Microsoft SQL Azure (RTM)', '12.0.2000.8', 8, 'Azure SQL Managed Instance (12.0.2000)'],
  ['Something else entirely', '', 0, 'A server that speaks TDS'],
])('%s is shown by its name', (banner, version, edition, shown) => {
  expect(describeServer(banner, version, edition).version).toBe(shown);
});

import type { ConnectionTarget } from '../../core/connector.ts';
import type { Exam } from '../../core/exams/exam.ts';
import { sqlServer } from '../connector.ts';
import { GREETING, NAMES } from '../fixture.ts';
import { openSession } from '../session.ts';
import { startReplayer, type Asked, type Line, type Play, type Replayer } from './tds-replayer.ts';
import type { CellValue, ColumnType } from './tds-cells.ts';
import type { ResultSet } from './tds-tokens.ts';

/** Columns as `name type`, such as `name nvarchar`. */
export const table = (columns: string[], rows: CellValue[][]): ResultSet => ({
  columns: columns.map((column) => {
    const [name = '', type] = column.split(' ');
    return [name, type as ColumnType];
  }),
  rows,
});
export const answerRows = (columns: string[], rows: CellValue[][]) => ({
  sets: [table(columns, rows)],
});

export const SERVER_2022 =
  'Microsoft SQL Server 2022 (RTM-CU14) (KB5038325) - 16.0.4135.4 (X64) \n\tDeveloper Edition (64-bit) on Linux';

export const versionLine = (banner: string, version: string, edition: number): Line => ({
  match: /@@VERSION/,
  answer: answerRows(
    ['banner nvarchar', 'version nvarchar', 'edition int'],
    [[banner, version, edition]],
  ),
});

const HOSTILE = [...NAMES, 'users', 'Users', 'USERS'];

/** A row of sys.objects, as a server has it. */
export type ObjectRow = [schema: string, name: string, kind: string];

const OBJECTS: ObjectRow[] = [
  ['plain', 'normal', 'U '],
  ['plain', 'external', 'U '],
  ['plain', 'simple_view', 'V '],
  ['plain', 'scalar_function', 'FN'],
  ['plain', 'inline_function', 'IF'],
  ['plain', 'table_function', 'TF'],
  ['plain', 'net_function', 'FS'],
  ['plain', 'net_table', 'FT'],
  ['plain', 'net_total', 'AF'],
  ['plain', 'single_procedure', 'P '],
  ['plain', 'net_procedure', 'PC'],
  ['plain', 'another_name', 'SN'],
  ['plain', 'numbers', 'SO'],
  ['plain', 'on_change', 'TR'],
  ['plain', 'PK_normal', 'PK'],
  ['PLAIN', 'of a schema in another case', 'U '],
  ['db_owner', 'put there long ago', 'U '],
  ...HOSTILE.flatMap((name): ObjectRow[] => [
    ['Hostile "schema" ]🐘[', name, 'U '],
    ['Hostile "schema" ]🐘[', `f${name}`, 'FN'],
  ]),
];

/** Name, and whether it holds objects. */
const SCHEMAS: [string, number][] = [
  ['dbo', 0],
  ['guest', 0],
  ['INFORMATION_SCHEMA', 0],
  ['sys', 1],
  ['db_owner', 1],
  ['db_datareader', 0],
  ['plain', 1],
  ['PLAIN', 1],
  ['empty', 0],
  ['Hostile "schema" ]🐘[', 1],
];

/** Does what the WHERE of the statement says: the schema as a server that ignores case compares it, and the kinds. */
const findObjects = (objects: ObjectRow[], { sql, values }: Asked) => {
  const kinds: string[] = /o\.type\) IN \(([^)]*)\)/.exec(sql)?.[1]?.match(/\w+/g) ?? [];
  const schema = String(values[0]).toLowerCase();
  return answerRows(
    ['schema nvarchar', 'name nvarchar', 'type char(2)'],
    objects.filter(
      ([owner, , kind]) => owner.toLowerCase() === schema && kinds.includes(kind.trim()),
    ),
  );
};

const ofSchemas = (rows: [string, string][]) =>
  answerRows(['schema nvarchar', 'name nvarchar'], rows);

/** The answers of a SQL Server 2022 that holds what is listed. */
export const scriptOf = (schemas: [string, number][], objects: ObjectRow[]): Line[] => [
  versionLine(SERVER_2022, '16.0.4135.4', 3),
  { match: /FROM sys\.security_predicates/, answer: ofSchemas([]) },
  { match: /FROM sys\.schemas s$/, answer: answerRows(['name nvarchar', 'used int'], schemas) },
  { match: /FROM sys\.objects o JOIN/, answer: (asked) => findObjects(objects, asked) },
  { match: /FROM sys\.sequences o/, answer: ofSchemas([['plain', 'numbers']]) },
  {
    match: /FROM sys\.synonyms o/,
    answer: ofSchemas([
      ['plain', 'another_name'],
      ['PLAIN', 'of a schema in another case'],
    ]),
  },
  { match: /FROM sys\.types o/, answer: ofSchemas([]) },
  {
    match: /FROM sys\.triggers o/,
    answer: answerRows(
      ['schema nvarchar', 'name nvarchar', 'table nvarchar'],
      [['plain', 'on_change', 'normal']],
    ),
  },
  {
    match: /HAS_PERMS_BY_NAME/,
    answer: answerRows(
      ['user nvarchar', 'definition int', 'select int', 'execute int'],
      [['reader', 1, 1, 0]],
    ),
  },
  { match: /^SELECT 1$/, answer: answerRows(['one int'], [[1]]) },
  { match: /^WAITFOR/, answer: { delay: 30_000 } },
  {
    match: /^SELECT the cipher$/,
    answer: ({ cipher }) => answerRows(['cipher nvarchar'], [[cipher]]),
  },
];

export const SCRIPT = scriptOf(SCHEMAS, OBJECTS);

const SECRET = 'pass\'word"§🐘';

/** A replayer that knows one account and one database. */
export const replay = (play: Partial<Play> = {}): Promise<Replayer> =>
  startReplayer({
    user: 'reader',
    password: SECRET,
    databases: ['Exam database'],
    script: SCRIPT,
    ...play,
  });

export const targetAt = (
  port: number,
  change: Partial<ConnectionTarget> = {},
): ConnectionTarget => ({
  host: '127.0.0.1',
  port,
  database: 'Exam database',
  username: 'reader',
  password: SECRET,
  tls: 'off',
  tlsCa: null,
  ...change,
});

export type ReplayedExam = Exam & { greeting: Buffer };

/** The exam's questions to recorded rows. What only a server of its own can show, such as that it refuses to write, is not asked. */
export async function prepareReplayedExam(): Promise<ReplayedExam> {
  const replayer = await replay();
  return {
    connector: sqlServer,
    target: targetAt(replayer.port),
    options: {},
    version: /^SQL Server 2022 \(16\.0\.4135\)$/,
    content: {
      dbo: {},
      empty: {},
      db_owner: { tables: ['put there long ago'] },
      PLAIN: { tables: ['of a schema in another case'] },
      plain: {
        tables: ['normal', 'external'],
        views: ['simple_view'],
        functions: [
          'scalar_function',
          'inline_function',
          'table_function',
          'net_function',
          'net_table',
          'net_total',
        ],
        procedures: ['single_procedure', 'net_procedure'],
      },
      'Hostile "schema" ]🐘[': {
        tables: HOSTILE,
        functions: HOSTILE.map((name) => `f${name}`),
      },
    },
    others: {
      schema: 'plain',
      kinds: {
        sequences: ['numbers'],
        synonyms: ['another_name'],
        types: [],
        triggers: ['normal.on_change'],
        jobs: null,
      },
    },
    systemSchema: 'sys',
    openSession,
    writes: [],
    slowStatement: `WAITFOR DELAY '00:00:30'`,
    countSlow: async () => replayer.countSlow(),
    endSlow: async () => replayer.endSlow(),
    greeting: GREETING,
    tearDown: () => replayer.stop(),
  };
}

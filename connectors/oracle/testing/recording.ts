import { contentOf, NAMES, OTHERS, type ExamSchemas } from './content.ts';
import { driverError, type Recording } from './recorded-driver.ts';
import * as policies from '../policies.ts';
import * as sql from '../sql.ts';

export const SCHEMAS: ExamSchemas = { plain: 'SHOP', hostile: 'Hostile.Shop 🐘', empty: 'EMPTY' };

const CONTENT = contentOf(SCHEMAS);

/** A second object of each: what the dictionary says of tables that are the inside of something. */
const PARTS = [
  'SYS_IOT_OVER_73521',
  'DEPARTMENT_STAFF',
  'BIN$8Zt1nXq7Rd2gUAB/AQBc0w==$0',
  'DAILY_SALES',
  'MLOG$_CUSTOMERS',
  'RUPD$_CUSTOMERS',
];

const PACKAGE = '73530';
/** Subprogram, name, overload: in the order of the declaration. */
const MEMBERS: [string, string, string | null][] = [
  ['1', 'RATE', null],
  ['2', 'NET', '1'],
  ['3', 'NET', '2'],
  ['4', 'BOTH', '1'],
  ['5', 'BOTH', '2'],
  ['6', 'RESET', null],
  ['7', 'NOTE', '1'],
  ['8', 'NOTE', '2'],
  ['9', 'NOTE', '3'],
  ['10', 'KEEP', '1'],
  ['11', 'KEEP', '2'],
];

const argument = (
  subprogram: string,
  position: number,
  name: string | null,
  type: string,
  declared: [string | null, string | null, string | null] = [null, null, null],
): sql.ArgumentRow => {
  const plsqlType = declared[1] === null ? type : null;
  return [PACKAGE, subprogram, String(position), name, type, plsqlType, ...declared];
};

/** Not in the order of their positions: the dictionary promises none. */
const ARGUMENTS: sql.ArgumentRow[] = [
  argument('1', 0, null, 'NUMBER'),
  argument('2', 1, 'AMOUNT', 'NUMBER'),
  argument('2', 0, null, 'NUMBER'),
  argument('3', 2, 'COUNTRY', 'VARCHAR2'),
  argument('3', 1, 'AMOUNT', 'NUMBER'),
  argument('3', 0, null, 'NUMBER'),
  argument('4', 0, null, 'NUMBER'),
  argument('4', 1, 'AMOUNT', 'NUMBER'),
  argument('5', 1, 'TEXT', 'VARCHAR2'),
  argument('8', 1, 'FIRST', 'VARCHAR2'),
  argument('9', 1, 'LAST', 'VARCHAR2'),
  argument('10', 1, 'WHAT', 'PL/SQL RECORD', ['SHOP', 'PRICING', 'PRICE']),
  argument('11', 1, 'WHAT', 'DATE'),
];

const named = (names: readonly string[]) => names.map((name) => [name]);

/** What Oracle's documentation says that it answers, for the content of the exam. */
export function record(): Recording {
  const { plain, hostile } = SCHEMAS;
  const answers: Recording['answers'] = new Map([
    [sql.SCHEMAS, () => named(Object.keys(CONTENT))],
    [sql.SESSION_USER, () => [['READER']]],
    [sql.WHOLE_DATABASE, () => []],
    [policies.EXEMPT, () => []],
  ]);
  const answer = (text: (scope: sql.Scope) => string, rows: Record<string, unknown[][]>) => {
    for (const scope of ['dba', 'all'] as const)
      answers.set(text(scope), (owner) => rows[owner] ?? []);
  };
  const { tables = [], views = [] } = CONTENT[plain] ?? {};
  answer(sql.tables, { [plain]: named([...PARTS, ...tables]), [hostile]: named(NAMES) });
  answer(sql.partsOfOthers, { [plain]: named(PARTS) });
  answer(sql.views, { [plain]: named(views) });
  answer(sql.functions, { [plain]: named(['TAX', 'PRICING.RATE']) });
  answer(sql.procedures, { [plain]: named(['CLOSE_DAY']) });
  answer(sql.packageMembers, {
    [plain]: [
      ...MEMBERS.map(([subprogram, name, overload]) => [
        'PRICING',
        name,
        PACKAGE,
        subprogram,
        overload,
      ]),
      ['Dot.ted', 'a.b', '73540', '1', null],
    ],
  });
  answer(sql.packageArguments, { [plain]: ARGUMENTS });
  answer(sql.invalidPackages, {});
  answer(policies.policies, {});
  answer(policies.filtered, {});
  answer(policies.filteredViews, {});
  answer(sql.sequences, { [plain]: named(OTHERS.sequences) });
  answer(sql.synonyms, { [plain]: named(OTHERS.synonyms) });
  answer(sql.types, { [plain]: named(OTHERS.types) });
  answer(sql.jobs, {});
  answer(sql.packages, { [plain]: named(OTHERS.packages) });
  answer(sql.links, {});
  answer(sql.triggers, { [plain]: [['ON_CHANGE', 'ORDERS']] });
  return {
    target: {
      host: '127.0.0.1',
      port: 1521,
      database: 'shop.example.com',
      username: 'reader',
      password: 'Sesame_and_42',
      tls: 'off',
      tlsCa: null,
    },
    version: '19.21.0.0.0',
    answers,
    slowStatement:
      'SELECT COUNT(*) FROM sys.all_objects a, sys.all_objects b, sys.all_objects c, sys.all_objects d',
  };
}

/** An account without the grant for the whole database. */
export function withoutGrant(recording: Recording, user: string): Recording {
  const answers = new Map(recording.answers);
  answers.set(sql.WHOLE_DATABASE, () => driverError('ORA-00942'));
  answers.set(sql.SESSION_USER, () => [[user]]);
  for (const text of answers.keys())
    if (text !== sql.WHOLE_DATABASE && text.includes('dba_')) answers.delete(text);
  return { ...recording, answers };
}

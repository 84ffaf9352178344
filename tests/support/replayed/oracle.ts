import { connectWith } from '../../../connectors/core/exams/exam.ts';
import type { ObjectDefinition } from '../../../connectors/core/definitions.ts';
import { oracle } from '../../../connectors/oracle/connector.ts';
import { columnGrants, grants } from '../../../connectors/oracle/definitions-grants.ts';
import * as texts from '../../../connectors/oracle/definitions-sql.ts';
import { replay } from '../../../connectors/oracle/testing/replayed-database.ts';
import { recordDefinitions } from '../../../connectors/oracle/testing/replayed-definitions.ts';
import { withAccess } from './with-access.ts';

const number = (digits: number, places = 0) => [
  'NUMBER',
  null,
  '22',
  '0',
  null,
  String(digits),
  String(places),
];
const text = (type: string, size: number) => [
  type,
  null,
  String(size * 4),
  String(size),
  'C',
  null,
  null,
];
const of = (type: string, size: number) => [type, null, String(size), '0', null, null, null];
const column = (table: string, name: string, type: (string | null)[], nullable = 'N') => [
  table,
  name,
  ...type,
  nullable,
  'NO',
  'NO',
  null,
];
const CHECKED = ['ENABLED', 'VALIDATED', 'NOT DEFERRABLE', 'IMMEDIATE'];
const constraint = (table: string, name: string, kind: string, index: string | null = null) => [
  table,
  name,
  kind,
  null,
  index,
  ...CHECKED,
];
const indexed = (table: string, name: string, column: string, position = 1, unique = false) => [
  table,
  name,
  unique ? 'UNIQUE' : 'NONUNIQUE',
  column,
  String(position),
  'ASC',
  null,
  'VALID',
  null,
];

type Query = keyof typeof texts;
/** Rows by the statement that reads them. */
export type Answered = Partial<Record<Query, unknown[][]>>;

/** What the dictionary of a shop answers. */
export const SHOP = {
  tables: [
    ['PARENTS', '1', null, 'N', null],
    ['ORDERS', '20', 'What was bought', 'N', null],
    ['EVENTS', '20', null, 'N', null],
    ['ACCOUNTS', '20', null, 'N', null],
  ],
  columns: [
    column('PARENTS', 'ID', number(9)),
    ['ORDERS', 'ID', ...number(9), 'N', 'YES', 'NO', null],
    column('ORDERS', 'PARENT_ID', number(9)),
    ['ORDERS', 'CODE', ...text('VARCHAR2', 20), 'N', 'NO', 'NO', 'Printed'],
    column('ORDERS', 'STATUS', text('VARCHAR2', 10)),
    column('ORDERS', 'AMOUNT', number(12, 2)),
    column('ORDERS', 'PLACED', of('TIMESTAMP(3)', 11)),
    column('ORDERS', 'IS_OPEN', number(1)),
    column('ORDERS', 'TOKEN', of('RAW', 16), 'Y'),
    column('ORDERS', 'NOTE', text('VARCHAR2', 200), 'Y'),
    ['ORDERS', 'TWICE', ...number(13, 2), 'Y', 'NO', 'YES', null],
    column('EVENTS', 'ID', number(9)),
    column('EVENTS', 'DAY', of('DATE', 7)),
    column('ACCOUNTS', 'ID', number(9)),
    column('ACCOUNTS', 'OWNER', number(9), 'Y'),
  ],
  defaults: [
    ['ORDERS', 'ID', '"SHOP"."ISEQ$$_1".nextval'],
    ['ORDERS', 'PARENT_ID', '1 '],
    ['ORDERS', 'STATUS', "'new'"],
    ['ORDERS', 'AMOUNT', '0'],
    ['ORDERS', 'PLACED', 'LOCALTIMESTAMP'],
    ['ORDERS', 'IS_OPEN', '1'],
    ['ORDERS', 'TOKEN', 'SYS_GUID()'],
    ['ORDERS', 'TWICE', '"AMOUNT"*2'],
  ],
  constraints: [
    constraint('PARENTS', 'PK_PARENTS', 'P', 'PK_PARENTS'),
    constraint('ORDERS', 'CK_AMOUNT', 'C'),
    constraint('ORDERS', 'CK_OPEN', 'C'),
    constraint('ORDERS', 'CK_PLACED', 'C'),
    constraint('ORDERS', 'CK_STATUS', 'C'),
    ['ORDERS', 'FK_PARENT', 'R', 'CASCADE', null, ...CHECKED],
    constraint('ORDERS', 'PK_ORDERS', 'P', 'PK_ORDERS'),
    constraint('ORDERS', 'SYS_C1', 'C'),
    constraint('ORDERS', 'UQ_CODE', 'U', 'UQ_CODE'),
    constraint('EVENTS', 'PK_EVENTS', 'P', 'PK_EVENTS'),
    constraint('ACCOUNTS', 'PK_ACCOUNTS', 'P', 'PK_ACCOUNTS'),
  ],
  checks: [
    ['CK_AMOUNT', 'amount >= 0 AND amount < 1e6'],
    ['CK_PLACED', 'EXTRACT(YEAR FROM placed) >= 2000'],
    ['CK_OPEN', '"IS_OPEN" IN (0, 1)'],
    ['CK_STATUS', "status IN ('new', 'paid')"],
    ['SYS_C1', '"ID" IS NOT NULL'],
  ],
  keyColumns: [
    ['PK_PARENTS', 'ID'],
    ['FK_PARENT', 'PARENT_ID'],
    ['PK_ORDERS', 'ID'],
    ['UQ_CODE', 'CODE'],
    ['PK_EVENTS', 'ID'],
    ['PK_EVENTS', 'DAY'],
    ['PK_ACCOUNTS', 'ID'],
  ],
  references: [['FK_PARENT', 'SHOP', 'PARENTS', 'ID']],
  indexes: [
    indexed('PARENTS', 'PK_PARENTS', 'ID', 1, true),
    indexed('ORDERS', 'BY_PARENT', 'PARENT_ID'),
    indexed('ORDERS', 'BY_PARENT', 'PLACED', 2),
    indexed('ORDERS', 'OPEN_ONES', 'SYS_NC00011$'),
    indexed('ORDERS', 'PK_ORDERS', 'ID', 1, true),
    indexed('ORDERS', 'UQ_CODE', 'CODE', 1, true),
    indexed('EVENTS', 'PK_EVENTS', 'ID', 1, true),
    indexed('EVENTS', 'PK_EVENTS', 'DAY', 2, true),
    indexed('ACCOUNTS', 'PK_ACCOUNTS', 'ID', 1, true),
  ],
  indexExpressions: [['OPEN_ONES', '1', 'UPPER("NOTE")']],
  triggers: [['ORDERS', 'LOG_ORDERS', 'AFTER EACH ROW', 'INSERT', 'ENABLED', null]],
  triggerBodies: [
    [
      'ORDERS',
      'LOG_ORDERS',
      'BEGIN INSERT INTO events (id, day) VALUES (:new.id, :new.placed); END;',
    ],
  ],
  numberings: [['ORDERS', 'ID', '1', '1', '9999999999999999999999999999', 'N', '21', 'BY DEFAULT']],
  partitions: [['EVENTS', 'RANGE', '2', null]],
  partitionColumns: [['EVENTS', 'DAY']],
  partitionEnds: [['EVENTS', 'MAXVALUE']],
} satisfies Answered;

/** The same shop with its foreign key, its checks and its trigger switched off. */
export const ORACLE_OFF: Answered = {
  constraints: SHOP.constraints.map((row) =>
    row[2] === 'R' || row[1]!.startsWith('CK')
      ? [...row.slice(0, 5), 'DISABLED', 'NOT VALIDATED', 'NOT DEFERRABLE', 'IMMEDIATE']
      : row,
  ),
  triggers: SHOP.triggers.map((row) => [...row.slice(0, 4), 'DISABLED', null]),
};

const TABLES = ['PARENTS', 'ORDERS', 'EVENTS', 'ACCOUNTS'];

/** The tables of a shop as the connector reads them from a replayed Oracle. @param app - who may read orders */
export async function readOracle(app: string, changes: Answered = {}): Promise<ObjectDefinition[]> {
  const { checks, ...rows } = { ...SHOP, ...changes };
  const recording = recordDefinitions(
    TABLES.length,
    [
      ...Object.entries(texts).flatMap(([name, text]): [texts.Text, unknown[][]][] =>
        name in rows ? [[text, rows[name as keyof typeof rows] ?? []]] : [],
      ),
      [texts.checks, checks],
      [texts.shortChecks, checks],
      [grants, [['ORDERS', app.toUpperCase(), 'SELECT', 'NO', null]]],
      [columnGrants, []],
    ],
    { ofPolicies: { policies: [['ACCOUNTS', 'OWN', 'YES', 'SELECT BY SEC.OWN']] } },
  );
  const server = await replay(recording);
  try {
    const connection = await connectWith(oracle, { ...recording.target, port: server.port });
    const found = await withAccess(connection.definitions!, 'SHOP', TABLES);
    await connection.close();
    return found;
  } finally {
    server.stop();
  }
}

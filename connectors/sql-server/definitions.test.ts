import { toEnglish } from '../../contract/messages/english.ts';
import { message } from '../../contract/messages/message.ts';
import { afterEach, expect, test } from 'vitest';
import type { Connection } from '../core/connector.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { column, index, routine, table, TYPE, view } from '../core/exams/definitions-exam.ts';
import { sqlServer } from './connector.ts';
import type { TableDefinition } from '../core/definitions.ts';
import { readTrackedDefinitions } from '../core/catalogue/tracked.ts';
import * as sql from './definitions-sql.ts';
import { grants, owners } from './definitions-grants.ts';
import { FILTERED, policies, USES } from './policies.ts';
import { answerRows, replay, SCRIPT, targetAt, versionLine } from './testing/replayed-database.ts';
import type { Line, Replayer } from './testing/tds-replayer.ts';
import { columnRow, INT, type Rows, scriptOf } from './testing/replayed-definitions.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const connectTo = async (
  script: readonly Line[],
): Promise<{ connection: Connection; server: Replayer }> => {
  const server = await replay({ script });
  closing.push(() => server.stop());
  const connection = await connectWith(sqlServer, targetAt(server.port));
  closing.push(() => connection.close());
  return { connection, server };
};

const LATIN = 'SQL_Latin1_General_CP1_CI_AS';
const BARE = 'Latin1_General_100_CI_AI_SC';
const INTEGER = TYPE.integer(32);

test('a table: columns, keys, foreign keys, checks, indexes, comment and number of rows', async () => {
  const { connection } = await connectTo(
    scriptOf({
      objects: [
        [7, 'shop', 'orders', 'U ', 'What was bought'],
        [8, 'shop', 'Orders', 'U ', null],
        [9, 'Shop', 'orders', 'U ', null],
      ],
      columns: [
        columnRow(7, 'id', INT, { nullable: 0, identity: 1 }),
        columnRow(7, 'code', ['varchar', null, 20, 0, 0], { nullable: 0 }, [
          `('a')`,
          null,
          LATIN,
          'Printed',
        ]),
        columnRow(7, 'exact', ['nvarchar', 'dbo.name', 40, 0, 0], {}, [
          null,
          null,
          'Latin1_General_100_BIN2_UTF8',
          null,
        ]),
        columnRow(7, 'bare', ['varchar', null, 20, 0, 0], {}, [null, null, BARE, null]),
        columnRow(7, 'twice', ['decimal', null, 9, 18, 4], {}, [null, '([id]*(2))', null, null], 1),
      ],
      indexes: [
        [7, 2, 'by code', 1, 0, 0, '([id]>(5))', 'code', 1, 2, 0, 0],
        [7, 2, 'by code', 1, 0, 0, '([id]>(5))', 'id', 0, 2, 0, 0],
        [7, 2, 'by code', 1, 0, 0, '([id]>(5))', 'exact', 0, 2, 1, 0],
        [7, 1, 'PK_orders', 1, 1, 0, null, 'code', 0, 2, 0, 0],
        [7, 1, 'PK_orders', 1, 1, 0, null, 'id', 0, 2, 0, 0],
        [7, 3, 'UQ_code', 1, 0, 1, null, 'code', 0, 2, 0, 1],
        [7, 4, 'by place', 0, 0, 0, null, 'exact', 0, 4, 0, 0],
        [7, 5, 'by self', 0, 0, 0, null, 'exact', 0, 3, 0, 0],
        [7, 6, 'by hash', 0, 0, 0, null, 'exact', 0, 7, 0, 1],
      ],
      foreignKeys: [
        [7, 'FK_hidden', null, null, 0, 3, 'id', null, 1, 0, 1],
        [7, 'FK_shop', 'dbo', 'shops', 1, 2, 'id', 'a', 1, 1, 0],
        [7, 'FK_shop', 'dbo', 'shops', 1, 2, 'code', 'b', 1, 1, 0],
      ],
      checks: [
        [7, 'CK_id', '([id]>(0))', 0, 0, 0],
        [7, 'CK_own', '([id]>(1))', 1, 0, 1],
        [7, 'CK_secret', null, 1, 1, 0],
      ],
      triggers: [
        [
          7,
          'stamp',
          0,
          0,
          'INSERT',
          'CREATE TRIGGER stamp ON orders WITH EXECUTE AS OWNER AFTER INSERT, UPDATE AS SET @a = 1',
        ],
        [
          7,
          'stamp',
          0,
          0,
          'UPDATE',
          'CREATE TRIGGER stamp ON orders WITH EXECUTE AS OWNER AFTER INSERT, UPDATE AS SET @a = 1',
        ],
        [7, 'veiled', 1, 1, 'DELETE', null],
      ],
      numberings: [[7, 'id', '5']],
      counts: [[7, '3000000000']],
      partitions: [[7, 'id', 4, 1]],
    }),
  );
  const read = await connection.definitions?.readDefinitions('tables', 'shop', ['orders']);
  expect(read).toEqual([
    table(
      'orders',
      [
        column('id', 'int', INTEGER, {
          nullable: false,
          identity: true,
          numbering: { increment: '5', least: null, most: null, cycles: false },
        }),
        column('code', 'varchar(20)', TYPE.text(20, { bytes: true }), {
          nullable: false,
          default: `('a')`,
          caseSensitive: false,
          padSpace: true,
          comment: 'Printed',
        }),
        column('exact', 'dbo.name', TYPE.text(20), { padSpace: true }),
        column('bare', 'varchar(20)', TYPE.text(20, { bytes: true }), {
          caseSensitive: false,
          accentBlind: true,
          padSpace: true,
        }),
        column('twice', 'decimal(18,4)', TYPE.decimal(18, 4), {
          generated: '([id]*(2))',
          stored: true,
        }),
      ],
      {
        primaryKey: { name: 'PK_orders', columns: ['code', 'id'] },
        uniques: [{ name: 'UQ_code', columns: ['code'], disabled: true, nullsEqual: true }],
        foreignKeys: [
          {
            name: 'FK_hidden',
            columns: ['id'],
            schema: '',
            table: '',
            referenced: [''],
            onUpdate: 'no action',
            onDelete: 'set default',
            unchecked: true,
            notForReplication: true,
          },
          {
            name: 'FK_shop',
            columns: ['id', 'code'],
            schema: 'dbo',
            table: 'shops',
            referenced: ['a', 'b'],
            onUpdate: 'cascade',
            onDelete: 'set null',
            unchecked: true,
            disabled: true,
          },
        ],
        checks: [
          { name: 'CK_id', expression: '([id]>(0))' },
          { name: 'CK_own', expression: '([id]>(1))', unchecked: true, notForReplication: true },
          { name: 'CK_secret', expression: '', unchecked: true, disabled: true },
        ],
        indexes: [
          index('by code', ['code-', 'id'], {
            unique: true,
            include: ['exact'],
            where: '([id]>(5))',
            nullsEqual: true,
          }),
          index('by place', ['exact'], { using: 'spatial' }),
          index('by self', ['exact'], { using: 'other' }),
          index('by hash', ['exact'], { using: 'hash', disabled: true }),
        ],
        triggers: [
          {
            name: 'stamp',
            timing: 'after',
            events: ['insert', 'update'],
            level: 'statement',
            enabled: true,
            condition: null,
            text: 'SET @a = 1',
          },
          {
            name: 'veiled',
            timing: 'instead of',
            events: ['delete'],
            level: 'statement',
            enabled: false,
            condition: null,
            text: null,
          },
        ],
        storage: {
          unlogged: false,
          partitioning: 'RANGE RIGHT (id)',
          partitions: 4,
          spread: { method: 'range', columns: ['id'], covered: 'all' },
          policies: null,
        },
        comment: 'What was bought',
        estimatedRows: 3_000_000_000,
      },
    ),
  ]);
});

test('how far columns are numbered: the largest number first, of tables that can be read', async () => {
  const denied = { errors: [{ number: 229, message: 'The SELECT permission was denied.' }] };
  const { connection, server } = await connectTo([
    { match: /\[closed\]/, answer: denied },
    { match: /MAX\(\[id\]\)/, answer: answerRows(['largest nvarchar'], [['2000']]) },
    ...scriptOf({
      next: [
        ['orders', 'id', '7'],
        ['closed', 'id', '1'],
      ],
    }),
  ]);
  const read = await connection.definitions?.readReached?.('shop', [
    { table: 'orders', column: 'id' },
    { table: 'closed', column: 'id' },
  ]);
  expect(read).toEqual([{ next: '7', largest: '2000' }, null]);
  const at = (text: RegExp) => server.transcript.findLastIndex((said) => text.test(said));
  expect(at(/MAX/)).toBeLessThan(at(/identity_columns/));
});

test('views: their query, whether they store rows, and what they miss', async () => {
  const { connection } = await connectTo(
    scriptOf({
      objects: [
        [1, 'shop', 'stored', 'V ', null],
        [2, 'shop', 'broken', 'V ', null],
        [3, 'shop', 'encrypted', 'V ', null],
      ],
      columns: [columnRow(1, 'one', INT), columnRow(2, 'one', INT), columnRow(3, 'one', INT)],
      modules: [
        [1, 'CREATE VIEW shop.stored WITH SCHEMABINDING AS SELECT one FROM shop.t', null, null],
        [2, 'CREATE VIEW broken AS\nSELECT one FROM gone\n', null, 'QUOTED_IDENTIFIER'],
        [3, null, null, null],
      ],
      states: [
        [1, 1, null],
        [2, 0, 'shop.gone'],
        [3, 0, null],
      ],
      triggers: [[1, 'seen', 1, 0, 'INSERT', 'CREATE TRIGGER seen …']],
    }),
  );
  const names = ['stored', 'broken', 'encrypted'];
  const columns = [column('one', 'int', INTEGER)];
  expect(await connection.definitions?.readDefinitions('views', 'shop', names)).toEqual([
    view('stored', 'SELECT one FROM shop.t', columns, {
      materialised: true,
      viewTriggers: [
        {
          name: 'seen',
          timing: 'instead of',
          events: ['insert'],
          level: 'statement',
          enabled: true,
          condition: null,
          text: 'CREATE TRIGGER seen …',
        },
      ],
    }),
    view('broken', 'SELECT one FROM gone', columns, {
      settingsOff: ['QUOTED_IDENTIFIER'],
      broken: 'It refers to shop.gone, which does not exist.',
    }),
    view('encrypted', null, columns),
  ]);
});

const FILTER = [7, 'rls.own', 'FILTER', null, '([rls].[mine]([owner]))'];
const POLICED: Rows = {
  objects: [
    [7, 'shop', 'orders', 'U ', null],
    [8, 'shop', 'parts', 'U ', null],
    [9, 'shop', 'bare', 'U ', null],
  ],
  policies: [
    FILTER,
    [7, 'rls.own', 'BLOCK', 'AFTER INSERT', '([rls].[mine]([owner]))'],
    [8, 'rls.parts', 'BLOCK', 'BEFORE DELETE', '([rls].[mine]([owner]))'],
  ],
};
const policedIn = async (script: readonly Line[], type: 'tables' | 'views', names: string[]) => {
  const { connection } = await connectTo(script);
  const read = await connection.definitions?.readDefinitions(type, 'shop', names);
  return (read as TableDefinition[]).map(({ name, policed, storage }) => [
    name,
    policed,
    storage?.policies,
  ]);
};
const NAMES = ['orders', 'parts', 'bare'];
/** What an account holds on a schema or the database: VIEW DEFINITION, SELECT, EXECUTE. */
const holding = (...held: number[]): Line => ({
  match: /HAS_PERMS_BY_NAME/,
  answer: answerRows(
    ['user nvarchar', 'definition int', 'select int', 'execute int'],
    [['reader', ...held]],
  ),
});

test('policies of tables; those that filter may hide rows from the account', async () => {
  const mine = '([rls].[mine]([owner]))';
  const own = [
    { name: 'rls.own', text: `FILTER ${mine}` },
    { name: 'rls.own', text: `BLOCK AFTER INSERT ${mine}` },
  ];
  const ofParts = [{ name: 'rls.parts', text: `BLOCK BEFORE DELETE ${mine}` }];
  expect(await policedIn(scriptOf(POLICED), 'tables', NAMES)).toEqual([
    ['orders', true, own],
    ['parts', undefined, ofParts],
    ['bare', undefined, null],
  ]);
  const blind = [holding(0, 1, 1), ...scriptOf({ ...POLICED, policies: [FILTER] })];
  expect(await policedIn(blind, 'tables', NAMES)).toEqual([
    ['orders', true, own.slice(0, 1)],
    ['parts', undefined, undefined],
    ['bare', undefined, undefined],
  ]);
});

test.each([
  ['before 2016, no table has policies', 208, null],
  ['closed to the account, policies are unknown', 229, undefined],
])('%s', async (_what, number, known) => {
  const refused = {
    match: /security_predicates/,
    answer: { errors: [{ number, message: 'No.' }] },
  };
  expect(await policedIn([refused, ...scriptOf(POLICED)], 'tables', ['bare'])).toEqual([
    ['bare', undefined, known],
  ]);
});

test('views of filtered tables, through views, functions and synonyms, too', async () => {
  const rows: Rows = {
    objects: [
      [1, 'shop', 'direct', 'V ', null],
      [2, 'shop', 'indirect', 'V ', null],
      [3, 'shop', 'other', 'V ', null],
    ],
    filtered: [[7, 'shop', 'orders']],
    uses: [
      [1, 7],
      [5, 1],
      [5, 5],
      [2, 5],
      [3, 8],
    ],
  };
  expect(await policedIn(scriptOf(rows), 'views', ['direct', 'indirect', 'other'])).toEqual([
    ['direct', true, undefined],
    ['indirect', true, undefined],
    ['other', undefined, undefined],
  ]);
});

test('what policies reach is read once for all batches of views', async () => {
  const rows: Rows = {
    objects: [[1, 'shop', 'direct', 'V ', null]],
    filtered: [[7, 'shop', 'orders']],
    uses: [[1, 7]],
  };
  const { connection, server } = await connectTo(scriptOf(rows));
  for (let batch = 0; batch < 3; batch += 1) {
    const [view] =
      (await connection.definitions?.readDefinitions('views', 'shop', ['direct'])) ?? [];
    expect(view).toHaveProperty('policed', true);
  }
  const asked = server.transcript.filter((said) => said.includes('security_predicates'));
  expect(asked).toHaveLength(1);
});

test('what policies may hide is said once, and where that cannot be seen', async () => {
  const filtered = [
    [7, 'shop', 'orders'],
    [8, 'shop', 'parts'],
    [9, 'other', 'bare'],
  ];
  const said = async (script: readonly Line[]) => {
    const { connection } = await connectTo(script);
    return (await connection.listUnreadable(['shop'])).map(toEnglish);
  };
  expect(await said(scriptOf({ filtered }))).toEqual([
    'Policies decide which rows of 2 tables and views the user [reader] sees (shop.orders, shop.parts). Rows that they hide are not compared.',
  ]);
  expect(await said([holding(0, 1, 1), ...scriptOf({})])).toEqual([
    'The user [reader] cannot see whether policies hide rows from it. To see that: GRANT VIEW DEFINITION TO [reader].',
  ]);
});

test('routines: parameters, what they return, and their language', async () => {
  const { connection } = await connectTo(
    scriptOf({
      objects: [
        [1, 'shop', 'tax', 'FN', 'Of a sum'],
        [2, 'shop', 'lines', 'IF', null],
        [3, 'shop', 'total', 'AF', null],
      ],
      columns: [columnRow(2, 'line', INT)],
      parameters: [
        [1, 0, '', 'decimal', null, 9, 18, 4, 1, 0, 0],
        [1, 1, '@sum', 'decimal', null, 9, 18, 4, 0, 0, 0],
        [2, 1, '@order', ...INT, 0, 0, 0],
        [3, 0, '', ...INT, 1, 0, 0],
        [3, 1, '@value', ...INT, 1, 0, 0],
      ],
      modules: [
        [1, 'CREATE FUNCTION shop.tax(@sum decimal(18,4)) …', 'ANSI_NULLS', 'QUOTED_IDENTIFIER'],
        [2, null, null, null],
      ],
    }),
  );
  const parameter = (name: string, mode: 'in' | 'inout' | 'table') => ({
    name,
    mode,
    type: 'int',
    canonical: INTEGER,
    default: null,
  });
  const sum = { type: 'decimal(18,4)', canonical: TYPE.decimal(18, 4) };
  const names = ['tax', 'lines', 'total'];
  expect(await connection.definitions?.readDefinitions('functions', 'shop', names)).toEqual([
    routine('tax', 'Transact-SQL', 'CREATE FUNCTION shop.tax(@sum decimal(18,4)) …', {
      parameters: [{ name: '@sum', mode: 'in', ...sum, default: null }],
      returns: { ...sum, set: false },
      settingsOff: ['ANSI_NULLS', 'QUOTED_IDENTIFIER'],
      comment: 'Of a sum',
    }),
    routine('lines', 'Transact-SQL', null, {
      parameters: [parameter('@order', 'in'), parameter('line', 'table')],
      returns: { type: 'table', canonical: TYPE.other('table'), set: true },
    }),
    routine('total', '.NET', null, {
      parameters: [parameter('@value', 'inout')],
      returns: { type: 'int', canonical: INTEGER, set: false },
    }),
  ]);
});

test('routines: how they are called, or why that cannot be', async () => {
  const { connection } = await connectTo(
    scriptOf({
      objects: [
        [1, 'shop', 'close month', 'P ', null],
        [2, 'shop', 'with_table', 'P ', null],
        [3, 'shop', 'with_cursor', 'PC', null],
        [4, 'shop', 'with_place', 'P ', null],
      ],
      parameters: [
        [1, 1, '@month', ...INT, 0, 0, 0],
        [1, 2, '@name', 'nvarchar', 'dbo.name', 40, 0, 0, 1, 0, 0],
        [2, 1, '@rows', 'lines', 'shop.lines', -1, 0, 0, 0, 1, 0],
        [3, 1, '@rows', 'int', null, 4, 10, 0, 1, 0, 1],
        [4, 1, '@place', 'geography', null, -1, 0, 0, 1, 0, 0],
      ],
    }),
  );
  const names = ['close month', 'with_table', 'with_cursor', 'with_place'];
  const read = await connection.definitions?.readDefinitions('procedures', 'shop', names);
  const form = 'procedure';
  expect(read).toMatchObject([
    {
      signature: {
        path: ['shop', 'close month'],
        form,
        types: ['int', 'nvarchar'],
        obstacle: null,
      },
    },
    {
      signature: {
        obstacle: message('proposal.noTextForParameter', { name: '@rows', type: 'shop.lines' }),
      },
    },
    { signature: { obstacle: { params: { type: 'cursor' } } } },
    { signature: { obstacle: { params: { type: 'geography' } } } },
  ]);
});

test('what is gone costs one statement; a failure is a sentence', async () => {
  const { connection, server } = await connectTo(scriptOf({}));
  const before = server.transcript.length;
  expect(await connection.definitions?.readDefinitions('tables', 'shop', ['gone'])).toEqual([]);
  expect(server.transcript.slice(before).filter((said) => said.startsWith('SELECT'))).toHaveLength(
    1,
  );
  const failing = await connectTo([
    { match: /FROM sys\.objects o JOIN/, answer: { errors: [{ number: 1205, message: 'No.' }] } },
    ...SCRIPT,
  ]);
  const reading = failing.connection.definitions?.readDefinitions('tables', 'shop', ['t']);
  expect((await failureOf(reading ?? Promise.resolve())).message).toContain('deadlock');
});

test('triggers and sequences, as objects of their own', async () => {
  const { connection } = await connectTo(
    scriptOf({
      parents: [
        ['shop', 7, 'orders', 'changed'],
        ['Shop', 9, 'orders', 'changed'],
        ['shop', 8, 'all_orders', 'seen'],
        ['shop', 7, 'orders', 'other'],
      ],
      triggers: [
        [7, 'changed', 0, 1, 'UPDATE', 'CREATE TRIGGER changed ON orders AFTER UPDATE AS SELECT 1'],
        [7, 'other', 0, 0, 'DELETE', null],
        [8, 'seen', 1, 0, 'INSERT', null],
      ],
      sequences: [
        ['shop', 'fresh', '5', '2', '1', '99', 0, null, '5'],
        ['shop', 'used', '1', '1', '1', '99', 1, '50', '41'],
        ['Shop', 'used', '1', '1', '1', '99', 0, null, '1'],
        ['shop', 'other', '1', '1', '1', '99', 0, null, '1'],
      ],
    }),
  );
  const reader = connection.definitions!;
  expect(
    await readTrackedDefinitions(reader, 'triggers', 'shop', ['changed', 'seen']),
  ).toMatchObject([
    { name: 'changed', table: 'orders', timing: 'after', events: ['update'], enabled: false },
    { name: 'seen', table: 'all_orders', timing: 'instead of', enabled: true },
  ]);
  expect(
    await readTrackedDefinitions(reader, 'sequences', 'shop', ['fresh', 'used']),
  ).toMatchObject([
    { name: 'fresh', start: '5', increment: '2', cycles: false, cache: null, next: '5' },
    { name: 'used', cycles: true, cache: '50', next: '42' },
  ]);
});

test('grants: of the object, its columns and its schema, without what is denied', async () => {
  const { connection } = await connectTo(
    scriptOf({
      objects: [[7, 'shop', 'orders', 'U ', null]],
      owners: [[7, 'dbo']],
      grants: [
        [7, 'app', 'SELECT', 'W ', null, 0],
        [7, 'app', 'UPDATE', 'G ', 'price', 0],
        [7, 'public', 'INSERT', 'G ', null, 0],
        [7, 'clerk', 'DELETE', 'D ', null, 0],
        [7, 'clerk', 'DELETE', 'G ', null, 1],
        [7, 'clerk', 'SELECT', 'G ', null, 1],
        [7, 'clerk', 'SELECT', 'D ', 'price', 0],
        [7, 'dbo', 'SELECT', 'G ', null, 0],
        [7, 'app', 'EXECUTE', 'G ', null, 1],
      ],
    }),
  );
  const plain = { column: null, grantable: false };
  expect(await connection.definitions!.readAccess!('tables', 'shop', ['orders'])).toMatchObject([
    [
      'orders',
      {
        owner: 'dbo',
        grants: [
          { ...plain, grantee: 'app', right: 'select', grantable: true },
          { ...plain, grantee: 'app', right: 'update', column: 'price' },
          { ...plain, grantee: null, right: 'insert' },
          { ...plain, grantee: 'clerk', right: 'select', ofSchema: true },
        ],
      },
    ],
  ]);
});

test("another maker's catalogue is not read", async () => {
  const { connection } = await connectTo([
    versionLine('Babelfish for PostgreSQL with SQL Server Compatibility', '12.0.2000.8', 3),
    ...SCRIPT,
  ]);
  expect(connection.definitions).toBeUndefined();
});

test('the texts of all statements, for review', async () => {
  const texts = [
    ...(['tables', 'views', 'functions', 'procedures'] as const).map(sql.objects),
    ...[
      sql.columns,
      sql.indexes,
      sql.foreignKeys,
      sql.checks,
      sql.counts,
      sql.modules,
      sql.viewStates,
      sql.triggers,
      sql.numberings,
      sql.partitions,
      sql.parameters,
    ].map((text) => text([1, 2])),
    sql.next(2),
    sql.triggerParents,
    sql.sequences,
    owners([1, 2]),
    grants([1, 2]),
    policies([1, 2]),
    FILTERED,
    USES,
  ];
  await expect(`${texts.join(';\n\n')};\n`).toMatchFileSnapshot('testing/structure.sql');
});

import { toEnglish } from '../../contract/messages/english.ts';
import { expect, test } from 'vitest';
import { type ObjectType, type StandardType, isTracked } from '../../contract/engines.ts';
import { connectWith } from '../core/exams/exam.ts';
import { column, index, routine, table, TYPE, view } from '../core/exams/definitions-exam.ts';
import type { ObjectDefinition, Outage, TableDefinition } from '../core/definitions.ts';
import { readTrackedDefinitions } from '../core/catalogue/tracked.ts';
import { openConnection } from './connection.ts';
import { columnGrants, grants } from './definitions-grants.ts';
import { oracle } from './connector.ts';
import * as texts from './definitions-sql.ts';
import { EXEMPT, filtered, filteredViews, policies } from './policies.ts';
import { ddl } from './ddl.ts';
import { createRecordedDriver, driverError } from './testing/recorded-driver.ts';
import { record, withoutGrant } from './testing/recording.ts';
import {
  type Answers,
  type OfPolicies,
  recordDefinitions,
  type DefinitionAnswers,
} from './testing/replayed-definitions.ts';

const { tables, views, viewTexts, materialisedTexts, viewErrors, columns, defaults } = texts;
const { constraints, checks, shortChecks, keyColumns, references, indexes } = texts;
const { indexPartitions, indexSubpartitions } = texts;
const { indexExpressions, parameters, sources, triggers, triggerBodies, numberings } = texts;
const { partitions, partitionColumns, partitionEnds } = texts;
const ALL = Object.values(texts);

/** What a database answers about these objects; nothing where it is not said. */
async function read(
  type: ObjectType,
  names: string[],
  answers: Answers,
  { granted = true, ...options }: DefinitionAnswers & { granted?: boolean } = {},
): Promise<{ read: ObjectDefinition[] | undefined; asked: string[] }> {
  const full = recordDefinitions(names.length, answers, options);
  const recording = granted ? full : withoutGrant(full, 'READER');
  const driver = createRecordedDriver(recording);
  const connector = {
    ...oracle,
    connect: (...[target, options]: Parameters<typeof oracle.connect>) =>
      openConnection(target, options, driver.load),
  };
  const connection = await connectWith(connector, recording.target);
  const reader = connection.definitions!;
  const structures = isTracked(type)
    ? await readTrackedDefinitions(reader, type, 'SHOP', names)
    : await reader.readDefinitions(type, 'SHOP', names);
  await connection.close();
  return { read: structures, asked: driver.calls.map(({ what }) => what) };
}

const NUMBER = ['NUMBER', null, '22', '0', null, '10', '0'];
const TEXT = ['VARCHAR2', null, '20', '20', 'B', null, null];

const CHECKED = ['ENABLED', 'VALIDATED', 'NOT DEFERRABLE', 'IMMEDIATE'];

const ORDERS: Answers = [
  [tables, [['ORDERS', '1000', 'What was bought', 'N', null]]],
  [
    columns,
    [
      ['ORDERS', 'ID', ...NUMBER, 'N', 'YES', 'NO', null],
      ['ORDERS', 'CODE', ...TEXT, 'Y', 'NO', 'NO', 'Printed'],
      ['ORDERS', 'GONE', 'CHAR', ...TEXT.slice(1), 'Y', 'NO', 'NO', null],
      ['ORDERS', 'TWICE', ...NUMBER, 'Y', 'NO', 'YES', null],
    ],
  ],
  [
    defaults,
    [
      ['ORDERS', 'ID', '"SHOP"."ISEQ$$_1".nextval'],
      ['ORDERS', 'CODE', "'a' "],
      ['ORDERS', 'GONE', 'NULL'],
      ['ORDERS', 'TWICE', '"ID"*2'],
    ],
  ],
  [
    constraints,
    [
      ['ORDERS', 'CK', 'C', null, null, 'DISABLED', 'NOT VALIDATED', 'NOT DEFERRABLE', 'IMMEDIATE'],
      ['ORDERS', 'FK', 'R', 'CASCADE', null, 'ENABLED', 'NOT VALIDATED', 'DEFERRABLE', 'DEFERRED'],
      ['ORDERS', 'FK2', 'R', 'NO ACTION', null, ...CHECKED],
      ['ORDERS', 'PK', 'P', null, 'PK_INDEX', ...CHECKED],
      ['ORDERS', 'SYS_C1', 'C', null, null, ...CHECKED],
      ['ORDERS', 'UK', 'U', null, 'UK', 'ENABLED', 'NOT VALIDATED', 'NOT DEFERRABLE', 'IMMEDIATE'],
      ['ORDERS', 'UK2', 'U', null, 'UK2', 'ENABLED', 'VALIDATED', 'DEFERRABLE', 'IMMEDIATE'],
      [
        'ORDERS',
        'UK3',
        'U',
        null,
        null,
        'DISABLED',
        'NOT VALIDATED',
        'NOT DEFERRABLE',
        'IMMEDIATE',
      ],
    ],
  ],
  [
    keyColumns,
    [
      ['FK', 'CODE'],
      ['FK', 'ID'],
      ['FK2', 'ID'],
      ['PK', 'ID'],
      ['UK', 'CODE'],
      ['UK2', 'CODE'],
      ['UK2', 'GONE'],
      ['UK3', 'GONE'],
    ],
  ],
  [
    references,
    [
      ['FK', 'OTHER', 'PARTS', 'A'],
      ['FK', 'OTHER', 'PARTS', 'B'],
      ['FK2', 'SHOP', 'ORDERS', 'ID'],
    ],
  ],
  [
    indexes,
    [
      ['ORDERS', 'BY_CODE', 'NONUNIQUE', 'SYS_NC00004$', '1', 'ASC', null, 'VALID', null],
      ['ORDERS', 'BY_CODE', 'NONUNIQUE', 'SYS_NC00005$', '2', 'DESC', null, 'VALID', null],
      ['ORDERS', 'BY_WORD', 'NONUNIQUE', 'GONE', '1', 'ASC', 'CONTEXT', 'VALID', null],
      ['ORDERS', 'BY_PLACE', 'NONUNIQUE', 'GONE', '1', 'ASC', 'SPATIAL_INDEX_V2', 'VALID', null],
      ['ORDERS', 'BY_SELF', 'NONUNIQUE', 'GONE', '1', 'ASC', 'OWN_TYPE', 'VALID', null],
      ['ORDERS', 'PK_INDEX', 'UNIQUE', 'ID', '1', 'ASC', null, 'VALID', null],
      ['ORDERS', 'UK', 'UNIQUE', 'CODE', '1', 'ASC', null, 'VALID', null],
      ['ORDERS', 'UK2', 'UNIQUE', 'CODE', '1', 'ASC', null, 'UNUSABLE', null],
      ['ORDERS', 'UK2', 'UNIQUE', 'GONE', '2', 'ASC', null, 'UNUSABLE', null],
      ['ORDERS', 'UI', 'UNIQUE', 'GONE', '1', 'ASC', null, 'UNUSABLE', null],
      ['ORDERS', 'UI2', 'UNIQUE', 'GONE', '1', 'ASC', null, 'VALID', null],
      ['ORDERS', 'UI2', 'UNIQUE', 'CODE', '2', 'ASC', null, 'VALID', null],
    ],
  ],
  [
    triggers,
    [
      ['ORDERS', 'NUMBERED', 'BEFORE EACH ROW', 'INSERT OR UPDATE', 'ENABLED', 'new.id IS NULL'],
      ['ORDERS', 'OLD', 'AFTER STATEMENT', 'DELETE', 'DISABLED', null],
    ],
  ],
  [triggerBodies, [['ORDERS', 'NUMBERED', 'BEGIN :new.id := ids.nextval; END;']]],
  [numberings, [['ORDERS', 'ID', '1', '1', '9999', 'Y', '21', 'ALWAYS']]],
  [partitions, [['ORDERS', 'RANGE', '3', null]]],
  [partitionColumns, [['ORDERS', 'ID']]],
  [partitionEnds, [['ORDERS', ' 3000 ']]],
  [
    indexExpressions,
    [
      ['BY_CODE', '1', 'UPPER("CODE")'],
      ['BY_CODE', '2', '"ID"'],
    ],
  ],
];

const CONDITIONS = [
  ['CK', '"ID" > 0 '],
  ['SYS_C1', '"ID" IS NOT NULL'],
];

const expected = table(
  'ORDERS',
  [
    column('ID', 'NUMBER(10)', TYPE.decimal(10, 0), {
      nullable: false,
      identity: true,
      numbering: { increment: '1', least: '1', most: '9999', cycles: true, always: true },
    }),
    column('CODE', 'VARCHAR2(20 BYTE)', TYPE.text(20, { bytes: true }), {
      default: "'a'",
      comment: 'Printed',
    }),
    column('GONE', 'CHAR(20 BYTE)', TYPE.text(20, { bytes: true, fixed: true }), {
      padSpace: true,
    }),
    column('TWICE', 'NUMBER(10)', TYPE.decimal(10, 0), { generated: '"ID"*2', stored: false }),
  ],
  {
    primaryKey: { name: 'PK', columns: ['ID'] },
    uniques: [
      { name: 'UK', columns: ['CODE'], unchecked: true },
      {
        name: 'UK2',
        columns: ['CODE', 'GONE'],
        someNullsEqual: true,
        deferrable: 'on demand',
        disabled: true,
        unusable: 'UK2',
      },
      { name: 'UK3', columns: ['GONE'], unchecked: true, disabled: true },
    ],
    foreignKeys: [
      {
        name: 'FK',
        columns: ['CODE', 'ID'],
        schema: 'OTHER',
        table: 'PARTS',
        referenced: ['A', 'B'],
        onUpdate: 'no action',
        onDelete: 'cascade',
        unchecked: true,
        deferrable: 'always',
      },
      {
        name: 'FK2',
        columns: ['ID'],
        schema: 'SHOP',
        table: 'ORDERS',
        referenced: ['ID'],
        onUpdate: 'no action',
        onDelete: 'no action',
      },
    ],
    checks: [{ name: 'CK', expression: '"ID" > 0', unchecked: true, disabled: true }],
    indexes: [
      index('BY_CODE', ['UPPER("CODE")', 'ID-']),
      index('BY_WORD', ['GONE'], { using: 'full text' }),
      index('BY_PLACE', ['GONE'], { using: 'spatial' }),
      index('BY_SELF', ['GONE'], { using: 'other' }),
      index('UI', ['GONE'], { unique: true, disabled: true }),
      index('UI2', ['GONE', 'CODE'], { unique: true, someNullsEqual: true }),
    ],
    triggers: [
      {
        name: 'NUMBERED',
        timing: 'before',
        events: ['insert', 'update'],
        level: 'row',
        enabled: true,
        condition: 'when (new.id IS NULL)',
        text: 'BEGIN :new.id := ids.nextval; END;',
      },
      {
        name: 'OLD',
        timing: 'after',
        events: ['delete'],
        level: 'statement',
        enabled: false,
        condition: null,
        text: null,
      },
    ],
    storage: {
      unlogged: false,
      partitioning: 'RANGE (ID)',
      partitions: 3,
      spread: { method: 'range', columns: ['ID'], covered: { ranges: [[null, '3000']] } },
      policies: null,
    },
    comment: 'What was bought',
    estimatedRows: 1000,
  },
);

test.each([
  ['19.21.0.0.0', shortChecks, true],
  ['12.2.0.1.0', shortChecks, false],
  ['12.1.0.2.0', checks, true],
])('a table of %s', async (version, conditions, granted) => {
  const answers: Answers = [...ORDERS, [conditions, CONDITIONS]];
  const { read: found, asked } = await read('tables', ['ORDERS'], answers, { version, granted });
  expect(found).toEqual([expected]);
  const scope = granted ? 'dba' : 'all';
  expect(asked.filter((text) => text.includes('search_condition'))).toEqual([conditions(scope, 1)]);
});

test.each([
  ['SYS$SESSION', 'session'],
  ['SYS$TRANSACTION', 'transaction'],
])('a temporary table of %s', async (duration, temporary) => {
  const { read: found } = await read(
    'tables',
    ['ORDERS'],
    [
      [tables, [['ORDERS', null, null, 'Y', duration]]],
      ...ORDERS.filter(([text]) => text === columns),
    ],
  );
  expect(found).toMatchObject([{ storage: { temporary } }]);
});

test('indexes that are not valid in some partitions, or since a function was replaced', async () => {
  const part = (name: string, unique: string, column: string, status: string, state?: string) => [
    'ORDERS',
    name,
    unique,
    column,
    '1',
    'ASC',
    null,
    status,
    state ?? null,
  ];
  const answers: Answers = [
    ...ORDERS.filter(([text]) => text === tables || text === columns),
    [
      constraints,
      [
        ['ORDERS', 'PK', 'P', null, 'PK_INDEX', ...CHECKED],
        ['ORDERS', 'UK', 'U', null, 'UK', ...CHECKED],
      ],
    ],
    [
      indexes,
      [
        part('ALL_VALID', 'NONUNIQUE', 'CODE', 'N/A'),
        part('BY_FUNCTION', 'NONUNIQUE', 'SYS_NC1$', 'VALID', 'DISABLED'),
        part('ENABLED', 'NONUNIQUE', 'SYS_NC2$', 'VALID', 'ENABLED'),
        part('IN_PARTS', 'NONUNIQUE', 'SYS_NC3$', 'N/A', 'DISABLED'),
        part('PK_INDEX', 'UNIQUE', 'ID', 'N/A'),
        part('UK', 'UNIQUE', 'CODE', 'N/A'),
      ],
    ],
    [
      indexPartitions,
      [
        ['IN_PARTS', 'P1'],
        ['PK_INDEX', 'P1'],
        ['PK_INDEX', 'P"2'],
      ],
    ],
    [indexSubpartitions, [['IN_PARTS', 'S1']]],
  ];
  const { read: found, asked } = await read('tables', ['ORDERS'], answers);
  const [orders] = found as TableDefinition[];
  const ofKey = { partitions: ['P1', 'P"2'], subpartitions: [] };
  expect(orders?.primaryKey).toEqual({
    name: 'PK',
    columns: [],
    disabled: true,
    unusable: 'PK_INDEX',
    outage: ofKey,
  });
  expect(orders?.uniques[0]).not.toHaveProperty('disabled');
  const inParts = { partitions: ['P1'], subpartitions: ['S1'], ofFunction: true } as const;
  const whole = { partitions: [], subpartitions: [], ofFunction: true } as const;
  expect(orders?.indexes.map(({ name, disabled, outage }) => [name, disabled, outage])).toEqual([
    ['ALL_VALID', undefined, undefined],
    ['BY_FUNCTION', true, whole],
    ['ENABLED', undefined, undefined],
    ['IN_PARTS', true, inParts],
  ]);
  const isOfParts = (text: string) => /_ind_(sub)?partitions/.test(text);
  expect(asked.filter(isOfParts)).toHaveLength(2);
  const others = await read('tables', ['ORDERS'], ORDERS);
  expect(others.asked.filter(isOfParts)).toEqual([]);

  const path = ['SHOP', 'ORDERS'];
  const partitioned = true;
  const rebuild = (name: string, outage: Outage) =>
    ddl.write({ kind: 'rebuild index', name, partitioned, outage }, path);
  expect(
    ddl.write(
      { kind: 'enable key', name: 'PK', partitioned, unusable: 'PK_INDEX', outage: ofKey },
      path,
    ),
  ).toEqual([
    'ALTER INDEX "SHOP"."PK_INDEX" REBUILD PARTITION "P1"',
    'ALTER INDEX "SHOP"."PK_INDEX" REBUILD PARTITION "P""2"',
  ]);
  expect(rebuild('IN_PARTS', inParts)).toEqual([
    'ALTER INDEX "SHOP"."IN_PARTS" ENABLE',
    'ALTER INDEX "SHOP"."IN_PARTS" REBUILD PARTITION "P1"',
    'ALTER INDEX "SHOP"."IN_PARTS" REBUILD SUBPARTITION "S1"',
  ]);
  expect(rebuild('BY_FUNCTION', whole)).toEqual(['ALTER INDEX "SHOP"."BY_FUNCTION" REBUILD']);
});

test('partitions: where the last one ends, and those that are made when they are needed', async () => {
  const storageOf = async (row: unknown[], ends: unknown[][], names = ['ID']) => {
    const { read: found } = await read(
      'tables',
      ['ORDERS'],
      [
        ...ORDERS.filter(([text]) => text === tables || text === columns),
        [partitions, [['ORDERS', ...row]]],
        [partitionColumns, names.map((name) => ['ORDERS', name])],
        [partitionEnds, ends.map((end) => ['ORDERS', ...end])],
      ],
    );
    return found?.[0]?.kind === 'table' ? found[0].storage : undefined;
  };
  const moment =
    "TO_DATE(' 2026-01-01 00:00:00', 'SYYYY-MM-DD HH24:MI:SS', 'NLS_CALENDAR=GREGORIAN')";
  expect((await storageOf(['RANGE', '2', null], [[moment]]))?.spread?.covered).toEqual({
    ranges: [[null, '2026-01-01 00:00:00']],
  });
  expect((await storageOf(['RANGE', '2', null], [['MAXVALUE']]))?.spread?.covered).toBe('all');
  const two = await storageOf(['RANGE', '2', null], [['1, 2']], ['ID', 'CODE']);
  expect(two?.spread).toEqual({ method: 'range', columns: ['ID', 'CODE'], covered: 'unknown' });
  expect(await storageOf(['RANGE', '1048575', "NUMTOYMINTERVAL(1, 'MONTH')"], [])).toEqual({
    unlogged: false,
    partitioning: "RANGE (ID) INTERVAL (NUMTOYMINTERVAL(1, 'MONTH'))",
    partitions: 0,
    policies: null,
    spread: { method: 'range', columns: ['ID'], covered: 'all' },
  });
  expect((await storageOf(['HASH', '4', null], []))?.spread?.covered).toBe('all');
  expect((await storageOf(['LIST', '4', null], []))?.spread?.covered).toBe('unknown');
  expect((await storageOf(['REFERENCE', '4', null], []))?.spread).toBeUndefined();
});

test('policies of tables; an account that is not exempt may not see all rows', async () => {
  const found = async (ofPolicies: OfPolicies) => {
    const answers: Answers = [
      [tables, ['A', 'B', 'C'].map((name) => [name, null, null, 'N', null])],
      [columns, [['A', 'ID', ...NUMBER, 'Y', 'NO', 'NO', null]]],
    ];
    const { read: all } = await read('tables', ['A', 'B', 'C'], answers, { ofPolicies });
    return (all as TableDefinition[]).map(({ policed, storage }) => [policed, storage?.policies]);
  };
  const rows = [
    ['A', 'OWN', 'YES', 'SELECT UPDATE BY SEC.RULES.OWN'],
    ['B', 'KEEP', 'NO', 'DELETE BY SEC.KEEP'],
  ];
  const own = [{ name: 'OWN', text: 'SELECT UPDATE BY SEC.RULES.OWN' }];
  const keep = [{ name: 'KEEP', text: 'DELETE BY SEC.KEEP' }];
  expect(await found({ policies: rows })).toEqual([
    [true, own],
    [undefined, keep],
    [undefined, null],
  ]);
  expect(await found({ policies: rows, EXEMPT: [['1']] })).toEqual([
    [undefined, own],
    [undefined, keep],
    [undefined, null],
  ]);
  expect(await found({ policies: driverError('ORA-00942') })).toEqual(
    Array.from({ length: 3 }, () => [undefined, undefined]),
  );
});

test('views that policies filter, or that show something filtered', async () => {
  const ofViews: Answers = [
    [views, ['OWN', 'OF_OWN', 'FREE'].map((name) => [name, 'VIEW', null, null])],
  ];
  const ofPolicies = {
    filtered: [
      ['SHOP', 'OWN'],
      ['OTHER', 'FREE'],
    ],
    filteredViews: [['SHOP', 'OF_OWN']],
  };
  const found = await read('views', ['OWN', 'OF_OWN', 'FREE'], ofViews, { ofPolicies });
  expect(found.read?.map((one) => 'policed' in one)).toEqual([true, true, false]);
  const exempt = { ...ofPolicies, EXEMPT: [['1']] };
  const all = await read('views', ['OWN', 'OF_OWN', 'FREE'], ofViews, { ofPolicies: exempt });
  expect(all.read?.some((one) => 'policed' in one)).toBe(false);
});

test('views: their query, whether they store rows, and why they do not compile', async () => {
  const names = ['BROKEN', 'DAILY'];
  const { read: found } = await read('views', names, [
    [
      views,
      [
        ['BROKEN', 'VIEW', 'Of old', null],
        ['DAILY', 'MATERIALIZED VIEW', null, 'Of today'],
      ],
    ],
    [columns, [['DAILY', 'ID', ...NUMBER, 'Y', 'NO', 'NO', null]]],
    [viewTexts, [['BROKEN', 'SELECT id FROM gone\n']]],
    [materialisedTexts, [['DAILY', 'SELECT id FROM sales']]],
    [viewErrors, [['BROKEN', 'ORA-00942: table or view does not exist']]],
    [texts.viewTriggers, [['BROKEN', 'SEEN', 'INSTEAD OF', 'INSERT', 'ENABLED', null]]],
    [texts.viewTriggerBodies, [['BROKEN', 'SEEN', 'BEGIN write(:new.id); END;']]],
  ]);
  expect(found).toEqual([
    view('BROKEN', 'SELECT id FROM gone', [], {
      comment: 'Of old',
      broken: 'It does not compile (ORA-00942).',
      viewTriggers: [
        {
          name: 'SEEN',
          timing: 'instead of',
          events: ['insert'],
          level: 'statement',
          enabled: true,
          condition: null,
          text: 'BEGIN write(:new.id); END;',
        },
      ],
    }),
    view('DAILY', 'SELECT id FROM sales', [column('ID', 'NUMBER(10)', TYPE.decimal(10, 0))], {
      materialised: true,
      comment: 'Of today',
    }),
  ]);
});

test('routines: those on their own with their text, those of packages by their number', async () => {
  const names = ['TAX', 'PRICING.NET(NUMBER, VARCHAR2)'];
  const number = ['NUMBER', null, '22', null, null, null, null];
  const rows = [
    [null, 'TAX', '1', '0', null, 'OUT', ...number, 'NUMBER', null, null],
    [null, 'TAX', '1', '1', 'AMOUNT', 'IN', ...number, 'NUMBER', null, null],
    ['PRICING', 'NET', '2', '1', 'AMOUNT', 'IN', ...number, 'NUMBER', null, null],
    ['PRICING', 'NET', '3', '0', null, 'OUT', ...number, 'NUMBER', null, null],
    ['PRICING', 'NET', '3', '1', 'AMOUNT', 'IN/OUT', ...number, 'NUMBER', null, null],
    [
      'PRICING',
      'NET',
      '3',
      '2',
      'COUNTRY',
      'OUT',
      'PLACE',
      'SHOP',
      null,
      null,
      null,
      null,
      null,
      'OBJECT',
      null,
      null,
    ],
  ];
  const { read: found } = await read('functions', names, [
    [parameters, rows],
    [
      sources,
      [
        ['TAX', 'FUNCTION tax(amount NUMBER) RETURN NUMBER IS\n'],
        ['TAX', 'BEGIN RETURN 1; END;'],
      ],
    ],
  ]);
  const decimal = { type: 'NUMBER', canonical: TYPE.decimal(null, null) };
  const amount = { name: 'AMOUNT', ...decimal, default: null };
  const place = { type: 'SHOP.PLACE', canonical: TYPE.other('SHOP.PLACE') };
  const returns = { ...decimal, set: false };
  expect(found).toEqual([
    routine('TAX', 'PL/SQL', 'FUNCTION tax(amount NUMBER) RETURN NUMBER IS\nBEGIN RETURN 1; END;', {
      parameters: [{ ...amount, mode: 'in' }],
      returns,
    }),
    routine('PRICING.NET(NUMBER, VARCHAR2)', 'PL/SQL', null, {
      parameters: [
        { ...amount, mode: 'inout' },
        { name: 'COUNTRY', mode: 'out', ...place, default: null },
      ],
      returns,
    }),
  ]);
  expect((await read('functions', ['GONE'], [])).read).toEqual([]);
});

test('routines: how they are called, or why that cannot be', async () => {
  const signatureOf = async (...given: unknown[][]) => {
    const rows = given.map((row, place) => {
      const [mode, kind, type = kind, inPackage = null, pipelined = null] = row;
      const own = type === kind ? null : 'SHOP';
      const facts = [type, own, null, null, null, null, null];
      const name = place === 0 ? null : `P${place}`;
      return [null, 'TAX', '1', String(place), name, mode, ...facts, kind, inPackage, pipelined];
    });
    const { read: found } = await read('functions', ['TAX'], [[parameters, rows]]);
    return found?.[0] && 'signature' in found[0] ? found[0].signature : undefined;
  };
  const NUMBERS = ['OUT', 'NUMBER'];
  const path = ['SHOP', 'TAX'];
  expect(await signatureOf(NUMBERS, ['IN', 'DATE'])).toEqual({
    path,
    form: 'function',
    types: ['DATE', 'NUMBER'],
    obstacle: null,
  });
  for (const [rows, form] of [
    [[NUMBERS, ['IN/OUT', 'VARCHAR2']], 'block'],
    [[NUMBERS, ['IN', 'PL/SQL BOOLEAN']], 'block'],
    [[['OUT', 'REF CURSOR']], 'block'],
    [[['OUT', 'TABLE', 'LINES']], 'rows'],
    [[['OUT', 'TABLE', 'PKG', 'LINES', 'YES']], 'rows'],
  ] as [unknown[][], string][])
    expect(await signatureOf(...rows)).toMatchObject({ form, obstacle: null });
  for (const [rows, obstacle] of [
    [[NUMBERS, ['IN', 'OBJECT', 'PLACE']], 'Its parameter P1 has the type SHOP.PLACE'],
    [[NUMBERS, ['IN', 'REF CURSOR']], 'Its parameter P1'],
    [[NUMBERS, ['OUT', 'BLOB']], 'Its parameter P1'],
    [[['OUT', 'TABLE', 'PKG', 'LINES', 'NO']], 'returns the type'],
    [[['OUT', 'PL/SQL BOOLEAN']], 'returns the type PL/SQL BOOLEAN'],
  ] as [unknown[][], string][])
    expect(toEnglish((await signatureOf(...rows))?.obstacle ?? '')).toContain(obstacle);
});

test('triggers of tables and views, and sequences, as objects of their own', async () => {
  const when = 'new.id IS NULL';
  const found = await read(
    'triggers',
    ['NUMBERED', 'SEEN'],
    [
      [
        texts.namedTriggers,
        [
          ['ORDERS', 'NUMBERED', 'BEFORE EACH ROW', 'INSERT OR UPDATE', 'ENABLED', when],
          ['ALL_ORDERS', 'SEEN', 'INSTEAD OF', 'INSERT', 'DISABLED', null],
        ],
      ],
      [texts.namedTriggerBodies, [['ORDERS', 'NUMBERED', 'BEGIN NULL; END;']]],
    ],
  );
  const shared = { kind: 'trigger', schema: 'SHOP' };
  expect(found.read).toMatchObject([
    {
      ...shared,
      name: 'NUMBERED',
      table: 'ORDERS',
      timing: 'before',
      events: ['insert', 'update'],
      level: 'row',
      condition: `when (${when})`,
      text: 'BEGIN NULL; END;',
    },
    { ...shared, name: 'SEEN', table: 'ALL_ORDERS', timing: 'instead of', enabled: false },
  ]);
  const sequences = await read(
    'sequences',
    ['IDS'],
    [[texts.sequences, [['IDS', '1', '1', '9999', 'Y', '20', '41']]]],
  );
  expect(sequences.read).toEqual([
    {
      kind: 'sequence',
      name: 'IDS',
      start: null,
      increment: '1',
      least: '1',
      most: '9999',
      cycles: true,
      cache: '20',
      next: '41',
    },
  ]);
});

test('grants, of everybody, of columns and of packages; none where the account sees its own only', async () => {
  const readAccess = async (
    type: StandardType,
    names: string[],
    holders: number,
    granted = true,
  ) => {
    const full = { ...record(), version: '19.21.0.0.0' };
    full.answers.set(grants('dba', holders), () => [
      ['ORDERS', 'APP', 'SELECT', 'YES', null],
      ['ORDERS', 'PUBLIC', 'READ', 'NO', null],
      ['ORDERS', 'APP', 'INHERIT', 'NO', null],
      ['TOOLS', 'APP', 'EXECUTE', 'NO', null],
    ]);
    full.answers.set(columnGrants('dba', holders), () => [
      ['ORDERS', 'CLERK', 'UPDATE', 'NO', 'PRICE'],
    ]);
    const recording = granted ? full : withoutGrant(full, 'READER');
    const driver = createRecordedDriver(recording);
    const connection = await connectWith(
      {
        ...oracle,
        connect: (...[target, options]: Parameters<typeof oracle.connect>) =>
          openConnection(target, options, driver.load),
      },
      recording.target,
    );
    const read = await connection.definitions!.readAccess!(type, 'SHOP', names);
    await connection.close();
    return read;
  };
  const plain = { column: null, grantable: false };
  expect(await readAccess('tables', ['ORDERS'], 1)).toMatchObject([
    [
      'ORDERS',
      {
        owner: 'SHOP',
        grants: [
          { ...plain, grantee: 'APP', right: 'select', grantable: true },
          { ...plain, grantee: null, right: 'select' },
          { ...plain, grantee: 'CLERK', right: 'update', column: 'PRICE' },
        ],
      },
    ],
  ]);
  expect(await readAccess('functions', ['TOOLS.ONE(NUMBER)', 'TOOLS.TWO'], 1)).toMatchObject([
    ['TOOLS.ONE(NUMBER)', { grants: [{ ...plain, grantee: 'APP', right: 'execute' }] }],
    ['TOOLS.TWO', { grants: [{ ...plain, grantee: 'APP', right: 'execute' }] }],
  ]);
  expect(await readAccess('tables', ['ORDERS'], 1, false)).toBeNull();
});

test('the texts of all statements, for review', async () => {
  for (const text of ALL)
    expect(text('all', 2)).toBe(text('dba', 2).replaceAll('sys.dba_', 'sys.all_'));
  const all = [
    ...ALL.map((text) => text('dba', 2)),
    ...[policies, filtered, filteredViews].map((text) => text('dba')),
    EXEMPT,
  ].join(';\n\n');
  await expect(`${all};\n`).toMatchFileSnapshot('testing/structure.sql');
});

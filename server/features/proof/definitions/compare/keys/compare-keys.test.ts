import { expect, it } from 'vitest';
import type { Index, Key, TableDefinition } from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const column = (name: string, nullable = false) =>
  sampleColumn(name, {
    type: 'varchar(200)',
    canonical: { kind: 'text', length: 200, fixed: false, bytes: false },
    nullable,
  });
const index = (parts: Index['parts'], over: Partial<Index> = {}): Index => ({
  name: 'i',
  unique: false,
  parts,
  where: null,
  ...over,
});
const part = (name: string, over: Partial<Index['parts'][number]> = {}) => ({
  column: name,
  expression: null,
  descending: false,
  ...over,
});
const ab = [part('a'), part('b')];
const key = (over: Partial<Key> = {}): Key => ({ name: 'k', columns: ['a'], ...over });
type Parts = Partial<
  Pick<TableDefinition, 'primaryKey' | 'uniques' | 'indexes' | 'foreignKeys' | 'storage'>
>;
const table = (over: Parts, nullable: readonly string[] = []): TableDefinition =>
  sampleTable(
    ['a', 'b', 'c'].map((name) => column(name, nullable.includes(name))),
    { triggers: [], ...over },
  );

const ENGINES_OF = { source: ENGINES.sqlServer.id, target: ENGINES.postgresql.id };
const find = async (source: TableDefinition, target: TableDefinition) =>
  (await findBetween(ENGINES_OF, source, target)).map(({ code, severity, detail }) =>
    [code, severity, detail.code].join(' '),
  );

const whole = table({ uniques: [key()] });
const begun = table({ uniques: [key({ prefixes: [10] })] });
const MORE = 'uniqueKey.prefix warning definition.comparesMore';
const LESS = 'uniqueKey.prefix warning definition.comparesLess';

it.each([
  ['the source compares beginnings', begun, whole, [MORE]],
  ['the target compares beginnings', whole, begun, [LESS]],
  ['both compare the same beginnings', begun, begun, []],
  ['the target compares longer ones', begun, table({ uniques: [key({ prefixes: [20] })] }), [MORE]],
  [
    'a primary key compares them',
    table({ primaryKey: key({ prefixes: [10] }) }),
    table({ primaryKey: key() }),
    [MORE],
  ],
])('a unique key of which %s is one key', async (_name, source, target, expected) => {
  expect(await find(source, target)).toEqual(expected);
});

const MISSING = 'uniqueKey.missing error definition.lost';
const EXTRA = 'index.extra info definition.added';
const withoutNull = (where: string) => index(ab, { unique: true, where, nullsEqual: true });

it.each<[string, string[], string[]]>([
  ['([b] IS NOT NULL)', ['b'], []],
  ['"a" is not null AND (b IS NOT NULL)', ['a', 'b'], []],
  ['([b] IS NOT NULL)', ['a', 'b'], [MISSING, EXTRA]],
  ['([c] IS NOT NULL)', ['b'], [MISSING, EXTRA]],
  ["([b] IS NOT NULL) AND ([a] <> 'x')", ['b'], [MISSING, EXTRA]],
  ['([b] IS NULL)', ['b'], [MISSING, EXTRA]],
])(
  'a unique index where %s is a unique key of %j, or is not',
  async (where, nullable, expected) => {
    const plain = table({ uniques: [key({ columns: ['a', 'b'] })] }, nullable);
    expect(await find(plain, table({ indexes: [withoutNull(where)] }, nullable))).toEqual(expected);
  },
);

it('a second NULL that only one side takes is told of unique indexes, too', async () => {
  const source = table({ indexes: [index(ab, { unique: true, nullsEqual: true })] }, ['b']);
  const target = table({ uniques: [key({ columns: ['a', 'b'] })] }, ['b']);
  expect(await find(source, target)).toEqual(['uniqueKey.nulls warning definition.otherNulls']);
});

const ORDER = 'index.order info definition.otherOrder';
it.each<[string, Index['parts'], string[]]>([
  ['the same', ab, []],
  ['the same, kept with beginnings', [part('a'), part('b', { prefix: 10 })], [ORDER]],
  ['the same, from the other end', ab.map((one) => ({ ...one, descending: true })), [ORDER]],
  [
    'the same, of which one goes down',
    [part('a'), part('b', { descending: true })],
    ['index.order info definition.otherDirections'],
  ],
  [
    'the columns in another order',
    [part('b'), part('a')],
    ['index.different warning definition.otherMeaning'],
  ],
])('an index of %s', async (_name, parts, expected) => {
  const target = table({ indexes: [index(parts)] });
  expect(await find(table({ indexes: [index(ab)] }), target)).toEqual(expected);
});

it.each([
  ['to_other', 'a', 'index.missing info definition.indexOfForeignKey'],
  ['to_other', 'b', 'index.missing warning definition.lost'],
  ['by_hand', 'a', 'index.missing warning definition.lost'],
])('an index %s of %s, as a foreign key is called or not', async (name, of, expected) => {
  const foreignKeys = [
    {
      ...key({ name: 'to_other' }),
      schema: 's',
      table: 'other',
      referenced: ['id'],
      onUpdate: 'no action' as const,
      onDelete: 'no action' as const,
    },
  ];
  const source = table({ foreignKeys, indexes: [index([part(of)], { name })] });
  expect(await find(source, table({ foreignKeys }))).toEqual([expected]);
});

const primary = { name: 'pk', columns: ['a'] };
const COMPARES_MORE = 'uniqueKey.missing warning definition.comparesMore';
const IMPLIED = 'uniqueKey.missing info definition.keyImplied';
const STRICTER = 'uniqueKey.extra warning definition.addedStricter';
const NOT_STRICTER = 'uniqueKey.extra info definition.added';
const LOST_PRIMARY = 'primaryKey.missing error definition.lost';
const KEPT_PRIMARY = 'primaryKey.missing info definition.keyKeptUnique';
const TAKES_NULLS = 'primaryKey.missing warning definition.keyTakesNulls';
const TAKES_NULL = 'primaryKey.missing warning definition.keyTakesNull';
it.each<[string, Parts, Parts, readonly string[], string[]]>([
  [
    'a unique key over more than the primary key',
    { primaryKey: primary, uniques: [key({ columns: ['b', 'a'] })] },
    { primaryKey: primary },
    [],
    [IMPLIED],
  ],
  [
    'one over other columns',
    { primaryKey: primary, uniques: [key({ columns: ['b'] })] },
    { primaryKey: primary },
    [],
    [MISSING],
  ],
  [
    'one of beginnings, beside a key of whole values',
    { primaryKey: primary, uniques: [key({ prefixes: [3] })] },
    { primaryKey: primary },
    [],
    [COMPARES_MORE],
  ],
  [
    'one of whole values, beside a key of beginnings',
    { primaryKey: primary, uniques: [key({ columns: ['b', 'a'] })] },
    { primaryKey: { ...primary, prefixes: [3] } },
    [],
    [LESS, IMPLIED],
  ],
  [
    'one of beginnings, beside a key of shorter ones',
    { uniques: [key({ columns: ['a', 'b'], prefixes: [5, null] })] },
    { uniques: [key({ prefixes: [3] })] },
    [],
    [IMPLIED, STRICTER],
  ],
  [
    'one of beginnings, beside a key of longer ones',
    { uniques: [key({ columns: ['a', 'b'], prefixes: [5, null] })] },
    { uniques: [key({ prefixes: [8] })] },
    [],
    [COMPARES_MORE, STRICTER],
  ],
  [
    'a primary key of beginnings that is unique over whole values now',
    { primaryKey: { ...primary, prefixes: [3] } },
    { uniques: [key()] },
    [],
    ['primaryKey.missing warning definition.comparesMore'],
  ],
  [
    'a primary key of beginnings that is a unique key of them now',
    { primaryKey: { ...primary, prefixes: [3] } },
    { uniques: [key({ prefixes: [3] })] },
    [],
    [KEPT_PRIMARY],
  ],
  [
    'a primary key whose columns stand in another order now',
    { primaryKey: { ...primary, columns: ['a', 'b'] } },
    { primaryKey: { ...primary, columns: ['B', 'a'] } },
    [],
    ['primaryKey.different info definition.otherKeyOrder'],
  ],
  [
    'one of other columns now',
    { primaryKey: primary },
    { primaryKey: { ...primary, columns: ['b'] } },
    [],
    ['primaryKey.different error definition.otherKey'],
  ],
  [
    'one that takes a single NULL',
    { uniques: [key({ columns: ['a', 'b'], nullsEqual: true })] },
    { uniques: [key()] },
    ['a', 'b'],
    [MISSING, STRICTER],
  ],
  [
    'one that takes a single NULL, beside a key that takes none',
    { uniques: [key({ columns: ['a', 'b'], nullsEqual: true })] },
    { uniques: [key()] },
    ['b'],
    [IMPLIED, STRICTER],
  ],
  [
    'one that takes rows of nothing but NULL, beside a key that takes one',
    { uniques: [key({ columns: ['a', 'b'], someNullsEqual: true })] },
    { uniques: [key({ columns: ['a'], nullsEqual: true })] },
    ['a', 'b'],
    [IMPLIED, STRICTER],
  ],
  [
    'one that takes rows of nothing but NULL, beside a key that takes all NULLs',
    { uniques: [key({ columns: ['a', 'b'], someNullsEqual: true })] },
    { uniques: [key()] },
    ['a', 'b'],
    [MISSING, STRICTER],
  ],
  [
    'one that takes rows of nothing but NULL, beside a key of fewer columns that does, too',
    { uniques: [key({ columns: ['a', 'b', 'c'], someNullsEqual: true })] },
    { uniques: [key({ columns: ['a', 'b'], someNullsEqual: true })] },
    ['a', 'b', 'c'],
    [MISSING, STRICTER],
  ],
  [
    'one that takes rows of nothing but NULL, in another order',
    { uniques: [key({ columns: ['a', 'b'], someNullsEqual: true })] },
    { uniques: [key({ columns: ['b', 'a'], someNullsEqual: true })] },
    ['a', 'b'],
    [IMPLIED, NOT_STRICTER],
  ],
  [
    'one that takes a single NULL, beside a key that takes rows of nothing but NULL',
    { uniques: [key({ columns: ['a', 'b'], nullsEqual: true })] },
    { uniques: [key({ columns: ['b', 'a'], someNullsEqual: true })] },
    ['a', 'b'],
    [MISSING, NOT_STRICTER],
  ],
  [
    'a primary key that is a unique key now',
    { primaryKey: primary },
    { uniques: [key()] },
    [],
    [KEPT_PRIMARY],
  ],
  [
    'a primary key that is a unique index now',
    { primaryKey: primary },
    { indexes: [index([part('a')], { unique: true })] },
    [],
    [KEPT_PRIMARY],
  ],
  [
    'one whose columns take NULL now',
    { primaryKey: primary },
    { uniques: [key()] },
    ['a'],
    [TAKES_NULLS],
  ],
  [
    'one whose columns take a single NULL now',
    { primaryKey: primary },
    { uniques: [key({ nullsEqual: true })] },
    ['a'],
    [TAKES_NULL],
  ],
  [
    'one whose columns take rows of nothing but NULL now',
    { primaryKey: { name: 'pk', columns: ['a', 'b'] } },
    { uniques: [key({ columns: ['b', 'a'], someNullsEqual: true })] },
    ['a', 'b'],
    [TAKES_NULLS],
  ],
  [
    'one beside a unique key that is there on both sides',
    { primaryKey: primary, uniques: [key()] },
    { uniques: [key()] },
    ['a'],
    [TAKES_NULLS],
  ],
  [
    'one that is unique over more now',
    { primaryKey: primary },
    { uniques: [key({ columns: ['a', 'b'] })] },
    [],
    [LOST_PRIMARY, NOT_STRICTER],
  ],
  [
    'a primary key whose unique key compares beginnings now',
    { primaryKey: primary },
    { uniques: [key({ prefixes: [3] })] },
    [],
    [KEPT_PRIMARY, STRICTER],
  ],
  [
    'an index that goes down where a key goes up',
    { indexes: [index([part('a', { descending: true })])] },
    { primaryKey: { name: 'pk', columns: ['a', 'b'] } },
    [],
    ['primaryKey.extra info definition.added', 'index.missing warning definition.lost'],
  ],
  [
    'an index of whole values where another one begins with beginnings',
    { indexes: [index([part('a')])] },
    { indexes: [index([part('a', { prefix: 3 }), part('b')], { name: 'j' })] },
    [],
    ['index.missing warning definition.lost', EXTRA],
  ],
  [
    'an index that a key begins with',
    { indexes: [index([part('a')])] },
    { primaryKey: { name: 'pk', columns: ['a', 'b'] } },
    [],
    ['primaryKey.extra info definition.added', 'index.missing info definition.indexCovered'],
  ],
  [
    'one that stands within a key',
    { indexes: [index([part('b')])] },
    { indexes: [index(ab, { name: 'j' })] },
    [],
    ['index.missing warning definition.lost', EXTRA],
  ],
  [
    'one that an index of some rows begins with',
    { indexes: [index([part('a')])] },
    { indexes: [index(ab, { name: 'j', where: "b = 'x'" })] },
    [],
    ['index.missing warning definition.lost', EXTRA],
  ],
])('what is lost: %s', async (_name, source, target, nullable, expected) => {
  expect(await find(table(source, nullable), table(target, nullable))).toEqual(expected);
});

it('of two foreign keys of the same columns, those of one name belong together', async () => {
  const to = (name: string, onDelete: 'cascade' | 'no action') => ({
    ...key({ name }),
    schema: 's',
    table: 'other',
    referenced: ['id'],
    onUpdate: 'no action' as const,
    onDelete,
  });
  const source = table({ foreignKeys: [to('first', 'cascade'), to('second', 'no action')] });
  const target = table({ foreignKeys: [to('second', 'no action')] });
  expect(await find(source, target)).toEqual(['foreignKey.missing error definition.lost']);
  const both = [to('second', 'no action'), to('first', 'cascade')];
  expect(await find(source, table({ foreignKeys: both }))).toEqual([]);
});

it('a foreign key that stands there twice is not lost where it stands there once', async () => {
  const to = (name: string, table = 'other') => ({
    ...key({ name }),
    schema: 's',
    table,
    referenced: ['id'],
    onUpdate: 'no action' as const,
    onDelete: 'cascade' as const,
  });
  const twice = table({ foreignKeys: [to('first'), to('second')] });
  const once = table({ foreignKeys: [to('other')] });
  expect(await find(twice, once)).toEqual(['foreignKey.missing info definition.keyTwice']);
  expect(await find(once, twice)).toEqual(['foreignKey.extra info definition.added']);
  const elsewhere = table({ foreignKeys: [to('first'), to('second', 'another')] });
  expect(await find(elsewhere, once)).toEqual(['foreignKey.missing error definition.lost']);
  expect(await find(table({ foreignKeys: [to('first')] }), table({}))).toEqual([
    'foreignKey.missing error definition.lost',
  ]);
  expect(await find(twice, table({}))).toEqual([
    'foreignKey.missing error definition.lost',
    'foreignKey.missing info definition.keyTwice',
  ]);
});

it.each([
  [undefined, 'on demand', 'info definition.mayWait'],
  [undefined, 'always', 'warning definition.otherDeferral'],
  ['on demand', undefined, 'warning definition.otherDeferral'],
  ['on demand', 'always', 'warning definition.otherDeferral'],
] as const)('a foreign key that is checked %s is now checked %s', async (from, to, expected) => {
  const checked = (deferrable: typeof from | typeof to) =>
    table({
      foreignKeys: [
        {
          ...key({ name: 'f' }),
          schema: 's',
          table: 'other',
          referenced: ['id'],
          onUpdate: 'no action',
          onDelete: 'no action',
          ...(deferrable && { deferrable }),
        },
      ],
    });
  expect(await find(checked(from), checked(to))).toEqual([`foreignKey.deferrable ${expected}`]);
});

it.each([
  [undefined, 'on demand', 'info definition.mayWait'],
  ['always', undefined, 'warning definition.otherDeferral'],
] as const)(
  'nor is a key that is checked %s the same one checked %s',
  async (from, to, expected) => {
    const checked = (deferrable: 'on demand' | 'always' | undefined) =>
      table({
        primaryKey: key({ name: 'p', ...(deferrable && { deferrable }) }),
        uniques: [key({ name: 'u', columns: ['b'], ...(deferrable && { deferrable }) })],
      });
    expect(await find(checked(from), checked(to))).toEqual([
      `primaryKey.deferrable ${expected}`,
      `uniqueKey.deferrable ${expected}`,
    ]);
    expect(await find(checked(from), checked(from))).toEqual([]);
  },
);

const NULLS = 'uniqueKey.nulls warning definition.';
it.each<[string, Partial<Key>, Partial<Key>, string[], string[]]>([
  ['one NULL is the same', { someNullsEqual: true }, {}, ['b'], ['otherNulls']],
  ['all are', { someNullsEqual: true }, {}, ['a', 'b'], ['someNulls']],
  ['none can be', { someNullsEqual: true }, {}, [], []],
  ['one is on both', { someNullsEqual: true }, { nullsEqual: true }, ['b'], []],
  [
    'all are on the target',
    { someNullsEqual: true },
    { nullsEqual: true },
    ['a', 'b'],
    ['someNulls'],
  ],
])(
  'rows with NULL in some columns of a key are like others on one side: %s',
  async (_name, one, other, nullable, expected) => {
    const columns = ['a', 'b'];
    const source = table({ uniques: [key({ columns, ...one })] }, nullable);
    const target = table({ uniques: [key({ columns, ...other })] }, nullable);
    const said = expected.map((sentence) => `${NULLS}${sentence}`);
    expect(await find(source, target)).toEqual(said);
    expect(await find(target, source)).toEqual(said);
  },
);

it('a key of one column takes as many NULLs whether some or none of them are alike', async () => {
  const source = table({ uniques: [key({ someNullsEqual: true })] }, ['a']);
  expect(await find(source, table({ uniques: [key()] }, ['a']))).toEqual([]);
});

it('a finding about NULL in a column is not repeated for its key', async () => {
  const source = table({ uniques: [key()] });
  const target = table({ uniques: [key({ nullsEqual: true })] }, ['a']);
  expect(await find(source, target)).toEqual([expect.stringMatching(/^column.nullable/)]);
});

it('which NULLs are alike is told of unique indexes, too', async () => {
  const source = table({ indexes: [index(ab, { unique: true, someNullsEqual: true })] }, ['b']);
  const target = table({ uniques: [key({ columns: ['a', 'b'] })] }, ['b']);
  expect(await find(source, target)).toEqual([`${NULLS}otherNulls`]);
});

const partedBy = (...columns: string[]): Pick<TableDefinition, 'storage'> => ({
  storage: {
    unlogged: false,
    partitioning: `RANGE (${columns.join(', ')})`,
    partitions: 2,
    spread: { method: 'range', columns, covered: 'unknown' },
    policies: null,
  },
});
const ofPrimary = (...columns: string[]): Parts => ({ primaryKey: { name: 'pk', columns } });
const ofUnique = (...columns: string[]): Parts => ({ uniques: [key({ columns })] });
const WITHOUT = 'warning definition.keyWithoutPartitions';
const WITH = 'warning definition.keyOfPartitions';

it.each<[string, Parts, Parts, string[]]>([
  [
    'the source is partitioned by what its key holds more',
    { ...ofPrimary('a', 'b'), ...partedBy('b') },
    ofPrimary('A'),
    [`primaryKey.different ${WITHOUT}`],
  ],
  [
    'by something else',
    { ...ofPrimary('a', 'b'), ...partedBy('c') },
    ofPrimary('a'),
    ['primaryKey.different error definition.otherKey'],
  ],
  [
    'by some of it only',
    { ...ofPrimary('a', 'b', 'c'), ...partedBy('c') },
    ofPrimary('a'),
    ['primaryKey.different error definition.otherKey'],
  ],
  [
    'by all of its key, and the target has another key',
    { ...ofPrimary('a'), ...partedBy('a') },
    ofPrimary('b'),
    ['primaryKey.different error definition.otherKey'],
  ],
  [
    'the target is partitioned by what its key holds more',
    ofPrimary('a'),
    { ...ofPrimary('a', 'b'), ...partedBy('b') },
    [`primaryKey.different ${WITH}`],
  ],
  [
    'and another key of the target keeps the rows unique',
    ofPrimary('a'),
    { ...ofPrimary('a', 'b'), ...ofUnique('a'), ...partedBy('b') },
    ['primaryKey.different info definition.keyImplied', 'uniqueKey.extra info definition.added'],
  ],
  [
    'each side is partitioned by something else in its key',
    { ...ofPrimary('a', 'b'), ...partedBy('b') },
    { ...ofPrimary('a', 'c'), ...partedBy('c') },
    [`primaryKey.different ${WITH}`],
  ],
  [
    'the source needs the columns in unique keys, too',
    { ...ofUnique('a', 'b'), ...partedBy('b') },
    { uniques: [key({ name: 'other' })] },
    [`uniqueKey.different ${WITHOUT}`],
  ],
  [
    'the target needs them there',
    ofUnique('a'),
    { indexes: [index(ab, { unique: true })], ...partedBy('b') },
    [`uniqueKey.different ${WITH}`],
  ],
  [
    'beginnings count on one side',
    { uniques: [key({ prefixes: [3] })] },
    { ...ofUnique('a', 'b'), ...partedBy('b') },
    [MISSING, NOT_STRICTER],
  ],
])('of keys where a side is partitioned: %s', async (_name, source, target, expected) => {
  const found = await find(table(source), table(target));
  expect(found.filter((one) => !one.startsWith('object.partition'))).toEqual(expected);
});

it('a shorter key is a note where the source makes a value for each row', async () => {
  const parted = { ...ofPrimary('a', 'b'), ...partedBy('b') };
  const withFirst = (over: Partial<TableDefinition['columns'][number]>, of: Parts) => {
    const [first, ...others] = table(of).columns;
    return { ...table(of), columns: [{ ...first!, ...over }, ...others] };
  };
  const settings = [
    { identity: true },
    { default: 'gen_random_uuid()' },
    { default: "'uuid'" },
  ].map((over) => [withFirst(over, parted), withFirst(over, ofPrimary('a'))] as const);
  const found = await Promise.all(settings.map(([source, target]) => find(source, target)));
  expect(found.map((all) => all.find((one) => one.startsWith('primaryKey')))).toEqual([
    'primaryKey.different info definition.keyWithoutPartitions',
    'primaryKey.different info definition.keyWithoutPartitions',
    `primaryKey.different ${WITHOUT}`,
  ]);
});

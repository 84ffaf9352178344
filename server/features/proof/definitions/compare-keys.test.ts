import { expect, it } from 'vitest';
import type { Index, Key, TableDefinition } from '../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../tests/support/sample-definitions.ts';
import { createMeanings } from '../../sql/service.ts';
import { noCounterparts } from './counterparts.ts';
import { compareDefinitions } from './compare.ts';
import { prepareTexts, readerOf } from './meanings.ts';

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
type Parts = Partial<Pick<TableDefinition, 'primaryKey' | 'uniques' | 'indexes' | 'foreignKeys'>>;
const table = (over: Parts, nullable: readonly string[] = []): TableDefinition =>
  sampleTable(
    ['a', 'b'].map((name) => column(name, nullable.includes(name))),
    { triggers: [], ...over },
  );

const meanings = createMeanings();
async function find(source: TableDefinition, target: TableDefinition) {
  const engines = { source: ENGINES.sqlServer.id, target: ENGINES.postgresql.id };
  const sources = { meanings, engines, tables: { source: [], target: [] } };
  const options = {
    rename: (name: string) => name,
    named: [],
    sameEngine: false,
    lacks: () => false,
    counterpartOf: noCounterparts,
  };
  await prepareTexts(sources, (texts) => compareDefinitions(source, target, { ...options, texts }));
  return compareDefinitions(source, target, { ...options, texts: readerOf(sources) }).map(
    ({ code, severity, detail }) => [code, severity, detail.code].join(' '),
  );
}

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
    ['index.different warning definition.otherMeaning'],
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
it.each<[string, Parts, Parts, readonly string[], string[]]>([
  [
    'a unique key over more than the primary key',
    { primaryKey: primary, uniques: [key({ columns: ['b', 'a'] })] },
    { primaryKey: primary },
    [],
    ['uniqueKey.missing info definition.keyImplied'],
  ],
  [
    'one over other columns',
    { primaryKey: primary, uniques: [key({ columns: ['b'] })] },
    { primaryKey: primary },
    [],
    [MISSING],
  ],
  [
    'one of beginnings',
    { primaryKey: primary, uniques: [key({ prefixes: [3] })] },
    { primaryKey: primary },
    [],
    [MISSING],
  ],
  [
    'one of beginnings beside a key of beginnings',
    { primaryKey: primary, uniques: [key({ columns: ['b', 'a'] })] },
    { primaryKey: { ...primary, prefixes: [3] } },
    [],
    ['uniqueKey.prefix warning definition.comparesLess', MISSING],
  ],
  [
    'one that takes a single NULL',
    { uniques: [key({ columns: ['a', 'b'], nullsEqual: true })] },
    { uniques: [key()] },
    ['a', 'b'],
    [MISSING, 'uniqueKey.extra warning definition.addedStricter'],
  ],
  [
    'a primary key that is a unique key now',
    { primaryKey: primary },
    { uniques: [key()] },
    [],
    ['primaryKey.missing info definition.keyKeptUnique', 'uniqueKey.extra info definition.added'],
  ],
  [
    'one whose columns take NULL now',
    { primaryKey: primary },
    { uniques: [key()] },
    ['a'],
    ['primaryKey.missing error definition.lost', 'uniqueKey.extra info definition.added'],
  ],
  [
    'one that is unique over more now',
    { primaryKey: primary },
    { uniques: [key({ columns: ['a', 'b'] })] },
    [],
    ['primaryKey.missing error definition.lost', 'uniqueKey.extra info definition.added'],
  ],
  [
    'a primary key whose unique key compares beginnings now',
    { primaryKey: primary },
    { uniques: [key({ prefixes: [3] })] },
    [],
    [
      'primaryKey.missing error definition.lost',
      'uniqueKey.extra warning definition.addedStricter',
    ],
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

it('a primary key of beginnings is no unique key of whole values', async () => {
  const source = table({ primaryKey: { ...primary, prefixes: [3] } });
  const found = await find(source, table({ uniques: [key()] }));
  expect(found).toContain('primaryKey.missing error definition.lost');
});

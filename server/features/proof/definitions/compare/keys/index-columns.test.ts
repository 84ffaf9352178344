import { expect, it } from 'vitest';
import type {
  Column,
  Index,
  TableDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const column = (over: Partial<Column> = {}): Column =>
  sampleColumn('name', {
    type: 'varchar(200)',
    canonical: { kind: 'text', length: 200, fixed: false, bytes: false },
    caseSensitive: true,
    ...over,
  });
const BLIND = { caseSensitive: false };
const index = (what: string, over: Partial<Index & { prefix: number; caseBlind: true }> = {}) => {
  const { prefix, caseBlind, ...rest } = over;
  const isColumn = what === 'name';
  const part = {
    column: isColumn ? what : null,
    expression: isColumn ? null : what,
    descending: false,
    ...(prefix && { prefix }),
    ...(caseBlind && { caseBlind }),
  };
  return { name: 'i', unique: false, parts: [part], where: null, ...rest } satisfies Index;
};
const table = (own: Column, over: Partial<TableDefinition>): TableDefinition =>
  sampleTable([own], { triggers: [], ...over });

const { mysql, postgresql, sqlite, oracle } = ENGINES;
const find = async (
  [from, to]: [EngineId, EngineId],
  source: TableDefinition,
  target: TableDefinition,
) =>
  (await findBetween({ source: from, target: to }, source, target)).map(
    ({ code, severity, detail }) => [code, severity, detail.code].join(' '),
  );

const key = { uniques: [{ name: 'k', columns: ['name'], prefixes: [10] }] };
it.each<[string, EngineId, string, string[]]>([
  ['left', postgresql.id, '"left"((name)::text, 10)', []],
  ['substring', postgresql.id, '"substring"((name)::text, 1, 10)', []],
  ['substr of SQLite', sqlite.id, 'substr(name, 1, 10)', []],
  ['SUBSTR of Oracle', oracle.id, 'SUBSTR("NAME",1,10)', []],
  [
    'left of more',
    postgresql.id,
    '"left"((name)::text, 20)',
    ['uniqueKey.prefix warning definition.comparesMore'],
  ],
  [
    'a part that is no beginning',
    postgresql.id,
    '"substring"((name)::text, 2, 10)',
    ['uniqueKey.missing error definition.lost', 'index.extra warning definition.addedStricter'],
  ],
])(
  "MySQL's key over beginnings is a unique index over %s",
  async (_name, engine, text, expected) => {
    const target = table(column(), { indexes: [index(text, { unique: true })] });
    expect(await find([mysql.id, engine], table(column(), key), target)).toEqual(expected);
  },
);

it.each([
  ['the same', '"left"((name)::text, 10)', []],
  ['of whole values', 'name', ['index.order info definition.otherOrder']],
])('an index over beginnings is one over a beginning: %s', async (_name, text, expected) => {
  const source = table(column(), { indexes: [index('name', { prefix: 10 })] });
  const target = table(column(), { indexes: [index(text)] });
  expect(await find([mysql.id, postgresql.id], source, target)).toEqual(expected);
});

const UNIQUE = { uniques: [{ name: 'k', columns: ['name'] }] };
const LOWER = index('lower((name)::text)', { unique: true });
it.each<[string, Column, Partial<TableDefinition>, Column, Partial<TableDefinition>, string[]]>([
  [
    'an index sees to it',
    column(BLIND),
    UNIQUE,
    column(),
    { indexes: [LOWER] },
    ['column.case info definition.otherCase'],
  ],
  [
    'an index sees to it, and not to accents',
    column({ ...BLIND, accentBlind: true }),
    UNIQUE,
    column(),
    { indexes: [LOWER] },
    ['column.case warning definition.uniqueAccents'],
  ],
  [
    'an index sees to it, and not to accents and blanks',
    column({ ...BLIND, accentBlind: true, padSpace: true }),
    UNIQUE,
    column(),
    { indexes: [LOWER] },
    ['column.case warning definition.uniqueAccentsAndBlanks'],
  ],
  [
    'an index sees to it, and not to blanks',
    column({ ...BLIND, padSpace: true }),
    UNIQUE,
    column(),
    { indexes: [LOWER] },
    ['column.case info definition.uniqueBlanks'],
  ],
  [
    'blanks that a check counts are said with its column',
    column({ padSpace: true }),
    { checks: [{ name: 'c', expression: "`name` <> ''" }] },
    column(),
    { checks: [{ name: 'c', expression: "name <> ''" }] },
    ['column.blanks info definition.otherBlanks'],
  ],
  [
    'nothing does',
    column(BLIND),
    UNIQUE,
    column(),
    UNIQUE,
    ['column.case warning definition.uniqueCase'],
  ],
  [
    'an index does on both sides of one rule',
    column(),
    UNIQUE,
    column(),
    { indexes: [LOWER] },
    ['uniqueKey.case warning definition.keyIgnoresCase'],
  ],
  [
    'only the target has a key',
    column(BLIND),
    {},
    column(),
    UNIQUE,
    ['column.case info definition.otherCase', 'uniqueKey.extra warning definition.addedStricter'],
  ],
  [
    'an index that is not unique sees to it',
    column(BLIND),
    { indexes: [index('name')] },
    column(),
    { indexes: [index('lower((name)::text)')] },
    ['column.case info definition.otherCase'],
  ],
])(
  'where letters are the same in either case on one side, %s',
  async (_name, own, source, other, target, expected) => {
    expect(await find([mysql.id, postgresql.id], table(own, source), table(other, target))).toEqual(
      expected,
    );
  },
);

it.each<[string, boolean, boolean, string[]]>([
  ['on both sides', true, true, []],
  ['on the source', true, false, ['index.different error definition.nowNotUnique']],
  ['on the target', false, true, ['index.different warning definition.nowUnique']],
])('an index over an expression keeps rows unique %s', async (_name, one, other, expected) => {
  const [source, target] = [one, other].map((unique) =>
    table(column(), { indexes: [index('lower((name)::text)', { unique })] }),
  );
  expect(await find([postgresql.id, postgresql.id], source!, target!)).toEqual(expected);
});

it('an index over an expression that keeps rows unique is not lost as one that only finds them', async () => {
  const source = table(column(), { indexes: [LOWER] });
  expect(await find([postgresql.id, mysql.id], source, table(column(), {}))).toEqual([
    'index.missing error definition.lost',
  ]);
});

const letters = (own: 'blind' | 'seeing') => ({
  uniques: [{ name: 'k', columns: ['name'], letters: [own] }],
});
const SEEN = 'uniqueKey.case warning definition.keySeesCase';
const IGNORED = 'uniqueKey.case warning definition.keyIgnoresCase';
const ONE_RULE = 'column.case info definition.otherCase';
const OTHER_RULE = 'column.case warning definition.uniqueCase';
it.each<[string, Column, Partial<TableDefinition>, Column, Partial<TableDefinition>, string[]]>([
  ['a column that ignores it', column(), letters('blind'), column(BLIND), UNIQUE, [ONE_RULE]],
  ['a column that does not', column(), letters('blind'), column(), UNIQUE, [SEEN]],
  ['an index over lower', column(), letters('blind'), column(), { indexes: [LOWER] }, []],
  [
    'an index that only finds rows',
    column(),
    letters('blind'),
    column(),
    { indexes: [index('lower((name)::text)')] },
    ['index.different error definition.nowNotUnique'],
  ],
  ['a column that sees it', column(BLIND), letters('seeing'), column(), UNIQUE, [ONE_RULE]],
  ['a key that ignores it', column(BLIND), letters('seeing'), column(BLIND), UNIQUE, [IGNORED]],
  [
    'a key that sees it, and the column does not',
    column(),
    letters('blind'),
    column(BLIND),
    letters('seeing'),
    [OTHER_RULE],
  ],
  ['no key', column(), letters('blind'), column(), {}, ['index.missing error definition.lost']],
  [
    'a key that is told apart twice',
    column(),
    { uniques: [...UNIQUE.uniques, ...letters('blind').uniques] },
    column(),
    UNIQUE,
    ['index.missing error definition.lost'],
  ],
  [
    'a primary key',
    column(),
    { primaryKey: letters('blind').uniques[0]! },
    column(),
    { primaryKey: UNIQUE.uniques[0]! },
    [SEEN],
  ],
  [
    'a unique key in place of a primary key',
    column({ nullable: false }),
    { primaryKey: letters('blind').uniques[0]! },
    column({ nullable: false }),
    UNIQUE,
    ['primaryKey.missing warning definition.keySeesCase'],
  ],
  [
    'a primary key that sees it and implies nothing',
    column({ ...BLIND, nullable: false }),
    { primaryKey: { name: '', columns: ['id'] }, ...UNIQUE },
    column({ ...BLIND, nullable: false }),
    { primaryKey: letters('seeing').uniques[0]! },
    ['primaryKey.different error definition.otherKey', 'uniqueKey.missing error definition.lost'],
  ],
  [
    'a primary key of a column that ignores it',
    column(),
    { primaryKey: letters('blind').uniques[0]! },
    column(BLIND),
    { primaryKey: UNIQUE.uniques[0]! },
    [ONE_RULE],
  ],
])(
  'a key with a collation of its own is compared with %s',
  async (_name, own, source, other, target, expected) => {
    const sides = [table(own, source), table(other, target)] as const;
    expect(await find([sqlite.id, postgresql.id], ...sides)).toEqual(expected);
  },
);

it.each<[string, Column, string[]]>([
  ['is the same as one of a column that sees none', column(BLIND), []],
  [
    'is another one than that of a column that does',
    column(),
    ['uniqueKey.case warning definition.keySeesCase'],
  ],
])('an index that sees no case of letters %s', async (_name, other, expected) => {
  const source = table(column(), {
    indexes: [index('name', { unique: true, caseBlind: true })],
  });
  const found = await find([sqlite.id, mysql.id], source, table(other, UNIQUE));
  expect(found.filter((one) => !one.startsWith('column'))).toEqual(expected);
});

it.each<[string, string, string, Column, string[]]>([
  [
    'UPPER',
    'lower(name)',
    'upper(name)',
    column(),
    ['index.different warning definition.otherMeaning'],
  ],
  [
    'LOWER',
    'upper(name)',
    'lower(name)',
    column(),
    ['index.different warning definition.otherMeaning'],
  ],
  [
    'UPPER of a column that sees no case',
    'name',
    'upper(name)',
    column(BLIND),
    ['column.case info definition.otherCase'],
  ],
])(
  'a query by letters of one case is served by no index over %s',
  async (_name, from, to, own, expected) => {
    const [source, target] = [from, to].map((text, at) =>
      table(at === 0 ? own : column(), { indexes: [index(text)] }),
    );
    expect(await find([postgresql.id, postgresql.id], source!, target!)).toEqual(expected);
  },
);

const computed = (generated: string, over: Partial<Column> = {}): Column =>
  column({ name: 'made', generated, ...over });
const KEY = { uniques: [{ name: 'made', columns: ['made'] }] };
const ADDED_COLUMN = 'column.extra info definition.added';
const LOST_INDEX = 'index.missing error definition.lost';
it.each<[string, Column, Partial<TableDefinition>, string, string[]]>([
  ['a key over it', computed('lower(`name`)'), KEY, 'lower((name)::text)', []],
  [
    'a key over one that ignores case itself',
    computed('lower(`name`)', BLIND),
    KEY,
    'lower((name)::text)',
    [],
  ],
  [
    'a key over what ignores case although its expression does not',
    computed("concat(`name`,'x')", BLIND),
    KEY,
    "((name)::text || 'x'::text)",
    ['uniqueKey.extra warning definition.addedStricter', LOST_INDEX],
  ],
  [
    'a key over a column that cuts what is computed',
    computed('lower(`name`)', {
      canonical: { kind: 'text', length: 100, fixed: false, bytes: false },
    }),
    KEY,
    'lower((name)::text)',
    ['uniqueKey.extra warning definition.addedStricter', LOST_INDEX],
  ],
  [
    'a key over a day of more than a day',
    computed('`name`', { canonical: { kind: 'date' } }),
    KEY,
    '((name)::text)',
    ['uniqueKey.missing error definition.lost', 'uniqueKey.extra warning definition.addedStricter'],
  ],
  [
    'a key over a beginning',
    computed('left(`name`,10)', {
      canonical: { kind: 'text', length: 10, fixed: false, bytes: false },
    }),
    KEY,
    '"left"((name)::text, 10)',
    [],
  ],
  [
    'a key over a shorter beginning',
    computed('left(`name`,5)'),
    KEY,
    '"left"((name)::text, 10)',
    ['uniqueKey.prefix warning definition.comparesLess'],
  ],
  [
    'a key over a column of fixed length',
    computed('lower(`name`)', {
      canonical: { kind: 'text', length: 200, fixed: true, bytes: false },
    }),
    KEY,
    'lower((name)::text)',
    ['uniqueKey.extra warning definition.addedStricter', LOST_INDEX],
  ],
  [
    'an index that only finds rows',
    computed('lower(`name`)'),
    {
      indexes: [
        { ...index('name'), parts: [{ column: 'made', expression: null, descending: false }] },
      ],
    },
    'lower((name)::text)',
    ['index.different error definition.nowNotUnique'],
  ],
  [
    'a key over its beginning',
    computed('lower(`name`)'),
    { uniques: [{ ...KEY.uniques[0]!, prefixes: [5] }] },
    'lower((name)::text)',
    ['uniqueKey.extra warning definition.addedStricter', LOST_INDEX],
  ],
])(
  'a computed column of the target alone serves for an index over its expression: %s',
  async (_name, made, over, text, expected) => {
    const source = table(column(), { indexes: [index(text, { unique: true })] });
    const target = sampleTable([column(), made], { triggers: [], ...over });
    expect(await find([postgresql.id, mysql.id], source, target)).toEqual([
      ADDED_COLUMN,
      ...expected,
    ]);
  },
);

it('a computed column that both sides have is indexed as a column', async () => {
  const made = (generated: string) => computed(generated);
  const source = sampleTable([column(), made('lower((name)::text)')], { triggers: [], ...KEY });
  const target = sampleTable([column(), made('lower(`name`)')], { triggers: [], ...KEY });
  expect(await find([postgresql.id, mysql.id], source, target)).toEqual([]);
});

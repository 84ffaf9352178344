import { sortingOf } from '../../repair/repair-sides.ts';
import { afterEach, expect, it } from 'vitest';
import {
  findDifferences,
  findRepairs,
  make,
  read,
  tearDown,
} from '../../../../../../tests/support/repairs-world.ts';
import type { EngineFixture } from '../../../rows/engines-fixture.ts';

afterEach(tearDown);

const BLIND = `CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`;
const POSIX = "CREATE COLLATION bytes (provider = libc, locale = 'POSIX')";
const make2 = (column: string, more = '', before: string[] = []) =>
  make('postgresql', [...before, `CREATE TABLE t (id int PRIMARY KEY, a ${column}${more})`]);
const found = async (source: EngineFixture, target: EngineFixture) =>
  (await findDifferences(source, target))
    .get('t')!
    .filter(({ code }) => code !== 'column.case')
    .map(({ code, name, severity, detail }) => `${code} ${name} ${severity} ${detail.code}`);
const WARNED = ['column.collation a warning definition.otherSorting'];

it.each<[string, string, string, string[]]>([
  ['none', 'text', 'text', []],
  ['the same', 'text COLLATE "C"', 'text COLLATE "C"', []],
  ['lost', 'text COLLATE "C"', 'text', ['column.collation a warning definition.otherSorting']],
  ['added', 'varchar(9)', 'varchar(9) COLLATE "de-x-icu"', WARNED],
  ['another', 'text[] COLLATE "C"', 'text[] COLLATE "und-x-icu"', WARNED],
  ['bytes by another name', 'text COLLATE "C"', 'text COLLATE bytes', []],
  [
    'other equality',
    'text COLLATE blind',
    'text',
    ['column.collation a warning definition.otherEquality'],
  ],
  [
    'other equality in a key',
    'text UNIQUE',
    'text COLLATE blind UNIQUE',
    ['column.collation a error definition.uniqueEquality'],
  ],
  ['another order in a key', 'text UNIQUE', 'text COLLATE "und-x-icu" UNIQUE', WARNED],
  ['of what is no text', 'int', 'int', []],
])('a collation of its own: %s', async (_, own, theirs, expected) => {
  const [source, target] = [
    await make2(own, '', [BLIND, POSIX]),
    await make2(theirs, '', [BLIND, POSIX]),
  ];
  expect(await found(source, target)).toEqual(expected);
});

it('the same collation as the database has is no other one', async () => {
  const source = await make2('text');
  const t = (await read(source)).get('t');
  const by = t?.kind === 'table' ? t.columns[1]!.sorting!.by : '';
  expect(by).not.toBe('');
  const target = await make2('text COLLATE own', '', [
    `CREATE COLLATION own (provider = libc, locale = '${by}')`,
  ]);
  expect(await found(source, target)).toEqual([]);
});

it('views say in their texts how they sort', async () => {
  const view = 'CREATE VIEW v AS SELECT t.id, t.a FROM t';
  const [source, target] = [await make2('text COLLATE "C"'), await make2('text')];
  await source.run(view);
  await target.run(view);
  expect((await findDifferences(source, target)).get('v')).toEqual([]);
});

it.each([
  ['text COLLATE "C" NOT NULL UNIQUE', 'text NOT NULL UNIQUE'],
  ['text', 'text COLLATE "C"'],
  ['varchar(30) COLLATE "C"', 'varchar(20)'],
  // A new type alone would take it away.
  ['varchar(30) COLLATE "C"', 'varchar(20) COLLATE "C"'],
  ['int', 'text COLLATE "C"'],
])('statements mend it, and leave it as it is: %s, %s', async (own, theirs) => {
  const [source, target] = [await make2(own), await make2(theirs)];
  const view = 'CREATE VIEW v AS SELECT t.id, t.a FROM t';
  await source.run(view);
  await target.run(view);
  const repairs = await findRepairs(source, target);
  const statements = new Set(repairs.flatMap((one) => one.statements ?? []));
  expect(statements.size).toBeGreaterThan(0);
  for (const statement of statements) await target.run(statement);
  expect(await found(source, target)).toEqual([]);
});

it('a column that is added has its collation', async () => {
  const [source, target] = [
    await make2('text COLLATE "C"', ', b text COLLATE blind', [BLIND]),
    await make2('text'),
  ];
  await target.run('ALTER TABLE t DROP COLUMN a');
  for (const { statements } of await findRepairs(source, target))
    for (const statement of statements ?? []) await target.run(statement);
  expect(await found(source, target)).toEqual([
    'column.collation b warning definition.otherEquality',
  ]);
});

it('no statement names a collation that only the source may have', async () => {
  const [source, target] = [await make2('text COLLATE blind', '', [BLIND]), await make2('text')];
  const [mended] = (await findRepairs(source, target)).filter(
    ({ finding }) => finding.code === 'column.collation',
  );
  expect(mended).toMatchObject({ statements: null, unmended: { code: 'repair.letters' } });
});

it.each([
  ['"C"', '"C"'],
  ['"de-x-icu"', '"de-x-icu"'],
  // Of the operating system, as it is there.
  ['"de_DE.utf8"', null],
  ['blind', null],
  ['own."C"', null],
])('%s is %s on another server', (declared, name) => {
  expect(sortingOf({ sorting: { declared, by: '' } })).toBe(name);
});

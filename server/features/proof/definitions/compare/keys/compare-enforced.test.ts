import { expect, it } from 'vitest';
import type {
  Check,
  ForeignKey,
  Index,
  Key,
  TableDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import { repairsOf } from '../../repair/repairs.ts';
import { findBetween } from '../compare-fixture.ts';
import { repairSetting } from '../../repair/repair-fixture.ts';

type Parts = Partial<TableDefinition>;
const table = (over: Parts) =>
  sampleTable(
    ['a', 'b'].map((name) => sampleColumn(name, { nullable: false })),
    { triggers: [], ...over },
  );
const OFF = { disabled: true } as const;
const LATER = { unchecked: true } as const;
type State = Pick<Key, 'disabled' | 'unchecked' | 'outage' | 'notForReplication'>;
const key = (name: string, state: State = {}): Key => ({ name, columns: ['a'], ...state });
const index = (over: Partial<Index> = {}): Index => ({
  name: 'ix',
  unique: false,
  parts: [{ column: 'a', expression: null, descending: false }],
  where: null,
  ...over,
});
const leads = (state: State = {}): ForeignKey => ({
  ...key('fk', state),
  schema: 's',
  table: 't',
  referenced: ['b'],
  onUpdate: 'no action',
  onDelete: 'no action',
});
const check = (state: State = {}): Check => ({ name: 'ck', expression: 'a > 0', ...state });

/** What is found, and the statements that mend it. */
async function compare(from: Parts, to: Parts, target: EngineId = ENGINES.oracle.id) {
  const engines = { source: ENGINES.sqlServer.id, target };
  const [source, there] = [table(from), table(to)];
  const found = await findBetween(engines, source, there);
  const repairs = repairsOf(found, source, there, repairSetting(engines, ['s', 't']));
  return found.map((finding) => [
    `${finding.code} ${finding.severity} ${finding.detail.code}`,
    ...(repairs.get(finding)?.statements ?? []),
  ]);
}

const PARTS: Record<string, (state?: State) => Parts> = {
  'primary key': (state) => ({ primaryKey: key('pk', state) }),
  'unique key': (state) => ({ uniques: [key('un', state)] }),
  'foreign key': (state) => ({ foreignKeys: [leads(state)] }),
  check: (state) => ({ checks: [check(state)] }),
  index: (state) => ({ indexes: [index(state)] }),
  'unique index': (state) => ({ indexes: [index({ unique: true, ...state })] }),
};
const MODIFY = 'ALTER TABLE "s"."t" MODIFY CONSTRAINT';
const ENABLED = (name: string) => `${MODIFY} "${name}" ENABLE VALIDATE`;
const REBUILT = 'ALTER INDEX "s"."ix" REBUILD';

it.each([
  ['primary key', 'primaryKey.disabled error definition.keyDisabled', ENABLED('pk')],
  ['unique key', 'uniqueKey.disabled error definition.keyDisabled', ENABLED('un')],
  ['foreign key', 'foreignKey.disabled error definition.nowDisabled', ENABLED('fk')],
  ['check', 'check.disabled warning definition.nowDisabled', ENABLED('ck')],
  ['index', 'index.disabled warning definition.indexDisabled', REBUILT],
  ['unique index', 'uniqueKey.disabled error definition.keyDisabled', REBUILT],
])('a %s that is disabled on the target is not there', async (part, found, statement) => {
  const of = PARTS[part]!;
  expect(await compare(of(), of(OFF))).toEqual([[found, statement]]);
  expect(await compare(of(OFF), of(OFF))).toEqual([]);
  const [code] = found.split(' ');
  expect(await compare(of(OFF), of())).toEqual([[`${code} info definition.wasDisabled`]]);
});

it.each([
  ['primary key', 'primaryKey', 'pk'],
  ['unique key', 'uniqueKey', 'un'],
  ['foreign key', 'foreignKey', 'fk'],
  ['check', 'check', 'ck'],
])('a %s that was not validated for existing rows', async (part, code, name) => {
  const of = PARTS[part]!;
  expect(await compare(of(), of(LATER))).toEqual([
    [`${code}.unchecked warning definition.nowUnchecked`, ENABLED(name)],
  ]);
  expect(await compare(of(LATER), of())).toEqual([
    [`${code}.unchecked info definition.wasUnchecked`],
  ]);
  const [[disabled] = []] = await compare(of(LATER), of(OFF));
  expect(disabled).toMatch(`${code}.disabled`);
});

it.each(Object.keys(PARTS))('a disabled %s that one side lacks is a note', async (part) => {
  const of = PARTS[part]!;
  expect(await compare(of(OFF), {})).toEqual([
    [expect.stringMatching(/missing info definition\.lostDisabled$/)],
  ]);
  const [[added] = []] = await compare({}, of(OFF));
  expect(added).toMatch(/extra info definition\.added$/);
});

it('what is disabled does not stand in for what is missing', async () => {
  const off = { uniques: [key('un', OFF)] };
  const codes = async (from: Parts, to: Parts) =>
    (await compare(from, to)).map(([said]) => said!.split(' ').slice(0, 2).join(' '));
  expect(await codes({ primaryKey: key('pk') }, off)).toEqual([
    'primaryKey.missing error',
    'uniqueKey.extra info',
  ]);
  expect(await codes({ indexes: [index()] }, off)).toEqual([
    'uniqueKey.extra info',
    'index.missing warning',
  ]);
  const wide: Key = { name: 'wide', columns: ['a', 'b'] };
  expect(await codes({ uniques: [wide] }, off)).toEqual([
    'uniqueKey.missing error',
    'uniqueKey.extra info',
  ]);
  // Of two, the one that is enabled counts.
  const both = [key('un'), key('off', OFF)];
  expect(await codes({ uniques: [key('un')] }, { uniques: both })).toEqual([]);
  expect(await codes({ uniques: [key('un')] }, { uniques: both.toReversed() })).toEqual([]);
  // Another key that rejects the same rows leaves nothing to enable.
  const within = [key('a'), { ...wide, ...OFF }];
  expect(await codes({ uniques: [key('a'), wide] }, { uniques: within })).toEqual([
    'uniqueKey.disabled info',
  ]);
});

it('of two foreign keys, the one in force counts', async () => {
  const two = [leads(OFF), { ...leads(), name: 'other' }];
  expect(await compare({ foreignKeys: [leads()] }, { foreignKeys: two })).toEqual([
    ['foreignKey.extra info definition.added'],
  ]);
});

it('a primary key of other columns that is disabled is both', async () => {
  const of = (columns: string[], state: State = {}) => ({
    primaryKey: { ...key('pk', state), columns },
  });
  const found = await compare(of(['a']), of(['a', 'b'], OFF));
  expect(found.map(([said]) => said!.split(' ')[0])).toEqual([
    'primaryKey.different',
    'primaryKey.disabled',
  ]);
});

it('PostgreSQL enforces a foreign key, and no check', async () => {
  const found = (part: string) =>
    compare(PARTS[part]!(), PARTS[part]!(OFF), ENGINES.postgresql.id).then(([one]) =>
      one!.slice(1),
    );
  expect(await found('foreign key')).toEqual([
    'ALTER TABLE "s"."t" ALTER CONSTRAINT "fk" ENFORCED',
  ]);
  expect(await found('check')).toEqual([]);
});

it('of a partitioned index, the partitions that are not valid are rebuilt', async () => {
  const outage = { partitions: ['P1'], subpartitions: ['S'] };
  const inParts = [`${REBUILT} PARTITION "P1"`, `${REBUILT} SUBPARTITION "S"`];
  const off = { ...OFF, outage };
  const to = { indexes: [index(off)] };
  expect(await compare({ indexes: [index()] }, to)).toEqual([
    ['index.disabled warning definition.indexPartlyDisabled', ...inParts],
  ]);
  const unique = { indexes: [index({ unique: true, ...off })] };
  expect(await compare(PARTS['unique index']!(), unique)).toEqual([
    ['uniqueKey.disabled error definition.keyDisabled', ...inParts],
  ]);
  const unusable = { uniques: [{ ...key('un', off), unusable: 'ix' }] };
  expect(await compare(PARTS['unique key']!(), unusable)).toEqual([
    ['uniqueKey.disabled error definition.keyDisabled', ...inParts],
  ]);
  const ofFunction = { ...OFF, outage: { ...outage, ofFunction: true as const } };
  expect(await compare({ indexes: [index()] }, { indexes: [index(ofFunction)] })).toEqual([
    ['index.disabled warning definition.indexDisabled', 'ALTER INDEX "s"."ix" ENABLE', ...inParts],
  ]);
});

it.each([
  ['foreign key', 'foreignKey', 'fk'],
  ['check', 'check', 'ck'],
])(
  'a %s that is NOT FOR REPLICATION is never validated, which is a note',
  async (part, code, name) => {
    const of = PARTS[part]!;
    const unlike = { ...LATER, notForReplication: true } as const;
    const compared = (from: Parts, to: Parts) => compare(from, to, ENGINES.sqlServer.id);
    expect(await compared(of(), of(unlike))).toEqual([
      [`${code}.unchecked info definition.notForReplication`],
    ]);
    expect(await compared(of(unlike), of(unlike))).toEqual([]);
    // Switched off, it can be switched on.
    expect(await compared(of(), of({ ...unlike, ...OFF }))).toEqual([
      [
        expect.stringContaining(`${code}.disabled`),
        `ALTER TABLE [s].[t] WITH CHECK CHECK CONSTRAINT [${name}]`,
      ],
    ]);
  },
);

it('what a domain checks is not validated on the table', async () => {
  const ofDomain = { checks: [{ ...check(LATER), ofDomain: true as const }] };
  expect(await compare(PARTS['check']!(), ofDomain, ENGINES.postgresql.id)).toEqual([
    ['check.unchecked warning definition.nowUnchecked'],
  ]);
});

it('is enabled in the words of each engine, by the index behind it', async () => {
  const [un] = [PARTS['unique key']!];
  const statement = async (engine: EngineId, to: Parts) =>
    (await compare(un(), to, engine))[0]!.slice(1);
  expect(await statement(ENGINES.sqlServer.id, un(OFF))).toEqual([
    'ALTER INDEX [un] ON [s].[t] REBUILD',
  ]);
  expect(await statement(ENGINES.postgresql.id, un(OFF))).toEqual(['REINDEX INDEX "s"."un"']);
  const unusable = { uniques: [{ ...key('un', OFF), unusable: 'by_a' }] };
  expect(await statement(ENGINES.oracle.id, unusable)).toEqual(['ALTER INDEX "s"."by_a" REBUILD']);
  const storage = { unlogged: false, partitioning: 'RANGE (b)', partitions: 1 };
  // Each partition needs an index of its own first.
  expect(await statement(ENGINES.postgresql.id, { ...un(OFF), storage })).toEqual([]);
});

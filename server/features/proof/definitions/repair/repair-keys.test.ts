import { expect, it } from 'vitest';
import type {
  ForeignKey,
  Key,
  Storage,
  TableDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../tests/support/sample-definitions.ts';
import { type RawFinding, LOST, finding } from '../compare/raw-finding.ts';
import { repairsOf } from './repairs.ts';
import type { RepairSetting } from './repair-sides.ts';
import type { FindingCode } from '../compare/without-repair.ts';
import { repairSetting } from './repair-fixture.ts';

const setting: RepairSetting = repairSetting(
  { source: ENGINES.mysql.id, target: ENGINES.postgresql.id },
  ['s', 't'],
  {
    schemaOf: () => 's',
    referenced: ({ table, referenced }) =>
      table === 'nowhere' ? null : { table: ['s', table], columns: referenced },
  },
);
type Parts = Partial<TableDefinition>;
const table = (over: Parts) =>
  sampleTable(
    ['a', 'b'].map((name) => sampleColumn(name)),
    over,
  );
const about = (
  code: FindingCode,
  part: RawFinding['part'],
  name: string | null,
  source: string,
  target: string | null = null,
) => finding(code, part, name, source, target, LOST);

/** The statements for the first of these findings; null where there are none. */
function mend(source: Parts, target: Parts, ...findings: RawFinding[]) {
  const repairs = repairsOf(findings, table(source), table(target), setting);
  return repairs.get(findings[0]!)!.statements;
}

const key = (over: Partial<Key> = {}): Key => ({ name: 'k', columns: ['a', 'b'], ...over });
const missing = about('primaryKey.missing', 'primary key', null, 'a, b');
const ADD = 'ALTER TABLE "s"."t" ADD ';

it.each<[string, Parts, Parts, string[] | null]>([
  ['of whole values', { primaryKey: key() }, {}, [`${ADD}PRIMARY KEY ("a", "b")`]],
  [
    'of other columns than there are',
    { primaryKey: key() },
    { primaryKey: key({ name: 'old' }) },
    ['ALTER TABLE "s"."t" DROP CONSTRAINT "old"', `${ADD}PRIMARY KEY ("a", "b")`],
  ],
  ['of beginnings', { primaryKey: key({ prefixes: [5, null] }) }, {}, null],
  ['that the source has not any more', {}, {}, null],
])('a primary key %s', (_name, source, target, expected) => {
  expect(mend(source, target, missing)).toEqual(expected);
});

const lost = (source: string) => about('uniqueKey.missing', 'unique key', 'k', source);
it.each<[string, Key, string, string[] | null]>([
  ['of whole values', key(), 'a, b', [`${ADD}CONSTRAINT "t_k" UNIQUE ("a", "b")`]],
  ['without a name', key({ name: '' }), 'a, b', [`${ADD}CONSTRAINT "t_a_b_key" UNIQUE ("a", "b")`]],
  ['of beginnings', key({ prefixes: [null, 3] }), 'a, b(3)', null],
  ['of other columns than it was found with', key(), 'b', null],
])('a unique key %s', (_name, one, text, expected) => {
  const found = { ...lost(text), name: one.name };
  expect(mend({ uniques: [one] }, {}, found)).toEqual(expected);
});

it('of two unique keys of the same columns, the one that was found is made', () => {
  const uniques = [key({ name: 'j' }), key()];
  expect(mend({ uniques }, {}, lost('a, b'))).toEqual([`${ADD}CONSTRAINT "t_k" UNIQUE ("a", "b")`]);
});

const leads = (over: Partial<ForeignKey> = {}): ForeignKey => ({
  name: 'f',
  columns: ['a'],
  schema: 's',
  table: 'p',
  referenced: ['id'],
  onUpdate: 'no action',
  onDelete: 'no action',
  ...over,
});
const wrong = (code: FindingCode, source: string, target: string | null = null) =>
  about(code, 'foreign key', 'f', source, target);
const UNCHECKED = { ...wrong('foreignKey.unchecked', 'checked', 'not checked'), on: 'g' };
const NEW = `${ADD}CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "s"."p" ("id")`;
const DROP = 'ALTER TABLE "s"."t" DROP CONSTRAINT "g"';
const TO_P = '(a) → p (id)';

it.each<[string, ForeignKey[], ForeignKey[], RawFinding, string[] | null]>([
  ['that is missing', [leads()], [], wrong('foreignKey.missing', TO_P), [NEW]],
  [
    'that is missing, beside one of the same columns',
    [leads()],
    [leads({ name: 'g', table: 'q' })],
    wrong('foreignKey.missing', TO_P),
    [NEW],
  ],
  [
    'to what nothing is known of',
    [leads({ table: 'nowhere' })],
    [],
    wrong('foreignKey.missing', '(a) → nowhere (id)'),
    null,
  ],
  [
    'of two of one name, by its columns',
    [leads({ columns: ['b'], table: 'q' }), leads()],
    [],
    wrong('foreignKey.missing', TO_P),
    [NEW],
  ],
  [
    'of two of one name, of which none has its columns',
    [leads({ columns: ['b'] }), leads({ columns: ['a', 'b'] })],
    [],
    wrong('foreignKey.missing', TO_P),
    null,
  ],
  [
    'that leads elsewhere',
    [leads()],
    [leads({ name: 'g', table: 'q' })],
    wrong('foreignKey.elsewhere', TO_P, '(a) → s.q (id)'),
    [DROP, NEW],
  ],
  [
    'that leads elsewhere, beside another one of the same columns',
    [leads()],
    [leads({ name: 'h', table: 'r' }), leads({ name: 'g', table: 'q' })],
    wrong('foreignKey.elsewhere', TO_P, '(a) → s.q (id)'),
    [DROP, NEW],
  ],
  [
    'that leads elsewhere, where nobody knows which one',
    [leads()],
    [leads({ name: 'h', table: 'r' }), leads({ name: 'g', table: 'q' })],
    wrong('foreignKey.action', TO_P, 'cascade'),
    null,
  ],
  [
    'that the target has not any more',
    [leads()],
    [leads({ name: 'g', columns: ['b'] })],
    wrong('foreignKey.action', TO_P, 'cascade'),
    null,
  ],
  [
    'that is not checked',
    [leads()],
    [leads({ name: 'g' })],
    UNCHECKED,
    ['ALTER TABLE "s"."t" VALIDATE CONSTRAINT "g"'],
  ],
  ['that is not checked and gone', [leads()], [], UNCHECKED, null],
])('a foreign key %s', (_name, source, target, found, expected) => {
  expect(mend({ foreignKeys: source }, { foreignKeys: target }, found)).toEqual(expected);
});

it('a foreign key that is recreated is not validated as well', () => {
  const [unchecked, action] = [UNCHECKED, wrong('foreignKey.action', 'no action', 'cascade')];
  const statements = mend(
    { foreignKeys: [leads()] },
    { foreignKeys: [leads({ name: 'g' })] },
    unchecked,
    action,
  );
  expect(statements).toEqual([DROP, NEW]);
});

it('a foreign key is validated where another one is recreated', () => {
  const source = [leads(), leads({ name: 'h', columns: ['b'] })];
  const target = [leads({ name: 'g' }), leads({ name: 'i', columns: ['b'] })];
  const statements = mend({ foreignKeys: source }, { foreignKeys: target }, UNCHECKED, {
    ...wrong('foreignKey.action', 'no action', 'cascade'),
    name: 'h',
  });
  expect(statements).toEqual(['ALTER TABLE "s"."t" VALIDATE CONSTRAINT "g"']);
});

it('a foreign key keeps when it is checked, and what it does', () => {
  const one = leads({ onDelete: 'cascade', deferrable: 'always', matchesFull: true });
  const statements = mend({ foreignKeys: [one] }, {}, wrong('foreignKey.missing', TO_P));
  expect(statements).toEqual([`${NEW} MATCH FULL ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED`]);
});

it('no key of a partitioned table goes without what it is partitioned by', () => {
  const storage = (columns: string[]): Storage => ({
    unlogged: false,
    partitioning: 'RANGE',
    partitions: 1,
    spread: { method: 'range', columns, covered: 'all' },
  });
  const of = about('primaryKey.missing', 'primary key', null, 'a');
  const mended = (columns: string[], ddl = setting.ddl) =>
    repairsOf(
      [of],
      table({ primaryKey: key({ columns: ['a'] }) }),
      table({ storage: storage(columns) }),
      { ...setting, ddl },
    ).get(of)!;
  expect(mended(['a']).statements).toHaveLength(1);
  expect(mended(['b'])).toMatchObject({
    statements: null,
    unmended: { code: 'repair.partitions', params: { columns: 'b' } },
  });
  expect(mended(['b'], connectorOf(ENGINES.oracle.id).ddl).statements).toHaveLength(1);
});

it('SQL Server makes a key or check again that is NOT FOR REPLICATION as one', () => {
  const unlike = { notForReplication: true, unchecked: true } as const;
  const [own, check] = [leads({ onDelete: 'cascade' }), { name: 'c', expression: 'a > 0' }];
  const onServer = (source: Parts, target: Parts, found: RawFinding, sameEngine = false) =>
    repairsOf([found], table(source), table(target), {
      ...setting,
      sameEngine,
      ddl: connectorOf(ENGINES.sqlServer.id).ddl,
      texts: { expression: (_columns, { text }) => text, view: () => null },
    })
      .get(found)!
      .statements!.at(-1);
  const added =
    'ALTER TABLE [s].[t] ADD CONSTRAINT [f] FOREIGN KEY ([a]) REFERENCES [s].[p] ([id])';
  const action = wrong('foreignKey.action', 'cascade', 'no action');
  const of = (key: ForeignKey) => ({ foreignKeys: [key] });
  expect(onServer(of(own), of(leads(unlike)), action)).toBe(
    `${added} ON DELETE CASCADE NOT FOR REPLICATION`,
  );
  expect(onServer(of(own), of(leads()), action)).toBe(`${added} ON DELETE CASCADE`);
  // What nobody bypasses on the target stays so, whatever the source has.
  expect(onServer(of({ ...own, notForReplication: true }), of(leads()), action, true)).toBe(
    `${added} ON DELETE CASCADE`,
  );
  const lostKey = wrong('foreignKey.missing', TO_P);
  expect(onServer(of(leads(unlike)), {}, lostKey, true)).toBe(`${added} NOT FOR REPLICATION`);
  const lostCheck = about('check.missing', 'check', 'c', 'a > 0');
  expect(onServer({ checks: [{ ...check, ...unlike }] }, {}, lostCheck, true)).toMatch(
    / CHECK NOT FOR REPLICATION \(a > 0\)$/,
  );
  expect(onServer({ checks: [check] }, {}, lostCheck, true)).toMatch(/ CHECK \(a > 0\)$/);
});

it('a deferrable key is made as one, unless foreign keys could not lead to it then', () => {
  const own = key({ columns: ['a'], deferrable: 'always' });
  const [ofPrimary, ofUnique] = [
    about('primaryKey.missing', 'primary key', null, 'a'),
    about('uniqueKey.missing', 'unique key', 'k', 'a'),
  ];
  const statements = (found: RawFinding, over: Partial<RepairSetting>) =>
    repairsOf([found], table({ primaryKey: own, uniques: [own] }), table({}), {
      ...setting,
      ...over,
    }).get(found)!.statements;
  const deferred = 'DEFERRABLE INITIALLY DEFERRED';
  const ofOracle = { ddl: connectorOf(ENGINES.oracle.id).ddl };
  for (const over of [{ sameEngine: true }, ofOracle]) {
    expect(statements(ofPrimary, over)).toEqual([`${ADD}PRIMARY KEY ("a") ${deferred}`]);
    expect(statements(ofUnique, over)).toEqual([
      expect.stringMatching(new RegExp(String.raw`UNIQUE \("a"\) ${deferred}$`)),
    ]);
  }
  expect(statements(ofPrimary, {})).toEqual([`${ADD}PRIMARY KEY ("a")`]);
  const ofMysql = { ddl: connectorOf(ENGINES.mysql.id).ddl };
  expect(statements(ofUnique, ofMysql)![0]).toMatch(/UNIQUE \(`a`\)$/);
});

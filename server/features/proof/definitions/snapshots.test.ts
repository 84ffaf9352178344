import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type {
  Column,
  ObjectDefinition,
  RoutineDefinition,
  SequenceDefinition,
  TableDefinition,
  Trigger,
} from '../../../../connectors/core/definitions.ts';
import { sampleTrigger } from '../../../../tests/support/sample-definitions.ts';
import { FORMAT } from './hashes.ts';
import { readDefinitions } from './snapshots.ts';

const COLUMN = {
  name: 'a',
  type: 'text',
  canonical: { kind: 'text', length: null, fixed: false, bytes: false } as const,
  nullable: true,
  default: null,
  identity: false,
  generated: 'lower(b)',
  caseSensitive: true,
  comment: null,
};
const TABLE: TableDefinition = {
  kind: 'table',
  name: 't',
  columns: [COLUMN],
  primaryKey: null,
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  triggers: [],
  comment: null,
  estimatedRows: null,
};
const hashOf = (table: TableDefinition) =>
  createHash('sha256').update(JSON.stringify(table)).digest('hex');

const TYPES = { table: 1, view: 2, routine: 4, trigger: 5, sequence: 6 } as const;
const readOne = async (definition: ObjectDefinition) => {
  const read = () => [definition];
  const definitions = { readDefinitions: read, readSequences: read };
  const pool = {
    use: (work: (connection: unknown) => unknown) => work({ definitions }),
  } as never;
  const typeId = TYPES[definition.kind];
  const wanted = { id: 1, side: 'source', schema_name: 's', object_name: 't', typeId } as const;
  return (await readDefinitions(pool, [wanted], { grants: false })).get(1)!;
};
const readTable = (table: TableDefinition) => readOne(table);

it('a definition that was kept before accents and stored columns were read is no other one for that', async () => {
  const now = await readTable({
    ...TABLE,
    columns: [{ ...COLUMN, accentBlind: true, stored: true }],
  });
  expect(now.hashesSince(0)).toContain(hashOf(TABLE));
  expect(now.hash).not.toBe(hashOf(TABLE));
  const other = await readTable({
    ...TABLE,
    columns: [{ ...COLUMN, nullable: false, accentBlind: true, stored: true }],
  });
  expect([other.hash, ...other.hashesSince(0)]).not.toContain(hashOf(TABLE));
});

it('nor is one that was read before blanks at the end', async () => {
  const now = await readTable({ ...TABLE, columns: [{ ...COLUMN, padSpace: true }] });
  expect(now.hashesSince(0)).toContain(hashOf(TABLE));
  expect(now.hash).not.toBe(hashOf(TABLE));
});

it('nor is one that was read before keys and indexes could be disabled', async () => {
  const off = { disabled: true, unchecked: true } as const;
  const [before, now] = [{}, off].map((state) => ({
    ...TABLE,
    primaryKey: { name: 'p', columns: ['a'], ...state },
    uniques: [
      { name: 'u', columns: ['a'], ...state, ...('disabled' in state && { unusable: 'x' }) },
    ],
    checks: [{ name: 'c', expression: 'a', unchecked: true as const, ...state }],
  }));
  const read = await readTable(now!);
  expect(read.hashesSince(0)).toContain(hashOf(before!));
  expect(read.hash).not.toBe(hashOf(before!));
  // That a check was made for new rows alone, they said before.
  const other = await readTable({ ...now!, checks: [{ name: 'c', expression: 'a' }] });
  expect([other.hash, ...other.hashesSince(0)]).not.toContain(hashOf(before!));
});

it('nor is one whose checks were read before those of MySQL could be disabled', async () => {
  const [before, now] = [{}, { disabled: true as const }].map((state) => ({
    ...TABLE,
    checks: [{ name: 'c', expression: 'a', ...state }],
  }));
  const read = await readTable(now!);
  expect(read.hash).not.toBe(hashOf(before!));
  expect(read.hashesSince(16)).toContain(hashOf(before!));
});

it('nor is one whose keys were read before the triggers that check them', async () => {
  const off = { disabled: true, triggersOff: true } as const;
  const of = (state: Partial<typeof off>): TableDefinition => ({
    ...TABLE,
    uniques: [{ name: 'u', columns: ['a'], ...state }],
    foreignKeys: [
      {
        name: 'f',
        columns: ['a'],
        schema: 's',
        table: 't',
        referenced: ['a'],
        onUpdate: 'no action',
        onDelete: 'no action',
        unchecked: true,
        ...state,
      },
    ],
  });
  const read = await readTable(of(off));
  expect(read.hash).not.toBe(hashOf(of({})));
  expect(read.hashesSince(16)).toContain(hashOf(of({})));
  // NOT ENFORCED was read before.
  const other = await readTable(of({ disabled: true }));
  expect(other.hashesSince(17)).not.toContain(hashOf(of({})));
});

it('nor is one whose indexes were read before their partitions', async () => {
  const outage = { partitions: ['p'], subpartitions: [] };
  const off = { disabled: true, outage } as const;
  const own = { name: 'u', columns: ['a'], disabled: true as const };
  const [before, now] = [{}, off].map((state) => ({
    ...TABLE,
    primaryKey: {
      name: 'p',
      columns: ['a'],
      ...state,
      ...('outage' in state && { unusable: 'p' }),
    },
    // What was read before counts.
    uniques: [own],
    indexes: [{ name: 'i', unique: false, parts: [], where: null, ...state }],
  }));
  const read = await readTable(now!);
  expect(read.hash).not.toBe(hashOf(before!));
  expect(read.hashesSince(16)).toContain(hashOf(before!));
  const other = await readTable({ ...now!, uniques: [{ name: 'u', columns: ['b'] }] });
  expect(other.hashesSince(16)).not.toContain(hashOf(before!));
});

it('but what this version read is compared as it is', async () => {
  const primaryKey = { name: 'p', columns: ['a'] };
  const before = await readTable({ ...TABLE, primaryKey });
  const now = await readTable({ ...TABLE, primaryKey: { ...primaryKey, disabled: true } });
  expect(now.hashesSince(15)).toContain(before.hash);
  expect(now.hashesSince(FORMAT)).toEqual([]);
});

it('nor is one whose keys did not say which NULLs are alike', async () => {
  const [before, now] = [{}, { someNullsEqual: true as const }].map((more) => ({
    ...TABLE,
    uniques: [{ name: 'k', columns: ['a', 'b'], nullsEqual: true as const, ...more }],
  }));
  expect((await readTable(now!)).hashesSince(0)).toContain(hashOf(before!));
});

it('nor is one whose keys were read before they could be deferrable', async () => {
  const foreignKey = {
    name: 'f',
    columns: ['a'],
    schema: 's',
    table: 't',
    referenced: ['a'],
    onUpdate: 'no action',
    onDelete: 'no action',
    deferrable: 'always',
  } as const;
  const [before, now] = [{}, { deferrable: 'always' as const }].map((state) => ({
    ...TABLE,
    primaryKey: { name: 'p', columns: ['a'], ...state },
    uniques: [{ name: 'u', columns: ['b'], ...state }],
    foreignKeys: [foreignKey] as unknown as TableDefinition['foreignKeys'],
  }));
  const read = await readTable(now!);
  expect(read.hash).not.toBe(hashOf(before!));
  expect(read.hashesSince(16)).toContain(hashOf(before!));
});

it('nor is one that was read before what domains check', async () => {
  const own = { name: 'c', expression: 'a > 0' };
  const read = (...more: TableDefinition['checks']) =>
    readTable({ ...TABLE, checks: [own, ...more] });
  const kept = hashOf({ ...TABLE, checks: [own] });
  const ofDomain = await read({ name: 'd', expression: 'a > 1', ofDomain: true });
  expect(ofDomain.hashesSince(0)).toContain(kept);
  const another = await read({ name: 'd', expression: 'a > 1' });
  expect([another.hash, ...another.hashesSince(0)]).not.toContain(kept);
});

it('nor is one whose policies were not read; what policies do to one account is not compared', async () => {
  const storage = { unlogged: false, partitioning: null, partitions: 0 };
  const policies = [{ name: 'p', text: 'FILTER f' }];
  const [before, after] = [{ storage }, { storage: { ...storage, policies } }].map((more) => ({
    ...TABLE,
    ...more,
  })) as [TableDefinition, TableDefinition];
  const now = await readTable({ ...after, policed: true });
  expect(now.hash).toBe((await readTable(after)).hash);
  expect(now.hashesSince(0)).toContain((await readTable(before)).hash);
  const other = { ...storage, policies: [{ name: 'p', text: 'FILTER g' }] };
  const another = await readTable({ ...TABLE, storage: other });
  expect([another.hash, ...another.hashesSince(0)]).not.toContain(now.hash);
});

it('nor is one that was read before the roles of policies, and whether they are forced', async () => {
  const storage = { unlogged: false, partitioning: null, partitions: 0 };
  const policy = { name: 'p', text: 'FOR ALL' };
  const before = await readTable({ ...TABLE, storage: { ...storage, policies: [policy] } });
  const policies = [{ ...policy, toRoles: ['manager'] }];
  const now = await readTable({
    ...TABLE,
    storage: { ...storage, policies, policiesForced: true },
  });
  expect(now.hash).not.toBe(before.hash);
  expect(now.hashesSince(0)).toContain(before.hash);
});

it("the server's spelling of a trigger is not compared", async () => {
  const trigger = sampleTrigger();
  const written = {
    before: 'CREATE',
    behind: '',
    calls: { schema: 's', name: 'f' },
    values: ')',
    body: ')',
  };
  const [plain, own] = await Promise.all(
    [trigger, { ...trigger, written }].map((one) => readTable({ ...TABLE, triggers: [one] })),
  );
  expect(own!.hash).toBe(plain!.hash);
  expect(own!.definition).toMatchObject({ triggers: [{ written }] });
});

it('nor what double quotes enclose, and a default that follows from the type', async () => {
  const trigger = sampleTrigger();
  const at = (over: Partial<Column>, own: Trigger) =>
    readTable({ ...TABLE, columns: [{ ...COLUMN, ...over }], triggers: [own] });
  const before = await at({}, trigger);
  const now = await at(
    { default: "'a'", impliedDefault: true },
    { ...trigger, doubleQuotes: 'texts' },
  );
  expect(now.hash).toBe(before.hash);
  expect(now.definition).toMatchObject({ columns: [{ default: "'a'" }] });
  expect((await at({ default: "'a'" }, trigger)).hash).not.toBe(before.hash);
});

it('nor how a routine is called, nor which column a sequence numbers', async () => {
  const routine: RoutineDefinition = {
    kind: 'routine',
    name: 't',
    parameters: [],
    returns: null,
    language: 'SQL',
    text: 'SELECT "x"',
    comment: null,
  };
  const sequence: SequenceDefinition = {
    kind: 'sequence',
    name: 't',
    start: '1',
    increment: '1',
    least: null,
    most: null,
    cycles: false,
    cache: null,
    next: '7',
  };
  const signature = { kind: 'procedure' } as unknown as NonNullable<RoutineDefinition['signature']>;
  const belongsTo = { as: 'sequence', schema: 's', name: 'a', column: 'id' } as const;
  for (const [before, now] of [
    [routine, { ...routine, signature, doubleQuotes: 'texts' }],
    [sequence, { ...sequence, belongsTo, next: '8' }],
  ] as const)
    expect((await readOne(now)).hash).toBe((await readOne(before)).hash);
  expect((await readOne({ ...routine, text: '' })).hash).not.toBe((await readOne(routine)).hash);
});

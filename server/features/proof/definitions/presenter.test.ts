import { expect, it } from 'vitest';
import { sampleColumn, sampleTable } from '../../../../tests/support/sample-definitions.ts';
import type { PairMember } from '../pairs/service.ts';
import { presentSnapshot } from './presenter.ts';

const key = (name: string, ...columns: string[]) => ({ name, columns });
const index = (name: string, unique: boolean) => ({
  name,
  unique,
  parts: [{ column: name, expression: null, descending: false }],
  where: null,
});
const foreignKey = (name: string) => ({
  ...key(name, 'b'),
  schema: 's',
  table: 'u',
  referenced: ['id'],
  onUpdate: 'no action' as const,
  onDelete: 'no action' as const,
});
const member = { id: 7, side: 'source', schema_name: 's', object_name: 't' } as PairMember;

const countsOf = (over: Parameters<typeof sampleTable>[1]) =>
  presentSnapshot(member, {
    object_id: 7,
    hash: 'h',
    read_at: '2026-01-01T00:00:00Z',
    changed_at: null,
    definition: sampleTable(
      [
        sampleColumn('a', { nullable: false, identity: true }),
        sampleColumn('b', { nullable: false, default: '1' }),
        sampleColumn('c', { nullable: false, default: '2' }),
        sampleColumn('d', { default: '3', generated: null }),
        sampleColumn('e', { default: '4', generated: null }),
        sampleColumn('f', { generated: 'a + 1' }),
      ],
      over,
    ),
  }).counts;

it('counts every kind of part of a table, a unique index among the keys', () => {
  const counts = countsOf({
    primaryKey: key('p', 'a'),
    uniques: [key('u1', 'b')],
    indexes: [index('c', true), ...['a', 'b', 'd', 'e', 'f'].map((name) => index(name, false))],
    foreignKeys: ['f1', 'f2', 'f3'].map(foreignKey),
    checks: Array.from({ length: 7 }, (_, at) => ({ name: `c${at}`, expression: `a > ${at}` })),
    triggers: [],
    storage: { unlogged: false, partitioning: 'RANGE (a)', partitions: 12 },
  });
  expect(counts).toEqual({
    columns: 6,
    not_null: 3,
    defaults: 4,
    identities: 1,
    computed: 1,
    primary_keys: 1,
    unique_keys: 2,
    foreign_keys: 3,
    checks: 7,
    indexes: 5,
    triggers: 0,
    partitions: 12,
  });
});

it('counts nothing of what was not read', () => {
  expect(countsOf({})).toMatchObject({ primary_keys: 0, triggers: null, partitions: null });
});

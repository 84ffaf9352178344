import { describe, expect, it } from 'vitest';
import { sampleColumn, sampleTable } from '../../../../tests/support/sample-definitions.ts';
import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { type EngineId, ENGINES } from '../../../../connectors/engines.ts';
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

const present = (definition: ObjectDefinition, engine?: EngineId) =>
  presentSnapshot(
    member,
    {
      object_id: 7,
      hash: 'h',
      read_at: '2026-01-01T00:00:00Z',
      changed_at: null,
      definition,
    },
    engine,
  );

const countsOf = (over: Parameters<typeof sampleTable>[1]) =>
  present(
    sampleTable(
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
  ).counts;

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

it('says which keys and checks are off, were not validated, or wait', () => {
  const off = { disabled: true, unchecked: true } as const;
  const later = { unchecked: true } as const;
  const shown = present(
    sampleTable([sampleColumn('a')], {
      primaryKey: { ...key('p', 'a'), ...off },
      uniques: [{ ...key('u', 'a'), ...later, deferrable: 'always' }],
      foreignKeys: [{ ...foreignKey('f'), ...later, notForReplication: true }],
      checks: [{ name: 'c', expression: 'a > 0', ...later }],
      indexes: [{ ...index('i', false), disabled: true }],
    }),
  );
  expect(shown.primary_key).toEqual({ name: 'p', text: 'a DISABLED' });
  const texts = shown.others.map(({ kind, text }) => `${kind}: ${text}`);
  expect(texts).toEqual([
    'unique key: a DEFERRABLE INITIALLY DEFERRED NOT VALIDATED',
    'foreign key: b → s.u (id), update no action, delete no action NOT FOR REPLICATION',
    'check: a > 0 NOT VALIDATED',
    'index: i DISABLED',
  ]);
});

describe('the text of a program', () => {
  const text = 'BEGIN RETURN 1; END';
  const { postgresql, sqlServer } = ENGINES;
  const laidOut = 'BEGIN\n  RETURN 1;\nEND';
  const routine = (language: string): ObjectDefinition => ({
    kind: 'routine',
    name: 'f',
    parameters: [],
    returns: null,
    language,
    text,
    comment: null,
  });
  const trigger = (own: string): ObjectDefinition => ({
    kind: 'trigger',
    name: 'r',
    schema: 's',
    table: 't',
    timing: 'before',
    events: ['insert'],
    level: 'row',
    enabled: true,
    condition: null,
    text: own,
  });

  it.each([
    ['plpgsql', postgresql.id, laidOut],
    ['sql', postgresql.id, laidOut],
    ['plpython3u', postgresql.id, null],
    ['Transact-SQL', sqlServer.id, laidOut],
    ['.NET', sqlServer.id, null],
    ['plpgsql', undefined, null],
  ])('in %s of %s is laid out where that is SQL', (language, engine, expected) => {
    expect(present(routine(language), engine).laid_out).toBe(expected);
  });

  it('is laid out for a trigger of PostgreSQL where it has a block', () => {
    expect(present(trigger(text), postgresql.id).laid_out).toBe(laidOut);
    expect(present(trigger('plpy.notice(1)\n  return'), postgresql.id).laid_out).toBeNull();
    expect(present(trigger('SET  a = 1'), sqlServer.id).laid_out).toBe('SET a = 1');
  });
});

it('shows the triggers of a view', () => {
  const { others } = present({
    kind: 'view',
    name: 'v',
    columns: [],
    text: 'SELECT 1',
    materialised: false,
    viewTriggers: [
      {
        name: 'writes',
        timing: 'instead of',
        events: ['insert'],
        level: 'row',
        enabled: true,
        condition: null,
        text: null,
      },
    ],
    comment: null,
    broken: null,
  });
  expect(others).toMatchObject([{ kind: 'trigger', name: 'writes' }]);
});

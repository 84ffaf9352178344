import { describe, expect, it } from 'vitest';
import type { Column, TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../tests/support/sample-definitions.ts';
import { createMeanings } from '../../../sql/service.ts';
import type { PairTask } from '../../pairs/service.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import { readShownTables } from './shown-tables.ts';

const INT = { kind: 'integer', bits: 32, unsigned: false } as const;
const TINY = { kind: 'integer', bits: 8, unsigned: false } as const;
const text = (length: number) => ({ kind: 'text', length, fixed: false, bytes: false }) as const;
const column = (name: string, canonical: Column['canonical'], over: Partial<Column> = {}) =>
  sampleColumn(name, { type: 'own', canonical, ...over });
const index = (name: string, by: string, where: string | null = null) => ({
  name,
  unique: false,
  parts: [{ column: by, expression: null, descending: true }],
  where,
});
const foreignKey = (columns: string, to: string, referenced: string) => ({
  name: 'fk',
  columns: [columns],
  schema: 's',
  table: to,
  referenced: [referenced],
  onUpdate: 'restrict' as const,
  onDelete: 'cascade' as const,
});

const SOURCE = sampleTable(
  [
    column('Price', INT, { default: '5', nullable: false }),
    column('OrderId', INT, { nullable: false, identity: true }),
    column('Paid', TINY, { default: '0' }),
    column('Twice', INT, { generated: '(`Price` * 2)' }),
    column('Name', text(20)),
    column('ParentId', INT),
  ],
  {
    primaryKey: { name: 'PRIMARY', columns: ['OrderId'] },
    uniques: [{ name: 'u', columns: ['Name'] }],
    checks: [{ name: 'c', expression: "(`Price` > 0 and `Name` <> '')" }],
    indexes: [index('i', 'Price')],
    foreignKeys: [foreignKey('ParentId', 'Parents', 'Id')],
  },
);
const target = (over: Partial<Column> = {}, more: Partial<TableDefinition> = {}) =>
  sampleTable(
    [
      column('order_id', INT, { nullable: false, identity: true }),
      column('price', INT, { default: '5', nullable: false, ...over }),
      column('paid', { kind: 'boolean' }, { default: 'false' }),
      column('twice', INT, { generated: '(2 * price)' }),
      column('name', text(20)),
      column('parent_id', INT),
    ],
    {
      primaryKey: { name: 't_pkey', columns: ['order_id'] },
      uniques: [{ name: 't_name_key', columns: ['name'] }],
      checks: [{ name: 'c2', expression: "(((name)::text <> ''::text) AND (price > 0))" }],
      indexes: [index('t_price', 'price')],
      foreignKeys: [foreignKey('parent_id', 'parents', 'id')],
      ...more,
    },
  );

const task = {
  pair: { id: 1, rules: null },
  members: [
    { id: 1, side: 'source', schema_name: 'shop', object_name: 'T' },
    { id: 2, side: 'target', schema_name: 's', object_name: 't' },
  ],
} as unknown as PairTask;
const meanings = createMeanings();
const show = async (to: TableDefinition, severity: 'warning' | 'info' = 'warning') =>
  (await read(to, severity))?.texts;
const read = (to: TableDefinition, severity: 'warning' | 'info') =>
  readShownTables(
    task,
    [{ code: 'type.range', severity, name: 'Price' } as RawFinding],
    new Map([
      [1, { definition: SOURCE }],
      [2, { definition: to }],
    ]),
    {
      meanings,
      engines: { source: ENGINES.mysql.id, target: ENGINES.postgresql.id },
      tables: { source: [], target: [] },
    },
    () => ({ schema: 's', table: 'parents', columns: [['Id', 'id']] }),
    (name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
  );

describe('two tables in one dialect', () => {
  it('are the same text where they mean the same', async () => {
    const texts = await show(target());
    expect(texts?.source.split('\n')).toEqual(texts?.target.split('\n'));
    expect(texts?.target).toContain('CREATE TABLE s.t (\n  order_id integer IDENTITY NOT NULL,');
    expect(texts?.target).toContain('  PRIMARY KEY (order_id)\n);');
    expect(texts?.target).toContain(
      'FOREIGN KEY (parent_id) REFERENCES parents (id) ON DELETE CASCADE',
    );
    expect(texts?.target).toContain('CREATE INDEX ON s.t (price DESC);');
  });

  it.each<[string, TableDefinition, string]>([
    ['a default', target({ default: '6' }), 'DEFAULT 5'],
    ['a type', target({ canonical: { ...INT, bits: 64 } }), 'price integer'],
    ['NULL', target({ nullable: true }), 'price integer DEFAULT 5 NOT NULL'],
    ['a check', target({}, { checks: [{ name: '', expression: 'price > 1' }] }), 'CHECK'],
    ['a condition', target({}, { indexes: [index('i', 'price', 'price > 1')] }), 'CREATE INDEX'],
    [
      'where a key leads',
      target({}, { foreignKeys: [foreignKey('parent_id', 'other', 'id')] }),
      'REFERENCES parents',
    ],
    ['a check that is missing', target({}, { checks: [] }), 'CHECK'],
    ['a key', target({}, { uniques: [] }), 'UNIQUE (name)'],
  ])('differ in one line by %s', async (_, to, differing) => {
    const texts = (await show(to))!;
    const [lines, others] = [texts.source, texts.target].map((one) => one.split('\n'));
    const lost = lines!.filter((line) => !others!.includes(line));
    expect(lost).toHaveLength(1);
    expect(lost[0]).toContain(differing);
  });

  it('have the type of the target where theirs differ by a note at most', async () => {
    const texts = await show(target({ canonical: { ...INT, bits: 64 } }), 'info');
    expect(texts?.source).toBe(texts?.target);
    expect(texts?.source).toContain('price bigint');
  });
});

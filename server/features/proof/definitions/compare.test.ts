import { describe, expect, it } from 'vitest';
import type {
  Column,
  TableDefinition,
  ViewDefinition,
} from '../../../../connectors/core/definitions.ts';
import { compareDefinitions } from './compare.ts';
import { normaliseDefault, normaliseExpression } from './expressions.ts';

const column = (name: string, over: Partial<Column> = {}): Column => ({
  name,
  type: 'int',
  canonical: { kind: 'integer', bits: 32, unsigned: false },
  nullable: true,
  default: null,
  identity: false,
  generated: null,
  caseSensitive: null,
  comment: null,
  ...over,
});
const table = (over: Partial<TableDefinition> = {}): TableDefinition => ({
  kind: 'table',
  name: 't',
  columns: [column('id', { nullable: false }), column('amount')],
  primaryKey: { name: 'pk', columns: ['id'] },
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  comment: null,
  estimatedRows: 5,
  ...over,
});
const options = { rename: (name: string) => name, sameEngine: false };
const codes = (
  source: TableDefinition | ViewDefinition,
  target: TableDefinition | ViewDefinition,
  over = {},
) =>
  compareDefinitions(source, target, { ...options, ...over }).map(
    ({ code, name, severity }) => `${code} ${name ?? ''} ${severity}`,
  );

describe('comparing definitions', () => {
  it('finds nothing where they mean the same, whatever keys and columns are called', () => {
    const source = table({
      columns: [column('CustomerId', { nullable: false }), column('Amount')],
      primaryKey: { name: 'PRIMARY', columns: ['CustomerId'] },
      uniques: [{ name: 'u1', columns: ['Amount'] }],
      foreignKeys: [
        {
          name: 'fk1',
          columns: ['Amount'],
          schema: 'dbo',
          table: 'OrderLine',
          referenced: ['Id'],
          onUpdate: 'restrict',
          onDelete: 'cascade',
        },
      ],
      checks: [{ name: 'c', expression: '([Amount]>(0))' }],
      indexes: [
        {
          name: 'i',
          unique: false,
          parts: [{ column: 'Amount', expression: null, descending: false }],
          where: null,
        },
      ],
    });
    const target = table({
      columns: [column('customer_id', { nullable: false }), column('amount')],
      primaryKey: { name: 't_pkey', columns: ['customer_id'] },
      foreignKeys: [
        {
          name: 't_amount_fkey',
          columns: ['amount'],
          schema: 'public',
          table: 'order_line',
          referenced: ['id'],
          onUpdate: 'no action',
          onDelete: 'cascade',
        },
      ],
      checks: [{ name: 't_check', expression: '(amount > 0)' }],
      indexes: [
        {
          name: 'unique_amount',
          unique: true,
          parts: [{ column: 'amount', expression: null, descending: false }],
          where: null,
        },
        {
          name: 'amount_i',
          unique: false,
          parts: [{ column: 'amount', expression: null, descending: false }],
          where: null,
        },
      ],
    });
    expect(codes(source, target)).toEqual([]);
  });

  it('names every planted difference', () => {
    const source = table({
      columns: [
        column('id', { nullable: false, identity: true }),
        column('lost'),
        column('strict', { default: '1' }),
        column('word', {
          type: 'varchar(20)',
          canonical: { kind: 'text', length: 20, fixed: false, bytes: false },
        }),
      ],
      uniques: [{ name: 'u', columns: ['word'] }],
      indexes: [
        {
          name: 'i',
          unique: false,
          parts: [{ column: 'strict', expression: null, descending: false }],
          where: null,
        },
      ],
    });
    const target = table({
      columns: [
        column('id', { nullable: false }),
        column('strict', { nullable: false, default: '2' }),
        column('word', {
          type: 'varchar(10)',
          canonical: { kind: 'text', length: 10, fixed: false, bytes: false },
        }),
        column('added', { nullable: false }),
      ],
      primaryKey: null,
    });
    expect(codes(source, target)).toEqual([
      'column.missing lost error',
      'column.extra added warning',
      'column.identity id warning',
      'column.nullable strict warning',
      'column.default strict warning',
      'type.length word warning',
      'primaryKey.missing  error',
      'uniqueKey.missing u error',
      'index.missing i warning',
    ]);
  });

  it('uses the naming rules for columns', () => {
    const source = table({ columns: [column('C_TOTAL')], primaryKey: null });
    const target = table({ columns: [column('total')], primaryKey: null });
    expect(codes(source, target)).toHaveLength(2);
    const rename = (name: string) => name.replace(/^C_/, '').toLowerCase();
    expect(codes(source, target, { rename })).toEqual([]);
  });

  it('takes the texts of two engines as compatible, and layout as nothing', () => {
    const view = (text: string): ViewDefinition => ({
      kind: 'view',
      name: 'v',
      columns: [column('a')],
      text,
      materialised: false,
      comment: null,
      broken: null,
    });
    expect(codes(view('SELECT `a`\n FROM `t`;'), view('select a from t'))).toEqual([]);
    expect(
      codes(view("select '--a', '/*' from t -- b"), view("SELECT '--a', '/*' FROM t")),
    ).toEqual([]);
    expect(codes(view("select '--a'"), view("select '--b'"))).toEqual(['text.different  info']);
    expect(codes(view('select a from t'), view('select b from t'))).toEqual([
      'text.different  info',
    ]);
    expect(codes(view('select a'), { ...view('select a'), broken: 'No table t.' })).toEqual([
      'object.broken  error',
    ]);
  });
});

describe('expressions of several engines', () => {
  it.each([
    ["'x'::character varying", "'x'"],
    ["(N'x')", "'x'"],
    ['((0))', '0'],
    ['`a` > 0 AND [b] <= "c"', 'a>0 and b<=c'],
    ["'Keep  This'", "'Keep  This'"],
  ])('%s is %s', (expression, normal) => {
    expect(normaliseExpression(expression)).toBe(normal);
  });

  it.each([
    ['getdate()', 'timestamp', 'current_timestamp'],
    ['current_timestamp(6)', 'timestamp', 'current_timestamp'],
    ['NULL', 'text', null],
    ["nextval('t_id_seq'::regclass)", 'integer', null],
    ["b'1'", 'boolean', '1'],
    ['true', 'boolean', '1'],
    ["'0.00'", 'decimal', '0'],
    ['((1))', 'integer', '1'],
  ])('the default %s of a %s is %s', (expression, kind, normal) => {
    expect(normaliseDefault(expression, kind)).toBe(normal);
  });
});

import { describe, expect, it } from 'vitest';
import type {
  RoutineDefinition,
  TriggerDefinition,
  ViewDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import { sampleTrigger } from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';
import { schemaLeftIn } from './plain-text.ts';

const MYSQL = { source: ENGINES.mysql.id, target: ENGINES.mysql.id };
const MOVED = { source: 'shop', target: 'webshop' };

describe('the schema of the source in a text of the target', () => {
  it.each([
    'UPDATE shop.orders SET total = 1',
    'select `SHOP` . `orders`.`id` from `SHOP`.`orders`',
    'SELECT 1 FROM "shop"."orders"',
    'SELECT 1 FROM [shop].[orders]',
    "SELECT 'it''s' FROM shop.orders",
    'CALL shop.recount()',
  ])('is left in %s', (text) => {
    expect(schemaLeftIn(text, MOVED)).toBe('shop');
  });

  it.each([
    'UPDATE webshop.orders SET total = 1',
    'UPDATE orders SET total = 1',
    "SELECT 'shop.orders' FROM orders",
    'SELECT 1 -- FROM shop.orders',
    'SELECT 1 /* shop.orders */',
    'SELECT other.shop.id FROM other.shop',
    'SELECT my_shop.id, shop FROM my_shop',
  ])('is not left in %s', (text) => {
    expect(schemaLeftIn(text, MOVED)).toBeNull();
  });

  it('is no fault where the schemas are called alike, or unknown', () => {
    const text = 'UPDATE shop.orders SET total = 1';
    expect(schemaLeftIn(text, { source: 'shop', target: 'SHOP' })).toBeNull();
    expect(schemaLeftIn(text, undefined)).toBeNull();
  });
});

const trigger = sampleTrigger({
  text: 'UPDATE shop.orders SET total = total + NEW.price WHERE id = NEW.order_id',
});
const objects: [string, TriggerDefinition | ViewDefinition | RoutineDefinition][] = [
  ['trigger', { ...trigger, kind: 'trigger', schema: 'shop', table: 'lines' }],
  [
    'view',
    {
      kind: 'view',
      name: 'v',
      comment: null,
      materialised: false,
      columns: [],
      indexes: [],
      text: 'select `shop`.`orders`.`id` AS `id` from `shop`.`orders`',
    } as unknown as ViewDefinition,
  ],
  [
    'routine',
    {
      kind: 'routine',
      name: 'clean',
      language: 'sql',
      parameters: [],
      returns: null,
      text: 'BEGIN DELETE FROM shop.orders LIMIT 1; END',
    } as unknown as RoutineDefinition,
  ],
];
it.each(objects)('a %s with the same text still uses the objects of the source', async (_, one) => {
  const findings = await findBetween(MYSQL, one, one, { schemas: MOVED });
  expect(findings.filter(({ part }) => part === 'text' || part === 'trigger')).toMatchObject([
    {
      severity: 'warning',
      detail: { code: 'definition.staysInSchema', params: { schema: 'shop' } },
    },
  ]);
  expect(
    await findBetween(MYSQL, one, one, { schemas: { source: 'shop', target: 'shop' } }),
  ).toEqual([]);
});

it('between two engines the name may be anything, such as that of a table', async () => {
  const engines = { source: ENGINES.mysql.id, target: ENGINES.postgresql.id };
  for (const [, one] of objects)
    expect(
      (await findBetween(engines, one, one, { schemas: MOVED })).map(({ code }) => code),
    ).not.toContainEqual(expect.stringContaining('.schema'));
});

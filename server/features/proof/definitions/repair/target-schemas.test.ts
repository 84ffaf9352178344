import { expect, it } from 'vitest';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import { sampleTrigger } from '../../../../../tests/support/sample-definitions.ts';
import { createMissing } from './create-missing.ts';
import { withTargetSchemas } from './target-schemas.ts';
import { repairSetting } from './repair-fixture.ts';

const MY = connectorOf(ENGINES.mysql.id);
const PG = connectorOf(ENGINES.postgresql.id);
const schemaOf = (schema: string) => (schema === 'shop' ? 'store' : null);
const placeOf = ({ schema, table }: { schema: string; table: string }) =>
  schema === 'shop' && table === 'orders' ? { schema: 'sales', table: 'order list' } : undefined;

it.each([
  [MY, 'DELETE FROM shop.cart', 'DELETE FROM `store`.cart'],
  [MY, 'DELETE FROM `shop` . `cart`', 'DELETE FROM `store` . `cart`'],
  [MY, 'SET x = shop.cart.id + shop.price(1)', 'SET x = `store`.cart.id + `store`.price(1)'],
  [PG, 'DELETE FROM SHOP.cart', 'DELETE FROM "store".cart'],
  [PG, 'DELETE FROM "shop".cart', 'DELETE FROM "store".cart'],
  [PG, 'r shop.cart%ROWTYPE', 'r "store".cart%ROWTYPE'],
  // A table that is known there.
  [MY, 'DELETE FROM shop.orders', 'DELETE FROM `sales`.`order list`'],
  [PG, 'DELETE FROM shop.Orders', 'DELETE FROM "sales"."order list"'],
])('%#: %s names what the target has', (from, text, expected) => {
  expect(withTargetSchemas(text, { from, schemaOf, placeOf })).toBe(expected);
});

it.each([
  [MY, 'DELETE FROM cart'],
  [MY, 'DELETE FROM other.cart'],
  [MY, 'DELETE FROM Shop.cart'],
  [PG, 'DELETE FROM "SHOP".cart'],
  // An alias, a record and a column of that name.
  [MY, 'SELECT shop.id FROM cart AS shop'],
  [PG, 'FOR shop IN SELECT 1 AS id LOOP x := shop.id; END LOOP'],
  [MY, 'SELECT cart.shop.x, shop FROM cart'],
  [MY, 'SELECT other.shop.cart'],
  [MY, "SET @x = 'shop.cart', @y = 1 -- shop.cart"],
  [PG, "EXECUTE 'DELETE FROM shop.cart'"],
  [PG, 'EXECUTE $x$DELETE FROM shop.cart$x$'],
  // An extension is installed in one schema, which need not be the target's.
  [PG, 'shop.citext'],
  [PG, 'shop.geometry(Point,4326)'],
  [PG, 'shop.uuid_generate_v4()'],
])('%#: %s stays', (from, text) => {
  expect(withTargetSchemas(text, { from, schemaOf, placeOf })).toBe(text);
});

it('leaves the new and the old row alone, whatever schemas are called', () => {
  const text = 'SET NEW.a = OLD.a';
  expect(withTargetSchemas(text, { from: MY, schemaOf: () => 'store' })).toBe(text);
});

it('names them in a trigger, within the function that it calls', () => {
  const text = ' BEGIN DELETE FROM shop.cart; RETURN NULL; END ';
  const { statements } = createMissing(
    {
      ...sampleTrigger({ name: 'tr on t', events: ['delete'], text }),
      kind: 'trigger',
      schema: 'shop',
      table: 't',
      written: {
        before: 'CREATE TRIGGER tr AFTER DELETE',
        behind: 'FOR EACH ROW WHEN (shop.wanted(OLD.id))',
        calls: { schema: 'shop', name: 'tr' },
        values: ')',
        body: `) RETURNS trigger LANGUAGE plpgsql AS $function$${text}$function$`,
      },
    } as never,
    repairSetting({ source: PG.id, target: PG.id }, ['store', 'tr'], {
      relation: () => ({ path: ['store', 't'], columns: [] }),
      schemaOf,
    }),
  );
  expect(statements).toEqual([
    'CREATE FUNCTION "store"."tr"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN DELETE FROM "store".cart; RETURN NULL; END $function$',
    'CREATE TRIGGER tr AFTER DELETE ON "store"."t" FOR EACH ROW WHEN ("store".wanted(OLD.id)) EXECUTE FUNCTION "store"."tr"()',
  ]);
});

import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../connectors/engines.ts';
import { MS, MY, ORA, PG } from './known-fixture.ts';
import { createMeanings } from './service.ts';

const meanings = createMeanings();
async function find(engine: EngineId, text: string, ...parameters: string[]) {
  const found = await meanings.comparedIn(engine, text, parameters);
  const columns = found!.columns.map(
    ({ parameter, table, column }) => `${parameter} ${table ?? '?'}.${column}`,
  );
  return { ...found!, columns: [...new Set(columns)] };
}

describe('what a text compares a parameter with', () => {
  it.each<[string, EngineId, string, string[]]>([
    [
      'of the table that the alias names, though another one has such a column',
      PG,
      'BEGIN RETURN (SELECT c.name FROM orders o JOIN customer c ON c.id = o.customer_id WHERE o.id = p_id); END',
      ['p_id orders.id'],
    ],
    [
      'of one table, without an alias, behind INTO and in a condition',
      PG,
      'DECLARE v int; BEGIN SELECT total INTO v FROM orders WHERE p_id < orders.id; IF v > 3 THEN RETURN v; END IF; END',
      ['p_id orders.id'],
    ],
    [
      'through a function and a cast',
      MY,
      'BEGIN SELECT * FROM orders WHERE lower(code) = lower(CAST(p_id AS char)); END',
      ['p_id orders.code'],
    ],
    [
      'in BETWEEN, IN and LIKE',
      MY,
      'SELECT 1 FROM orders WHERE id BETWEEN p_id AND 9 OR kind IN (1, p_id) OR code LIKE p_id',
      ['p_id orders.id', 'p_id orders.kind', 'p_id orders.code'],
    ],
    [
      'in what is changed, and what it is set to',
      MY,
      'BEGIN UPDATE orders SET total = p_total WHERE id = p_id; END',
      ['p_total orders.total', 'p_id orders.id'],
    ],
    [
      'in what is added and removed',
      PG,
      'BEGIN INSERT INTO orders (id, total) VALUES (p_id, p_total); DELETE FROM items WHERE order_id = p_id; END',
      ['p_id orders.id', 'p_total orders.total', 'p_id items.order_id'],
    ],
    [
      'with the sign of its engine, behind a header, without semicolons',
      MS,
      'CREATE PROCEDURE [dbo].[p] @p_id int AS BEGIN SET NOCOUNT ON UPDATE orders SET total = 0 WHERE id = @p_id SELECT * FROM items WHERE order_id = @p_id END',
      ['p_id orders.id', 'p_id items.order_id'],
    ],
    [
      'in a query that a condition has in brackets',
      ORA,
      'FUNCTION f (p_id NUMBER) RETURN NUMBER IS BEGIN RETURN (SELECT MAX(total) FROM orders WHERE id = p_id); END;',
      ['p_id orders.id'],
    ],
    [
      'of the outer query, in one that stands in it',
      PG,
      'SELECT 1 FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id AND o.kind = p_id)',
      ['p_id orders.kind'],
    ],
    [
      'of several tables, one of which nobody names',
      PG,
      'SELECT 1 FROM a, b WHERE id = p_id',
      ['p_id ?.id'],
    ],
  ])('%s', async (_, engine, text, columns) => {
    const found = await find(engine, text, 'p_id', 'p_total');
    expect(found.columns).toEqual(columns);
    expect(found.unread).toEqual([]);
  });

  it.each<[string, EngineId, string]>([
    [
      'it is called as a column that is compared with something else',
      PG,
      'SELECT orders.total FROM orders WHERE orders.p_id = 3 AND orders.total > 5',
    ],
    ['it is added, not compared', MY, 'SELECT total * p_id FROM orders WHERE id = 3'],
    ['it stands in a text', MY, "SELECT 1 FROM orders WHERE note = 'id = p_id'"],
    ['it stands in a comment', PG, 'SELECT 1 FROM orders /* WHERE id = p_id */ WHERE id = 1'],
    [
      'it is compared with a number',
      PG,
      'BEGIN IF p_id = 3 THEN DELETE FROM orders WHERE id = 1; END IF; END',
    ],
  ])('is nothing where %s', async (_, engine, text) => {
    const found = await find(engine, text, 'p_id');
    expect(found).toEqual({ columns: [], unread: [], passed: [] });
  });

  it('is unknown if the parameter is passed on, or if the text cannot be read', async () => {
    const handed = await find(MY, 'BEGIN CALL other(p_id); SET @x = p_id; END', 'p_id');
    expect(handed).toMatchObject({ columns: [], passed: ['p_id', 'p_id'] });
    const [text] = (await find(MY, 'BEGIN SELECT 1 FRO orders WHERE id = p_id; END', 'p_id'))
      .unread;
    expect(text).toContain('id = p_id');
  });
});

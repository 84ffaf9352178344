import { afterEach, expect, it } from 'vitest';
import { make, tearDown } from '../../../../../tests/support/repairs-world.ts';
import { type Place, inOrder } from './order-repairs.ts';

afterEach(tearDown);

const repair = (place: Place, name: string, statement: string, code = 'object.missing') => ({
  place,
  repair: { code, name: `public.${name}`, statements: [statement] },
});

it('functions stand before what calls them, behind the tables and columns that they name', async () => {
  const target = await make('postgresql', ['CREATE TABLE kept (id int, rate int)']);
  const given = [
    repair('check', 'kept', 'ALTER TABLE kept ADD CHECK (is_known(rate, code))', 'check.missing'),
    repair('column', 'kept', 'ALTER TABLE kept ADD code text', 'column.missing'),
    repair('table', 'a_bill', 'CREATE TABLE a_bill (id int, no text DEFAULT "next_no" ())'),
    repair('table', 'numbers', 'CREATE TABLE numbers (a_bill int)'),
    repair(
      'text',
      'is_known(integer, text)',
      `CREATE FUNCTION is_known(int, text) RETURNS boolean LANGUAGE sql AS 'SELECT EXISTS (SELECT code FROM kept)'`,
    ),
    repair(
      'text',
      'next_no()',
      `CREATE OR REPLACE FUNCTION next_no() RETURNS text LANGUAGE sql AS 'SELECT a_bill::text FROM numbers'`,
    ),
    repair('index', 'kept', 'CREATE INDEX ON kept (rate)', 'index.missing'),
    // A name in brackets is a column's, and no call.
    repair('text', 'rate(integer)', 'CREATE FUNCTION rate(int) RETURNS int RETURN $1 + 1'),
  ];
  const sorted = inOrder(given);
  expect(sorted.map(({ repair: { name } }) => name.slice('public.'.length))).toEqual([
    'numbers',
    'next_no()',
    'a_bill',
    'kept',
    'is_known(integer, text)',
    'kept',
    'kept',
    'rate(integer)',
  ]);
  for (const one of sorted) for (const text of one.repair.statements) await target.run(text);
});

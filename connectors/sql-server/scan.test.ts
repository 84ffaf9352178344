import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isClosed, queryOfView, scanTokens } from './scan.ts';

const PIECES = ['(', ')', "'", '"', '[', ']', '--', '/*', '*/', '\n', '\r', ';', 'as', '🐘', '\0'];
const statements = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 30 })
  .map((some) => some.join(''));

test('the tokens of any text are the whole of it', () => {
  fc.assert(fc.property(statements, (sql) => [...scanTokens(sql)].join('') === sql));
});

test('what is closed stays so among other things that are', () => {
  const closed = statements.filter(isClosed);
  fc.assert(
    fc.property(closed, closed, (one, other) => isClosed(`(${one}\n) AND (${other}\n)`)),
    {
      numRuns: 5000,
    },
  );
});

test.each([
  ['[a)] = N\'(\' AND "b(" = 1', true],
  ['f(a, (b)) = 1 -- )', true],
  ['a /* ) /* ( */ */ = 1', true],
  ['a = 1) OR (b = 2', false],
  ["a = 'it''", false],
  ['a = [b]] ', false],
  ['a = [b]]] ', true],
])('whether %j is closed: %s', (condition, closed) => {
  expect(isClosed(condition)).toBe(closed);
});

test.each([
  ['CREATE VIEW [as] AS SELECT 1 AS one', 'SELECT 1 AS one'],
  ['create or alter view "as"."x"(a, [b as]) as\r\nselect 1, 2', 'select 1, 2'],
  ['-- AS is it\n/* AS /* nested */ AS */ CREATE VIEW v AS SELECT 1', 'SELECT 1'],
  [`CREATE VIEW v WITH VIEW_METADATA AS(SELECT 1 AS x)`, '(SELECT 1 AS x)'],
  ['no view at all', 'no view at all'],
  ['/* never closed', '/* never closed'],
])('the query of %j', (definition, query) => {
  expect(queryOfView(definition)).toBe(query);
});

import { expect, it, vi } from 'vitest';
import { ENGINES } from '../../../../connectors/engines.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import { callsIn, tablesIn, writesIn } from './statements.ts';

const { callSyntax: MY } = connectorOf(ENGINES.mysql.id);

it.each([
  'UPDATE a FROM b ',
  'UPDATE a ',
  'DELETE FROM a USING b ',
  'INSERT REPLACE ',
  'CREATE ',
  'SET (',
  'SET a = (',
  'KEY UPDATE a ',
  ',f(',
  'WITH f (a, ',
  'FROM (',
  'UNIQUE INDEX ',
])('a text of nothing but %j is read with work that grows as it does', (piece) => {
  const words = vi.spyOn(String.prototype, 'toUpperCase');
  const workOn = (times: number): number => {
    words.mockClear();
    const text = piece.repeat(times);
    writesIn(text, MY);
    callsIn(text, MY);
    tablesIn(text, MY);
    return words.mock.calls.length;
  };
  const [once, twice] = [workOn(150), workOn(300)];
  words.mockRestore();
  expect(twice).toBeLessThan(2.5 * once);
});

it.each([
  ['UPDATE t SET (a, b) = (SELECT c, d FROM u), e = 1', ['a', 'b', 'e']],
  ['UPDATE t SET a = CAST(x AS CHAR CHARACTER SET utf8mb4), b = 2 WHERE c = 3', ['a', 'b']],
  ['INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a), b = f(1, 2)', ['a', 'b']],
])('assigned columns: %s', (text, columns) => {
  expect([...new Set(writesIn(text, MY).assigned)]).toEqual(expect.arrayContaining(columns));
});

it.each([
  ['DELETE a FROM s.a JOIN s.b ON replace(a.x, 1, 2) = b.x JOIN s.c ON c.id = a.id', 's.a s.b s.c'],
  ['UPDATE s.a JOIN (SELECT truncate(x, 2) AS x FROM s.d) AS d, s.b SET a.x = 1', 's.a s.b'],
  ['DELETE FROM s.a USING s.a JOIN s.b', 's.a s.a s.b'],
  ['UPDATE s.a SET x = 1 UPDATE s.b SET x = 1', 's.a s.b'],
])('written tables: %s', (text, tables) => {
  expect(
    writesIn(text, MY)
      .paths.map((path) => path.join('.'))
      .join(' '),
  ).toBe(tables);
});

import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../connectors/engines.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import { namesInText } from './text-names.ts';

type Engine = keyof typeof ENGINES;

/** Such as `orders rows!`; `!`: it must be there. */
const namesIn = (engine: Engine, text: string): string[] =>
  namesInText(text, connectorOf(ENGINES[engine].id).sql).map(
    ({ path, wanted, sure }) => `${path.join('.')} ${wanted}${sure ? '!' : ''}`,
  );

describe('names in code', () => {
  it.each<[Engine, string, string[]]>([
    [
      'postgresql',
      'SELECT a FROM shop.orders o, parts JOIN "Big" b ON b.id = o.id',
      ['shop.orders rows!', 'parts rows!', 'Big rows!'],
    ],
    [
      'mysql',
      'INSERT INTO `log` SELECT * FROM t1 WHERE x IN (SELECT id FROM t2)',
      ['log rows!', 't1 rows!', 't2 rows!'],
    ],
    [
      'sqlServer',
      'EXEC dbo.clean; DELETE FROM [big table]; SELECT TOP 1 * FROM #mine, @there',
      ['dbo.clean procedure!', 'big table rows!'],
    ],
    [
      'oracle',
      'SELECT seq.NEXTVAL INTO v FROM far@link; r orders%ROWTYPE; pack.run(1); tidy;',
      [
        'seq sequence',
        'v rows',
        'far@link rows!',
        'orders rows',
        'pack.run routine',
        'tidy procedure',
      ],
    ],
    [
      'postgresql',
      "PERFORM nextval('shop.numbers'); CALL tidy()",
      ['nextval procedure', 'shop.numbers sequence', 'tidy procedure'],
    ],
    ['sqlServer', 'SELECT NEXT VALUE FOR dbo.numbers', ['dbo.numbers sequence!']],
  ])('%s: %s', (engine, text, expected) => {
    expect(namesIn(engine, text)).toEqual(expected);
  });

  it.each<[Engine, string]>([
    ['postgresql', "SELECT 'from orders', $$ from orders $$ -- from orders\n /* from orders */"],
    ['postgresql', 'SELECT extract(year FROM day), trim(x FROM name), a IS DISTINCT FROM b'],
    ['mysql', 'SELECT orders, o.orders AS orders'],
    ['oracle', 'SELECT 1 FROM dual'],
    ['postgresql', 'SELECT 1 FROM pg_catalog.pg_class, information_schema.tables'],
  ])('are no texts, columns or comments: %s: %s', (engine, text) => {
    expect(namesIn(engine, text).filter((name) => name.includes('rows'))).toEqual([]);
  });

  it('leave out what the text itself creates', () => {
    const text =
      'WITH a AS (SELECT 1), b (x, y) AS (SELECT 1, 2) SELECT * FROM a, b; CREATE TEMPORARY TABLE mine (id int); INSERT INTO mine SELECT id FROM theirs';
    expect(namesIn('postgresql', text).filter((name) => name.endsWith('!'))).toEqual([
      'theirs rows!',
    ]);
  });
});

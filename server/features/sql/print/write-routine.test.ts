import { expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { INT, MS, MY, ORA, PG, column, textOf } from '../known-fixture.ts';
import { type KnownColumn, type KnownTable, type RoutineText, createMeanings } from '../service.ts';

const meanings = createMeanings();

const DECIMAL: CanonicalType = { kind: 'decimal', precision: 10, scale: 2 };
const TABLES: KnownTable[] = [
  {
    name: 'lines',
    as: 'order_lines',
    columns: [
      { ...column('orderno', INT), as: 'order_id' },
      column('copies', INT),
      column('price', DECIMAL),
      column('title', textOf(40)),
    ],
  },
];
const THERE: KnownTable[] = [
  {
    name: 'order_lines',
    as: 'order_lines',
    columns: TABLES[0]!.columns.map((one) => ({ ...one, name: one.as })),
  },
];

/** Parameters by position. */
const taking = (names: readonly string[], type: CanonicalType = INT): KnownColumn[] =>
  names.map((name, at) => ({ ...column(name, type), as: `$${at + 1}` }));

const VALUE = { value: INT } as const;
interface Asked {
  language?: string;
  /** Names of parameters, and their types on the target. */
  from: readonly string[];
  to: readonly string[];
  type?: CanonicalType;
  typeThere?: CanonicalType;
  gives?: RoutineText['gives'];
}

/** A routine, and its counterpart on PostgreSQL, as both are shown. */
async function show(
  engine: EngineId,
  [source, target]: readonly [string, string],
  { from, to, type = INT, typeThere = type, gives = VALUE, language = 'plpgsql' }: Asked,
) {
  const parameters = taking(to, typeThere);
  const texts = [
    { engine, text: source, language: 'SQL', parameters: taking(from, type), tables: TABLES },
    { engine: PG, text: target, language, parameters, tables: THERE },
  ].map(({ engine: own, tables, ...routine }) =>
    meanings.writeRoutine(
      { engine: own, tables, routine: { ...routine, gives, strict: false } },
      { engine: PG, parameters },
    ),
  );
  const [one, other] = await Promise.all(texts);
  return [one?.text ?? null, other?.text ?? null];
}

const TOTAL =
  'RETURN (\n  SELECT\n    sum(order_lines.copies * order_lines.price)\n  FROM order_lines\n  WHERE order_lines.order_id = number\n)';

it.each<[string, EngineId, readonly [string, string], Asked, string]>([
  [
    'MariaDB',
    MY,
    ['BEGIN\n  RETURN ifnull(`p_a`, 0) DIV 2;\nEND', 'BEGIN RETURN coalesce(a, 0) / 2; END;'],
    { from: ['p_a'], to: ['a'] },
    'RETURN coalesce(a, 0) / 2',
  ],
  [
    'MariaDB',
    MY,
    [
      'RETURN (SELECT sum(l.copies * l.price) FROM `lines` l WHERE l.orderNo = p_number)',
      'SELECT sum(price * copies) FROM order_lines WHERE order_id = $1',
    ],
    { from: ['p_number'], to: ['number'], language: 'sql' },
    TOTAL,
  ],
  [
    'SQL Server',
    MS,
    [
      'CREATE FUNCTION [dbo].[f](@p_number int) RETURNS int AS BEGIN RETURN (SELECT SUM(l.copies * l.price) FROM dbo.lines AS l WHERE l.orderNo = @p_number) END',
      'BEGIN RETURN (SELECT sum(l.copies * l.price) FROM order_lines l WHERE l.order_id = number); END',
    ],
    { from: ['@p_number'], to: ['number'] },
    TOTAL,
  ],
  [
    'SQL Server',
    MS,
    [
      'CREATE FUNCTION f(@least int) RETURNS TABLE AS RETURN (SELECT title FROM dbo.lines WHERE copies >= @least)',
      'BEGIN RETURN QUERY SELECT l.title FROM order_lines l WHERE l.copies >= least_copies; END',
    ],
    { from: ['@least'], to: ['least_copies'], gives: { rows: null } },
    'SELECT\n  order_lines.title\nFROM order_lines\nWHERE order_lines.copies >= least_copies',
  ],
  [
    'Oracle',
    ORA,
    [
      'FUNCTION f (p_a IN NUMBER, p_b NUMBER) RETURN NUMBER IS BEGIN RETURN NVL(p_a, 0) + CASE WHEN p_b > 1 THEN p_b ELSE 1 END; END f;',
      'begin return case when b > 1 then b else 1 end + coalesce(a, 0); end',
    ],
    { from: ['p_a', 'p_b'], to: ['a', 'b'] },
    'RETURN CASE WHEN b > 1 THEN b ELSE 1 END + coalesce(a, 0)',
  ],
])(
  '%s: both are the same text in one dialect, under the names of the target',
  async (_, engine, texts, asked, shown) => {
    expect(await show(engine, texts, asked)).toEqual([shown, shown]);
  },
);

it.each<[string, EngineId, readonly [string, string], Asked]>([
  [
    'of turned parameters',
    MY,
    ['RETURN a - b', 'SELECT a - b'],
    { from: ['a', 'b'], to: ['b', 'a'], language: 'sql' },
  ],
  [
    'of another condition',
    MS,
    [
      'CREATE FUNCTION f(@a int) RETURNS int AS BEGIN RETURN (SELECT count(*) FROM dbo.lines WHERE copies > @a) END',
      'BEGIN RETURN (SELECT count(*) FROM order_lines WHERE copies >= a); END',
    ],
    { from: ['@a'], to: ['a'] },
  ],
  [
    'of another column',
    ORA,
    ['FUNCTION f (a NUMBER) RETURN NUMBER IS BEGIN RETURN a * 2; END;', 'BEGIN RETURN a * 3; END'],
    { from: ['a'], to: ['a'] },
  ],
  [
    'of a cast that cuts where the target rounds',
    MS,
    [
      'CREATE FUNCTION f(@a numeric(10,2)) RETURNS int AS BEGIN RETURN CAST(@a AS int) END',
      'BEGIN RETURN CAST(a AS integer); END',
    ],
    { from: ['@a'], to: ['a'], type: DECIMAL },
  ],
])('shows what differs %s', async (_, engine, texts, asked) => {
  const [source, target] = await show(engine, texts, asked);
  expect(source).toEqual(expect.any(String));
  expect(target).toEqual(expect.any(String));
  expect(source).not.toBe(target);
});

it.each<[string, EngineId, readonly [string, string], Asked]>([
  // Of decimals, the quotient has a fraction; of integers, it has none on PostgreSQL.
  [
    'whose parameters have other types there',
    ORA,
    ['FUNCTION f (a NUMBER) RETURN NUMBER IS BEGIN RETURN a / 2; END;', 'BEGIN RETURN a / 2; END'],
    { from: ['a'], to: ['a'], type: DECIMAL, typeThere: INT },
  ],
  [
    'that calls what only its engine knows',
    MY,
    ['RETURN log(a)', 'SELECT log(a)'],
    { from: ['a'], to: ['a'], language: 'sql' },
  ],
  [
    'that has more parameters',
    MY,
    ['RETURN a', 'SELECT a'],
    { from: ['a', 'b'], to: ['a'], language: 'sql' },
  ],
  [
    'whose parameters would have one name',
    MY,
    ['RETURN a', 'SELECT a'],
    { from: ['a', 'b'], to: ['a', 'a'], language: 'sql' },
  ],
  [
    'that has its rule for NULL in its text',
    MS,
    [
      'CREATE FUNCTION f(@a int) RETURNS int WITH RETURNS NULL ON NULL INPUT AS BEGIN RETURN coalesce(@a, 0) END',
      'BEGIN RETURN coalesce(a, 0); END',
    ],
    { from: ['@a'], to: ['a'] },
  ],
  [
    'that asks a table that is not known, of which a name may be no column',
    MY,
    ['RETURN (SELECT max(x) FROM somewhere WHERE y > a)', 'SELECT 1'],
    { from: ['a'], to: ['a'], language: 'sql' },
  ],
])('does not write a routine %s', async (_, engine, texts, asked) => {
  expect((await show(engine, texts, asked))[0]).toBeNull();
});

it.each([ORA, MY])('a record of PostgreSQL ends with its loop on %s', async (engine) => {
  const write = (returned: string) =>
    meanings.writeRoutine(
      {
        engine: PG,
        tables: TABLES,
        routine: {
          text: `DECLARE n int := 0; r record; BEGIN FOR r IN SELECT orderno, copies FROM lines LOOP n := n + r.copies; END LOOP; RETURN ${returned}; END`,
          language: 'plpgsql',
          parameters: [],
          gives: VALUE,
          strict: false,
        },
      },
      { engine, parameters: [] },
    );
  expect((await write('n'))?.text).toMatch(/n \+ r.copies/);
  expect(await write('r.copies')).toBeNull();
});

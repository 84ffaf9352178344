import fc from 'fast-check';
import { createConnection } from 'mariadb';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { INT, MS, MY, ORA, PG, column } from '../known-fixture.ts';
import { type KnownTable, type Reading, createMeanings, findExample } from '../service.ts';

const TABLES: KnownTable[] = [
  { name: 't', as: 't', columns: [column('k')] },
  {
    name: 'part',
    as: 'part',
    columns: [
      column('id', INT, false),
      column('sure', INT, false),
      column('maybe'),
      column('cost', { kind: 'decimal', precision: 8, scale: 0 }, false),
    ],
    keys: [['id']],
  },
];
const meanings = createMeanings();

async function read(
  engine: EngineId,
  text: string,
  gives: CanonicalType = INT,
  { takes = INT, strict = false }: { takes?: CanonicalType; strict?: boolean } = {},
) {
  const sign = engine === MS ? '@' : '';
  const asked = {
    engine,
    tables: TABLES,
    routine: {
      text,
      language: engine === PG ? 'plpgsql' : 'SQL',
      parameters: ['a', 'b'].map((name, index) => ({
        name: `${sign}${name}`,
        as: `$${index + 1}`,
        canonical: takes,
        nullable: true,
      })),
      gives: { value: gives },
      strict,
    },
  };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked);
}

/** A small program, in no dialect: `c` and `d` are its variables. */
type Step =
  | { set: string; to: string }
  | { count: string; where: string }
  | { find: string; where: string }
  | { when: string; yes: Step[]; no: Step[] | null }
  | { give: string };

const VARIABLES = ['c', 'd'];
const value = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b', 'c', 'd', '0', '1'),
    fc
      .tuple(tie('value'), fc.constantFrom('+', '-', 'DIV'), tie('value'))
      .map(([left, op, right]) => `(${left} ${op} ${right})`),
    tie('value').map((it) => `coalesce(${it}, 1)`),
  ),
})).value;
const condition = fc.oneof(
  fc
    .tuple(value, fc.constantFrom('=', '<', '>='), value)
    .map(([left, op, right]) => `${left} ${op} ${right}`),
  value.map((it) => `${it} IS NULL`),
);
const where = fc.constantFrom('k > a', 'k = a', 'k = b', 'k < 0');
const variable = fc.constantFrom(...VARIABLES);
const { steps } = fc.letrec<{ steps: Step[]; plain: Step }>((tie) => ({
  plain: fc.oneof(
    { depthSize: 'xsmall' },
    fc.record({ set: fc.constantFrom(...VARIABLES, 'a'), to: value }),
    fc.record({ count: variable, where }),
    fc.record({ find: variable, where }),
    fc.record({
      when: condition,
      yes: tie('steps'),
      no: fc.option(tie('steps')),
    }),
  ),
  steps: fc
    .tuple(
      fc.array(tie('plain'), { maxLength: 2 }),
      fc.option(
        value.map((give): Step => ({ give })),
        { freq: 1 },
      ),
    )
    .map(([list, end]) => (end ? [...list, end] : list)),
}));
const programs = fc.sample(
  fc.tuple(steps, value).map(([list, give]): Step[] => [...list, { give }]),
  700,
);

interface Writing {
  set(name: string, to: string): string;
  div: string;
}
const MYSQL: Writing = { set: (name, to) => `SET ${name} = ${to};`, div: 'DIV' };
const POSTGRES: Writing = { set: (name, to) => `${name} := ${to};`, div: '/' };

function write(list: readonly Step[], writing: Writing): string {
  // Nothing is no statement.
  const branch = (steps: readonly Step[]) => write(steps, writing) || writing.set('c', 'c');
  return list
    .map((step) => {
      if ('set' in step) return writing.set(step.set, step.to);
      if ('count' in step) return `SELECT count(*) INTO ${step.count} FROM t WHERE ${step.where};`;
      if ('find' in step) return `SELECT k INTO ${step.find} FROM t WHERE ${step.where};`;
      if ('give' in step) return `RETURN ${step.give};`;
      const otherwise = step.no ? ` ELSE ${branch(step.no)}` : '';
      return `IF ${step.when} THEN ${branch(step.yes)}${otherwise} END IF;`;
    })
    .join(' ')
    .replaceAll('DIV', writing.div);
}
const bodyOf = {
  [MY]: (list: Step[]) => `BEGIN DECLARE c INT; DECLARE d INT DEFAULT 1; ${write(list, MYSQL)} END`,
  [PG]: (list: Step[]) => `DECLARE c int; d int := 1; BEGIN ${write(list, POSTGRES)} END`,
};

interface Program {
  engine: typeof MY | typeof PG;
  text: string;
  key: string;
  program: NonNullable<Reading>['program'];
}

it.each([
  ['RETURN char_length(a)', 'RETURN length(a)'],
  ['RETURN char_length(lower(a))', 'RETURN length(lower(a))'],
  ['RETURN char_length(trim(a))', 'RETURN length(trim(a))'],
  ['RETURN char_length(left(a, 1))', 'RETURN length(left(a, 1))'],
  ["RETURN char_length(lpad(a, 3, '0'))", "RETURN length(lpad(a, 3, '0'))"],
  ['RETURN char_length(concat(a, b))', 'RETURN length(a || b)'],
  ['RETURN if(a, 1, 2)', 'RETURN CASE WHEN a THEN 1 ELSE 2 END'],
  ['RETURN if(a AND b, 1, 2)', 'RETURN CASE WHEN a AND b THEN 1 ELSE 2 END'],
])('%s is not %s, which PostgreSQL takes, and fails at once', async (one, other) => {
  const source = await read(MY, `BEGIN ${one}; END`);
  expect((await read(PG, `BEGIN ${other}; END`))?.key).not.toBe(source!.key);
});

describe('a row that is asked for by its key', () => {
  const mysql = (query: string, initial = '') =>
    `BEGIN DECLARE c INT ${initial}; DECLARE d INT; ${query}; RETURN coalesce(c, 0) + coalesce(d, 0); END`;
  const postgres = (query: string, initial = '') =>
    `DECLARE c int ${initial}; d int; BEGIN ${query}; RETURN coalesce(c, 0) + coalesce(d, 0); END`;
  const isSame = async (one: string, other: string) => {
    const [source, target] = [await read(MY, one), await read(PG, other)];
    return source !== null && source.key === target?.key;
  };

  it.each([
    ['SELECT maybe INTO c FROM part WHERE id = a', '', ''],
    ['SELECT sure, maybe INTO c, d FROM part WHERE id = a AND sure > 0', '', ''],
    ['SELECT sure INTO c FROM part WHERE a = id', 'DEFAULT 0', ':= 0'],
  ])('is the only one: %s', async (query, my, pg) => {
    expect(await isSame(mysql(query, my), postgres(query, pg))).toBe(true);
  });

  it.each([
    // PostgreSQL takes one of several rows, where MySQL fails.
    ['SELECT maybe INTO c FROM part WHERE id > a', '', ''],
    ['SELECT maybe INTO c FROM part WHERE sure = a', '', ''],
    ['SELECT maybe INTO c FROM part WHERE id = sure', '', ''],
    ['SELECT maybe INTO c FROM part WHERE id = a OR sure = a', '', ''],
    ['SELECT part.maybe INTO c FROM part, t WHERE id = a', '', ''],
    ['SELECT maybe, sure INTO c, d FROM part WHERE sure = a', '', ''],
    // Without a row, MySQL leaves the variable as it is.
    ['SELECT sure INTO c FROM part WHERE id = a', 'DEFAULT 1', ':= 1'],
    ['SELECT maybe INTO c FROM part WHERE id = a', 'DEFAULT 0', ':= 0'],
  ])('is not known to be the only one, or to be there: %s', async (query, my, pg) => {
    expect(await isSame(mysql(query, my), postgres(query, pg))).toBe(false);
  });

  it('fits a variable of as many digits as its column has', async () => {
    const of = (digits: number) => [
      `BEGIN DECLARE c DECIMAL(${digits}, 0); SELECT cost INTO c FROM part WHERE id = a; RETURN c; END`,
      `DECLARE c decimal(${digits}, 0); BEGIN SELECT cost INTO c FROM part WHERE id = a; RETURN c; END`,
    ];
    expect(await isSame(of(8)[0]!, of(8)[1]!)).toBe(true);
    expect(await isSame(of(7)[0]!, of(7)[1]!)).toBe(false);
  });

  it('fills several variables from one row, each by its place', async () => {
    const one = mysql('SELECT sure, maybe INTO c, d FROM part WHERE id = a');
    expect(await isSame(one, postgres('SELECT maybe, sure INTO d, c FROM part WHERE id = a'))).toBe(
      true,
    );
    expect(await isSame(one, postgres('SELECT maybe, id INTO c, d FROM part WHERE id = a'))).toBe(
      false,
    );
    // What is asked for is the row of before, not of what was just set.
    const chained = 'SELECT id, maybe INTO a, c FROM part WHERE id = a';
    const apart =
      'SELECT id INTO a FROM part WHERE id = a; SELECT maybe INTO c FROM part WHERE id = a';
    expect(await isSame(mysql(chained), postgres(apart))).toBe(false);
  });
});

describe('a loop', () => {
  const mysql = (body: string) =>
    `BEGIN DECLARE c INT DEFAULT 1; DECLARE d INT DEFAULT 0; ${body} END`;
  const postgres = (body: string) => `DECLARE c int := 1; d int := 0; BEGIN ${body} END`;
  const WHILE = 'WHILE c <= a DO SET d = d + c; SET c = c + 1; END WHILE; RETURN d;';

  it.each([
    [WHILE, 'WHILE c <= a LOOP d := d + c; c := c + 1; END LOOP; RETURN d;', true],
    [WHILE, 'WHILE a >= c LOOP d := c + d; c := 1 + c; END LOOP; RETURN d;', true],
    [
      'WHILE c < a DO IF d > b THEN SET d = 0; ELSE SET d = d + c; END IF; SET c = c + 1; END WHILE; RETURN d + c;',
      'WHILE c < a LOOP IF d > b THEN d := 0; ELSE d := d + c; END IF; c := c + 1; END LOOP; RETURN c + d;',
      true,
    ],
    [WHILE, 'WHILE c < a LOOP d := d + c; c := c + 1; END LOOP; RETURN d;', false],
    // Before or behind what was just set, and from another beginning.
    [WHILE, 'WHILE c <= a LOOP c := c + 1; d := d + c; END LOOP; RETURN d;', false],
    [WHILE, 'c := 2; WHILE c <= a LOOP d := d + c; c := c + 1; END LOOP; RETURN d;', false],
    [WHILE, 'WHILE c <= a LOOP d := d + c; c := c + 1; END LOOP; RETURN c;', false],
    [WHILE, 'WHILE c <= a LOOP d := d + c; c := c + 2; END LOOP; RETURN d;', false],
    // It fails without an end.
    [WHILE, 'FOR i IN 1..a LOOP d := d + i; END LOOP; RETURN d;', false],
    // One that may have no end is not left out.
    ['RETURN b;', 'WHILE c <= a LOOP d := d + c; END LOOP; RETURN b;', false],
    // What may fail in a turn, or find something else in each.
    [
      'WHILE c <= a DO SET d = d + 1 DIV b; SET c = c + 1; END WHILE; RETURN d;',
      'WHILE c <= a LOOP d := d + 1 / b; c := c + 1; END LOOP; RETURN d;',
      false,
    ],
    [
      'WHILE c <= a DO SELECT count(*) INTO d FROM t WHERE k = c; SET c = c + 1; END WHILE; RETURN d;',
      'WHILE c <= a LOOP SELECT count(*) INTO d FROM t WHERE k = c; c := c + 1; END LOOP; RETURN d;',
      false,
    ],
  ])('%s and %s: %s', async (one, other, same) => {
    const [source, target] = [await read(MY, mysql(one)), await read(PG, postgres(other))];
    expect(source !== null && source.key === target?.key).toBe(same);
  });
});

describe('what steps give back', () => {
  const PROGRAM = `DECLARE c int; d int := 1; BEGIN
    SELECT count(*) INTO c FROM t WHERE k > a;
    IF c = 0 THEN RETURN b; ELSIF c > 3 AND b IS NULL THEN d := a + 1; END IF;
    RETURN c + d;
  END`;

  it.each<[EngineId, string]>([
    [
      MY,
      `BEGIN DECLARE c, e INT; DECLARE d INTEGER DEFAULT 1;
       SELECT count(*) FROM t WHERE a < k INTO c;
       IF c = 0 THEN RETURN b; ELSEIF b IS NULL AND c > 3 THEN SET d = 1 + a; END IF;
       RETURN d + c; END;`,
    ],
    [
      MS,
      `CREATE FUNCTION dbo.f(@a int, @b int) RETURNS int AS BEGIN
       DECLARE @c AS int, @d int = 1;
       SELECT @c = count(*) FROM dbo.t WHERE k > @a
       IF @c = 0 RETURN @b
       ELSE IF @c > 3 AND @b IS NULL BEGIN SET @d = @a + 1; END
       RETURN @c + @d END`,
    ],
    [
      MS,
      `CREATE FUNCTION dbo.f(@a int, @b int) RETURNS int AS BEGIN
       DECLARE @c int = (SELECT count(*) FROM t WHERE k > @a)
       IF @c = 0 BEGIN RETURN @b END
       IF @c > 3 AND @b IS NULL RETURN 1 + @a + @c
       RETURN @c + 1 END`,
    ],
    [
      MY,
      `BEGIN DECLARE c INT; SELECT count(*) INTO c FROM t WHERE k > a;
       CASE c WHEN 0 THEN RETURN b;
       ELSE CASE WHEN c > 3 AND b IS NULL THEN RETURN c + (a + 1); ELSE BEGIN END; END CASE; END CASE;
       RETURN c + 1; END`,
    ],
    [
      ORA,
      `FUNCTION f (a NUMBER, b NUMBER) RETURN NUMBER IS
       c PLS_INTEGER; d CONSTANT INTEGER := 1;
       BEGIN SELECT count(*) INTO c FROM t WHERE k > a;
       IF c = 0 THEN RETURN b;
       ELSIF c > 3 AND b IS NULL THEN RETURN c + (a + 1); ELSE NULL; END IF; RETURN c + d; END f;`,
    ],
  ])('%s: %s is the same as in another language', async (engine, text) => {
    const [one, other] = [await read(engine, text), await read(PG, PROGRAM)];
    expect(one?.key).toBe(other?.key);
    // Other steps may well come to the same: they are never said to differ.
    expect(one?.opaque).toBe(true);
  });

  it.each<[string, string, string, CanonicalType]>([
    [
      'a variable',
      'varchar(1)',
      "'xy'",
      { kind: 'text', length: null, fixed: false, bytes: false },
    ],
    ['a narrow variable', 'smallint', 'a', INT],
    ['a variable of few digits', 'decimal(5, 2)', 'a', INT],
    ['a function', 'int', 'a', { kind: 'boolean' }],
  ])('keeps to the type of %s in the way of its engine', async (_, type, given, gives) => {
    const [one, other] = [
      await read(PG, `DECLARE c ${type} := ${given}; BEGIN RETURN c; END`, gives),
      await read(MY, `BEGIN DECLARE c ${type} DEFAULT ${given}; RETURN c; END`, gives),
    ];
    expect(one).not.toBeNull();
    expect(one!.key).not.toBe(other!.key);
  });

  it.each<[string, EngineId, string, EngineId, string]>([
    [
      'digits behind the point',
      PG,
      'DECLARE c numeric(10, 2) := a; BEGIN RETURN c; END',
      PG,
      'DECLARE c numeric(10, 3) := a; BEGIN RETURN c; END',
    ],
    [
      'days that are none',
      MY,
      "BEGIN DECLARE c DATE DEFAULT '2024-02-31'; RETURN c IS NULL; END",
      PG,
      "DECLARE c date := '2024-02-31'; BEGIN RETURN c IS NULL; END",
    ],
    [
      'floats from decimals, written alike',
      PG,
      'DECLARE c float8 := 0.1; BEGIN RETURN CASE WHEN c + 0.2 = 0.3 THEN 1 ELSE 0 END; END',
      PG,
      'DECLARE c numeric := 0.1; BEGIN RETURN CASE WHEN c + 0.2 = 0.3 THEN 1 ELSE 0 END; END',
    ],
    [
      'a truth that becomes a number',
      MY,
      'BEGIN DECLARE c INT; SET c = a > b; RETURN c; END',
      PG,
      'DECLARE c int; BEGIN c := a > b; RETURN c; END',
    ],
    [
      'a number that is too long for a text',
      MY,
      "BEGIN DECLARE c VARCHAR(2) DEFAULT a; RETURN c = '1'; END",
      PG,
      "DECLARE c varchar(2) := a; BEGIN RETURN c = '1'; END",
    ],
    [
      'the type of a variable that was never set',
      MY,
      "BEGIN DECLARE c DATE; RETURN char_length(coalesce(c, 'none')); END",
      PG,
      "DECLARE c date; BEGIN RETURN length(coalesce(c, 'none')); END",
    ],
    [
      'a division by zero in a routine of MySQL',
      MY,
      'RETURN a DIV b',
      PG,
      'BEGIN RETURN a / nullif(b, 0); END',
    ],
  ])('tells %s from each other', async (_, engine, text, otherEngine, otherText) => {
    const [one, other] = [await read(engine, text), await read(otherEngine, otherText)];
    expect(one).not.toBeNull();
    expect(one!.key).not.toBe(other!.key);
    expect(one!.opaque || other!.opaque).toBe(true);
  });

  it('tells what is not run with NULL from what fails beside it', async () => {
    const text = 'BEGIN RETURN a + 1 / b; END';
    const [one, other] = [await read(PG, text), await read(PG, text, INT, { strict: true })];
    expect(one!.key).not.toBe(other!.key);
  });

  it.each<CanonicalType>([
    { kind: 'integer', bits: 32, unsigned: true },
    { kind: 'text', length: 3, fixed: true, bytes: false },
    { kind: 'timestamp', precision: 0, zone: true },
    { kind: 'year' },
    { kind: 'enum', values: ['a'] },
  ])('does not read what sets a parameter of the type %j', async (takes) => {
    expect(await read(MY, 'BEGIN SET a = b; RETURN b; END', INT, { takes })).toBeNull();
    expect(await read(MY, 'BEGIN RETURN 1; END', INT, { takes })).not.toBeNull();
  });

  it('knows a parameter by its position, also after it was set', async () => {
    const [set, one] = [
      await read(PG, 'BEGIN a := 1; RETURN $1 + b; END'),
      await read(PG, 'BEGIN a := 1; RETURN 1 + b; END'),
    ];
    expect(set?.key).toBe(one!.key);
  });

  it('divides by a variable according to its type', async () => {
    const by = (type: string) => read(PG, `DECLARE d ${type} := 2; BEGIN RETURN a / d; END`);
    expect((await by('numeric'))!.key).not.toBe((await by('int'))!.key);
  });

  it.each<[EngineId, string, string]>([
    [PG, 'a loop', 'BEGIN LOOP a := a - 1; EXIT WHEN a < 0; END LOOP; RETURN a; END'],
    [
      MS,
      'a loop',
      'CREATE FUNCTION f(@a int, @b int) RETURNS int AS BEGIN WHILE @a > 0 BEGIN SET @a = @a - 1 IF @a = @b BREAK END RETURN @a END',
    ],
    [
      MY,
      'a handler',
      'BEGIN DECLARE c INT; DECLARE CONTINUE HANDLER FOR NOT FOUND SET c = 1; RETURN c; END',
    ],
    [PG, 'a handler', 'BEGIN a := b / a; RETURN a; EXCEPTION WHEN others THEN RETURN 0; END'],
    [MY, 'another value each time', 'BEGIN DECLARE c INT DEFAULT rand() * 10; RETURN c - c; END'],
    [PG, 'another value each time', "DECLARE c int := nextval('s'); BEGIN RETURN c - c; END"],
    [
      PG,
      'a query before a call that may write',
      'DECLARE c int; BEGIN SELECT count(*) INTO c FROM t; IF own(a) = 1 THEN RETURN c; END IF; RETURN 0; END',
    ],
    [PG, 'what only this database knows', 'DECLARE c int := own(a); BEGIN RETURN c + c; END'],
    [MY, 'CASE without ELSE', 'BEGIN CASE a WHEN 1 THEN RETURN 2; END CASE; RETURN 3; END'],
    [MY, 'CASE of a call', 'BEGIN CASE own(a) WHEN 1 THEN RETURN 2; ELSE RETURN 3; END CASE; END'],
    [
      MY,
      'a variable of an inner block',
      'BEGIN DECLARE c INT DEFAULT 1; BEGIN DECLARE d INT; SET c = 2; END; RETURN c; END',
    ],
    [
      PG,
      'a handler of an inner block',
      'BEGIN BEGIN a := b / a; EXCEPTION WHEN others THEN NULL; END; RETURN a; END',
    ],
    [
      MY,
      'a number in a text that is too long',
      "BEGIN DECLARE c VARCHAR(5); SET c = concat(12, 'abcde'); RETURN a; END",
    ],
    [PG, 'a condition that is none', 'BEGIN IF a THEN RETURN 1; END IF; RETURN 2; END'],
    [
      MS,
      'a truth in words',
      "CREATE FUNCTION f(@a int, @b int) RETURNS int AS BEGIN DECLARE @c bit = 'yes' RETURN @a END",
    ],
    [
      PG,
      'what fails behind what decides',
      'DECLARE c int := b / a; BEGIN RETURN CASE WHEN b IS NULL AND c > 0 THEN 1 ELSE 0 END; END',
    ],
    [PG, 'what fails beside NULL', 'DECLARE c int := b / a; BEGIN RETURN b + c; END'],
    [PG, 'an end without RETURN', 'BEGIN IF a > 0 THEN RETURN 1; END IF; END'],
    [
      PG,
      'what fails and may not be asked for',
      'DECLARE c int := b / a; BEGIN RETURN coalesce(b, c); END',
    ],
    [
      PG,
      'what fails and may not be asked for',
      'DECLARE c int := b / a; BEGIN RETURN CASE WHEN b > 0 AND c > 0 THEN 1 ELSE 0 END; END',
    ],
    [
      PG,
      'a text that is too long and is not asked for',
      "DECLARE c varchar(1) := 'xy'; BEGIN IF a = 0 THEN RETURN 0; END IF; RETURN length(c); END",
    ],
    [
      PG,
      'what the last statement found',
      'DECLARE c int; BEGIN SELECT k INTO c FROM t WHERE k = a LIMIT 1; IF FOUND THEN RETURN 1; END IF; RETURN 0; END',
    ],
    [
      MS,
      'a type without a sign',
      'CREATE FUNCTION f(@a int, @b int) RETURNS int AS BEGIN DECLARE @c tinyint = -1 RETURN @c END',
    ],
    [
      PG,
      'what may not be computed beside no row',
      'DECLARE c int := b / a; BEGIN IF c IN (SELECT k FROM t) THEN RETURN 1; END IF; RETURN 0; END',
    ],
    [PG, 'more than a block', 'DECLARE c int; BEGIN RETURN a; END; SELECT 1'],
    [
      PG,
      'what fails and is not asked for',
      'DECLARE c int := b / a; BEGIN IF a = 0 THEN RETURN 0; END IF; RETURN c; END',
    ],
    [PG, 'the type of a column', 'DECLARE c t.k%TYPE; BEGIN c := a; RETURN c; END'],
    [
      PG,
      'several variables',
      'DECLARE c int; d int; BEGIN SELECT k, k INTO c, d FROM t; RETURN c; END',
    ],
    [
      PG,
      'a query that asks for a quoted variable',
      'DECLARE c int; BEGIN SELECT max(k) INTO c FROM t; SELECT count(*) INTO a FROM t WHERE k = "c"; RETURN a; END',
    ],
    [
      PG,
      'a query that asks for what another one gave',
      'DECLARE c int; BEGIN SELECT max(k) INTO c FROM t; SELECT count(*) INTO c FROM t WHERE k = c; RETURN c; END',
    ],
    [
      PG,
      'a variable of the name of a column',
      'DECLARE k int := 1; BEGIN SELECT count(*) INTO a FROM t WHERE k = 1; RETURN a; END',
    ],
    [
      MY,
      'a value that is kept where there is no row',
      'BEGIN DECLARE c INT DEFAULT 1; SELECT k INTO c FROM t WHERE k = a; RETURN c; END',
    ],
    [
      PG,
      'a row that has to be there',
      'DECLARE c int; BEGIN SELECT k INTO STRICT c FROM t WHERE k = a; RETURN c; END',
    ],
    [
      ORA,
      'a row that has to be there',
      'FUNCTION f (a NUMBER, b NUMBER) RETURN NUMBER IS c INTEGER; BEGIN SELECT k INTO c FROM t WHERE k = a; RETURN c; END;',
    ],
    [
      MY,
      'a value that may be NULL, or of no row',
      'BEGIN DECLARE c INT DEFAULT 1; SELECT max(k) INTO c FROM t HAVING count(*) > a; RETURN c; END',
    ],
    [
      MS,
      'the last of several rows',
      'CREATE FUNCTION f(@a int, @b int) RETURNS int AS BEGIN DECLARE @c int SELECT @c = k FROM t RETURN @c END',
    ],
    [
      MS,
      'rows that add up',
      'CREATE FUNCTION f(@a int, @b int) RETURNS int AS BEGIN DECLARE @c int = 0 SELECT @c = @c + k FROM t RETURN @c END',
    ],
    [MY, 'two variables of one name', 'BEGIN DECLARE a INT; RETURN a; END'],
    [MY, 'what writes', 'BEGIN UPDATE t SET k = 1; RETURN a; END'],
    [
      MS,
      'what writes',
      'CREATE FUNCTION f(@a int, @b int) RETURNS int AS BEGIN SET @a = 1 INSERT INTO @t VALUES (1) RETURN @a END',
    ],
    [
      MY,
      'so many ways',
      `BEGIN ${'IF a > 0 THEN SET b = b + 1; END IF; '.repeat(12)} RETURN b; END`,
    ],
  ])('%s: %s is not read', async (engine, _, text) => {
    expect(await read(engine, text)).toBeNull();
  });

  const found: Program[] = [];
  beforeAll(async () => {
    for (const list of programs)
      for (const engine of [MY, PG] as const) {
        const text = bodyOf[engine](list);
        const reading = await read(engine, text);
        if (reading?.key) found.push({ engine, text, key: reading.key, program: reading.program });
      }
  });

  it('is the same where it is read to be, for all values on real servers', async () => {
    const groups = new Map<string, Program[]>();
    for (const one of found) groups.set(one.key, [...(groups.get(one.key) ?? []), one]);
    const alike = [...groups.values()]
      .map((group) => [...new Map(group.map((one) => [one.engine + one.text, one])).values()])
      .filter((group) => group.length > 1);
    const servers = { [MY]: await openMariadb(), [PG]: await openPostgres() };
    try {
      for (const group of alike) {
        const results = [];
        for (const one of group) results.push(await servers[one.engine].results(one.text));
        for (const [index, result] of results.entries())
          expect([group[0]!.text, group[index]!.text, result]).toEqual([
            group[0]!.text,
            group[index]!.text,
            results[0],
          ]);
      }
    } finally {
      await Promise.all([servers[MY].close(), servers[PG].close()]);
    }
    // Enough of them that it says something, and of both engines.
    const both = alike.filter((group) => new Set(group.map(({ engine }) => engine)).size > 1);
    expect([found.length, alike.length, both.length].map((n) => n > 100)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('differs by the values that are said to show it, on real servers', async () => {
    const servers = { [MY]: await openMariadb(), [PG]: await openPostgres() };
    let shown = 0;
    try {
      for (const [at, one] of found.entries()) {
        const other = found[(at * 7 + 3) % found.length]!;
        const example = findExample(one.program, other.program);
        if (!example || shown > 250) continue;
        shown += 1;
        const [a = 0, b = 0] = [/a = (-?\d+)/, /b = (-?\d+)/].map((name) =>
          Number(name.exec(example.values)?.[1] ?? 0),
        );
        const [source] = await servers[one.engine].results(one.text, [[a, b]]);
        const [target] = await servers[other.engine].results(other.text, [[a, b]]);
        expect([
          one.text,
          other.text,
          example.values,
          [`${source ?? 'NULL'}`, `${target ?? 'NULL'}`],
        ]).toEqual([one.text, other.text, example.values, example.returned]);
      }
    } finally {
      await Promise.all([servers[MY].close(), servers[PG].close()]);
    }
    expect(shown).toBeGreaterThan(100);
  });
});

const GRID: readonly (readonly [number | null, number | null])[] = [null, 0, 1, 3].flatMap((a) =>
  [null, 0, 1, 2].map((b) => [a, b] as const),
);
const ROWS = [1, 2, 3, 3, null];
interface TestServer {
  /** What a function of this body gives for each pair of arguments; '!' where it fails. */
  results(body: string, grid?: typeof GRID): Promise<(number | null | '!')[]>;
  close(): Promise<void>;
}

async function callAll(
  grid: typeof GRID,
  call: (a: number | null, b: number | null) => Promise<number | null>,
) {
  const given: (number | null | '!')[] = [];
  for (const [a, b] of grid) given.push(await call(a, b).catch(() => '!' as const));
  return given;
}

async function openMariadb(): Promise<TestServer> {
  const connection = await createConnection(inject('mariadbUrl').replace(/^mysql:/, 'mariadb:'));
  await connection.query('CREATE OR REPLACE DATABASE steps');
  await connection.query('USE steps');
  await connection.query('CREATE TABLE t (k INT)');
  for (const k of ROWS) await connection.query('INSERT INTO t VALUES (?)', [k]);
  return {
    async results(body, grid = GRID) {
      await connection.query(
        `CREATE OR REPLACE FUNCTION f(a INT, b INT) RETURNS INT READS SQL DATA ${body}`,
      );
      return callAll(grid, async (a, b) => {
        const [row] = await connection.query<{ n: number | null }[]>('SELECT f(?, ?) AS n', [a, b]);
        return row!.n;
      });
    },
    async close() {
      await connection.query('DROP DATABASE steps');
      await connection.end();
    },
  };
}

async function openPostgres(): Promise<TestServer> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query('CREATE TEMP TABLE t (k int)');
  for (const k of ROWS) await client.query('INSERT INTO t VALUES ($1)', [k]);
  return {
    async results(body, grid = GRID) {
      await client.query(
        `CREATE OR REPLACE FUNCTION pg_temp.f(a int, b int) RETURNS int LANGUAGE plpgsql AS $f$${body}$f$`,
      );
      return callAll(grid, async (a, b) => {
        const { rows } = await client.query<{ n: number | null }>('SELECT pg_temp.f($1, $2) AS n', [
          a,
          b,
        ]);
        return rows[0]!.n;
      });
    },
    close: () => client.end(),
  };
}

import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { INT, MY, PG, column, textOf } from '../known-fixture.ts';
import { type KnownTable, type RoutineText, createMeanings, findExample } from '../service.ts';

const COLUMNS = [
  column('k'),
  column('s', textOf(20)),
  column('doc', { kind: 'json' }),
  column('size', { kind: 'float', bits: 32 }),
];
const TABLES: KnownTable[] = [{ name: 't', as: 't', columns: COLUMNS, keys: [] }];
const meanings = createMeanings();

const given = (types: readonly CanonicalType[]) =>
  types.map((type, at) => ({ ...column('abcdefghij'[at]!, type), as: `$${at + 1}` }));
const GIVEN = given([INT, textOf(10), INT]);

async function programOf(
  engine: EngineId,
  text: string,
  gives: RoutineText['gives'],
  parameters = GIVEN,
) {
  const language = engine === PG ? 'plpgsql' : 'SQL';
  const routine = { text, language, parameters, gives, strict: false };
  const asked = { engine, tables: TABLES, routine };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked)?.program;
}

/** What shows that two blocks differ: of MySQL, and of PostgreSQL. */
async function exampleOf(
  one: string,
  other: string,
  gives: RoutineText['gives'] = { rows: null },
  parameters = GIVEN,
) {
  const [source, target] = [
    await programOf(MY, `BEGIN ${one} END`, gives, parameters),
    await programOf(PG, `BEGIN ${other} END`, gives, parameters),
  ];
  expect([source, target]).not.toContain(undefined);
  const found = findExample(source, target);
  return found && `${found.values} ${found.returned?.join() ?? ''}`.trim();
}

describe('writes', () => {
  it.each([
    [
      'INSERT INTO t (k) VALUES (1);',
      'IF a > 5 THEN INSERT INTO t (k) VALUES (1); END IF;',
      'a = 1',
    ],
    [
      'IF a < 5 THEN INSERT INTO t (k) VALUES (a); END IF;',
      'IF a < 5 THEN INSERT INTO t (k) VALUES (a + 1); END IF;',
      'a = 1',
    ],
    [
      "IF a < 5 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'; END IF;",
      "IF a <= 5 THEN RAISE EXCEPTION 'no'; END IF;",
      'a = 5',
    ],
  ])('%s and %s are apart', async (one, other, shown) => {
    expect(await exampleOf(one, other)).toBe(shown);
  });

  it.each([
    // What it adds is nothing, so the target need not ask.
    ['UPDATE t SET k = k + a;', 'IF a <> 0 THEN UPDATE t SET k = k + a; END IF;'],
    ['DELETE FROM t WHERE k = a;', 'IF a > 0 THEN DELETE FROM t WHERE k = a; END IF;'],
    // A check may refuse it.
    [
      "IF a < 5 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'; END IF; INSERT INTO t (k) VALUES (a);",
      'INSERT INTO t (k) VALUES (a);',
    ],
    // What follows may make up for it.
    [
      'INSERT INTO t (k) VALUES (0); UPDATE t SET k = a WHERE k IS NOT NULL;',
      'INSERT INTO t (k) VALUES (1); UPDATE t SET k = a WHERE k IS NOT NULL;',
    ],
    ["INSERT INTO t (s) VALUES ('x ');", "INSERT INTO t (s) VALUES ('x');"],
    // The order of rows shows nowhere.
    [
      "INSERT INTO t (k, s) VALUES (a, 'debit'); INSERT INTO t (k, s) VALUES (c, 'credit');",
      "INSERT INTO t (k, s) VALUES (c, 'credit'); INSERT INTO t (k, s) VALUES (a, 'debit');",
    ],
    // Columns keep them otherwise than they are written.
    ['INSERT INTO t (k) VALUES (1.4);', 'INSERT INTO t (k) VALUES (1);'],
    [`INSERT INTO t (doc) VALUES ('{"a":1}');`, `INSERT INTO t (doc) VALUES ('{"a": 1}');`],
    ['INSERT INTO t (size) VALUES (16777217);', 'INSERT INTO t (size) VALUES (16777216);'],
  ])('%s and %s may come to the same', async (one, other) => {
    expect(await exampleOf(one, other)).toBeNull();
  });
});

describe('values', () => {
  const gives = { value: INT };

  it.each([
    ['IF a < 5 THEN RETURN 1; END IF; RETURN 2;', 'a = 5 2,1'],
    ['IF NOT (a > 5 AND a < 9) THEN RETURN 1; END IF; RETURN 2;', 'a = 9 1,2'],
    ['IF a - 1 > 5 THEN RETURN 2; END IF; RETURN 1;', 'a = 6 1,2'],
  ])('%s is another than up to 5', async (text, shown) => {
    expect(await exampleOf(text, 'IF a <= 5 THEN RETURN 1; END IF; RETURN 2;', gives)).toBe(shown);
  });

  it.each([
    // NULL is no value that shows it.
    ['IF a IS NULL THEN RETURN 7; ELSEIF a <= 5 THEN RETURN 1; END IF; RETURN 2;'],
    ['IF a < 6 THEN RETURN 1; ELSE RETURN 2; END IF;'],
    ['IF 5 >= a AND a > -1 OR a < 0 THEN RETURN 1; END IF; RETURN 2;'],
    ['IF crc32(a) > 0 AND a <= 6 THEN RETURN 1; END IF; RETURN 2;'],
  ])('%s may be the same as up to 5', async (text) => {
    expect(await exampleOf(text, 'IF a <= 5 THEN RETURN 1; END IF; RETURN 2;', gives)).toBeNull();
  });

  it('compares no texts that a collation may take for the same', async () => {
    const of = (text: string) => `IF b = '${text}' THEN RETURN 1; END IF; RETURN 2;`;
    expect(await exampleOf(of('VIP'), of('vip'), gives)).toBeNull();
    expect(await exampleOf(of('vip '), of('vip'), gives)).toBeNull();
    expect(await exampleOf(of('vip'), of('gold'), gives)).not.toBeNull();
  });

  it.each<[string, CanonicalType, string, string]>([
    ['refuses', { kind: 'integer', bits: 8, unsigned: false }, 'RETURN a + 126;', 'RETURN 9;'],
    ['refuses', { kind: 'integer', bits: 32, unsigned: true }, 'RETURN a - 5;', 'RETURN a + 9;'],
    [
      'rounds',
      { kind: 'float', bits: 32 },
      'RETURN 16777217;',
      'IF a > 2 THEN RETURN 16777216; END IF; RETURN 16777218;',
    ],
    [
      'spells',
      { kind: 'enum', values: ['a', 'b'] },
      "RETURN 'A';",
      "IF a > 0 THEN RETURN 'a'; END IF; RETURN 'A';",
    ],
  ])('counts nothing that a type %s: %j', async (_, value, one, other) => {
    const list = given([{ kind: 'integer', bits: 32, unsigned: true }]);
    expect(await exampleOf(one, other, { value }, list)).toBeNull();
  });

  it('compares output parameters', async () => {
    const outs = { outs: [{ as: '$3', fresh: true }] };
    const [one, other] = ['SET c = a * 2;', 'c := a * 3;'];
    expect(await exampleOf(one, other, outs)).toBe('a = 2');
    expect(await exampleOf(one, 'c := a + a;', outs)).toBeNull();
  });
});

it('tries so many calls and no more, however many parameters there are', async () => {
  for (const count of [7, 10]) {
    const list = given(Array.from({ length: count }, () => INT));
    const [ones, others] = [0, 6].map((more) =>
      Array.from({ length: 24 }, (_, at) => {
        const { name } = list[at % count]!;
        return `UPDATE t SET k = ${name} WHERE k = ${at * 15 + more};`;
      }).join(' '),
    );
    const before = performance.now();
    expect(await exampleOf(ones!, others!, { rows: null }, list)).toBeNull();
    expect(performance.now() - before).toBeLessThan(20_000);
  }
});

it('reads no text that is as long as a book', async () => {
  const long = (end: string) => `RETURN '${'x'.repeat(300)}${end}';`;
  expect(await exampleOf(long('a'), long('b'), { value: textOf(400) })).toBeNull();
  expect(await exampleOf("RETURN 'xa';", "RETURN 'xb';", { value: textOf(400) })).toBe("'xa','xb'");
});

it('routines that are kept have so many parts, and are read again', async () => {
  const few = createMeanings(15);
  const asked = [1, 2, 3].map((number) => ({
    engine: MY,
    tables: TABLES,
    routine: {
      text: `BEGIN IF a > ${number} THEN RETURN 1; END IF; RETURN 2; END`,
      language: 'SQL',
      parameters: GIVEN,
      gives: { value: INT },
      strict: false,
    },
  }));
  const kept = () => asked.map((one) => few.ofRoutine(one)?.program?.parts);
  // Two that read the same routine at once count it once.
  await Promise.all([few.prepare(asked), few.prepare(asked)]);
  expect(kept()).toEqual([undefined, 6, 6]);
  await few.prepare(asked.slice(0, 1));
  expect(kept()).toEqual([6, undefined, 6]);
});

it('takes no long time over long routines', async () => {
  const branches = Array.from({ length: 3_000 }, (_, at) => `ELSEIF a < ${at} THEN RETURN ${at};`);
  const text = `BEGIN IF a < 0 THEN RETURN 0; ${branches.join(' ')} END IF; RETURN 1; END`;
  expect(text.length).toBeGreaterThan(90_000);
  const before = performance.now();
  expect(await programOf(MY, text, { value: INT })).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(20_000);
});

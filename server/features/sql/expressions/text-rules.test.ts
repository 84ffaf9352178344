import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import {
  type Comparison,
  compareMeanings,
} from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, MS, MY, ORA, PG, column, textOf } from '../known-fixture.ts';
import { type KnownColumn, type KnownTable, type Letters, createMeanings } from '../service.ts';

const meanings = createMeanings();
const FOLDS: Letters = { foldsCase: true, accentBlind: true };
const SEES_ACCENTS: Letters = { foldsCase: true };
const PADS: Letters = { foldsCase: true, accentBlind: true, padSpace: true };
const COUNTS: Letters = { foldsCase: false };

const TABLES: KnownTable[] = [
  {
    name: 't',
    as: 't',
    columns: [column('id', INT, false), column('name', textOf(20))],
    keys: [['id']],
  },
];
/** What a and b are two texts of, c is a number, d an enumeration. */
const parameters = (engine: EngineId, letters: Letters): KnownColumn[] => {
  const kinds = [textOf(20), textOf(20), INT, { kind: 'enum' as const, values: ['a', 'b'] }];
  return ['a', 'b', 'c', 'd'].map((name, at) => ({
    ...column(engine === MS ? `@${name}` : name, kinds[at]),
    as: `$${at + 1}`,
    ...(at < 2 && letters),
  }));
};

/** A function that gives a value, of one RETURN where the text is no block. */
async function read(engine: EngineId, text: string, letters: Letters = {}, variables?: Letters) {
  const returned = /^(begin|declare)/i.test(text) ? text : (WRITTEN[engine] ?? plain)(text);
  const asked = {
    engine,
    tables: TABLES,
    routine: {
      text: returned,
      language: engine === PG ? 'plpgsql' : 'SQL',
      parameters: parameters(engine, letters),
      gives: { value: INT },
      strict: false,
      ...(variables && { variables }),
    },
  };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked);
}
const plain = (text: string) => `BEGIN RETURN ${text}; END`;
const WRITTEN: Partial<Record<EngineId, (text: string) => string>> = {
  [MS]: (text) =>
    `CREATE FUNCTION dbo.f(@a varchar(20)) RETURNS int AS BEGIN RETURN ${text.replaceAll(/\b[abcd]\b(?!')/g, '@$&')} END`,
  [ORA]: (text) => `FUNCTION f RETURN NUMBER IS BEGIN RETURN ${text}; END;`,
};
const when = (condition: string) => `CASE WHEN ${condition} THEN 1 ELSE 2 END`;

describe('texts that are of no column', () => {
  it.each<[Letters, EngineId, Letters, Comparison]>([
    [FOLDS, PG, {}, 'equalOnSource'],
    [SEES_ACCENTS, PG, {}, 'equalOnSource'],
    [FOLDS, MY, SEES_ACCENTS, 'equalOnSource'],
    [COUNTS, MY, FOLDS, 'equalOnTarget'],
    [COUNTS, PG, {}, 'same'],
    [COUNTS, ORA, {}, 'same'],
    [FOLDS, MY, FOLDS, 'same'],
    [PADS, MY, FOLDS, 'blanks'],
    [{}, MY, {}, 'same'],
    // Nothing is known of the collation of a database.
    [{}, PG, {}, 'unclear'],
    [FOLDS, MS, {}, 'unclear'],
    [SEES_ACCENTS, PG, { foldsCase: true, citext: '' }, 'same'],
    [FOLDS, PG, { foldsCase: true, citext: '' }, 'equalOnSource'],
  ])('%j of MySQL beside %i with %j: %s', async (ofSource, target, ofTarget, expected) => {
    const compare = async (condition: string) =>
      compareMeanings(
        await read(MY, when(condition), ofSource),
        await read(target, when(condition), ofTarget),
      );
    expect(await compare("a = 'x'")).toBe(expected);
  });

  it.each([
    "a = 'x'",
    "'x' = a",
    "a <> 'x'",
    "a IN ('x', 'y')",
    "a NOT IN ('1', 'y')",
    'a = b',
    "coalesce(a, 'y') = 'x'",
    "nullif(a, 'x') IS NULL",
    "CASE a WHEN 'x' THEN 1 ELSE 2 END = 1",
    "c = 1 AND (c = 2 OR a = 'x')",
    "EXISTS (SELECT 1 FROM t WHERE id = c AND a = 'x')",
  ])('%s', async (condition) => {
    const [my, pg, ora] = [
      await read(MY, when(condition), FOLDS),
      await read(PG, when(condition)),
      await read(ORA, when(condition)),
    ];
    expect(my!.key).toBe(pg!.key);
    expect(compareMeanings(my, pg)).toBe('equalOnSource');
    expect(compareMeanings(pg, my)).toBe('equalOnTarget');
    expect(compareMeanings(await read(MY, when(condition)), pg)).toBe('unclear');
    expect(compareMeanings(pg, ora)).toBe('same');
  });

  it.each(["a < 'x'", "a BETWEEN 'b' AND 'd'", "greatest(a, 'x') = greatest(b, 'y')"])(
    '%s goes by an order',
    async (condition) => {
      const my = await read(MY, when(condition), COUNTS);
      expect(compareMeanings(my, await read(ORA, when(condition)))).toBe('unclear');
      expect(compareMeanings(my, await read(MY, when(condition), COUNTS))).toBe('same');
    },
  );

  it('LIKE says what it makes of case, where that is known', async () => {
    const condition = when("a LIKE 'x%'");
    const pg = await read(PG, condition);
    expect(compareMeanings(await read(MY, condition, SEES_ACCENTS), pg)).toBe('foldsOnSource');
    expect(compareMeanings(await read(MY, condition, FOLDS), pg)).toBe('equalOnSource');
    expect(compareMeanings(await read(MY, condition, COUNTS), pg)).toBe('same');
    expect(compareMeanings(await read(MY, condition), pg)).toBe('unclear');
    const both = when("a LIKE 'x%' AND b = 'y'");
    expect(compareMeanings(await read(MY, both, FOLDS), await read(PG, both))).toBe(
      'equalOnSource',
    );
  });

  it.each([
    'c = 1',
    'c IN (1, 2)',
    "a = '12'",
    "a IN ('1', '2')",
    "a < '5'",
    "a LIKE '1%'",
    "d = 'a'",
    'a IS NULL',
    "'Pending' = 'Done' OR 'x' = 'x'",
    "(SELECT t.name FROM t WHERE t.id = c) = 'x'",
    "EXISTS (SELECT 1 FROM t WHERE name = a AND name <> 'x')",
  ])('%s is the same everywhere', async (condition) => {
    const pg = await read(PG, when(condition));
    for (const letters of [FOLDS, SEES_ACCENTS, {}])
      expect(compareMeanings(await read(MY, when(condition), letters), pg)).toBe('same');
    if (!/SELECT|'a'/.test(condition))
      expect(compareMeanings(await read(MS, when(condition)), pg)).not.toBe('equalOnSource');
  });

  it.each(["lower(a) = 'x'", 'upper(a) = upper(b)'])('%s goes by accents', async (condition) => {
    const pg = await read(PG, when(condition));
    const compare = async (letters: Letters) =>
      compareMeanings(await read(MY, when(condition), letters), pg);
    expect(await compare(SEES_ACCENTS)).toBe('same');
    expect(await compare(FOLDS)).toBe('equalOnSource');
    expect(await compare({})).toBe('unclear');
  });

  it.each([
    "CASE WHEN EXISTS (SELECT 1 FROM t WHERE id = c) THEN a ELSE b END = 'Yx'",
    "concat(a, (SELECT t.name FROM t WHERE t.id = c)) = 'Yx'",
  ])('%s is compared by the parameter, whatever is read beside it', async (condition) => {
    const pg = await read(PG, when(condition));
    expect(compareMeanings(await read(MY, when(condition), FOLDS), pg)).not.toBe('same');
    expect(compareMeanings(await read(MY, when(condition), COUNTS), pg)).not.toBe('equalOnSource');
  });

  it('CHAR ignores blanks at its end on every engine', async () => {
    const canonical = { kind: 'text' as const, length: 3, fixed: true, bytes: false };
    const padded: Letters = Object.assign({ canonical }, COUNTS);
    const my = await read(MY, when("a = 'x'"), { ...padded, padSpace: true });
    expect(compareMeanings(my, await read(PG, when("a = 'x'"), padded))).toBe('same');
  });

  it('LIKE on a variable goes by its collation, too', async () => {
    const my = await read(
      MY,
      "BEGIN DECLARE v varchar(20); SET v = a; IF v LIKE 'x%' THEN RETURN 1; END IF; RETURN 2; END",
      COUNTS,
    );
    const pg = await read(PG, when("a LIKE 'x%'"));
    expect(my!.key).toBe(pg!.key);
    expect(compareMeanings(my, pg)).toBe('unclear');
  });

  it('rows are compared column by column', async () => {
    const condition = when("(a, c) IN (('x', 1), ('y', 2))");
    const pg = await read(PG, condition);
    expect(compareMeanings(await read(MY, condition, FOLDS), pg)).toBe('equalOnSource');
    expect(compareMeanings(await read(MY, condition, COUNTS), pg)).toBe('same');
  });

  it('statuses that a variable was given are told apart by every rule', async () => {
    const my = await read(
      MY,
      "BEGIN DECLARE v varchar(20); IF c > 10 THEN SET v = 'big'; ELSE SET v = 'small'; END IF; IF v = 'big' THEN RETURN 1; END IF; RETURN 2; END",
    );
    const pg = await read(
      PG,
      "DECLARE v varchar(20); BEGIN IF c > 10 THEN v := 'big'; ELSE v := 'small'; END IF; IF v = 'big' THEN RETURN 1; END IF; RETURN 2; END",
    );
    expect(compareMeanings(my, pg)).toBe('same');
  });

  it('a trimmed text has no blanks that might not count', async () => {
    const condition = when("rtrim(a) = ''");
    const pg = await read(PG, condition);
    expect(compareMeanings(await read(MS, condition), pg)).toBe('same');
    expect(compareMeanings(await read(MY, when("a = ''")), await read(PG, when("a = ''")))).toBe(
      'blanks',
    );
  });

  it('a text of blanks is empty where blanks at the end do not count', async () => {
    const pg = await read(PG, when("a = ''"));
    expect(compareMeanings(await read(MY, when("a = ''"), PADS), pg)).toBe('blanks');
    expect(compareMeanings(await read(MY, when("a = ''"), FOLDS), pg)).toBe('same');
    expect(compareMeanings(await read(MS, when("a = ''")), pg)).toBe('blanks');
  });

  it('variables go by a collation of their own, which is not known', async () => {
    const mysql = (to: string) =>
      `BEGIN DECLARE v varchar(20); SET v = ${to}; IF v = 'Yx' THEN RETURN 1; END IF; RETURN 2; END`;
    const plpgsql = (to: string) =>
      `DECLARE v varchar(20); BEGIN v := ${to}; IF v = 'Yx' THEN RETURN 1; END IF; RETURN 2; END`;
    for (const to of [
      'a',
      "coalesce(a, 'q')",
      "coalesce(a, 'Yx')",
      "CASE WHEN c = 1 THEN a ELSE 'q' END",
      '(SELECT name FROM t WHERE id = c)',
    ]) {
      const my = await read(MY, mysql(to), COUNTS);
      const pg = await read(PG, plpgsql(to));
      expect(my!.key, to).toBe(pg!.key);
      expect(compareMeanings(my, pg), to).toBe('unclear');
      expect(compareMeanings(my, await read(MY, mysql(to), COUNTS)), to).toBe('same');
    }
    // In PostgreSQL letters count in it, also where it was given a citext.
    const citext = await read(PG, plpgsql('a'), { foldsCase: true, citext: '' });
    expect(compareMeanings(citext, await read(ORA, when("a = 'Yx'")))).not.toBe('equalOnSource');
  });

  it.each<[Letters, Letters, Comparison]>([
    [COUNTS, FOLDS, 'equalOnSource'],
    [FOLDS, COUNTS, 'same'],
    [COUNTS, PADS, 'equalOnSource'],
    [FOLDS, { foldsCase: false, padSpace: true }, 'blanks'],
    [COUNTS, { foldsCase: 'unknown' }, 'unclear'],
  ])(
    '%#: variables go by the collation of their database where that is known',
    async (...given) => {
      const [letters, variables, expected] = given;
      const mysql =
        "BEGIN DECLARE v varchar(20); SET v = a; IF v = 'Yx ' THEN RETURN 1; END IF; RETURN 2; END";
      const my = await read(MY, mysql, letters, variables);
      const pg = await read(PG, when("a = 'Yx '"));
      expect(my!.key).toBe(pg!.key);
      expect(compareMeanings(my, pg)).toBe(expected);
    },
  );

  it.each<[Letters, Letters, Comparison]>([
    [FOLDS, COUNTS, 'equalOnSource'],
    [COUNTS, FOLDS, 'same'],
    [{}, COUNTS, 'unclear'],
  ])(
    '%#: a parameter that was set keeps its own collation',
    async (letters, variables, expected) => {
      const my = await read(
        MY,
        "BEGIN SET a = b; IF a = 'Yx' THEN RETURN 1; END IF; RETURN 2; END",
        letters,
        variables,
      );
      const pg = await read(PG, when("b = 'Yx'"));
      expect(my!.key).toBe(pg!.key);
      expect(compareMeanings(my, pg)).toBe(expected);
    },
  );

  it.each(['nvarchar(20)', 'national varchar(20)', 'varchar(20) character set latin1'])(
    'what a variable of %s means is not known',
    async (type) => {
      const text = `BEGIN DECLARE v ${type}; SET v = a; IF v = 'Yx' THEN RETURN 1; END IF; RETURN 2; END`;
      expect(await read(MY, text, COUNTS, COUNTS)).toBe(null);
    },
  );

  it('a variable beside a parameter of another collation is not known', async () => {
    const mysql = 'BEGIN DECLARE v varchar(20); SET v = a; RETURN v = b; END';
    const my = await read(MY, mysql, COUNTS, FOLDS);
    expect(my!.ownTexts).toMatchObject([{ letters: 'unknown mysql' }]);
  });

  it('a function that ignores case by itself may mean what a collation does', async () => {
    const my = await read(MY, when("a = 'x'"), FOLDS);
    expect(compareMeanings(my, await read(PG, when("lower(a) = 'x'")))).toBe('unclear');
  });
});

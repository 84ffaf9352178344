import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Column, ObjectDefinition } from '../../../../../../connectors/core/definitions.ts';
import { SIDES, type Side } from '../../../../../../contract/fields.ts';
import { type KnownTable, createMeanings } from '../../../../sql/service.ts';
import { type EngineFixture, startMariadb, startPostgres } from '../../../rows/engines-fixture.ts';
import { knownColumns } from '../columns/match-columns.ts';
import { compareDefinitions } from '../compare.ts';
import type { PairTask } from '../../../pairs/service.ts';
import { readShownRoutines } from '../../shown/shown-routines.ts';
import { noCounterparts } from '../../counterparts.ts';
import { prepareTexts, readerOf } from '../texts/meanings.ts';

/** What follows the name of a function on each side. */
type Pair = readonly [mariadb: string, postgresql: string];

const INTS = '(p_a int, p_b int) RETURNS int';
const TEXTS_MY = '(p_a varchar(20), p_b varchar(20)) RETURNS varchar(60)';
const TEXTS_PG = '(p_a varchar, p_b varchar) RETURNS varchar';
const NUMBERS = '(p_a int, p_b int) RETURNS decimal(12,4)';
const sql = (signature: string, body: string, how = '') =>
  `${signature} LANGUAGE sql ${how} AS $$ ${body} $$`;
const plpgsql = (signature: string, body: string, how = '') =>
  `${signature} LANGUAGE plpgsql ${how} AS $$ ${body} $$`;

const SAME: Record<string, Pair> = {
  sum: [`${INTS} RETURN p_a + p_b`, sql(INTS, 'SELECT p_b + p_a')],
  block: [`${INTS} BEGIN RETURN p_a - p_b; END`, plpgsql(INTS, 'BEGIN RETURN p_a - p_b; END')],
  places: [`${INTS} RETURN p_a - p_b`, sql(INTS, 'SELECT $1 - $2;')],
  otherNames: [
    `${INTS} RETURN p_a - p_b`,
    plpgsql('(p_x int, p_y int) RETURNS int', 'BEGIN RETURN p_x - p_y; END;'),
  ],
  commented: [
    `${INTS} BEGIN /* the sum */ RETURN p_a * p_b; -- done\n END`,
    plpgsql(INTS, '-- the sum\nBEGIN\n  RETURN p_a * p_b;\nEND'),
  ],
  steps: [
    `${INTS} BEGIN DECLARE c int DEFAULT 0; IF p_a > 0 THEN SET c = p_b; END IF; RETURN c + 1; END`,
    plpgsql(INTS, 'BEGIN IF p_a > 0 THEN RETURN p_b + 1; ELSE RETURN 0 + 1; END IF; END'),
  ],
  loop: [
    `${INTS} BEGIN DECLARE c int DEFAULT 1; DECLARE d int DEFAULT 0; WHILE c <= p_a DO SET d = d + c * p_b; SET c = c + 1; END WHILE; RETURN d; END`,
    plpgsql(
      INTS,
      'DECLARE c int := 1; d int := 0; BEGIN WHILE c <= p_a LOOP d := d + c * p_b; c := c + 1; END LOOP; RETURN d; END',
    ),
  ],
  cases: [
    `${INTS} RETURN if(p_a > p_b, p_a, p_b)`,
    sql(INTS, 'SELECT CASE WHEN p_b < p_a THEN p_a ELSE p_b END'),
  ],
  whole: [`${INTS} RETURN p_a DIV 3`, sql(INTS, 'SELECT p_a / 3')],
  joined: [`${TEXTS_MY} RETURN concat(p_a, '-', p_b)`, sql(TEXTS_PG, "SELECT p_a || '-' || p_b")],
  without: [`${INTS} RETURN coalesce(p_a, 0) + 1`, sql(INTS, 'SELECT COALESCE(p_a, 0) + 1')],
  strict: [`${INTS} RETURN p_a + p_b`, sql(INTS, 'SELECT p_a + p_b', 'STRICT')],
  counted: [
    `(p_a int) RETURNS bigint RETURN (SELECT count(*) FROM t WHERE a > p_a)`,
    sql('(p_a int) RETURNS bigint', 'SELECT count(*) FROM t WHERE p_a < a'),
  ],
  looked: [
    `(p_a int) RETURNS int RETURN (SELECT a FROM t WHERE id = p_a)`,
    plpgsql('(p_a int) RETURNS int', 'BEGIN RETURN (SELECT t.a FROM t WHERE t.id = p_a); END'),
  ],
  limited: [
    `(p_a int) RETURNS varchar(20) RETURN (SELECT b FROM t WHERE id >= p_a ORDER BY id LIMIT 1)`,
    sql(
      '(p_a int) RETURNS varchar',
      'SELECT b AS found FROM t WHERE id >= p_a ORDER BY id LIMIT 1',
    ),
  ],
};

/** What looks alike, and gives back something else. */
const DIFFERENT: Record<string, Pair> = {
  divided: [
    '(p_a int, p_b int) RETURNS double RETURN p_a / 2',
    sql('(p_a int, p_b int) RETURNS float8', 'SELECT p_a / 2'),
  ],
  dividedBlock: [
    '(p_a int, p_b int) RETURNS double BEGIN RETURN p_a / 2; END',
    plpgsql('(p_a int, p_b int) RETURNS float8', 'BEGIN RETURN p_a / 2; END'),
  ],
  turned: [`${INTS} RETURN p_a - p_b`, sql(INTS, 'SELECT p_b - p_a')],
  turnedNames: [
    `${INTS} RETURN p_a - p_b`,
    sql('(p_b int, p_a int) RETURNS int', 'SELECT p_a - p_b'),
  ],
  skipped: [`${TEXTS_MY} RETURN concat(p_a, p_b)`, sql(TEXTS_PG, 'SELECT concat(p_a, p_b)')],
  added: [`${INTS} RETURN p_a + p_b`, sql(INTS, 'SELECT COALESCE(p_a, 0) + COALESCE(p_b, 0)')],
  bytes: [
    `(p_a varchar(20)) RETURNS int RETURN length(p_a)`,
    sql('(p_a varchar) RETURNS int', 'SELECT length(p_a)'),
  ],
  notStrict: [
    `${INTS} RETURN coalesce(p_a, 0) + p_b`,
    sql(INTS, 'SELECT coalesce(p_a, 0) + p_b', 'STRICT'),
  ],
  notRun: [
    `${INTS} RETURN if(p_a IS NULL, 0, p_b)`,
    sql(INTS, 'SELECT CASE WHEN p_a IS NULL THEN 0 ELSE p_b END', 'STRICT'),
  ],
  bound: [
    `${INTS} RETURN if(p_a > p_b, 1, 0)`,
    sql(INTS, 'SELECT CASE WHEN p_a >= p_b THEN 1 ELSE 0 END'),
  ],
  cast: [
    '(p_a int) RETURNS double RETURN p_a / 2',
    sql('(p_a int) RETURNS float8', 'SELECT (p_a / 2)::float8'),
  ],
  otherColumn: [
    `(p_a int) RETURNS bigint RETURN (SELECT count(*) FROM t WHERE a > p_a)`,
    sql('(p_a int) RETURNS bigint', 'SELECT count(b) FROM t WHERE a > p_a'),
  ],
};

/** Nobody can tell: it is a matter for people, and for calls. */
const UNCLEAR: Record<string, Pair> = {
  // By zero the source gives NULL, and the target fails.
  byZero: [`${INTS} RETURN p_a DIV p_b`, sql(INTS, 'SELECT p_a / p_b')],
  restByZero: [`${INTS} RETURN p_a % p_b`, sql(INTS, 'SELECT p_a % p_b')],
  // The source cuts or refuses what is longer than it declares.
  cut: [
    '(p_a varchar(20)) RETURNS varchar(20) RETURN concat(p_a, p_a)',
    sql('(p_a varchar) RETURNS varchar', 'SELECT p_a || p_a'),
  ],
  digits: [
    '(p_a decimal(10,2)) RETURNS decimal(10,2) RETURN p_a * 1.195',
    sql('(p_a decimal(10,2)) RETURNS decimal(10,2)', 'SELECT p_a * 1.195'),
  ],
  sameText: [
    `${NUMBERS} BEGIN RETURN p_a / p_b; END`,
    plpgsql(NUMBERS, 'BEGIN RETURN p_a / p_b; END'),
  ],
  severalRows: [
    `(p_a int) RETURNS int RETURN (SELECT a FROM t WHERE a > p_a)`,
    sql('(p_a int) RETURNS int', 'SELECT a FROM t WHERE a > p_a'),
  ],
  shadow: [
    `(a int) RETURNS bigint RETURN (SELECT count(*) FROM t WHERE t.a = a)`,
    sql('(a int) RETURNS bigint', 'SELECT count(*) FROM t WHERE t.a = a'),
  ],
  // Without an end, the target fails.
  loop: [
    `${INTS} BEGIN DECLARE c int DEFAULT 1; DECLARE d int DEFAULT 0; WHILE c <= p_a DO SET d = d + c; SET c = c + 1; END WHILE; RETURN d; END`,
    plpgsql(
      INTS,
      'DECLARE d int := 0; BEGIN FOR c IN 1..p_a LOOP d := d + c; END LOOP; RETURN d; END',
    ),
  ],
  sameLongText: [
    `${NUMBERS} BEGIN IF p_b = 0 THEN RETURN 0; END IF; RETURN p_a / p_b; END`,
    plpgsql(NUMBERS, 'BEGIN IF p_b = 0 THEN RETURN 0; END IF; RETURN p_a / p_b; END'),
  ],
  nullByZero: [`${INTS} RETURN p_a DIV p_b`, sql(INTS, 'SELECT p_a / NULLIF(p_b, 0)')],
  unknown: [`${INTS} RETURN crc32(p_a)`, sql(INTS, 'SELECT hashtext(p_a::text)')],
  signed: [
    `${INTS} RETURN p_a || p_b`,
    sql(INTS, 'SELECT CASE WHEN p_a <> 0 OR p_b <> 0 THEN 1 ELSE 0 END'),
  ],
};

const AGE_MY = '(p_age int) RETURNS varchar(20)';
const AGE_PG = '(p_age int) RETURNS varchar';
/** Steps that surely come to something else, and the call that shows it. */
const APART: Record<string, readonly [...Pair, string]> = {
  age: [
    `${AGE_MY} BEGIN IF p_age < 18 THEN RETURN 'child'; ELSEIF p_age < 65 THEN RETURN 'adult'; END IF; RETURN 'senior'; END`,
    plpgsql(
      AGE_PG,
      "BEGIN IF p_age <= 18 THEN RETURN 'child'; ELSIF p_age < 65 THEN RETURN 'adult'; END IF; RETURN 'senior'; END",
    ),
    "p_age = 18: 'adult', 'child'",
  ],
  // Although they are written in other steps, of which one is known to its engine alone.
  others: [
    `${AGE_MY} BEGIN DECLARE kind varchar(20); SET kind = 'adult'; IF p_age < 18 THEN SET kind = 'child'; END IF; IF p_age > 90 THEN RETURN crc32(p_age); END IF; RETURN kind; END`,
    plpgsql(
      AGE_PG,
      "BEGIN IF p_age > 90 THEN RETURN hashtext(p_age::text); END IF; RETURN CASE WHEN NOT p_age > 20 THEN 'child' ELSE 'adult' END; END",
    ),
    "p_age = 18: 'adult', 'child'",
  ],
  rate: [
    `(p_a int) RETURNS decimal(6,2) BEGIN IF p_a >= 10 THEN RETURN 0.25; END IF; RETURN 0; END`,
    plpgsql(
      '(p_a int) RETURNS decimal(6,2)',
      'BEGIN IF p_a >= 10 THEN RETURN 0.2; END IF; RETURN 0; END',
    ),
    'p_a = 10: 0.25, 0.2',
  ],
  text: [
    `(p_a varchar(9)) RETURNS int BEGIN IF p_a = 'vip' THEN RETURN 1; END IF; RETURN 2; END`,
    plpgsql(
      '(p_a varchar) RETURNS int',
      "BEGIN IF p_a IN ('vip', 'gold') THEN RETURN 1; END IF; RETURN 2; END",
    ),
    "p_a = 'gold': 2, 1",
  ],
};
/** Steps that were written otherwise, and may well come to the same. */
const REWRITTEN: Record<string, Pair> = {
  turned: [
    `${AGE_MY} BEGIN IF p_age < 18 THEN RETURN 'child'; ELSE RETURN 'adult'; END IF; END`,
    plpgsql(AGE_PG, "BEGIN IF p_age >= 18 THEN RETURN 'adult'; ELSE RETURN 'child'; END IF; END"),
  ],
  whole: [
    `${AGE_MY} BEGIN IF p_age < 18 THEN RETURN 'child'; END IF; RETURN 'adult'; END`,
    plpgsql(AGE_PG, "BEGIN IF p_age <= 17 THEN RETURN 'child'; END IF; RETURN 'adult'; END"),
  ],
  // Letters of either case are equal on the source alone: calls decide.
  letters: [
    `(p_a varchar(9)) RETURNS int BEGIN IF p_a = 'VIP' THEN RETURN 1; END IF; RETURN 2; END`,
    plpgsql(
      '(p_a varchar) RETURNS int',
      "BEGIN IF upper(p_a) = 'VIP' THEN RETURN 1; END IF; RETURN 2; END",
    ),
  ],
  // What one engine alone knows may make up for it.
  guarded: [
    `${AGE_MY} BEGIN IF crc32(p_age) > 0 THEN SET p_age = 5; END IF; IF p_age < 18 THEN RETURN 'child'; END IF; RETURN 'adult'; END`,
    plpgsql(
      AGE_PG,
      "BEGIN IF hashtext(p_age::text) > 0 THEN p_age := 5; END IF; IF p_age <= 18 THEN RETURN 'child'; END IF; RETURN 'adult'; END",
    ),
  ],
  missing: [
    `${AGE_MY} BEGIN IF p_age IS NULL THEN RETURN 'none'; ELSEIF p_age < 18 THEN RETURN 'child'; END IF; RETURN 'adult'; END`,
    plpgsql(AGE_PG, "BEGIN IF p_age < 18 THEN RETURN 'child'; END IF; RETURN 'adult'; END"),
  ],
  sold: [
    `${INTS} BEGIN DECLARE n int; SELECT count(*) INTO n FROM t WHERE a < 18; RETURN n; END`,
    plpgsql(
      INTS,
      'DECLARE n int; BEGIN SELECT count(*) INTO n FROM t WHERE a <= 18; RETURN n; END',
    ),
  ],
};

/** Of one engine, which tells more of its functions. */
const OWN: Record<string, string> = {
  plain: sql('(p_a int, p_b int DEFAULT 1) RETURNS int', 'SELECT coalesce(p_a, p_b)'),
  strict: sql('(p_a int, p_b int DEFAULT 1) RETURNS int', 'SELECT coalesce(p_a, p_b)', 'STRICT'),
  otherDefault: sql('(p_a int, p_b int DEFAULT 2) RETURNS int', 'SELECT coalesce(p_a, p_b)'),
  noDefault: sql('(p_a int, p_b int) RETURNS int', 'SELECT coalesce(p_a, p_b)'),
  quoted: plpgsql('(p_a int, p_b int DEFAULT 1) RETURNS int', `BEGIN RETURN length('a--b'); END`),
  otherQuoted: plpgsql(
    '(p_a int, p_b int DEFAULT 1) RETURNS int',
    `BEGIN RETURN length('a--c'); END`,
  ),
};

/** Procedures of one statement, and of several, of which a later one may fail. */
const PROCEDURES: Record<string, Pair> = {
  one: procedures('UPDATE t SET id = p_a WHERE id = 7;'),
  two: procedures('DELETE FROM t WHERE id = 2; UPDATE t SET id = p_a WHERE id = 7;'),
  either: procedures(
    'IF p_a > 0 THEN DELETE FROM t WHERE id = 2; ELSE DELETE FROM t WHERE id = 3; END IF;',
  ),
};
/** Procedures that give back their parameters. */
const OUT = '(IN p_a int, OUT p_n int)';
const INOUT = '(p_a int, INOUT p_n int)';
const GIVING: Record<string, Pair> = {
  counted: giving('SELECT count(*) INTO p_n FROM t WHERE a > p_a;'),
  found: giving('SELECT a INTO p_n FROM t WHERE id = p_a;'),
  chosen: giving('IF p_a > 0 THEN SELECT max(a) INTO p_n FROM t; END IF;'),
  other: [
    `${OUT} BEGIN SELECT count(*) INTO p_n FROM t; END`,
    plpgsql(INOUT, 'BEGIN SELECT count(a) INTO p_n FROM t; END'),
  ],
  kept: [`${OUT} BEGIN SET p_n = p_n + 1; END`, plpgsql(INOUT, 'BEGIN p_n := p_n + 1; END')],
};
function giving(body: string): Pair {
  return [`${OUT} BEGIN ${body} END`, plpgsql(INOUT, `BEGIN ${body} END`)];
}
function procedures(body: string): Pair {
  return [`(p_a int) BEGIN ${body} END`, `(p_a int) LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`];
}

const GROUPS = { SAME, DIFFERENT, UNCLEAR, APART, REWRITTEN };
const nameOf = (group: string, name: string) => `${group}_${name}`.toLowerCase();
const names = [
  ...Object.keys(OWN).map((name) => nameOf('own', name)),
  ...Object.entries(GROUPS).flatMap(([group, pairs]) =>
    Object.keys(pairs).map((name) => nameOf(group, name)),
  ),
];

const fixtures = {} as Record<Side, EngineFixture>;
const read = {} as Record<Side, Map<string, ObjectDefinition>>;

beforeAll(async () => {
  fixtures.source = await startMariadb(inject('mariadbUrl'));
  fixtures.target = await startPostgres(inject('postgresUrl'));
  for (const [index, side] of (['source', 'target'] as const).entries()) {
    const { run, schema, open } = fixtures[side];
    await run('CREATE TABLE t (id int PRIMARY KEY, a int, b varchar(20))');
    await run("INSERT INTO t VALUES (1, 2, 'x'), (2, -7, NULL), (3, NULL, 'y z'), (7, 0, '')");
    for (const [group, pairs] of Object.entries(GROUPS))
      for (const [name, texts] of Object.entries(pairs))
        await run(`CREATE FUNCTION ${nameOf(group, name)} ${texts[index]}`);
    for (const [name, text] of side === 'target' ? Object.entries(OWN) : [])
      await run(`CREATE FUNCTION ${nameOf('own', name)} ${text}`);
    for (const [name, texts] of Object.entries({ ...PROCEDURES, ...GIVING }))
      await run(`CREATE PROCEDURE ${nameOf('does', name)} ${texts[index]}`);
    const connection = await open();
    const found = [
      ...(await connection.definitions!.readDefinitions('tables', schema, ['t'])),
      ...(await connection.definitions!.readDefinitions('functions', schema, names)),
      ...(await connection.definitions!.readDefinitions(
        'procedures',
        schema,
        Object.keys({ ...PROCEDURES, ...GIVING }).map((name) => nameOf('does', name)),
      )),
    ];
    read[side] = new Map(found.map((one) => [one.name.replace(/\(.*/, ''), one]));
    await connection.close();
  }
});
afterAll(async () => {
  for (const fixture of Object.values(fixtures)) await fixture.tearDown();
});

const meanings = createMeanings();

function tablesOf(): Record<Side, KnownTable[]> {
  const columnsOf = (side: Side): Column[] => {
    const table = read[side].get('t');
    return table?.kind === 'table' ? table.columns : [];
  };
  const known = knownColumns(columnsOf('source'), columnsOf('target'), (name) => name, []);
  const table = (side: Side): KnownTable[] => [
    { name: 't', as: 't', columns: known[side], keys: [['id']] },
  ];
  return { source: table('source'), target: table('target') };
}

const sourcesOf = (sourceSide: Side) => ({
  meanings,
  engines: { source: fixtures[sourceSide].connector.id, target: fixtures.target.connector.id },
  tables: tablesOf(),
});

async function findings(of: Record<Side, string>, sourceSide: Side = 'source') {
  const sameEngine = sourceSide === 'target';
  const sources = sourcesOf(sourceSide);
  const [source, target] = [read[sourceSide].get(of.source)!, read.target.get(of.target)!];
  const compare = (texts: ReturnType<typeof readerOf>) =>
    compareDefinitions(source, target, {
      rename: (it) => it,
      named: [],
      sameEngine,
      lacks: () => false,
      counterpartOf: noCounterparts,
      texts,
    });
  await prepareTexts(sources, compare);
  return compare(readerOf(sources));
}

async function answer(group: string, name: string): Promise<string[]> {
  const own = nameOf(group, name);
  return (await findings({ source: own, target: own }))
    .filter(({ part }) => part === 'text')
    .map(({ detail }) => detail.code);
}

describe('routines of MariaDB and PostgreSQL', () => {
  it.each(Object.keys(SAME))('%s gives back the same', async (name) => {
    expect(await answer('SAME', name)).toEqual([]);
  });

  it.each(Object.keys(DIFFERENT))('%s gives back something else', async (name) => {
    const isShown = /^(turned|turnedNames|bound)$/.test(name);
    expect(await answer('DIFFERENT', name)).toEqual([
      isShown ? 'definition.otherResultFor' : 'definition.otherRoutine',
    ]);
  });

  it.each(Object.entries(APART))('%s: a call shows the difference', async (name, [, , shown]) => {
    const own = nameOf('APART', name);
    const all = await findings({ source: own, target: own });
    const [found, ...more] = all.filter(({ part }) => part === 'text');
    const { values, source, target } = found!.detail.params as Record<string, string>;
    expect([found!.severity, more, `${values}: ${source}, ${target}`]).toEqual([
      'warning',
      [],
      shown,
    ]);
    const argument = values!.split(' = ')[1];
    for (const [side, said] of [
      ['source', source],
      ['target', target],
    ] as const) {
      const answered = (await fixtures[side].run(`SELECT ${own}(${argument}) AS given`)) as
        | Row[]
        | { rows: Row[] };
      const [row] = 'rows' in answered ? answered.rows : answered;
      const given = String(row!['given']);
      expect(parseFloat(given) || given).toBe(parseFloat(said!) || said!.replaceAll("'", ''));
    }
  });

  it.each(Object.keys(REWRITTEN))('%s is not called different', async (name) => {
    const open = name === 'whole' ? [] : ['definition.otherDialect'];
    expect(await answer('REWRITTEN', name)).toEqual(open);
  });

  it.each(Object.keys(UNCLEAR))('%s is not called the same', async (name) => {
    const [found, ...more] = await answer('UNCLEAR', name);
    expect(more).toEqual([]);
    expect(['definition.otherDialect', 'definition.unclear']).toContain(found);
  });
});

describe('both texts in one dialect', () => {
  /** Null where they are shown each in its own. */
  const shown = (group: string, name: string) => {
    const sources = sourcesOf('source');
    const members = SIDES.map((side, id) => ({ id, side }));
    const own = nameOf(group, name);
    return readShownRoutines(
      { members } as unknown as PairTask,
      new Map(members.map(({ id, side }) => [id, { definition: read[side].get(own)! }])),
      sources,
      readerOf(sources),
    );
  };

  it.each(Object.keys(SAME).filter((name) => name !== 'steps'))(
    '%s is the same text',
    async (name) => {
      const texts = await shown('SAME', name);
      expect(texts?.source).toContain('RETURN ');
      expect(texts?.source).toBe(texts?.target);
    },
  );

  // What they declare says what these do with NULL.
  it.each(Object.keys(DIFFERENT).filter((name) => !/^not(Strict|Run)$/.test(name)))(
    '%s is another text, or none',
    async (name) => {
      const texts = (await shown('DIFFERENT', name)) ?? { source: 1, target: 2 };
      expect(texts.source).not.toBe(texts.target);
    },
  );

  // By zero, the source gives NULL where the target fails, as its mode says.
  it.each(['unknown', 'shadow', 'signed', 'byZero', 'restByZero', 'nullByZero', 'sameText'])(
    '%s is written in no other dialect, where it would be read otherwise',
    async (name) => {
      expect(await shown('UNCLEAR', name)).toBeNull();
    },
  );

  it('shows bodies whose values are converted to what is declared', async () => {
    expect(await shown('UNCLEAR', 'cut')).toEqual({
      source: 'RETURN p_a || p_a',
      target: 'RETURN p_a || p_a',
      extent: 'bodies',
    });
  });

  it.each(['one', 'two', 'either', 'counted', 'chosen', 'kept'])(
    'procedure %s is the same text',
    async (name) => {
      const texts = await shown('does', name);
      expect(texts).toEqual({ source: texts!.target, target: texts!.source, extent: 'bodies' });
    },
  );

  it('shows no other text where a parameter, in most of the source, keeps its value without a row', async () => {
    expect(await shown('does', 'found')).toBeNull();
  });

  it('shows other statements as other texts', async () => {
    const other = await shown('does', 'other');
    expect(other?.source).not.toBe(other?.target);
  });
});

describe('procedures that write', () => {
  it.each([
    ['one', []],
    ['two', ['definition.keepsHalf']],
    ['either', []],
  ])('%s: reports what stays written when a statement fails', async (name, codes) => {
    expect(await answer('does', name)).toEqual(codes);
  });

  it.each([
    ['counted', true],
    ['found', true],
    // Of a call that sets nothing, the target gives back what it was given.
    ['chosen', false],
    ['kept', false],
    ['other', false],
  ])('%s: what OUT gives back is read', async (name, same) => {
    expect((await answer('does', name)).length === 0).toBe(same);
  });

  it.each(['counted', 'found'])('%s gave back the same', async (name) => {
    const { source, target } = fixtures;
    for (const value of ['-9', '2', '99', 'NULL']) {
      await source.run(`CALL ${nameOf('does', name)}(${value}, @n)`);
      const [row] = (await source.run('SELECT @n AS n')) as Row[];
      const { rows } = (await target.run(`CALL ${nameOf('does', name)}(${value}, 5)`)) as {
        rows: Row[];
      };
      expect(String(row!['n'])).toBe(String(rows[0]!['p_n']));
    }
  });

  it('keep earlier writes on MariaDB alone', async () => {
    const left = await Promise.all(
      (['source', 'target'] as const).map(async (side) => {
        const { run } = fixtures[side];
        await expect(run(`CALL ${nameOf('does', 'two')}(1)`)).rejects.toThrow(/duplicate/i);
        const answered = (await run('SELECT id FROM t ORDER BY id')) as Row[] | { rows: Row[] };
        return ('rows' in answered ? answered.rows : answered).map(({ id }) => Number(id));
      }),
    );
    await fixtures.source.run('INSERT INTO t VALUES (2, -7, NULL)');
    expect(left).toEqual([
      [1, 3, 7],
      [1, 2, 3, 7],
    ]);
  });
});

type Row = Record<string, string | number | bigint | null>;

/** What a function gives back on both sides for the same arguments; both sides write numbers as they like. */
async function results(group: string, name: string) {
  const own = nameOf(group, name);
  const definition = read.source.get(own)!;
  const parameters = definition.kind === 'routine' ? definition.parameters : [];
  const values = parameters.map(({ canonical: { kind } }) => {
    if (kind === 'text') return ['NULL', "''", "'x'", "'Ä b'"];
    return ['NULL', '-9', '0', '2', '3', ...(kind === 'decimal' ? ['2.5'] : [])];
  });
  const calls = values.reduce<string[][]>(
    (lists, more) => lists.flatMap((list) => more.map((value) => [...list, value])),
    [[]],
  );
  const query = `SELECT ${calls.map((list, at) => `${own}(${list.join(', ')}) AS c${at}`).join(', ')}`;
  const [source, target] = await Promise.all(
    (['source', 'target'] as const).map(async (side) => {
      const answered = (await fixtures[side].run(query)) as Row[] | { rows: Row[] };
      const [row = {}] = 'rows' in answered ? answered.rows : answered;
      return Object.values(row).map((value) => (value === null ? null : String(value)));
    }),
  );
  return { source, target };
}

describe('routines that were called', () => {
  it.each(Object.keys(SAME))('%s gave the same', async (name) => {
    const { source, target } = await results('SAME', name);
    expect(source).toEqual(target);
  });

  it.each(Object.keys(DIFFERENT).filter((name) => name !== 'bytes'))(
    '%s gave something else',
    async (name) => {
      const { source, target } = await results('DIFFERENT', name);
      expect(source).not.toEqual(target);
    },
  );
});

describe('functions of PostgreSQL', () => {
  it.each([
    ['plain', 'plain', []],
    ['plain', 'strict', ['definition.nowStrict', 'definition.otherRoutine']],
    ['strict', 'plain', ['definition.notStrict', 'definition.otherRoutine']],
    ['plain', 'otherDefault', ['definition.parameterDefaultOther']],
    ['plain', 'noDefault', ['definition.parameterDefaultLost']],
    ['noDefault', 'plain', ['definition.added']],
    ['quoted', 'otherQuoted', ['definition.otherRoutine']],
  ])('%s became %s', async (from, to, codes) => {
    const found = await findings(
      { source: nameOf('own', from), target: nameOf('own', to) },
      'target',
    );
    expect(found.map(({ detail }) => detail.code)).toEqual(codes);
  });
});

import Database from 'libsql';
import { createConnection } from 'mariadb';
import pg from 'pg';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ENGINES, type EngineId } from '../../../connectors/engines.ts';
import { column, textOf } from './known-fixture.ts';
import { type KnownColumn, createMeanings } from './service.ts';

const COLUMNS: KnownColumn[] = [
  ...['a', 'c'].map((name) => column(name)),
  ...['b', 'e'].map((name) => column(name, textOf(null))),
];
const NUMBERS = [null, -3, 0, 1, 2, 7];
const TEXTS = [null, '', 'x', 'xy', ' x'];
const ROWS = NUMBERS.flatMap((a) =>
  TEXTS.map((b, index) => [a, NUMBERS[(index + 2) % 6]!, b, TEXTS[(index + 3) % 5]!] as const),
);

/** Small, so that many of them mean the same. */
const { number, text, condition } = fc.letrec<{ number: string; text: string; condition: string }>(
  (tie) => {
    const two = (one: 'number' | 'text' | 'condition', ops: string[]) =>
      fc
        .tuple(tie(one), fc.constantFrom(...ops), tie(one))
        .map(([left, op, right]) => `(${left} ${op} ${right})`);
    return {
      number: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('a', 'c', '0', '1', '2'),
        two('number', ['+', '-', '*']),
        tie('number').map((it) => `(${it} / 2)`),
        tie('number').map((it) => `coalesce(${it}, 1)`),
        tie('text').map((it) => `length(${it})`),
      ),
      text: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('b', 'e', "'x'", "''"),
        two('text', ['||']),
        tie('text').map((it) => `trim(${it})`),
        tie('text').map((it) => `coalesce(${it}, '')`),
      ),
      condition: fc.oneof(
        { depthSize: 'small' },
        two('number', ['=', '<>', '<', '>', '<=', '>=']),
        two('text', ['=', '<>']),
        two('condition', ['AND', 'OR']),
        tie('condition').map((it) => `(NOT ${it})`),
        tie('number').map((it) => `(${it} IN (0, 1))`),
        tie('number').map((it) => `(${it} NOT IN (1, 2))`),
        tie('number').map((it) => `(${it} BETWEEN 0 AND 2)`),
        tie('number').map((it) => `(${it} IS NULL)`),
        tie('text').map((it) => `(${it} IS NOT NULL)`),
        fc
          .tuple(tie('condition'), tie('condition'))
          .map(([when, then]) => `(CASE WHEN ${when} THEN ${then} ELSE (a = 1) END)`),
      ),
    };
  },
);
/** Two of one column, which are soon alike. */
const simple = fc
  .tuple(
    fc.constantFrom('', 'NOT '),
    fc.constantFrom(
      'a = 1',
      'a <> 1',
      'a < 1',
      'a > 1',
      '1 < a',
      'a <= 1',
      'a >= 1',
      'a IS NULL',
      'a IN (1, 2)',
      'a NOT IN (1, 2)',
      'a BETWEEN 1 AND 2',
      "b = 'x'",
      "trim(b) = 'x'",
    ),
    fc.constantFrom('AND', 'OR'),
    fc.constantFrom('a = 2', 'a <> 2', 'a > 2', 'NOT (a = 1)', 'a IS NOT NULL', "b <> 'x'"),
  )
  .map(([not, one, op, other]) => `(${not}((${one}) ${op} (${other})))`);
const expressions = fc.sample(fc.oneof(number, text, condition, simple), 4_000);

async function groupByMeaning(engine: EngineId): Promise<string[][]> {
  const meanings = createMeanings();
  const asked = [...new Set(expressions)].map((one) => ({ text: one, as: 'value' as const }));
  for (let start = 0; start < asked.length; start += 500)
    await meanings.prepare([
      { engine, columns: COLUMNS, expressions: asked.slice(start, start + 500) },
    ]);
  const groups = new Map<string, string[]>();
  for (const one of asked) {
    const reading = meanings.ofExpression(engine, COLUMNS, one);
    expect(reading, one.text).not.toBeNull();
    const key = reading!.key ?? '';
    groups.set(key, [...(groups.get(key) ?? []), one.text]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

it('what means the same in SQLite gives the same, for every row', async () => {
  const database = new Database(':memory:');
  database.exec('create table t (a integer, c integer, b text, e text)');
  const insert = database.prepare('insert into t values (?, ?, ?, ?)');
  for (const row of ROWS) insert.run([...row]);
  const groups = await groupByMeaning(ENGINES.sqlite.id);
  expect(groups.length).toBeGreaterThan(50);
  for (const [first, ...others] of groups) {
    for (const other of others) {
      const [{ n }] = database
        .prepare(`select count(*) as n from t where (${first}) is not (${other})`)
        .all([]) as [{ n: number }];
      expect([first, other, n]).toEqual([first, other, 0]);
    }
  }
  database.close();
});

it('and in PostgreSQL', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query('create temp table t (a integer, c integer, b text, e text)');
    for (const row of ROWS) await client.query('insert into t values ($1, $2, $3, $4)', [...row]);
    const groups = await groupByMeaning(ENGINES.postgresql.id);
    expect(groups.length).toBeGreaterThan(50);
    for (const [first, ...others] of groups) {
      const different = others.map(
        (other) => `count(*) filter (where (${first}) is distinct from (${other}))`,
      );
      const { rows } = await client.query<Record<string, string>>({
        text: `select ${different.map((one, index) => `${one} as n${index}`).join(', ')} from t`,
      });
      for (const [index, other] of others.entries())
        expect([first, other, rows[0]![`n${index}`]]).toEqual([first, other, '0']);
    }
  } finally {
    await client.end();
  }
});

describe('what is written for another engine gives the same there', () => {
  const database = new Database(':memory:');
  const asked = [...new Set(expressions)].slice(0, 1_500);
  /** As SQLite answers, row by row. */
  const expected = new Map<string, string>();
  /** True is 1, whatever the engine has for it. */
  const plain = (value: unknown): string =>
    typeof value === 'boolean'
      ? String(Number(value))
      : value === null
        ? 'NULL'
        : `${value as string}`;
  const DECLARED = 'id integer, a integer, c integer, b varchar(20), e varchar(20)';

  beforeAll(() => {
    database.exec(`create table t (${DECLARED})`);
    const insert = database.prepare('insert into t values (?, ?, ?, ?, ?)');
    for (const [id, row] of ROWS.entries()) insert.run([id, ...row]);
    for (const text of asked) {
      const rows = database.prepare(`select (${text}) as v from t order by id`).all([]);
      expected.set(text, (rows as { v: unknown }[]).map(({ v }) => plain(v)).join());
    }
    database.close();
  });

  async function writtenFor(engine: EngineId): Promise<[text: string, written: string][]> {
    const found: [string, string][] = [];
    for (let start = 0; start < asked.length; start += 500) {
      const texts = asked.slice(start, start + 500);
      const made = await createMeanings().write(
        {
          engine: ENGINES.sqlite.id,
          columns: COLUMNS,
          expressions: texts.map((text) => ({ text, as: 'value' })),
        },
        { engine, names: 'quoted' },
      );
      for (const [index, one] of made.entries()) {
        expect([texts[index], one?.exact]).toEqual([texts[index], true]);
        found.push([texts[index]!, one!.text]);
      }
    }
    return found;
  }

  async function expectSame(
    engine: EngineId,
    select: (written: string) => Promise<unknown[]>,
  ): Promise<void> {
    for (const [text, written] of await writtenFor(engine)) {
      const values = (await select(written)).map(plain);
      expect([text, written, values.join()]).toEqual([text, written, expected.get(text)]);
    }
  }

  it('in PostgreSQL', async () => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') });
    await client.connect();
    await client.query(`create temp table t (${DECLARED})`);
    for (const [id, row] of ROWS.entries())
      await client.query('insert into t values ($1, $2, $3, $4, $5)', [id, ...row]);
    await expectSame(ENGINES.postgresql.id, async (written) => {
      const { rows } = await client.query<{ v: unknown }>(
        `select ${written} as v from t order by id`,
      );
      return rows.map(({ v }) => v);
    });
    await client.end();
  });

  it('in MariaDB', async () => {
    const connection = await createConnection(inject('mariadbUrl').replace(/^mysql:/, 'mariadb:'));
    await connection.query('create database if not exists written');
    await connection.query('use written');
    await connection.query('set names utf8mb4 collate utf8mb4_nopad_bin');
    await connection.query(
      `create temporary table t (${DECLARED}) character set utf8mb4 collate utf8mb4_nopad_bin`,
    );
    for (const [id, row] of ROWS.entries())
      await connection.query('insert into t values (?, ?, ?, ?, ?)', [id, ...row]);
    await expectSame(ENGINES.mysql.id, async (written) => {
      const rows = await connection.query<{ v: unknown }[]>(
        `select ${written} as v from t order by id`,
      );
      return rows.map(({ v }) => v);
    });
    await connection.end();
  });
});

import Database from 'libsql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { LITE, PG, column, textOf } from '../known-fixture.ts';
import { type KnownColumn, createMeanings } from '../service.ts';

/** `n` and `m` turn digits into numbers, `u` keeps values as they come, `t` holds texts. */
const DECLARED = { n: 'INTEGER_OR_TEXT', m: 'STRING', u: '', t: 'TEXT' };
const LOOSE: KnownColumn[] = Object.entries(DECLARED).map(([name, declared]) => ({
  ...column(name, name === 't' ? textOf(null) : { kind: 'other', name: declared }),
  textThere: true,
}));
const TEXTS = Object.keys(DECLARED).map((name) => column(name, textOf(null)));
const ROWS = [
  ['9', '10', '9', '9'],
  ['10', '10', 'x', '010'],
  ['7', '9', '7', '007'],
  ['x', 'x', 'x', 'x'],
  ['-1', '0', '-1', '-1'],
  ['WKT', 'y', 'y', '7'],
];

const lite = new Database(':memory:');
const client = new pg.Client({ connectionString: inject('postgresUrl') });
beforeAll(async () => {
  await client.connect();
  const [declared, texts] = [Object.entries(DECLARED), Object.keys(DECLARED)];
  lite.exec(`create table r (${declared.map((one) => one.join(' ')).join()})`);
  await client.query(`create temp table r (${texts.map((one) => `${one} text`).join()})`);
  const insert = lite.prepare('insert into r values (?, ?, ?, ?)');
  for (const [n, m, u, t] of ROWS) {
    insert.run([n, m, /^-?\d+$/.test(u!) ? BigInt(u!) : u, t]);
    await client.query('insert into r values ($1, $2, $3, $4)', [n, m, u, t]);
  }
});
afterAll(async () => {
  lite.close();
  await client.end();
});

const meanings = createMeanings();
async function keyOf(engine: EngineId, columns: readonly KnownColumn[], text: string) {
  const expression = { text, as: 'condition' as const };
  await meanings.prepare([{ engine, columns, expressions: [expression] }]);
  return meanings.ofExpression(engine, columns, expression)?.key ?? null;
}
async function answers(text: string): Promise<[lite: unknown[], pg: unknown[]]> {
  const own = lite.prepare(`select (${text}) as v from r order by rowid`).all([]) as {
    v: unknown;
  }[];
  const { rows } = await client.query<{ v: unknown }>(`select (${text})::int as v from r`);
  return [own.map(({ v }) => v), rows.map(({ v }) => v)];
}

describe('columns of SQLite whose types promise nothing, which became texts', () => {
  it.each([
    "n = 'WKT'",
    "n = '9'",
    "n <> '-1'",
    "n IN ('9', 'x')",
    "n NOT IN ('WKT', '10')",
    'n = m',
    'length(n) >= 2',
    "(n || '_' || m) = '9_10'",
    "u IN ('x', 'y')",
    "u = 'x'",
    'length(u) = 1',
  ])('%s means the same there, and is', async (text) => {
    expect(await keyOf(LITE, LOOSE, text)).toBe(await keyOf(PG, TEXTS, text));
    const [own, other] = await answers(text);
    expect(own).toEqual(other);
  });

  it.each([
    't = n',
    "n = '007'",
    "n IN ('x', '9.0')",
    "n < '9'",
    'n > m',
    'u = t',
    "u = '9'",
    "n BETWEEN '10' AND '9'",
  ])('%s does not, and is not said to', async (text) => {
    const [own, other] = await answers(text);
    expect(own).not.toEqual(other);
    expect(await keyOf(LITE, LOOSE, text)).not.toBe(await keyOf(PG, TEXTS, text));
  });

  it.each(['ANY', 'any'])('of a column of %s, nothing is said', async (name) => {
    const strict = [{ ...column('n', { kind: 'other', name }), textThere: true as const }];
    expect(await keyOf(LITE, strict, "n = '9'")).not.toBe(await keyOf(PG, TEXTS, "n = '9'"));
  });

  it.each(['TEXT_OR_REAL', 'REAL_OR_BLOB'])('%s turns no digits into numbers', async (name) => {
    const kept = [{ ...column('t', { kind: 'other', name }), textThere: true as const }, LOOSE[0]!];
    expect(await keyOf(LITE, kept, 't = n')).not.toBe(await keyOf(PG, TEXTS, 't = n'));
  });

  it.each(['u = n', 'min(n) = max(m)', "coalesce(n, u) = '9'"])(
    'of %s nothing is said',
    async (text) => {
      expect(await keyOf(LITE, LOOSE, text)).not.toBe(await keyOf(PG, TEXTS, text));
    },
  );
});

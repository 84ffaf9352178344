import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Column, ObjectDefinition } from '../../../../../../connectors/core/definitions.ts';
import { type KnownTable, createMeanings } from '../../../../sql/service.ts';
import {
  type EngineFixture,
  startMariadb,
  startPostgres,
  startSqlite,
} from '../../../rows/engines-fixture.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import { knownColumns } from '../columns/match-columns.ts';
import { noCounterparts } from '../../counterparts.ts';
import { compareDefinitions } from '../compare.ts';
import { prepareTexts, readerOf } from './meanings.ts';

const ENGINES = ['mariadb', 'postgresql', 'sqlite'] as const;
type Name = (typeof ENGINES)[number];

/** One meaning as people write it for each engine; the catalogues give it back in their own words. */
const SAME: Record<string, Record<Name, string>> = {
  words: {
    mariadb: "b in ('new','paid') and n >= 0",
    postgresql: "b IN ('new', 'paid') AND n >= 0",
    sqlite: "n >= 0 AND (b = 'new' OR b = 'paid')",
  },
  between: {
    mariadb: 'a between 1 and 10 or a is null',
    postgresql: 'a >= 1 AND a <= 10 OR a IS NULL',
    sqlite: 'a IS NULL OR a BETWEEN 1 AND 10',
  },
  length: {
    mariadb: 'char_length(b) > 2',
    postgresql: 'length(b) > 2',
    sqlite: 'length(b) > 2',
  },
  modulo: { mariadb: 'mod(a, 2) = 0', postgresql: 'a % 2 = 0', sqlite: 'a % 2 = 0' },
  pattern: {
    mariadb: "b not like '1\\\\_%'",
    postgresql: "b NOT LIKE '1\\_%'",
    sqlite: "b NOT LIKE '1!_%' ESCAPE '!'",
  },
  trimmed: { mariadb: "trim(b) <> ''", postgresql: "trim(b) <> ''", sqlite: "trim(b) <> ''" },
  dates: {
    mariadb: "d >= '2000-01-01' and d < '2100-01-01'",
    postgresql: "d >= DATE '2000-01-01' AND d < '2100-01-01'",
    sqlite: "d < '2100-01-01' AND d >= '2000-01-01'",
  },
  flags: {
    mariadb: 'flag = 1 or a > 0',
    postgresql: 'flag OR a > 0',
    sqlite: 'flag OR a > 0',
  },
  cases: {
    mariadb: "case when flag then a > 0 else b = 'x' end",
    postgresql: "CASE WHEN flag THEN a > 0 ELSE b = 'x' END",
    sqlite: "CASE WHEN flag THEN a > 0 ELSE b = 'x' END",
  },
  nulls: {
    mariadb: 'coalesce(a, 0) + id > 3',
    postgresql: 'COALESCE(a, 0) + id > 3',
    sqlite: 'ifnull(a, 0) + id > 3',
  },
  negated: {
    mariadb: 'not (a > 1 and n < 5)',
    postgresql: 'NOT (a > 1 AND n < 5)',
    sqlite: 'a <= 1 OR n >= 5',
  },
  joined: {
    mariadb: "concat(b, '-', b) <> 'a-b'",
    postgresql: "b || '-' || b <> 'a-b'",
    sqlite: "b || '-' || b <> 'a-b'",
  },
};

/** What looks alike, and lets other rows in. */
const OTHER: Record<string, Record<Name, string>> = {
  divided: { mariadb: 'a / 2 > 1', postgresql: 'a / 2 > 1', sqlite: 'a / 2.0 >= 1' },
  bytes: {
    mariadb: 'length(b) < 30',
    postgresql: 'length(b) < 30',
    sqlite: 'length(b) <= 30',
  },
  border: { mariadb: 'n > 1', postgresql: 'n >= 1', sqlite: 'n > 1.01' },
  word: { mariadb: "b <> 'A'", postgresql: "b <> 'B'", sqlite: "b <> 'C'" },
};

const COLUMNS: Record<Name, string> = {
  mariadb: `id int primary key, a int, n decimal(10,2), b varchar(20), d date, flag tinyint(1),
    made varchar(50) default concat('x', 'y'), at datetime default current_timestamp,
    twice int generated always as (a * 2) stored`,
  postgresql: `id int primary key, a int, n numeric(10,2), b varchar(20), d date, flag boolean,
    made varchar(50) default 'x' || 'y', at timestamp default now(),
    twice int generated always as (2 * a) stored`,
  sqlite: `id int primary key, a int, n decimal(10,2), b varchar(20), d date, flag boolean,
    made varchar(50) default ('x' || 'y'), at timestamp default current_timestamp,
    twice int generated always as (a * 2) stored`,
};

const VIEWS: Record<string, Record<Name, string>> = {
  totals: {
    mariadb: 'select t.b, count(*) as c, sum(t.n) as s from t where t.a > 1 group by t.b',
    postgresql: 'SELECT b, count(*) AS c, sum(n) AS s FROM t WHERE 1 < a GROUP BY b',
    sqlite: 'SELECT b, count(*) AS c, sum(n) AS s FROM t WHERE a > 1 GROUP BY b',
  },
  joined: {
    mariadb: 'select x.id, y.b from t x join t y on y.a = x.id left join t z on z.id = y.a',
    postgresql: 'SELECT x.id, y.b FROM t x JOIN t y ON x.id = y.a LEFT JOIN t z ON y.a = z.id',
    sqlite: 'SELECT x.id, y.b FROM t x JOIN t y ON x.id = y.a LEFT JOIN t z ON y.a = z.id',
  },
  narrowed: {
    mariadb: 'select id from t where id in (select a from t where flag = 1) order by id limit 3',
    postgresql: 'SELECT id FROM t WHERE id IN (SELECT a FROM t WHERE flag) ORDER BY id LIMIT 3',
    sqlite: 'SELECT id FROM t WHERE id IN (SELECT a FROM t WHERE flag) ORDER BY id LIMIT 3',
  },
};
const OTHER_VIEWS: Record<string, Record<Name, string>> = {
  outer_join: {
    mariadb: 'select x.id from t x left join t y on y.a = x.id',
    postgresql: 'SELECT x.id FROM t x JOIN t y ON y.a = x.id',
    sqlite: 'SELECT y.id FROM t x LEFT JOIN t y ON y.a = x.id',
  },
};

const fixtures = {} as Record<Name, EngineFixture>;
const read = {} as Record<Name, Map<string, ObjectDefinition>>;

const listed = (of: Record<string, Record<Name, string>>, engine: Name) =>
  Object.entries(of).map(([name, texts]) => [name, texts[engine]] as const);

beforeAll(async () => {
  fixtures.mariadb = await startMariadb(inject('mariadbUrl'));
  fixtures.postgresql = await startPostgres(inject('postgresUrl'));
  fixtures.sqlite = await startSqlite();
  for (const engine of ENGINES) {
    const { run, schema, open } = fixtures[engine];
    const checks = [...listed(SAME, engine), ...listed(OTHER, engine)].map(
      ([name, text]) => `CONSTRAINT c_${name} CHECK (${text})`,
    );
    await run(`CREATE TABLE t (${[COLUMNS[engine], ...checks].join(', ')})`);
    const views = [...listed(VIEWS, engine), ...listed(OTHER_VIEWS, engine)];
    for (const [name, query] of views) await run(`CREATE VIEW v_${name} AS ${query}`);
    const connection = await open();
    const found = [
      ...(await connection.definitions!.readDefinitions('tables', schema, ['t'])),
      ...(await connection.definitions!.readDefinitions(
        'views',
        schema,
        views.map(([name]) => `v_${name}`),
      )),
    ];
    read[engine] = new Map(found.map((one) => [one.name, one]));
    await connection.close();
  }
});
afterAll(async () => {
  for (const fixture of Object.values(fixtures)) await fixture.tearDown();
});

const meanings = createMeanings();

/** The table of both sides, as its views name it. */
function knownTables(from: Name, to: Name): Record<Side, KnownTable[]> {
  const columnsOf = (engine: Name): Column[] => {
    const table = read[engine].get('t');
    return table?.kind === 'table' ? table.columns : [];
  };
  const known = knownColumns(columnsOf(from), columnsOf(to), (name) => name, []);
  const table = (side: Side): KnownTable[] => [{ name: 't', as: 't', columns: known[side] }];
  return { source: table('source'), target: table('target') };
}

async function findings(from: Name, to: Name, name: string): Promise<string[]> {
  const sources = {
    meanings,
    engines: { source: fixtures[from].connector.id, target: fixtures[to].connector.id },
    tables: knownTables(from, to),
  };
  const compare = (texts: ReturnType<typeof readerOf>) =>
    compareDefinitions(read[from].get(name)!, read[to].get(name)!, {
      rename: (it) => it,
      named: [],
      sameEngine: from === to,
      lacks: () => false,
      counterpartOf: noCounterparts,
      texts,
    });
  await prepareTexts(sources, compare);
  return compare(readerOf(sources))
    .filter(({ code }) => /^(check|text|column\.(default|generated|clock))/.test(code))
    .map(({ code, name: part }) => `${code} ${part ?? ''}`.trim())
    .toSorted();
}

describe.each([
  ['mariadb', 'postgresql'],
  ['postgresql', 'sqlite'],
  ['sqlite', 'mariadb'],
] as const)('texts as %s and %s keep them', (from, to) => {
  it('finds exactly the checks, defaults and computed columns that mean something else', async () => {
    const clock = from === 'sqlite' || to === 'sqlite' ? ['column.clock at'] : [];
    const names = Object.keys(OTHER).map((name) => `check.different c_${name}`);
    expect(await findings(from, to, 't')).toEqual([...clock, ...names].toSorted());
  });

  it.each(Object.keys(VIEWS))('%s asks for the same', async (name) => {
    expect(await findings(from, to, `v_${name}`)).toEqual([]);
  });

  it.each(Object.keys(OTHER_VIEWS))('%s does not', async (name) => {
    expect(await findings(from, to, `v_${name}`)).toEqual(['text.different']);
  });
});

import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'libsql';
import { createConnection } from 'mariadb';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ENGINES } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { ALIKE, LOOK_ALIKES, type Name, RUN } from './look-alikes-fixture.ts';
import { byRanges, compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { ODD } from './odd-fixture.ts';
import { COMMON_NAMES } from '../expressions/functions.ts';
import { type KnownColumn, type Meaning, type Texts, createMeanings } from '../service.ts';

const COLUMNS: [name: string, type: CanonicalType, values: (string | null)[]][] = [
  ['a', { kind: 'integer', bits: 32, unsigned: false }, [null, '-3', '0', '1', '2', '7', '10']],
  ['c', { kind: 'integer', bits: 32, unsigned: false }, ['7', '2', null, '1', '-3']],
  [
    'n',
    { kind: 'decimal', precision: 10, scale: 2 },
    [null, '-2.50', '0', '1', '2.5', '3.33', '5'],
  ],
  ['f', { kind: 'float', bits: 64 }, [null, '-1.5', '0', '0.5', '2.5', '100', '3.5']],
  [
    'b',
    { kind: 'text', length: 20, fixed: false, bytes: false },
    [
      ['x', '', null, 'xy', 'X_y', 'Abc', ' x ', '12', '1.6', 'ab\\n', 'aXbab', 'x%', '-1'],
      [
        'Ä',
        'straße',
        'İi',
        'ıI',
        'ΑΣ',
        'é',
        '😀x',
        'x  ',
        '  x',
        '\u{a0}x',
        '\tx\t',
        'ǅ',
        '0.5',
        'ẞ',
      ],
    ].flat(),
  ],
  [
    'e',
    { kind: 'text', length: 20, fixed: false, bytes: false },
    ['e', null, '', 'a text that is long'],
  ],
  ['code', { kind: 'text', length: 4, fixed: true, bytes: false }, [null, 'A', 'xy', 'abcd', 'x']],
  ['flag', { kind: 'boolean' }, [null, 'false', 'true']],
  ['d', { kind: 'date' }, [null, '2000-01-01', '2020-02-29', '2024-12-31', '2019-01-31']],
  [
    'ts',
    { kind: 'timestamp', precision: 0, zone: false },
    [null, '2000-01-01 00:00:00', '2020-02-29 12:34:56', '2024-12-31 23:59:59'],
  ],
  [
    'p',
    { kind: 'timestamp', precision: 6, zone: false },
    [null, '2000-01-01 00:00:00.4', '2020-02-29 12:34:56.789', '2024-12-31 23:59:59.999999'],
  ],
  [
    'g',
    { kind: 'integer', bits: 64, unsigned: false },
    [null, '-3', '40000', '3000000000', '9000000000000000000'],
  ],
  ['m', { kind: 'decimal', precision: 20, scale: 2 }, [null, '-9.95', '3000000000.5', '12345.67']],
  [
    'w',
    { kind: 'decimal', precision: 20, scale: 2 },
    [null, '123456789012345678.91', '-999999999999999.99', '1000000000001.01', '0.07'],
  ],
  ['u', { kind: 'integer', bits: 32, unsigned: true }, [null, '0', '1', '7', '40000']],
  ['z', { kind: 'timestamp', precision: 0, zone: true }, [null, '2024-03-30 12:00:00']],
  [
    'j',
    { kind: 'json' },
    [
      [null, '{"a":1,"b":2}', '{"b": 2, "a": 1}', '[]', '"x"'],
      ['{"a":null,"b":{"c":"open"}}', '{"a":true,"b":{"c":null}}', '{"a":"open","b":"open"}'],
      ['{"a":"Open","k":[1,"open"]}', '{"a":"null","b":{"c":"x"}}', '{"a":{"x":1.50},"b":[null]}'],
      ['{"a":"1"}', '{"a":"true"}', '{"a":"o\\u0070en"}', '{"a":1.50}', '{"a":"{}"}', '{"a":"x"}'],
    ].flat(),
  ],
  ['en', { kind: 'enum', values: ['low', 'high', 'mid'] }, [null, 'low', 'high', 'mid']],
];
const KNOWN: KnownColumn[] = [
  {
    name: 'id',
    as: 'id',
    canonical: { kind: 'integer', bits: 32, unsigned: false },
    nullable: false,
  },
  ...COLUMNS.map(([name, canonical]) => ({ name, as: name, canonical, nullable: true })),
];
/** A list of values, which only the source declares as one. */
const knownTo = (engine: Name): KnownColumn[] =>
  engine === 'mysql'
    ? KNOWN
    : KNOWN.map((column) =>
        column.name === 'en'
          ? { ...column, canonical: { kind: 'text', length: 4, fixed: false, bytes: false } }
          : column,
      );
const TYPES =
  'id int, a int, c int, n decimal(10,2), f double precision, b varchar(20), e varchar(20), code char(4), flag boolean, d date, ts timestamp, p timestamp(6), g bigint, m decimal(20,2), w decimal(20,2), u bigint, z timestamp, j json, en varchar(4)';
const ROWS = Array.from({ length: 182 }, (_, id) =>
  COLUMNS.map(([, , values], at) => values[(id * (at + 1) + Math.floor(id / 7)) % values.length]!),
);
const insertInto = (table: string, escape: (text: string) => string) =>
  `insert into ${table} values ${ROWS.map((row, id) => {
    const values = row.map((value, at) => {
      const { kind } = COLUMNS[at]![1];
      const isBare = value === null || ['integer', 'decimal', 'float', 'boolean'].includes(kind);
      return isBare ? String(value) : `'${escape(value)}'`;
    });
    return `(${[id, ...values].join(', ')})`;
  }).join(', ')}`;

type Run = (sql: string) => Promise<unknown[][]>;
const runs = {} as Record<Name, Run>;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  const lite = new Database(':memory:');
  lite.defaultSafeIntegers();
  lite.exec(`create table t (${TYPES})`);
  lite.exec(insertInto('t', (text) => text));
  runs.sqlite = (sql) => Promise.resolve(lite.prepare(sql).raw(true).all([]) as unknown[][]);

  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  // As the server writes them.
  const types = { getTypeParser: () => (text: string) => text };
  await client.connect();
  await client.query(
    `create temp table t (${TYPES.replace('z timestamp', 'z timestamptz').replace('j json', 'j jsonb')})`,
  );
  await client.query(insertInto('t', (text) => text));
  runs.postgresql = async (text) =>
    (await client.query<unknown[]>({ text, rowMode: 'array', types })).rows;

  const mariadb = await createConnection({
    ...optionsOf(inject('mariadbUrl')),
    dateStrings: true,
    rowsAsArray: true,
    autoJsonMap: false,
  });
  await mariadb.query('create database if not exists look_alikes');
  await mariadb.query('use look_alikes');
  await mariadb.query('set names utf8mb4 collate utf8mb4_nopad_bin');
  await mariadb.query(
    `create table t (${TYPES.replaceAll('timestamp', 'datetime')
      .replace('u bigint', 'u int unsigned')
      .replace('en varchar(4)', "en enum('low', 'high', 'mid')")
      .replace('z datetime', 'z timestamp null')}) character set utf8mb4 collate utf8mb4_nopad_bin`,
  );
  await mariadb.query(insertInto('t', (text) => text.replaceAll('\\', '\\\\')));
  runs.mysql = async (sql) => mariadb.query<unknown[][]>(sql);

  const instance = await DuckDBInstance.create(':memory:');
  const duckdb = await instance.connect();
  await duckdb.run(`create table t (${TYPES})`);
  await duckdb.run(insertInto('t', (text) => text));
  runs.duckdb = async (sql) => (await duckdb.runAndReadAll(sql)).getRows();

  closing.push(
    () => lite.close(),
    () => client.end(),
    () => mariadb.query('drop database look_alikes').then(() => mariadb.end()),
    () => duckdb.closeSync(),
    () => instance.closeSync(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

function optionsOf(url: string) {
  const { hostname, port, username, password } = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    allowPublicKeyRetrieval: true,
  };
}

/** Numbers by their value, true as 1, a midnight as its day. */
function plain(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return String(Number(value));
  const text = `${value as string}`;
  // More digits than a float has are those of an exact number.
  const short = text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  if (/^-?\d+\.?\d*$/.test(short) && short.replaceAll(/\D|^0+/g, '').length > 17) return short;
  if (/^-?\d*\.?\d+(e[+-]?\d+)?$/i.test(text)) return asFloat(text);
  return text
    .replace(/^(\d{4}-\d\d-\d\d [\d:]{8}\.\d*?)0+$/, '$1')
    .replace(/^(\d{4}-\d\d-\d\d) 00:00:00$/, '$1')
    .replace(/^t$/, '1')
    .replace(/^f$/, '0');
}

const asFloat = (text: string): string => String(Number(Number(text).toPrecision(15)));
/** A number with more digits than a float has. */
const LONG = /-?\b(?=[\d.]{18})\d+\.?\d*/g;
/** Engines that compute decimals exactly. */
const EXACT = new Set<Name>(['mysql', 'postgresql']);

const isQuery = (text: string) => /^(select|with)\s/i.test(text);

/** What an engine gives for a text, row by row; `fails` where it does not take it. */
async function valuesOf(engine: Name, text: string): Promise<string> {
  const sql = isQuery(text) ? text : `select (${text}) as v from t order by id`;
  try {
    const rows = (await runs[engine](sql)).map((row) => row.map(plain).join('|'));
    const isOrdered = !isQuery(text) || /\border by id\b.* limit|, id limit/.test(text);
    return (isOrdered ? rows : rows.toSorted()).join(';');
  } catch {
    return 'fails';
  }
}

const meanings = createMeanings();
const tablesOf = (engine: Name) => [
  { name: 't', as: 't', columns: knownTo(engine), keys: [['id']] },
];

async function readingOf(engine: Name, text: string) {
  const id = ENGINES[engine].id;
  const asked: Texts = isQuery(text)
    ? { engine: id, tables: tablesOf(engine), query: text }
    : { engine: id, columns: knownTo(engine), expressions: [{ text, as: 'value' }] };
  await meanings.prepare([asked]);
  return 'query' in asked
    ? meanings.ofView(asked)
    : meanings.ofExpression(id, asked.columns, asked.expressions[0]!);
}

const textsOf = (line: (typeof ALIKE)[number]): [Name, string][] =>
  RUN.flatMap((engine) => [
    ...(line.all ?? []).map((text): [Name, string] => [engine, text]),
    ...(line[engine] ?? []).map((text): [Name, string] => [engine, text]),
  ]);

describe('what means the same', () => {
  it.each(ALIKE.map((line) => [textsOf(line)[0]![1], line] as const))('%s', async (_, line) => {
    const found = await Promise.all(
      textsOf(line).map(async ([engine, text]) => ({
        text,
        reading: await readingOf(engine, text),
      })),
    );
    for (const { text, reading } of found)
      expect([text, reading?.key]).toEqual([text, found[0]!.reading!.key]);
  });
});

it('gives the same wherever it is run, however alike others look', async () => {
  const byKey = new Map<
    string,
    { engine: Name; text: string; reading: Meaning; values: string }[]
  >();
  for (const [engine, text] of [...ALIKE, ...LOOK_ALIKES, ...ODD].flatMap(textsOf)) {
    const values = await valuesOf(engine, text);
    const reading = await readingOf(engine, text);
    // What an engine does not take it has no text of: only what fails for some rows counts.
    if (!reading?.key || (values === 'fails' && !(await isTaken(engine, text)))) continue;
    const ranged = engine === 'sqlite' ? null : byRanges(reading);
    for (const one of new Set([reading, ranged])) {
      const key = `${one === ranged} ${one?.key}`;
      if (one?.key)
        byKey.set(key, [...(byKey.get(key) ?? []), { engine, text, reading: one, values }]);
    }
  }
  let same = 0;
  for (const [index, one, others] of [...byKey.values()].flatMap(inTurn))
    for (const other of others.slice(index + 1)) {
      const answer = compareMeanings(one.reading, other.reading);
      if (!/^(same|midnight|spelling)$/.test(answer)) continue;
      same += 1;
      const isExact = [one, other].every(({ engine }) => EXACT.has(engine));
      const [given, expected] = [other.values, one.values].map((values) =>
        answer === 'spelling'
          ? asJson(values)
          : isExact
            ? values
            : values.replaceAll(LONG, asFloat),
      );
      expect([one.engine, one.text, other.engine, other.text, given]).toEqual([
        one.engine,
        one.text,
        other.engine,
        other.text,
        expected,
      ]);
    }
  expect(same).toBeGreaterThan(5_000);
});
/** Rows whose JSON has no blanks and its keys in one order. */
const asJson = (values: string): string =>
  values
    .split(';')
    .map((row) => row.split('|').map(jsonOf).join('|'))
    .toSorted()
    .join(';');
function jsonOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, it: unknown) =>
      typeof it === 'object' && it !== null && !Array.isArray(it)
        ? Object.fromEntries(Object.entries(it).toSorted())
        : it,
    );
  } catch {
    return text;
  }
}
const inTurn = <T>(list: readonly T[]) => list.map((one, index) => [index, one, list] as const);

/** Each operation that texts are read as, besides operators and clauses, in words of an engine. */
const OPERATIONS: Readonly<Record<string, readonly [engine: Name, text: string]>> = {
  ...Object.fromEntries(
    'lower upper trim ltrim rtrim reverse char_length'
      .split(' ')
      .map((name) => [name, ['postgresql', `${name}(b)`]] as const),
  ),
  ...Object.fromEntries(
    'abs floor ceiling sign exp'
      .split(' ')
      .map((name) => [name, ['postgresql', `${name}(a)`]] as const),
  ),
  ...Object.fromEntries(
    'count sum avg min max stddev_pop stddev_samp var_pop var_samp'
      .split(' ')
      .map((name) => [name, ['postgresql', `select ${name}(a) as v from t`]] as const),
  ),
  ...Object.fromEntries(
    'row_number rank dense_rank ntile lag lead first_value last_value'.split(' ').map((name) => {
      const args = name === 'ntile' ? '3' : /^(l|f)/.test(name) ? 'a' : '';
      const text = `select ${name}(${args}) over (order by id) as v from t`;
      return [name, ['postgresql', text]] as const;
    }),
  ),
  replace: ['postgresql', "replace(b, 'x', 'y')"],
  substring: ['postgresql', 'substring(b, 2, 3)'],
  octet_length: ['postgresql', 'octet_length(b)'],
  instr: ['postgresql', "strpos(b, 'x')"],
  sqrt: ['postgresql', 'sqrt(abs(f))'],
  ln: ['postgresql', 'ln(abs(f) + 1)'],
  now: ['postgresql', 'now()'],
  utcnow: ['mysql', 'utc_timestamp()'],
  today: ['mysql', 'curdate()'],
  timeofday: ['mysql', 'curtime()'],
  uuid: ['mysql', 'uuid()'],
  extract: ['mysql', 'year(d)'],
  string_agg: ['mysql', "select group_concat(b order by id separator '-') as v from t"],
  coalesce: ['mysql', "ifnull(b, 'x')"],
  nullif: ['mysql', 'nullif(a, 1)'],
  power: ['mysql', 'pow(a, 2)'],
  concat_ws: ['mysql', "concat_ws('-', b, e)"],
  lpad: ['mysql', "lpad(b, 5, '-')"],
  rpad: ['mysql', "rpad(b, 5, '-')"],
  right: ['mysql', 'right(b, 2)'],
  round: ['mysql', 'round(n, 1)'],
  trunc: ['mysql', 'truncate(n, 1)'],
  greatest: ['mysql', 'greatest(a, c)'],
  least: ['mysql', 'least(a, c)'],
  'greatest present': ['postgresql', 'greatest(a, c)'],
  'least present': ['postgresql', 'least(a, c)'],
  days: ['mysql', 'datediff(ts, d)'],
  'between@any': ['mysql', 'timestampdiff(hour, ts, p)'],
  'seconds between@any': ['postgresql', 'extract(epoch from p - ts)'],
  'epoch@any': ['mysql', 'unix_timestamp(z)'],
  format: ['mysql', "date_format(d, '%Y-%m')"],
  array: ['postgresql', 'array[a, c]'],
  bits: ['mysql', "b'101'"],
  bytes: ['mysql', "x'4a'"],
  rounded: ['mysql', 'cast(n as signed)'],
  truncated: ['sqlite', 'cast(n as integer)'],
  untyped: ['sqlite', "+a = '1'"],
  typed: ['sqlite', "'1' = cast(a + 0 as integer)"],
  'json object': ['mysql', "select json_object('a', a) as v from t"],
  'json array': ['mysql', 'select json_array(a) as v from t'],
};

describe('no name of an operation shows that is the name of none', () => {
  it('of all that are read', () => {
    expect(COMMON_NAMES.filter((name) => !(name in OPERATIONS))).toEqual([]);
  });

  it.each(Object.entries(OPERATIONS))('%s', async (_, [engine, text]) => {
    const id = ENGINES[engine].id;
    const asked: Texts = isQuery(text)
      ? { engine: id, tables: tablesOf(engine), query: text }
      : { engine: id, columns: knownTo(engine), expressions: [{ text, as: 'value' }] };
    const answers: [to: Name, text: string | undefined, isFine: boolean][] = [];
    for (const to of RUN) {
      const into = { engine: ENGINES[to].id, names: 'shown' } as const;
      const [written] = await meanings.write(asked, into);
      answers.push([to, written?.text, written ? await isTaken(to, written.text) : to !== engine]);
    }
    expect(answers).toEqual(answers.map(([to, shown]) => [to, shown, true]));
  });
});

it('knows which letters an engine changes', async () => {
  const compare = async (one: Name, other: Name, text: string) =>
    compareMeanings(await readingOf(one, text), await readingOf(other, text));
  expect(await compare('sqlite', 'postgresql', 'lower(b)')).toBe('unclear');
  expect(await compare('mysql', 'sqlite', "upper(b) = 'X'")).toBe('unclear');
  expect(await compare('duckdb', 'mysql', 'upper(b)')).toBe('unclear');
  expect(await compare('duckdb', 'mysql', 'lower(b)')).toBe('same');
  expect(await compare('mysql', 'postgresql', 'lower(b)')).toBe('same');
  expect(await compare('sqlite', 'sqlite', 'lower(b)')).toBe('same');
  expect(await compare('sqlite', 'mysql', "lower('ABC') = b")).toBe('same');
});

it.each([
  ['mysql', 'postgresql', 'select id from t limit 3', 'unclear'],
  ['mysql', 'mysql', 'select id from t limit 3', 'same'],
  ['mysql', 'postgresql', 'select count(*) from t limit 3', 'same'],
  ['mysql', 'postgresql', 'select id from t order by id limit 3', 'same'],
  ['sqlite', 'mysql', 'select a, count(*) from t group by c', 'unclear'],
  ['sqlite', 'mysql', 'select a, max(c) from t', 'unclear'],
  ['sqlite', 'mysql', 'select c + 1, max(a) + 1, count(*) from t group by c', 'same'],
  ['sqlite', 'mysql', 'select c, sum(case when a > 1 then 1 end) from t group by c', 'same'],
  [
    'mysql',
    'postgresql',
    'select id, sum(a) over (order by flag is null rows unbounded preceding) as v from t',
    'unclear',
  ],
  ['mysql', 'postgresql', 'select id, sum(a) over (order by flag is null) as v from t', 'same'],
  ['mysql', 'postgresql', 'select id, row_number() over (order by id desc) as v from t', 'same'],
  [
    'mysql',
    'postgresql',
    'select id, row_number() over (partition by code order by id) as v from t',
    'same',
  ],
  [
    'mysql',
    'postgresql',
    'select id, row_number() over (partition by id order by flag is null) as v from t',
    'same',
  ],
  [
    'mysql',
    'postgresql',
    'select id, row_number() over (order by flag is null) as v from t',
    'unclear',
  ],
  ['mysql', 'mysql', 'select id, row_number() over (order by a) as v from t', 'same'],
  [
    'mysql',
    'postgresql',
    'select id + 0 as v, row_number() over (order by id) as w from t group by id',
    'same',
  ],
  [
    'mysql',
    'postgresql',
    'select x.id, row_number() over (order by x.id) as v from t x join t y on y.a = x.a',
    'unclear',
  ],
  [
    'mysql',
    'postgresql',
    'select x.id, lag(x.id) over (order by x.id, y.id) as v from t x join t y on y.a = x.a',
    'same',
  ],
  // Which of several rows with the same sort key are left out.
  ['mysql', 'sqlite', 'select id from t order by a limit 3', 'unclear'],
  ['mysql', 'mysql', 'select id from t order by a limit 3', 'same'],
  ['mysql', 'sqlite', 'select id from t order by a, id limit 3', 'same'],
  ['mysql', 'sqlite', 'select a from t order by a limit 3', 'same'],
  ['mysql', 'sqlite', 'select distinct a from t order by id limit 3', 'unclear'],
  ['mysql', 'sqlite', 'select distinct a from t order by a limit 3', 'same'],
  ['mysql', 'sqlite', 'select c, count(*) as n from t group by c order by n limit 3', 'unclear'],
  ['mysql', 'sqlite', 'select c, count(*) as n from t group by c order by n, c limit 3', 'same'],
  [
    'mysql',
    'sqlite',
    'select x.id, y.a from t x join t y on y.id = x.c order by x.id limit 3',
    'same',
  ],
  [
    'mysql',
    'sqlite',
    'select x.id, y.a from t x join t y on y.c = x.id order by x.id limit 3',
    'unclear',
  ],
  // Of the rows of a group, one is there at least.
  ['mysql', 'postgresql', 'select c, max(id) as v from t group by c order by v', 'same'],
  ['mysql', 'postgresql', 'select c, max(a) as v from t group by c order by v', 'different'],
  [
    'mysql',
    'postgresql',
    'select c, max(a) as v from t group by c having max(a) > 1 order by v',
    'same',
  ],
  // It takes such a column only where it is the same in the whole group.
  ['mysql', 'postgresql', 'select a, count(*) from t group by id', 'same'],
] as const)(
  'minds the order in which rows are read: %s, %s: %s',
  async (one, other, text, answer) => {
    expect(compareMeanings(await readingOf(one, text), await readingOf(other, text))).toBe(answer);
  },
);

it.each([
  "z + interval '1' hour",
  'coalesce(z, p)',
  'z = ts',
  'nullif(z, ts)',
  'cast(z as timestamp)',
  "select q.z + interval '1' hour as v from (select max(z) as z from t) q",
])('leaves it open what engines make of a time with a zone: %s', async (text) => {
  const [one, other] = [await readingOf('mysql', text), await readingOf('postgresql', text)];
  expect(compareMeanings(one, other)).toBe('unclear');
});

it.each(['case when a > 1 then z end', 'max(z)'])(
  'leaves it open what engines write of a time with a zone that is computed: %s',
  async (time) => {
    const source = await readingOf('mysql', `select date_format(${time}, '%Y') as v from t`);
    const target = await readingOf('postgresql', `select to_char(${time}, 'YYYY') as v from t`);
    expect(compareMeanings(source, target)).toBe('unclear');
  },
);

it('tells which day is written of a date, but for those that zones have skipped', async () => {
  const source = await readingOf('mysql', "date_format(d, '%Y-%m-%d')");
  const compare = async (text: string) =>
    compareMeanings(source, await readingOf('postgresql', text));
  expect(await compare("to_char(d, 'YYYY-MM-DD')")).toBe('midnight');
  expect(await compare("to_char(d, 'YYYY-MM')")).not.toBe('midnight');
  expect(await compare("to_char(d::timestamptz, 'YYYY-MM-DD')")).toBe('unclear');
  expect(await compare("to_char(d::timestamp, 'YYYY-MM-DD')")).toBe('same');
  const zone = (name: string) => runs.postgresql(`set timezone = '${name}'`);
  await zone('Pacific/Apia');
  const [days] = await runs.postgresql(
    "select to_char(d, 'DD'), to_char(d::timestamp, 'DD') from (select date '2011-12-30' as d) q",
  );
  await zone('UTC');
  expect(days).toEqual(['31', '30']);
  // An age counts from midnight, which the zone may have skipped as well.
  await zone('America/Sao_Paulo');
  const ages = await runs.postgresql(
    "select extract(year from age(e, d)), extract(year from age(e::timestamp, d::timestamp)) from (select date '2018-11-04' as d, date '2020-11-04' as e) q",
  );
  await zone('UTC');
  expect(ages).toEqual([['1', '2']]);
  const born = await readingOf('mysql', 'timestampdiff(year, d, curdate())');
  expect(compareMeanings(born, await readingOf('postgresql', 'extract(year from age(d))'))).toBe(
    'midnight',
  );
});

it.each([
  ['n / 4.0', 'same'],
  ['w / 4.0', 'unclear'],
])('minds how many digits SQLite keeps of a quotient: %s', async (text, answer) => {
  const [one, other] = [await readingOf('sqlite', text), await readingOf('mysql', text)];
  expect(compareMeanings(one, other)).toBe(answer);
});

it.each([
  ['n + 0.1', 'n + 0.1::float8', 'unclear'],
  ['n * 1.1e0', 'n * 1.1', 'unclear'],
  ['n - 1', 'n - 1::float8', 'unclear'],
  ['coalesce(w, 0)', 'coalesce(w, 0::float8)', 'unclear'],
  ['case when a > 1 then 1e0 else w end', 'case when a > 1 then 1 else w end', 'unclear'],
  ['n + 0.1e0', 'n + 0.1::float8', 'same'],
  ['f + 0.1', 'f + 0.1::float8', 'same'],
  ['coalesce(f, 0)', 'coalesce(f, 0::float8)', 'same'],
])('tells exact numbers from floats: %s, %s', async (text, other, answer) => {
  const [one, its] = [await readingOf('mysql', text), await readingOf('postgresql', other)];
  expect(compareMeanings(one, its)).toBe(answer);
  const [sums] = await runs.postgresql('select 0.2 + 0.1 = 0.3, 0.2 + 0.1::float8 = 0.3');
  expect(sums).toEqual(['t', 'f']);
});

it('keeps the order in which texts are concatenated', async () => {
  const compare = async (order: string) =>
    compareMeanings(
      await readingOf('mysql', `select group_concat(b ${order} separator '-') from t`),
      await readingOf('postgresql', `select string_agg(b, '-' ${order}) from t`),
    );
  expect([await compare(''), await compare('order by id')]).toEqual(['unclear', 'same']);
});

/** Whether it runs where there are no rows. */
async function isTaken(engine: Name, text: string): Promise<boolean> {
  try {
    await runs[engine](
      isQuery(text)
        ? `select * from (${text}) q where 1 = 0`
        : `select (${text}) from t where 1 = 0`,
    );
    return true;
  } catch {
    return false;
  }
}

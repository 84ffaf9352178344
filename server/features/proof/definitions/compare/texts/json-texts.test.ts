import { expect, it } from 'vitest';
import type { ViewDefinition } from '../../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import { createMeanings, type KnownTable, type RoutineText } from '../../../../sql/service.ts';
import { findBetween } from '../compare-fixture.ts';
import { compareMeanings } from './meanings.ts';

const MY = ENGINES.mysql.id;
const PG = ENGINES.postgresql.id;
const LITE = ENGINES.sqlite.id;
const text = { kind: 'text', length: 20, fixed: false, bytes: false } as const;
const TABLES: KnownTable[] = [
  {
    name: 't',
    as: 't',
    columns: [
      {
        name: 'a',
        as: 'a',
        canonical: { kind: 'integer', bits: 32, unsigned: false },
        nullable: true,
      },
      { name: 'b', as: 'b', canonical: text, nullable: true },
      {
        name: 'n',
        as: 'n',
        canonical: { kind: 'decimal', precision: 20, scale: 2 },
        nullable: true,
      },
      { name: 'j', as: 'j', canonical: { kind: 'json' }, nullable: true },
    ],
  },
];
const view = (query: string): ViewDefinition => ({
  kind: 'view',
  name: 'v',
  columns: [],
  text: query,
  materialised: false,
  comment: null,
  broken: null,
});
const NOTED = ['text.spelling info definition.otherSpelling'];
const OTHER = ['text.different warning definition.otherQuery'];
const ROWS = ['text.different warning definition.otherConditions'];
const UNCLEAR = ['text.different warning definition.otherDialect'];

it.each<[EngineId, string, EngineId, string, string[]]>([
  [
    MY,
    "select json_object('a', a) x from t",
    PG,
    "select json_build_object('a', a) x from t",
    NOTED,
  ],
  [MY, 'select json_array(b) x from t', LITE, 'select json_array(b) x from t', NOTED],
  // As a text, it has another order of keys.
  [
    PG,
    "select json_build_object('a', a, 'b', b) x from t",
    PG,
    "select json_build_object('b', b, 'a', a) x from t",
    NOTED,
  ],
  [
    PG,
    "select json_build_object('a', a) x from t",
    PG,
    "select jsonb_build_object('a', a) x from t",
    NOTED,
  ],
  [
    PG,
    "select json_build_object('a', a) x from t",
    PG,
    "select json_build_object('a',a) as x from t",
    [],
  ],
  [
    MY,
    "select json_object('a', a) x from t",
    PG,
    "select json_build_object('b', a) x from t",
    OTHER,
  ],
  [
    MY,
    "select json_object('a', a) x from t",
    PG,
    "select json_build_object('a', b) x from t",
    OTHER,
  ],
  [MY, 'select json_array(a, b) x from t', PG, 'select json_build_array(b, a) x from t', OTHER],
  [MY, 'select json_array(a) x from t', PG, `select '[' || a || ']' x from t`, UNCLEAR],
  [MY, 'select json_array() x from t', PG, `select '[]' x from t`, UNCLEAR],
  [
    MY,
    "select json_object('a', a) x, now() y from t",
    LITE,
    "select json_object('a', a) x, current_timestamp y from t",
    UNCLEAR,
  ],
  [
    MY,
    'select concat(json_array(a)) x from t',
    PG,
    'select json_build_array(a)::text x from t',
    UNCLEAR,
  ],
  // Of a key that is there twice, engines take the first or the last.
  [
    MY,
    "select json_object('a', a, 'a', b) x from t",
    PG,
    "select json_build_object('a', a, 'a', b) x from t",
    UNCLEAR,
  ],
  // Beside an output that cannot be told, either.
  [MY, 'select json_array() x, sha1(b) y from t', PG, "select '[]' x, md5(b) y from t", UNCLEAR],
  // SQLite makes floats of decimals.
  [MY, 'select json_array(n) x from t', PG, 'select json_build_array(n) x from t', NOTED],
  [MY, 'select json_array(n) x from t', LITE, 'select json_array(n) AS x from t', UNCLEAR],
  // A column of text may ignore case.
  [
    MY,
    "select a from t where json_unquote(json_extract(b, '$.a')) = 'open'",
    LITE,
    "select a from t where json_extract(b, '$.a') = 'open'",
    UNCLEAR,
  ],
  // JSON's null is a text on MySQL.
  [
    MY,
    "select json_unquote(json_extract(j, '$.a')) x from t",
    PG,
    "select j ->> 'a' x from t",
    UNCLEAR,
  ],
  [
    MY,
    "select a from t where json_unquote(json_extract(j, '$.a')) = 'open'",
    PG,
    "select a from t where j ->> 'a' = 'open'",
    [],
  ],
  [
    MY,
    "select a from t where json_unquote(json_extract(j, '$.a')) = 'open'",
    PG,
    "select a from t where j ->> 'a' = 'null'",
    UNCLEAR,
  ],
  [
    MY,
    "select a from t where json_unquote(json_extract(j, '$.a')) = 'open'",
    PG,
    "select a from t where j ->> 'a' = 'closed'",
    ROWS,
  ],
])('%i: %s beside %i: %s', async (source, one, target, other, expected) => {
  const found = await findBetween({ source, target }, view(one), view(other), {}, TABLES);
  expect(found.map(({ code, severity, detail }) => `${code} ${severity} ${detail.code}`)).toEqual(
    expected,
  );
});

it.each([
  ["INSERT INTO t (a, b) VALUES (1, json_array('x'))"],
  ["INSERT INTO t (a, j) VALUES (1, json_array('x'))"],
  ['INSERT INTO t (a, b) SELECT a, json_array(a) FROM t'],
  ['UPDATE t SET j = json_array(1) WHERE a = 1'],
  ['IF (SELECT count(*) FROM t) > 1 THEN INSERT INTO t (b) VALUES (json_array(1)); END IF'],
])('cannot tell what a text is that steps keep: %s', async (statement) => {
  const meanings = createMeanings();
  const procedure = (text: string, language: string): RoutineText => ({
    text: `BEGIN ${text}; END`,
    language,
    parameters: [],
    gives: { rows: null },
    strict: false,
  });
  const written = statement.replace('json_array', 'json_build_array');
  const asked = [
    { engine: MY, tables: TABLES, routine: procedure(statement, 'SQL') },
    { engine: PG, tables: TABLES, routine: procedure(written, 'plpgsql') },
  ];
  await meanings.prepare(asked);
  const [one, other] = asked.map((routine) => meanings.ofRoutine(routine));
  expect(compareMeanings(one!, other!)).toBe('unclear');
});
it.each([
  ['json_array(a)', 'json_build_array(a)', { kind: 'json' }, 'spelling'],
  ['json_array(a)', 'json_build_array(a)', text, 'unclear'],
] as const)('reads what a function gives: %s, %s', async (one, other, value, answer) => {
  const meanings = createMeanings();
  const of = (engine: EngineId, given: string) => ({
    engine,
    tables: TABLES,
    routine: {
      text: engine === MY ? `RETURN ${given}` : `BEGIN RETURN ${given}; END`,
      language: engine === MY ? 'SQL' : 'plpgsql',
      parameters: [{ ...TABLES[0]!.columns[0]!, as: '$1' }],
      gives: { value },
      strict: false,
    },
  });
  const asked = [of(MY, one), of(PG, other)];
  await meanings.prepare(asked);
  const [source, target] = asked.map((routine) => meanings.ofRoutine(routine));
  expect(compareMeanings(source!, target!)).toBe(answer);
});

import { expect, it } from 'vitest';
import type {
  ObjectDefinition,
  RoutineDefinition,
  ViewDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import type { KnownTable } from '../../../../sql/service.ts';
import { findBetween } from '../compare-fixture.ts';

const TEXT = { kind: 'text', length: 20, fixed: false, bytes: false } as const;
const [MY, PG, LITE] = [ENGINES.mysql.id, ENGINES.postgresql.id, ENGINES.sqlite.id];
/** How each engine has it by default. */
const COUNTS: Partial<Record<EngineId, boolean>> = { [MY]: false, [PG]: true, [LITE]: true };

const tables = (engine: EngineId): KnownTable[] => [
  {
    name: 't',
    as: 't',
    columns: [
      { name: 'b', as: 'b', canonical: TEXT, nullable: true, foldsCase: COUNTS[engine] === false },
    ],
  },
];
const find = async (
  source: EngineId,
  target: EngineId,
  one: ObjectDefinition,
  other: ObjectDefinition,
) => {
  const known = { source: tables(source), target: tables(target) };
  const found = await findBetween({ source, target }, one, other, {}, known);
  return found.map(({ code, severity, detail }) => [code, severity, detail.code]);
};
const view = (where: string): ViewDefinition => ({
  kind: 'view',
  name: 'v',
  columns: [],
  text: `select b from t where ${where}`,
  materialised: false,
  comment: null,
  broken: null,
});
const ON_SOURCE = [['text.case', 'warning', 'definition.likeOnSource']];
const ON_TARGET = [['text.case', 'warning', 'definition.likeOnTarget']];

it.each<[EngineId, EngineId, string, string, string[][]]>([
  [MY, PG, "b like 'x%'", "b LIKE 'x%'", ON_SOURCE],
  [PG, LITE, "b LIKE 'x%'", "b like 'x%'", ON_TARGET],
  [LITE, PG, "b like 'x%'", "b LIKE 'x%'", ON_SOURCE],
  [LITE, PG, "b like 'x%'", "b ILIKE 'x%'", []],
  [LITE, PG, "b like '1%'", "b LIKE '1%'", []],
  [MY, PG, "b like '1%'", "b LIKE '1%'", []],
])('a view of %i on %i: %s, %s', async (source, target, one, other, expected) => {
  expect(await find(source, target, view(one), view(other))).toEqual(expected);
});

it('a check that lets letters of one case in, where the other lets both', async () => {
  const table = (engine: EngineId, expression: string) =>
    sampleTable(
      [sampleColumn('b', { type: 'own', canonical: TEXT, caseSensitive: COUNTS[engine]! })],
      { checks: [{ name: 'c', expression }] },
    );
  const compare = async (source: EngineId, one: string, other: string) =>
    (await find(source, PG, table(source, one), table(PG, other))).filter(([code]) =>
      code!.startsWith('check.'),
    );
  expect(await compare(MY, "`b` like 'x%'", "((b)::text ~~ 'x%'::text)")).toEqual([
    ['check.different', 'warning', 'definition.likeOnSource'],
  ]);
  const citext = sampleColumn('b', {
    type: 'public.citext',
    canonical: TEXT,
    caseSensitive: false,
  });
  const onCitext = async (expression: string) =>
    (
      await find(
        MY,
        PG,
        table(MY, "`b` like 'x%'"),
        sampleTable([citext], { checks: [{ name: 'c', expression }] }),
      )
    )
      .filter(([code]) => code!.startsWith('check.'))
      .map(([, , detail]) => detail);
  expect(await onCitext("(b OPERATOR(public.~~) 'x%'::public.citext)")).toEqual([]);
  expect(await onCitext("((b)::text ~~ 'x%'::text)")).toEqual(['definition.likeOnSource']);
  expect(await onCitext("(b OPERATOR(mine.~~) 'x%'::text)")).toEqual(['definition.unclear']);
  expect(await compare(LITE, "b like 'k%'", "((b)::text ~~* 'k%'::text)")).toEqual([
    ['check.unclear', 'warning', 'definition.unclear'],
  ]);
  expect(await compare(LITE, "b like 'x%'", "((b)::text ~~* 'x%'::text)")).toEqual([]);
});

it('an index of rows that LIKE finds by different rules is no other one for sure', async () => {
  const table = (engine: EngineId, where: string) =>
    sampleTable(
      [sampleColumn('b', { type: 'own', canonical: TEXT, caseSensitive: COUNTS[engine]! })],
      {
        indexes: [
          {
            name: 'i',
            unique: true,
            where,
            parts: [{ column: 'b', expression: null, descending: false }],
          },
        ],
      },
    );
  const found = await find(LITE, PG, table(LITE, "b like 'k%'"), table(PG, "(b ~~* 'k%'::text)"));
  expect(found.map(([code]) => code).filter((code) => code!.startsWith('index.'))).toEqual([
    'index.unclear',
  ]);
});

it('a function that asks LIKE', async () => {
  const routine = (language: string, text: string) =>
    ({
      kind: 'routine',
      name: 'f',
      language,
      parameters: [],
      returns: { type: 'bigint', canonical: { kind: 'integer', bits: 64, unsigned: false } },
      text,
      comment: null,
    }) as unknown as RoutineDefinition;
  const found = await find(
    MY,
    PG,
    routine('SQL', "RETURN (SELECT count(*) FROM t WHERE b LIKE 'x%')"),
    routine('sql', "SELECT count(*) FROM t WHERE b LIKE 'x%'"),
  );
  expect(found).toEqual(ON_SOURCE);
});

it.each<[string, RoutineDefinition['parameters'][number]['comparison'], string, string[][]]>([
  [
    'character varying',
    { caseSensitive: false, accentBlind: true },
    'character varying',
    [['text.case', 'warning', 'definition.equalOnSource']],
  ],
  ['varchar(20)', { caseSensitive: true }, 'character varying', []],
  [
    'varchar(20)',
    { caseSensitive: true, padSpace: true },
    'character varying',
    [['text.blanks', 'info', 'definition.comparesBlanks']],
  ],
  ['varchar(20)', { caseSensitive: false }, 'public.citext', []],
  [
    'varchar(20)',
    undefined,
    'character varying',
    [['text.different', 'info', 'definition.otherDialect']],
  ],
])(
  'a function that compares a parameter: %s, %j, and %s',
  async (was, comparison, is, expected) => {
    const routine = (language: string, type: string, own: typeof comparison) =>
      ({
        kind: 'routine',
        name: 'f',
        language,
        parameters: [
          {
            name: 'p',
            mode: 'in',
            type,
            canonical: TEXT,
            default: null,
            ...(own && { comparison: own }),
          },
        ],
        returns: { type: 'int', canonical: { kind: 'integer', bits: 32, unsigned: false } },
        text: `${language === 'SQL' ? 'RETURN' : 'SELECT'} CASE WHEN p = 'x' THEN 1 ELSE 2 END`,
        comment: null,
      }) as unknown as RoutineDefinition;
    expect(
      await find(MY, PG, routine('SQL', was, comparison), routine('sql', is, undefined)),
    ).toEqual(expected);
  },
);

it.each<[NonNullable<RoutineDefinition['variables']> | undefined, unknown[]]>([
  [undefined, [['text.different', 'info', 'definition.otherDialect']]],
  [{ caseSensitive: true }, []],
  [
    { caseSensitive: false, accentBlind: true },
    [['text.case', 'warning', 'definition.equalOnSource']],
  ],
])(
  'a function that compares a variable, of texts that compare as %j',
  async (variables, expected) => {
    const body = (set: string) => `${set}; IF v = 'x' THEN RETURN 1; END IF; RETURN 2; END`;
    const routine = (language: string, text: string) =>
      ({
        kind: 'routine',
        name: 'f',
        language,
        parameters: [
          { name: 'p', mode: 'in', type: 'varchar(20)', canonical: TEXT, default: null },
        ],
        returns: { type: 'int', canonical: { kind: 'integer', bits: 32, unsigned: false } },
        text,
        comment: null,
        ...(language === 'SQL' && variables && { variables }),
      }) as unknown as RoutineDefinition;
    const source = routine('SQL', body('BEGIN DECLARE v varchar(20); SET v = p'));
    const target = routine('plpgsql', body('DECLARE v varchar(20); BEGIN v := p'));
    expect(await find(MY, PG, source, target)).toEqual(expected);
  },
);

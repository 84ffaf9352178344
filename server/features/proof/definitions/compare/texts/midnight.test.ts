import { expect, it } from 'vitest';
import type {
  RoutineDefinition,
  ViewDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import type { KnownTable } from '../../../../sql/service.ts';
import { findBetween } from '../compare-fixture.ts';

const TABLES: KnownTable[] = [
  {
    name: 't',
    as: 't',
    columns: [
      { name: 'd', as: 'd', canonical: { kind: 'date' }, nullable: true },
      {
        name: 'z',
        as: 'z',
        canonical: { kind: 'timestamp', precision: 0, zone: true },
        nullable: true,
      },
    ],
  },
];
const view = (text: string): ViewDefinition => ({
  kind: 'view',
  name: 'v',
  columns: [],
  text,
  materialised: false,
  comment: null,
  broken: null,
});

it.each([
  ["select date_format(d, '%Y-%m') x from t", "select to_char(d, 'YYYY-MM') x from t", true],
  [
    'select timestampdiff(year, d, curdate()) x from t',
    'select extract(year from age(d)) x from t',
    true,
  ],
  [
    "select date_format(d, '%Y-%m') x from t",
    "select to_char(d::timestamp, 'YYYY-MM') x from t",
    false,
  ],
])(
  '%s and %s are the same, with a note on zones that skipped a day: %s',
  async (one, other, noted) => {
    const engines = { source: ENGINES.mysql.id, target: ENGINES.postgresql.id };
    const found = await findBetween(engines, view(one), view(other), {}, TABLES);
    expect(found.map(({ code, severity, detail }) => [code, severity, detail.code])).toEqual(
      noted ? [['text.midnight', 'info', 'definition.asMidnight']] : [],
    );
  },
);

it.each([
  ["select date_format(z, '%Y-%m') x from t", "select to_char(z, 'YYYY-MM') x from t", 'text.zone'],
  ["select date_format(z, '%Y-%m') x from t", "select to_char(z, 'YYYY-DD') x from t", 'unread'],
  [
    "select date_format(z, '%Y-%m') x from t",
    "select to_char(z at time zone 'UTC', 'YYYY-MM') x from t",
    'unread',
  ],
])('says what a time with a zone hangs on: %s, %s: %s', async (one, other, expected) => {
  const engines = { source: ENGINES.mysql.id, target: ENGINES.postgresql.id };
  const found = await findBetween(engines, view(one), view(other), {}, TABLES);
  const said = found.map(({ code, severity, detail, settledByRows }) => [
    code,
    severity,
    detail.code,
    settledByRows,
  ]);
  expect(said).toEqual([
    expected === 'text.zone'
      ? // Rows are read in UTC on both sides, whatever the zone of other sessions is.
        [expected, 'warning', 'definition.otherZone', undefined]
      : ['text.different', 'warning', 'definition.otherDialect', 'with rows'],
  ]);
});

it('is sure of a time with a zone on one engine', async () => {
  const engines = { source: ENGINES.postgresql.id, target: ENGINES.postgresql.id };
  const [one, other] = ["to_char(z, 'YYYY-MM')", "(to_char(t.z, 'YYYY-MM'::text))"];
  const texts = [one, other].map((text) => view(`select ${text} x from t`));
  expect(await findBetween(engines, texts[0]!, texts[1]!, {}, TABLES)).toEqual([]);
});

it('warns of the zone of a procedure, whatever a failure leaves written', async () => {
  const procedure = (language: string, shown: string): RoutineDefinition => ({
    kind: 'routine',
    name: 'p',
    parameters: [
      {
        name: 'at',
        type: 'timestamp',
        canonical: TABLES[0]!.columns[1]!.canonical,
        mode: 'in',
        default: null,
      },
    ],
    returns: null,
    language,
    text: `BEGIN INSERT INTO log (x) VALUES (${shown}); INSERT INTO log (x) VALUES ('b'); END`,
    comment: null,
  });
  const text = { kind: 'text', length: null, fixed: false, bytes: false } as const;
  const log = {
    name: 'log',
    as: 'log',
    columns: [{ name: 'x', as: 'x', canonical: text, nullable: true }],
  };
  const found = await findBetween(
    { source: ENGINES.mysql.id, target: ENGINES.postgresql.id },
    procedure('SQL', "date_format(at, '%Y-%m')"),
    procedure('plpgsql', "to_char(at, 'YYYY-MM')"),
    {},
    [log],
  );
  expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['text.zone warning']);
});

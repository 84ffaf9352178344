import { expect, it } from 'vitest';
import type { ViewDefinition } from '../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import type { KnownTable } from '../../sql/service.ts';
import { findBetween } from './compare-fixture.ts';

const TABLES: KnownTable[] = [
  {
    name: 't',
    as: 't',
    columns: [{ name: 'd', as: 'd', canonical: { kind: 'date' }, nullable: true }],
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

import { expect, it } from 'vitest';
import { ENGINES, type EngineId } from '../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare/compare-fixture.ts';
import { repairsOf } from './repairs.ts';
import { repairSetting } from './repair-fixture.ts';

/** What mends columns `a` and `b` of the target that take NULL, of which a computed one uses `a`. */
async function repair(target: EngineId) {
  const engines = { source: ENGINES.sqlite.id, target };
  const [column, twice] = [
    (name: string, nullable: boolean) => sampleColumn(name, { nullable }),
    sampleColumn('twice', { generated: 'a * 2' }),
  ];
  const source = sampleTable([column('a', false), column('b', false), twice]);
  const there = sampleTable([column('a', true), column('b', true), twice]);
  const found = await findBetween(engines, source, there);
  const repairs = repairsOf(found, source, there, repairSetting(engines, ['to', 't']));
  return [...repairs].map(([{ name }, { statements, unmended }]) => [
    name,
    statements?.length ?? unmended?.code,
  ]);
}

it.each<[EngineId, (string | number)[][]]>([
  [
    ENGINES.sqlServer.id,
    [
      ['a', 'repair.engine'],
      ['b', 1],
    ],
  ],
  [
    ENGINES.postgresql.id,
    [
      ['a', 1],
      ['b', 1],
    ],
  ],
])(
  'NOT NULL of a column that a computed one uses is offered where %s takes it',
  async (to, expected) => {
    expect(await repair(to)).toEqual(expected);
  },
);

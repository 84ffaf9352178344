import { expect, it } from 'vitest';
import type {
  RoutineDefinition,
  ViewDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import { findBetween } from '../compare-fixture.ts';

const [MS, PG] = [ENGINES.sqlServer.id, ENGINES.postgresql.id];
const INT = { kind: 'integer', bits: 32, unsigned: false } as const;

const view = (text: string, settingsOff?: string[]): ViewDefinition => ({
  kind: 'view',
  name: 'v',
  columns: [],
  text,
  materialised: false,
  ...(settingsOff && { settingsOff }),
  comment: null,
  broken: null,
});
const routine = (engine: EngineId, settingsOff?: string[]) =>
  ({
    kind: 'routine',
    name: 'f',
    language: engine === MS ? 'Transact-SQL' : 'sql',
    parameters: [{ name: '@a', mode: 'in', type: 'int', canonical: INT, default: null }],
    returns: { type: 'int', canonical: INT, set: false },
    text:
      engine === MS
        ? 'CREATE FUNCTION f(@a int) RETURNS int AS BEGIN RETURN CASE WHEN @a = 1 THEN 2 ELSE 3 END END'
        : 'SELECT CASE WHEN $1 = 1 THEN 2 ELSE 3 END',
    ...(settingsOff && { settingsOff }),
    comment: null,
  }) as unknown as RoutineDefinition;
const find = async (
  target: EngineId,
  one: ViewDefinition | RoutineDefinition,
  other: ViewDefinition | RoutineDefinition,
) => {
  const found = await findBetween({ source: MS, target }, one, other);
  return found
    .filter(({ code }) => code === 'text.different')
    .map(({ detail }) => [detail.code, detail.params]);
};
const said = (settings: string) => [['definition.settingsOff', { settings }]];

it('a text that was stored with settings OFF is not read to be the same', async () => {
  expect(await find(PG, routine(MS), routine(PG))).toEqual([]);
  expect(await find(PG, routine(MS, ['ANSI_NULLS']), routine(PG))).toEqual(said('ANSI_NULLS'));
  const query = 'select 1 as a';
  expect(await find(PG, view(query), view(query))).toEqual([]);
  expect(await find(PG, view(query, ['QUOTED_IDENTIFIER', 'ANSI_NULLS']), view(query))).toEqual(
    said('ANSI_NULLS, QUOTED_IDENTIFIER'),
  );
});

it('one text with the same settings is the same on two servers', async () => {
  const off = routine(MS, ['ANSI_NULLS']);
  expect(await find(MS, off, off)).toEqual([]);
  expect(await find(MS, off, routine(MS))).toEqual(said('ANSI_NULLS'));
  expect(await find(MS, off, routine(MS, ['QUOTED_IDENTIFIER']))).toEqual(
    said('ANSI_NULLS, QUOTED_IDENTIFIER'),
  );
});

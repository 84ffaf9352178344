import { describe, expect, it } from 'vitest';
import type {
  ObjectDefinition,
  RoutineDefinition,
  TableDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import type { KnownTable } from '../../../../sql/service.ts';
import { sampleTrigger } from '../../../../../../tests/support/sample-definitions.ts';
import { asWritten, schemasOfPairs } from './as-written.ts';
import { findBetween } from '../compare-fixture.ts';

const PG = { source: ENGINES.postgresql.id, target: ENGINES.postgresql.id };
const MOVED = { source: 'venue', target: 'places' };
const text = { kind: 'text', length: null, fixed: false, bytes: false } as const;
const known = (side: 'source' | 'target'): KnownTable[] => [
  {
    name: side === 'source' ? 'customer' : 'customers',
    as: 'customers',
    schema: 'sales',
    schemaInQueries: 'sales',
    columns: [
      {
        name: side === 'source' ? 'born' : 'birthday',
        as: 'birthday',
        canonical: text,
        nullable: true,
      },
    ],
  },
  {
    name: 'seat',
    as: 'seat',
    schema: 'places',
    schemaInQueries: side === 'source' ? 'venue' : 'places',
    columns: [{ name: 'row', as: 'row', canonical: text, nullable: true }],
  },
];
const KNOWN = { source: known('source'), target: known('target') };
const codes = async (source: ObjectDefinition, target: ObjectDefinition, engines: object = PG) =>
  (await findBetween({ ...PG, ...engines }, source, target, { schemas: MOVED }, KNOWN)).map(
    ({ code }) => code,
  );

const view = (query: string) =>
  ({
    kind: 'view',
    name: 'v',
    comment: null,
    broken: null,
    materialised: false,
    columns: [],
    text: query,
  }) as ObjectDefinition;
const routine = (body: string) =>
  ({
    kind: 'routine',
    name: 'f',
    language: 'plpgsql',
    parameters: [],
    returns: null,
    text: body,
    comment: null,
  }) as unknown as RoutineDefinition;
const table = (part: Partial<TableDefinition>): TableDefinition => ({
  kind: 'table',
  name: 'seat',
  columns: [],
  primaryKey: null,
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  triggers: [],
  comment: null,
  estimatedRows: null,
  ...part,
});
const check = (expression: string) => table({ checks: [{ name: 'c', expression }] });
const trigger = (body: string): TableDefinition =>
  table({
    triggers: [sampleTrigger({ text: body })],
  });

const KINDS = { view, routine, check, trigger };
type Case = [keyof typeof KINDS, string, string];

/** What no parser of ours reads. */
const SAME: Case[] = [
  ['view', 'SELECT count(s.*) FROM venue.seat s', 'SELECT count(s.*) FROM places.seat s'],
  ['view', 'SELECT count(c.*) FROM sales.customer c', 'SELECT count(c.*) FROM sales.customers c'],
  [
    'routine',
    "BEGIN EXECUTE 'ANALYZE'; PERFORM born FROM customer; END",
    "BEGIN EXECUTE 'ANALYZE'; PERFORM birthday FROM customers; END",
  ],
  ['routine', 'BEGIN NOTIFY x; PERFORM venue.f(); END', 'BEGIN NOTIFY x; PERFORM places.f(); END'],
  ['check', 'EXCLUDE USING gist (row WITH =)', 'EXCLUDE USING gist (row WITH =)'],
  ['trigger', 'EXECUTE FUNCTION venue.log()', 'EXECUTE FUNCTION places.log()'],
  ['trigger', 'BEGIN NOTIFY customer; END', 'BEGIN NOTIFY customers; END'],
];
it.each(SAME)('a %s of one engine is the same under the target’s names: %s', async (kind, a, b) => {
  expect(await codes(KINDS[kind](a), KINDS[kind](b))).toEqual([]);
});

const DIFFERENT: Case[] = [
  ['view', 'SELECT count(s.*) FROM venue.seat s', 'SELECT count(s.*) FROM venue.seat s'],
  ['view', 'SELECT count(s.*) FROM venue.seat s', 'SELECT count(s.*) FROM other.seat s'],
  ['view', 'SELECT count(c.*) FROM sales.customer c', 'SELECT count(c.*) FROM places.customers c'],
  ['routine', "BEGIN EXECUTE 'venue.seat'; END", "BEGIN EXECUTE 'places.seat'; END"],
  ['routine', 'BEGIN NOTIFY born, customer; END', 'BEGIN NOTIFY died, customers; END'],
  ['check', 'EXCLUDE USING gist (row WITH =)', 'EXCLUDE USING gist (row WITH &&)'],
  ['trigger', 'EXECUTE FUNCTION venue.log()', 'EXECUTE FUNCTION places.log2()'],
];
it.each(DIFFERENT)('a %s that differs in more is not the same: %s', async (kind, a, b) => {
  expect(await codes(KINDS[kind](a), KINDS[kind](b))).not.toEqual([]);
});

it('texts of two engines are never the same because they are written alike', async () => {
  for (const [kind, , b] of SAME.filter(([kind]) => kind !== 'trigger'))
    expect(await codes(KINDS[kind](b), KINDS[kind](b), { source: ENGINES.duckdb.id })).not.toEqual(
      [],
    );
});

describe('names of the target', () => {
  const written = (query: string) =>
    asWritten(query, {
      tables: known('source'),
      columns: [],
      schemas: schemasOfPairs([MOVED, { source: 'a', target: 'b' }, { source: 'a', target: 'c' }]),
    });

  it.each([
    ['Venue.Seat', 'places.seat'],
    ["'it\\'s', venue.seat", "'it\\'s', venue.seat"],
    ['$q$venue.seat$q$', '$q$venue.seat$q$'],
    ['"venue"."seat"', 'places.seat'],
    ['a.f()', 'a.f()'],
    ['x.venue.y', 'x.venue.y'],
    ["'venue.seat'", "'venue.seat'"],
    ['my_venue.seat', 'my_venue.seat'],
    ['customer.born', 'customers.birthday'],
  ])('%s is written as %s', (query, expected) => {
    expect(written(query)).toBe(expected);
  });
});

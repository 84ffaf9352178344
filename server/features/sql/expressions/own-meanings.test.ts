import { expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { DUCK, INT, LITE, MS, MY, ORA, PG, column, textOf } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

const meanings = createMeanings();
const time = (zone: boolean): CanonicalType => ({ kind: 'timestamp', precision: 0, zone });
const COLUMNS = [
  column('a', INT),
  column('b', textOf(20)),
  column('code', { kind: 'text', length: 4, fixed: true, bytes: false }),
  column('d', { kind: 'date' }),
  column('ts', time(false)),
  column('z', time(true)),
];

async function compare([one, text]: Text, [other, its]: Text) {
  const read = async (engine: EngineId, own: string) => {
    const expressions = [{ text: own, as: 'value' as const }];
    await meanings.prepare([{ engine, columns: COLUMNS, expressions }]);
    return meanings.ofExpression(engine, COLUMNS, expressions[0]!);
  };
  return compareMeanings(await read(one, text), await read(other, its));
}
type Text = readonly [engine: EngineId, text: string];

it.each<[Text, Text]>([
  // It ignores blanks at the end of what it is compared with.
  [
    [MY, "b = 'x'"],
    [PG, "b::bpchar = 'x'"],
  ],
  [
    [MY, 'char_length(b)'],
    [PG, 'length(b::bpchar)'],
  ],
  [
    [MY, "concat(b, 'x')"],
    [PG, "(b::bpchar) || 'x'"],
  ],
  [
    [PG, "code::bpchar = 'x '"],
    [PG, "code::text = 'x '"],
  ],
  [
    [PG, "coalesce(b, code)::bpchar = 'x '"],
    [PG, "coalesce(b, code) = 'x '"],
  ],
  // Oracle counts bytes.
  [
    [PG, 'b::varchar(3)'],
    [ORA, 'cast(b as varchar2(3))'],
  ],
  [
    [PG, 'b::varchar(3)'],
    [ORA, 'cast(b as varchar2(3 byte))'],
  ],
  [
    [PG, 'b::char(3)'],
    [ORA, 'cast(b as char(3))'],
  ],
  [
    [PG, "'éé'::varchar(3)"],
    [ORA, "cast('éé' as varchar2(3))"],
  ],
  // PostgreSQL keeps the lowest bit alone.
  [
    [MS, 'cast(a as bit)'],
    [PG, 'cast(a as bit)'],
  ],
  [
    [DUCK, 'cast(a as boolean)'],
    [PG, 'cast(a as bit)'],
  ],
  [
    [PG, 'cast(a as boolean)'],
    [PG, 'cast(a as bit)'],
  ],
  // Where NULL is left out, and where it makes all of it NULL.
  [
    [MY, "concat(b, NULL, 'x')"],
    [PG, "concat(b, NULL, 'x')"],
  ],
  [
    [MY, "concat(b, NULL, 'x')"],
    [PG, "concat(b, 'x')"],
  ],
  // Without a zone alone, a day has 24 hours.
  [
    [PG, "z + interval '24 hours'"],
    [PG, "z + interval '1 day'"],
  ],
  [
    [PG, "now() + interval '24 hours'"],
    [PG, "now() + interval '1 day'"],
  ],
  [
    [MY, 'd + interval 24 hour'],
    [MY, 'd + interval 1 day'],
  ],
  [
    [PG, "ts + interval '25 hours'"],
    [PG, "ts + interval '1 day'"],
  ],
  [
    [PG, "ts + interval '24 hours'"],
    [PG, "ts - interval '1 day'"],
  ],
  // Bits are numbers beside whole numbers alone.
  [
    [MY, "a = b'101'"],
    [PG, 'a = 101'],
  ],
  [
    [MY, "b = b'101'"],
    [PG, "b = '5'"],
  ],
])('%s is not %s', async (one, other) => {
  expect(await compare(one, other)).not.toBe('same');
});

it.each<[Text, Text]>([
  [
    [MY, 'date(z)'],
    [PG, 'z::date'],
  ],
  [
    [MY, 'hour(z)'],
    [PG, 'extract(hour from z)'],
  ],
  [
    [MY, 'year(z) = 2024'],
    [PG, "date_part('year', z) = 2024"],
  ],
])('%s is %s where the sessions have the same zone', async (one, other) => {
  expect(await compare(one, other)).toBe('zone');
});

it.each<[Text, Text]>([
  [
    [MY, "code = 'A'"],
    [PG, "code = 'A'::bpchar"],
  ],
  [
    [PG, "code = 'A'"],
    [PG, "code::bpchar = 'A'::bpchar"],
  ],
  [
    [PG, "code = 'x '"],
    [PG, "code::bpchar = 'x '"],
  ],
  [
    [PG, "b::char(3) = 'x '"],
    [PG, "b::char(3)::bpchar = 'x '"],
  ],
  [
    [PG, "'ab'::varchar(3)"],
    [ORA, "cast('ab' as varchar2(3))"],
  ],
  [
    [MS, 'cast(a as bit)'],
    [PG, 'cast(a as boolean)'],
  ],
  [
    [MY, "concat(b, NULL, 'x')"],
    [MY, 'NULL'],
  ],
  [
    [PG, "concat(b, NULL, 'x')"],
    [PG, "concat(b, 'x')"],
  ],
  [
    [PG, "concat(b, NULL, 'x')"],
    [LITE, "coalesce(b, '') || 'x'"],
  ],
  [
    [PG, "ts + interval '24 hours'"],
    [PG, "ts + interval '1 day'"],
  ],
  [
    [MY, 'date_add(ts, interval 48 hour)'],
    [PG, "ts + interval '2 days'"],
  ],
  [
    [MY, 'ts - interval 24 hour'],
    [PG, "ts - interval '1 day'"],
  ],
  [
    [MY, "a = b'101'"],
    [PG, 'a = 5'],
  ],
  [
    [MY, "a in (b'101', b'1')"],
    [PG, 'a in (5, 1)'],
  ],
  [
    [PG, 'z::date'],
    [PG, 'date(z)'],
  ],
  // Whole numbers become texts by themselves.
  [
    [MY, "lpad(a, 5, '0')"],
    [PG, "lpad(a::text, 5, '0')"],
  ],
  [
    [MY, 'left(a, 4)'],
    [PG, 'left(a::text, 4)'],
  ],
  [
    [MY, "replace(a, '1', '2')"],
    [PG, "replace(a::text, '1', '2')"],
  ],
  // Too long to cut anything.
  [
    [MY, 'cast(b as char(50))'],
    [PG, 'b'],
  ],
  [
    [PG, 'b::varchar(20)'],
    [PG, 'b'],
  ],
  [
    [MS, 'cast(a as varchar(11))'],
    [PG, 'a::text'],
  ],
  [
    [MY, 'cast(b as char charset utf8mb4)'],
    [PG, 'b'],
  ],
])('%s is %s', async (one, other) => {
  expect(await compare(one, other)).toBe('same');
});

it.each<[Text, Text]>([
  [
    [MY, 'cast(b as char(19))'],
    [PG, 'b'],
  ],
  [
    [PG, '(b || b)::varchar(20)'],
    [PG, 'b || b'],
  ],
  [
    [MS, 'cast(a as varchar(10))'],
    [PG, 'a::text'],
  ],
  // From national characters, which it lacks.
  [
    [MS, 'cast(b as varchar(50))'],
    [PG, 'b'],
  ],
  [
    [MY, 'cast(b as char charset latin1)'],
    [PG, 'b'],
  ],
])('%s may be cut, as %s is not', async (one, other) => {
  expect(await compare(one, other)).not.toBe('same');
});

it.each(['cast(b as nvarchar(max))', 'cast(b as varchar(max))', 'convert(varchar(max), b)'])(
  '%s of SQL Server cuts nothing',
  async (text) => {
    expect(await compare([MS, text], [PG, 'b'])).toBe('same');
    expect(await compare([MS, text], [PG, 'b::varchar(10)'])).not.toBe('same');
    expect(await compare([MS, text], [MS, 'cast(b as varchar(30))'])).not.toBe('same');
  },
);

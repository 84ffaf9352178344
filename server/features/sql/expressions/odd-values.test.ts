import { expect, it } from 'vitest';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { DUCK, INT, LITE, MS, MY, ORA, PG, column, textOf } from '../known-fixture.ts';
import { type Expression, type KnownColumn, createMeanings } from '../service.ts';

const decimal = (precision: number, scale: number): CanonicalType => ({
  kind: 'decimal',
  precision,
  scale,
});
const COLUMNS: KnownColumn[] = [
  column('a'),
  column('c'),
  column('small', { kind: 'integer', bits: 16, unsigned: false }),
  column('n', decimal(10, 2)),
  column('fine', decimal(10, 4)),
  column('wide', decimal(20, 4)),
  column('price', decimal(10, 4)),
  column('b', textOf(20)),
  column('e', textOf(20)),
  column('code', { kind: 'text', length: 4, fixed: true, bytes: false }),
  column('flag', { kind: 'boolean' }),
  column('t', { kind: 'time', precision: 0, zone: false }),
  column('z', { kind: 'timestamp', precision: 0, zone: true }),
  column('ts', { kind: 'timestamp', precision: 0, zone: false }),
];
const NAMES = { ms: MS, my: MY, ora: ORA, pg: PG, duck: DUCK, lite: LITE };
type Name = keyof typeof NAMES;
const meanings = createMeanings();
async function read(
  name: Name,
  text: string,
  as: Expression['as'] = 'value',
  columns: readonly KnownColumn[] = COLUMNS,
) {
  const engine = NAMES[name];
  await meanings.prepare([{ engine, columns, expressions: [{ text, as }] }]);
  return meanings.ofExpression(engine, columns, { text, as });
}

it.each([
  // Without FROM, a part begins with the first character.
  ['pg', 'substring(b for 3)', 'my', 'substring(b, 3)', 'left(b, 3)'],
  // Fractions of a unit are rounded, cut or kept; W is a weekday.
  ['ms', 'dateadd(day, n, ts)', 'my', 'date_add(ts, interval n day)', null],
  ['ms', 'dateadd(day, 1.5, ts)', 'my', 'date_add(ts, interval 1.5 day)', null],
  ['pg', "ts + interval '1.5' hour", 'my', 'ts + interval 1.5 hour', null],
  ['pg', "ts + interval '1' year to month", 'my', 'ts + interval 1 year', null],
  ['ms', 'dateadd(w, 1, ts)', 'my', 'ts + interval 7 day', null],
  ['ms', 'dateadd(wk, 1, ts)', 'my', 'ts + interval 1 day', 'ts + interval 7 day'],
  ['ms', 'dateadd(dy, 1, ts)', 'my', 'ts + interval 1 year', 'ts + interval 1 day'],
  // An empty text is found nowhere; the blanks that pad a text are there.
  ['ms', 'charindex(e, b)', 'my', 'locate(e, b)', null],
  ['ms', "charindex('', b)", 'my', "locate('', b)", null],
  ['ms', "charindex(' ', code)", 'my', "locate(' ', code)", null],
  ['ms', "charindex('x', b)", 'my', "locate('y', b)", "locate('x', b)"],
  // By zero, Oracle gives the number itself.
  ['ora', 'mod(a, c)', 'ms', 'a % c', null],
  ['ora', 'mod(a, 3)', 'ms', 'a % 2', 'a % 3'],
  // SQL Server's SIGN keeps the type, which does not divide to an integer.
  ['ms', 'sign(n) / 2', 'lite', 'sign(n) / 2', null],
  // What has too many digits for SQL Server is cut or rounded.
  ['ms', 'wide * wide', 'pg', 'wide * wide', null],
  ['ms', 'wide * n', 'pg', 'wide * a', 'n * wide'],
  ['ms', 'fine / 16', 'pg', 'fine / 16', null],
  ['ms', 'fine / 8', 'my', 'fine / 8', null],
  ['ms', 'n / 16', 'pg', 'n / 8', 'n / 16'],
  ['ms', 'n * (1 - n / 100)', 'pg', 'n * (1 - n / 10)', 'n * (1 - n / 100)'],
  ['ms', 'n * (1 - n / 3)', 'pg', 'n * (1 - n / 3)', null],
  ['ms', 'price / 100', 'pg', 'price / 100', null],
  ['ms', 'price * price', 'pg', 'price * price', null],
  ['ms', 'price / 100.0', 'pg', 'price / 10', 'price / 100.0'],
  ['ms', 'price * a', 'pg', 'price * c', 'a * price'],
  // Numbers too large for the first type.
  ['ms', 'isnull(small, a)', 'pg', 'coalesce(small, a)', null],
  ['ms', 'isnull(a, small)', 'pg', 'coalesce(small, a)', 'coalesce(a, small)'],
  // A text of no characters is NULL.
  ['ora', "lpad(b, 0, 'x')", 'pg', "lpad(b, 0, 'x')", null],
  // Exact numbers have more digits than floats.
  ['ora', 'power(a, 2)', 'pg', 'power(a, 2)', null],
  ['ora', 'sqrt(a)', 'pg', 'sqrt(a)', null],
  ['pg', 'sqrt(n)', 'duck', 'sqrt(n)', null],
  // A sign binds more tightly than a power, and one that is no sign of a number more loosely than a sum.
  ['pg', '-a ^ 2', 'pg', '-(a ^ 2)', null],
  ['pg', '-2 ^ 2', 'pg', '-(2 ^ 2)', null],
  ['pg', '@ a - 5', 'pg', '(@ a) - 5', null],
  ['pg', '(-a) ^ 2', 'pg', '-(a ^ 2)', '(-(a)) ^ 2'],
  // Texts beside a time of day.
  ['lite', "t = '10:00'", 'pg', "t = '10:00'", null],
  ['my', "t > '1000'", 'pg', "t > '1000'", null],
  ['lite', "t < '9:00'", 'pg', "t < '9:00'", null],
  ['my', "t = '10:00'", 'pg', "t = '10:01'", "t = '10:00'"],
  ['lite', "t = '10:00:00'", 'pg', "t = '10:00:01'", "t = '10:00:00'"],
  // The zone that is kept with a time, or UTC.
  ['ms', 'year(z)', 'pg', 'extract(year from z)', null],
  ['ora', 'extract(hour from z)', 'pg', 'extract(hour from z)', null],
  ['ms', 'cast(z as date)', 'pg', 'z::date', null],
  // A number, and bytes.
  ['lite', '0x41', 'my', "x'41'", null],
  ['duck', '0x41', 'ms', '0x41', null],
  ['pg', '0x41', 'pg', "x'41'", null],
  ['pg', 'timeofday()', 'my', 'curtime()', null],
  // Also in the words of others.
  ['ms', 'ltrim(rtrim(b))', 'pg', 'ltrim(b)', 'trim(b)'],
  ['ms', 'cast(n as int)', 'pg', 'n::int', 'trunc(n)::int'],
  ['ora', "b || '-' || e", 'pg', "b || '-' || e", "concat(b, '-', e)"],
  ['ora', 'b || e', 'pg', 'concat(b, e)', null],
  ['ora', "coalesce(b || e, 'x')", 'ora', 'b || e', null],
  ['my', "flag = b'1'", 'pg', 'not flag', 'flag'],
] as const)('reads %s: %s otherwise than %s: %s', async (name, text, other, unlike, alike) => {
  const found = await read(name, text);
  expect(compareMeanings(found, await read(other, unlike))).not.toBe('same');
  if (alike !== null) expect(compareMeanings(found, await read(other, alike))).toBe('same');
});

it.each([
  [INT, "b'101'", '101', '5'],
  [{ kind: 'bits', length: 3 }, "b'101'", "b'11'", "b'0101'"],
  [{ kind: 'boolean' }, "b'1'", "b'0'", 'true'],
  [textOf(20), '1.50', "'1.5'", null],
  [textOf(20), '15', "'1.5'", "'15'"],
] as const)('reads the default of %j: %s', async (type, text, unlike, alike) => {
  const asDefault = (given: string) => read('my', given, { default: type });
  const found = await asDefault(text);
  expect(compareMeanings(found, await asDefault(unlike))).not.toBe('same');
  if (alike !== null) expect(compareMeanings(found, await asDefault(alike))).toBe('same');
});

it.each([
  ['(a > 0) is not false', 'a > 0'],
  ['coalesce(a > 0, true)', 'a is null or a > 0'],
])('passes what is unknown by a check: %s', async (one, other) => {
  const [left, right] = [await read('pg', one, 'check'), await read('my', other, 'check')];
  expect(compareMeanings(left, right)).toBe('same');
  const [where, there] = [
    await read('pg', one, 'condition'),
    await read('my', 'a > 0', 'condition'),
  ];
  expect(compareMeanings(where, there)).not.toBe('same');
});

it('tells columns apart whose names differ in case alone', async () => {
  const columns = ['A', 'a'].map((name) => column(name));
  const [one, other] = [
    await read('pg', '"A" > 0', 'check', columns),
    await read('pg', 'a > 0', 'check', columns),
  ];
  expect(compareMeanings(one, other)).not.toBe('same');
  const tables = [{ name: 't', as: 't', columns }];
  const views = ['select t."A" from t', 'select t.a from t'].map((query) => ({
    engine: PG,
    tables,
    query,
  }));
  await meanings.prepare(views);
  expect(compareMeanings(meanings.ofView(views[0]!), meanings.ofView(views[1]!))).not.toBe('same');
});

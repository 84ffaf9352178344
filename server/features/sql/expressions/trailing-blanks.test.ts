import { expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { LITE, MS, MY, PG, column, textOf } from '../known-fixture.ts';
import { type KnownColumn, createMeanings } from '../service.ts';

const meanings = createMeanings();
const COUNT: KnownColumn[] = [column('b', textOf(20)), column('c', textOf(20))];
const IGNORED = COUNT.map((one): KnownColumn => ({ ...one, padSpace: true }));
const SIDES = {
  mysql: [MY, IGNORED],
  nopad: [MY, COUNT],
  sqlServer: [MS, IGNORED],
  postgresql: [PG, COUNT],
  sqlite: [LITE, COUNT],
  sqliteIgnoring: [LITE, IGNORED],
} as const satisfies Record<string, [EngineId, KnownColumn[]]>;
type Side = keyof typeof SIDES;

async function compare(one: Side, text: string, other: Side, its: string) {
  const [source, target] = await Promise.all(
    [[one, text] as const, [other, its] as const].map(async ([side, query]) => {
      const [engine, columns] = SIDES[side];
      const tables = [{ name: 't', as: 't', columns }];
      const asked = { engine, tables, query: `select c from t where ${query}` };
      await meanings.prepare([asked]);
      return meanings.ofView(asked);
    }),
  );
  return compareMeanings(source!, target!);
}

it.each<[Side, string, Side, string]>([
  ['mysql', "b = ''", 'postgresql', "rtrim(b) = ''"],
  ['mysql', "b <> ''", 'postgresql', "trim(b) <> ''"],
  ['mysql', "b <> ''", 'sqlite', "ltrim(b) <> ''"],
  ['mysql', "b = '  '", 'postgresql', "rtrim(b) = ''"],
  ['mysql', "b = 'x'", 'postgresql', "rtrim(b) = 'x'"],
  ['mysql', "b = 'x '", 'postgresql', "rtrim(b) = 'x'"],
  ['mysql', "b in ('x ', 'y', 'x')", 'postgresql', "rtrim(b) in ('x', 'y')"],
  ['mysql', "b = '' and c = 'x'", 'postgresql', "rtrim(b) = '' and rtrim(c) = 'x'"],
  ['mysql', "b = 'x '", 'sqlServer', "b = 'x'"],
  ['mysql', "'x ' = b", 'mysql', "b = 'x'"],
  ['postgresql', "trim(b) = ''", 'sqlite', "rtrim(b) = ''"],
  ['mysql', "rtrim(b) = 'x '", 'postgresql', "rtrim(b) = 'x'"],
  ['mysql', "rtrim(b) = 'x '", 'mysql', "b = 'x'"],
  ['mysql', "upper(trim(b)) in ('X ', 'Y')", 'sqlServer', "upper(trim(b)) in ('X', 'Y')"],
  // What a function of SQLite returns is compared by its bytes.
  ['sqliteIgnoring', "rtrim(b) = 'x '", 'postgresql', "rtrim(b) = 'x '"],
  ['nopad', "rtrim(b) = 'x '", 'postgresql', "rtrim(b) = 'x '"],
  // What their columns say stands for these.
  ['mysql', "b = 'x'", 'postgresql', "b = 'x'"],
  ['mysql', "b <> ''", 'postgresql', "b <> ''"],
  ['mysql', 'b = c', 'postgresql', 'b = c'],
])('%s: %s means what it does on %s: %s', async (...sides) => {
  expect(await compare(...sides)).toBe('same');
});

it.each<[Side, string, Side, string]>([
  // The first finds 'x', which the second does not.
  ['mysql', "b = 'x '", 'postgresql', "b = 'x '"],
  ['mysql', "b in ('x ', 'y')", 'sqlite', "b in ('x ', 'y')"],
  // Nothing is equal to such a text where its blank counts.
  ['mysql', "rtrim(b) = 'x '", 'postgresql', "rtrim(b) = 'x '"],
  ['mysql', "rtrim(b) <> 'x '", 'sqlite', "rtrim(b) <> 'x '"],
  ['mysql', "coalesce(b, '') = 'x '", 'postgresql', "coalesce(b, '') = 'x '"],
  ['sqlServer', "lower(b) in ('x ', 'y')", 'postgresql', "lower(b) in ('x ', 'y')"],
  ['mysql', "rtrim(b) = 'x '", 'sqliteIgnoring', "rtrim(b) = 'x '"],
  // A tab comes before the blanks that '' is filled up with.
  ['mysql', "b > ''", 'postgresql', "rtrim(b) > ''"],
  ['nopad', "b = 'x '", 'postgresql', "b = 'x'"],
  ['nopad', "b = ''", 'postgresql', "rtrim(b) = ''"],
  ['mysql', "b = 'x'", 'postgresql', "trim(b) = 'x'"],
  ['mysql', "b = ' x'", 'postgresql', "rtrim(b) = 'x'"],
  ['postgresql', "trim(b) = 'x'", 'sqlite', "rtrim(b) = 'x'"],
  ['mysql', "b = '' and c = 'x'", 'postgresql', "rtrim(b) = '' and ltrim(c) = 'x'"],
])('%s: %s is not what it is on %s: %s', async (...sides) => {
  expect(await compare(...sides)).toBe('different');
});

import { expect, it } from 'vitest';
import type { TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { sampleTable } from '../../../../../tests/support/sample-definitions.ts';
import { chooseKey } from './choose-key.ts';

const table = (over: Partial<TableDefinition>) => sampleTable([], over);
const key = { name: 'k', columns: ['a'] };
const part = { column: 'a', expression: null, descending: false };
const index = { name: 'i', unique: false, parts: [part], where: null };

it.each<[string, Partial<TableDefinition>, boolean]>([
  ['a whole primary key', { primaryKey: key }, true],
  ['a primary key of beginnings', { primaryKey: { ...key, prefixes: [5] } }, false],
  ['a unique key of beginnings', { uniques: [{ ...key, prefixes: [5] }] }, false],
  [
    'one that begins with a whole column',
    { uniques: [{ name: 'k', columns: ['a', 'b'], prefixes: [null, 5] }] },
    true,
  ],
  ['an index', { indexes: [index] }, true],
  ['a disabled key', { primaryKey: { ...key, disabled: true } }, false],
  ['a disabled index', { indexes: [{ ...index, disabled: true }] }, false],
  ['an index of words', { indexes: [{ ...index, using: 'full text' }] }, false],
  ['an index of beginnings', { indexes: [{ ...index, parts: [{ ...part, prefix: 5 }] }] }, false],
])('%s finds rows without reading all of them: %j %j', (_name, source, indexed) => {
  const names = new Map([['a', 'a']]);
  const chosen = chooseKey(table(source), table({ primaryKey: key }), ['a'], names);
  expect(chosen).toEqual({ columns: ['a'], indexed });
});

it.each([
  [['a', 'b'], ['a']],
  [['a'], ['a', 'b']],
])('a key within the other side’s is enough: %j and %j', (source, target) => {
  const names = new Map([
    ['a', 'a'],
    ['b', 'b'],
  ]);
  const of = (columns: string[]) => table({ primaryKey: { name: 'k', columns } });
  expect(chooseKey(of(source), of(target), null, names).columns).toEqual(['a']);
});

it('a key that is disabled is the last choice: rows may share it', () => {
  const names = new Map(['a', 'b'].map((name) => [name, name]));
  const off = { ...key, disabled: true as const };
  const both = table({ primaryKey: off, uniques: [{ name: 'u', columns: ['b'] }] });
  expect(chooseKey(both, both, null, names).columns).toEqual(['b']);
  const second = { name: 'u', columns: ['b'] };
  const [enabled, disabled] = [key, off].map((primaryKey) =>
    table({ primaryKey, uniques: [second] }),
  );
  expect(chooseKey(enabled!, disabled!, null, names).columns).toEqual(['b']);
  const only = table({ primaryKey: off });
  expect(chooseKey(only, only, null, names).columns).toEqual(['a']);
});

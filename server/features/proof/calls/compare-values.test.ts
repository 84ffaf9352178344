import { expect, it } from 'vitest';
import { writerOf } from './compare-values.ts';

const isSame = (types: [string, string], values: [string | null, string | null]): boolean => {
  const write = writerOf(...types);
  return write(values[0]) === write(values[1]);
};

it.each<[string, [string, string], [string | null, string | null], boolean]>([
  ['blanks that fill a text up', ['char', 'character(5)'], ['ab', 'ab   '], true],
  ['blanks where one side fills up', ['CHAR', 'character varying(5)'], ['ab   ', 'ab'], true],
  ['blanks at the beginning', ['char', 'character(5)'], ['ab', ' ab'], false],
  ['blanks of texts that vary', ['varchar', 'character varying(5)'], ['ab', 'ab '], false],
  ['numbers of another sign', ['int', 'integer'], ['-1', '1'], false],
  ['numbers that are texts', ['char', 'char'], ['1.50', '1.5'], false],
  [
    'a uuid in bytes',
    ['binary', 'uuid'],
    ['00112233445566778899aabbccddeeff', '00112233-4455-6677-8899-aabbccddeeff'],
    true,
  ],
  [
    'a uuid in capitals',
    ['uniqueidentifier', 'char'],
    ['00112233-4455-6677-8899-AABBCCDDEEFF', '00112233-4455-6677-8899-aabbccddeeff'],
    true,
  ],
  ['nothing and an empty text', ['char', 'char'], [null, ''], false],
  ['nothing on both sides', ['uuid', 'binary'], [null, null], true],
])('compares as rows do: %s', (_what, types, values, same) => {
  expect(isSame(types, values)).toBe(same);
});

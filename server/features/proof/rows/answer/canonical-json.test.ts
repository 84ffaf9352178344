import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test.each([
  ['{"b": 1.0, "a": [10e1, "x"]}', '{"a":[100,"x"],"b":1}'],
  ['[0.0, -5, 1200]', '[0, -5.00, 1.2e3]'],
  ['{"a": "x"}', '{"a":"x"}'],
])('%j and %j are the same JSON', (one, other) => {
  expect(canonicalJson(one)).toBe(canonicalJson(other));
});

test.each([
  ['[1]', '["1"]'],
  ['[1,2]', '[2,1]'],
  ['["a b"]', '["a  b"]'],
])('%j and %j are not', (one, other) => {
  expect(canonicalJson(one)).not.toBe(canonicalJson(other));
});

test('what is no JSON, or is nested too deeply to be written, stays as it is', () => {
  const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
  for (const text of ['{a}', '["a', '["a\\', deep]) expect(canonicalJson(text)).toBe(text);
});

test('numbers of very many digits, and texts of very many quotes, are read in one go', () => {
  const zeros = '0'.repeat(99_000);
  expect(canonicalJson(`[1${zeros}1]`)).not.toBe(canonicalJson(`[1${zeros}2]`));
  expect(canonicalJson(`[1${zeros}]`)).toBe(canonicalJson('[1e99000]'));
  const open = `["${'\\"'.repeat(49_000)}`;
  expect(canonicalJson(open)).toBe(open);
});

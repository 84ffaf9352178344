import { expect, it } from 'vitest';
import { tokenLines } from '../../../ui/sql-tokens.ts';
import { beginOutside, isHarmless } from './harmless.ts';

const areHarmless = (source: string, target: string) =>
  isHarmless(tokenLines(source)[0]!, tokenLines(target)[0]!);

it.each([
  ['SELECT a FROM t', 'select a from t'],
  ['WHERE  a = 1', 'WHERE a = 1'],
  ['f( a,b )', 'f(a, b)'],
  ['SELECT a -- the first', 'SELECT a'],
  ["SELECT 'It''s' /* x */ FROM t", "select 'It''s' from t"],
])('lines are the same in every dialect: %s | %s', (source, target) => {
  expect(areHarmless(source, target)).toBe(true);
});

it.each([
  ["SELECT 'FROM'", "SELECT 'from'"],
  ['SELECT "Select"', 'SELECT "select"'],
  ['SELECT "Order by"', 'SELECT "order by"'],
  ['SELECT `Order`', 'SELECT `order`'],
  ["SELECT 'a  b'", "SELECT 'a b'"],
  ["SELECT '-- a'", "SELECT '-- b'"],
  ['SELECT "x -- a"', 'SELECT "x -- b"'],
  ['SELECT `x -- a`', 'SELECT `x -- b`'],
  ['SELECT a--1', 'SELECT a--2'],
  ['SELECT /*! b, */ a', 'SELECT a'],
  ['SELECT /*+ hint */ a', 'SELECT a'],
  ['SELECT a b', 'SELECT ab'],
  ['SELECT A', 'SELECT a'],
  ['SELECT a', 'SELECT b'],
  ["SELECT 'a\\' -- x'", "SELECT 'a\\' -- y'"],
])('lines may differ in meaning: %s | %s', (source, target) => {
  expect(areHarmless(source, target)).toBe(false);
});

it('lines that may be a part of a quoted text count letter by letter', () => {
  const outside = (text: string) => beginOutside(tokenLines(text));
  expect(outside("SELECT a,\n  'b'\nFROM t")).toEqual([true, true, true]);
  expect(outside("SELECT 'a\nFROM t'\nFROM u")).toEqual([false, false, false]);
  expect(outside('SELECT 1 /* a\nFROM t */ FROM u')).toEqual([false, false]);
  expect(outside('AS $$\nSELECT 1')).toEqual([false, false]);
});

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
  ['SELECT CASE WHEN a IS NULL THEN 1 ELSE 2 END', 'select case when a is null then 1 else 2 end'],
  ['END IF;', 'end if;'],
  ['WHERE a = $1 -- the first', 'where a = $1'],
  ["SELECT a -- it's the first", 'SELECT a'],
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
  ['FROM User u', 'FROM user u'],
  ['FROM t, Role r', 'FROM t, role r'],
  ['JOIN Session s', 'JOIN session s'],
  ['UPDATE Option', 'UPDATE option'],
  ['FROM Policy', 'FROM policy'],
  ['SELECT a AS Value', 'SELECT a AS VALUE'],
  ['FROM End', 'FROM end'],
  ['SELECT a AS End', 'SELECT a AS END'],
  ['SELECT A', 'SELECT a'],
  ['SELECT a', 'SELECT b'],
  ["SELECT 'a\\' -- x'", "SELECT 'a\\' -- y'"],
])('lines may differ in meaning: %s | %s', (source, target) => {
  expect(areHarmless(source, target)).toBe(false);
});

it('long lines are not looked into', () => {
  const line = (word: string, count: number) => `${word} ${'a, '.repeat(count)}a`;
  expect(areHarmless(line('SELECT', 600), line('select', 600))).toBe(true);
  expect(areHarmless(line('SELECT', 700), line('select', 700))).toBe(false);
});

it('lines that may be a part of a quoted text count letter by letter', () => {
  const outside = (text: string) => beginOutside(tokenLines(text));
  expect(outside("SELECT a,\n  'b'\nFROM t")).toEqual([true, true, true]);
  expect(outside("SELECT 'a\nFROM t'\nFROM u")).toEqual([false, false, false]);
  expect(outside('SELECT 1 /* a\nFROM t */ FROM u')).toEqual([false, false]);
  expect(outside('AS $$\nSELECT 1')).toEqual([false, false]);
  expect(outside("SELECT a -- it's\nFROM t /* u */\nWHERE a = $1\n-- don't /*\nAND b")).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect(outside("SELECT 'a\\' -- x'\nFROM t")).toEqual([false, false]);
  expect(outside("SELECT 'a -- x\nFROM t'")).toEqual([false, false]);
  expect(outside('SELECT "a -- it\'s", $1, $$\nFROM t')).toEqual([false, false]);
});

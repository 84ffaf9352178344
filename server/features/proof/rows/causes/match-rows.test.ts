import { expect, test } from 'vitest';
import type { TextRow } from '../../../../../connectors/core/data.ts';
import { columnOf, INTEGER, memorySide, tableOf, taskOf, TEXT } from '../memory-fixture.ts';
import { planComparison } from '../plan/plan.ts';
import { createMatcher } from './match-rows.ts';

const table = tableOf([columnOf('place', INTEGER), columnOf('name', TEXT)], []);
const plan = planComparison(taskOf(memorySide(table, []), memorySide(table, [])));

const COUNT = 40;
/** Rows whose names differ in case; the target's ones have the same places, of which some are the same. */
const changed = (placeOf: (row: number) => number = (row) => row, text = 'row') => ({
  missing: Array.from({ length: COUNT }, (_, row): TextRow => [
    `${placeOf(row)}`,
    `${text} ${row}`,
  ]),
  extra: Array.from({ length: COUNT }, (_, row): TextRow => [
    `${placeOf(row)}`,
    `${text.toUpperCase()} ${row}`,
  ]),
});

function match(rows: ReturnType<typeof changed>, total = 2 * COUNT) {
  const matcher = createMatcher(plan);
  matcher.add(rows, []);
  return matcher.match(total);
}

test('rows that share the other columns with one row are matched', () => {
  expect(match(changed())).toMatchObject({ rows: COUNT, by: ['place'] });
});

test('no row is matched where others differ that were not read', () => {
  expect(match(changed(), 2 * COUNT + 1)).toBeNull();
});

test('no row is matched where they are too large to be held', () => {
  expect(match(changed(undefined, 'x'.repeat(90_000)))).toMatchObject({ rows: COUNT });
  expect(match(changed(undefined, 'x'.repeat(110_000)))).toBeNull();
});

test('no row is matched where most share the other columns with several', () => {
  expect(match(changed((row) => Math.max(row, COUNT / 2)))).toBeNull();
});

test('of rows that share the other columns with several, none is taken for one of them', () => {
  expect(match(changed((row) => Math.max(row, 1)))).toMatchObject({ rows: COUNT - 2 });
});

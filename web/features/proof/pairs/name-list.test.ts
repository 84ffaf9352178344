import { expect, it } from 'vitest';
import { guessColumns, readNames } from './name-list.ts';

it('a map of names is read by its headings, with schemas before the names', () => {
  const rows = [
    ['Source schema', 'Source Table', 'Remark', 'target_table', 'Type'],
    ['dbo', 'Kunde', 'x', 'customer', 'Table'],
    ['', '', '', '', ''],
    ['', 'f_sum', '', 'total', 'functions'],
    ['dbo', 'alone', '', '', ''],
  ];
  const columns = guessColumns(rows[0]!);
  expect(columns).toEqual({
    source_schema: 0,
    source: 1,
    target_schema: null,
    target: 3,
    object_type: 4,
  });
  expect(readNames(rows, columns)).toEqual({
    names: [
      { source: 'dbo.Kunde', target: 'customer', object_type: 'tables' },
      { source: 'f_sum', target: 'total', object_type: 'functions' },
    ],
    lines: [2, 4],
  });
  expect(guessColumns(['was', 'wird'])).toMatchObject({ source: 0, target: 1, object_type: null });
});

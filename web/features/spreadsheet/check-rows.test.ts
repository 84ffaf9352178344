import { describe, expect, it } from 'vitest';
import { checkRows, placeErrors, readList, type ProblemLine } from './check-rows.ts';
import { FIELDS, guessMapping, type Field } from './mapping.ts';

const names = Object.fromEntries(FIELDS.map((field) => [field, field])) as Record<Field, string>;
const sheet = [
  ['side', 'type', 'schema', 'name', 'status'],
  ['source', 'table', 'shop', 'orders', 'done'],
  ['', '', '', '', ''],
  ['sideways', 'table', 'shop', '', 'half'],
];
const said = (lines: ProblemLine[]) => lines.map((line) => ({ ...line, message: line.message() }));
const list = readList(sheet, guessMapping(sheet[0]!, names));

describe('errors by row and column', () => {
  it('are found here for all rows, counted as in the file', () => {
    expect(list.numbers).toEqual([2, 4]);
    expect(said(checkRows(list))).toEqual([
      { row: 4, field: 'side', value: 'sideways', message: "must be 'source' or 'target'" },
      { row: 4, field: 'object_name', value: '', message: 'is required' },
      {
        row: 4,
        field: 'status',
        value: 'half',
        message: "must be 'pending', 'migrated' or 'verified'",
      },
    ]);
  });

  it('of the server are put beside the rows of the file', () => {
    const placed = placeErrors(
      [
        { field: 'rows.0.developer', message: 'names dora' },
        {
          field: 'rows.1.object_name',
          message: 'is already in row 1',
          code: 'field.repeated',
          params: { row: 1 },
        },
        { field: 'rows', message: 'must not be empty' },
      ],
      list,
    );
    expect(said(placed)).toEqual([
      { row: 2, field: 'developer', value: '', message: 'names dora' },
      { row: 4, field: 'object_name', value: '', message: 'is already in row 2' },
      { row: null, field: null, value: '', message: 'must not be empty' },
    ]);
  });
});

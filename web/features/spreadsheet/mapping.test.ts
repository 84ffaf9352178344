import { describe, expect, it } from 'vitest';
import {
  FIELDS,
  countRows,
  guessMapping,
  liftHeadings,
  missingFields,
  readRow,
  readValue,
  type Field,
} from './mapping.ts';

const names = Object.fromEntries(
  FIELDS.map((field) => [field, field.replaceAll('_', ' ')]),
) as Record<Field, string>;

describe('which column is what', () => {
  it('is known for the columns of the template', () => {
    const mapping = guessMapping(Object.values(names), names);
    expect(Object.values(mapping)).toEqual(FIELDS.map((_, column) => ({ column })));
    expect(missingFields(mapping)).toEqual([]);
  });

  it("is guessed for other teams' headings, each column once", () => {
    const mapping = guessMapping(['Owner', 'TYPE', 'Table_Name', 'QA', 'Remarks', 'Type'], names);
    expect(mapping).toMatchObject({
      schema_name: { column: 0 },
      object_type: { column: 1 },
      object_name: { column: 2 },
      tester: { column: 3 },
      comments: { column: 4 },
      side: null,
      status: null,
    });
    expect(missingFields(mapping)).toEqual(['side']);
    const german = ['Seite', 'Objektart', 'Schema', 'Tabelle', 'Entwickler', 'Bemerkung'];
    expect(missingFields(guessMapping(german, names))).toEqual([]);
  });
});

describe('headings below a title', () => {
  const headings = ['Side', 'Type', 'Schema', 'Name'];
  const row = ['source', 'table', 'shop', 'orders'];

  it('come first, and every row keeps its number', () => {
    const list = [['Migration 2026'], [], headings, row];
    expect(liftHeadings(list, names)).toEqual([headings, [], [], row]);
    expect(countRows(liftHeadings(list, names))).toBe(1);
  });

  it.each([
    ['are above already', [headings, ['side', 'type', 'schema', 'name'], row]],
    ['are not known', [['Was', 'Wo'], row, ['source', 'view', 'shop', 'table']]],
    ['are missing', []],
  ])('stay where they are when they %s', (_why, list) => {
    expect(liftHeadings(list, names)).toEqual(list);
  });
});

describe('cells', () => {
  it.each([
    ['side', 'SOURCE', 'source'],
    ['side', ' tgt ', 'target'],
    ['object_type', 'Table', 'tables'],
    ['object_type', 'Stored Procedure', 'procedures'],
    ['status', 'Tested', 'verified'],
    ['side', 'Quelle', 'source'],
    ['object_type', 'Sicht', 'views'],
    ['status', 'geprüft', 'verified'],
    ['status', 'whatever', 'whatever'],
    ['developer', ' dora ', 'dora'],
    ['comments', "'=1+1", '=1+1'],
    ['object_name', "'quoted'", "'quoted'"],
  ] as const)('%s %o is read as %o', (field, cell, value) => {
    expect(readValue(field, cell)).toBe(value);
  });

  it('that are empty change nothing, and fixed values hold for all rows', () => {
    const mapping = {
      ...guessMapping(['name', 'status', 'comments'], names),
      side: { fixed: 'source' },
      object_type: { fixed: 'tables' },
      schema_name: { fixed: 'shop' },
    };
    expect(readRow(mapping, ['orders', '', ' '])).toEqual({
      side: 'source',
      object_type: 'tables',
      schema_name: 'shop',
      object_name: 'orders',
    });
  });
});

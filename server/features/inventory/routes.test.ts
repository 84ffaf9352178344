import { describe, expect, it } from 'vitest';
import { presentItems, presentRows, presentSchemas } from './routes.ts';

const reading = {
  engine: 1 as const,
  schema: 'dbo',
  names: ['a'],
  known: new Set<string>(),
  warnings: [],
};

describe('answers', () => {
  // covers: 3.dbtype.2, 7.call.14, D8.2
  it('of type 1 hold record sets, those of the others are lists', () => {
    const schemas = presentSchemas(['dbo', 'sales']);
    expect(presentRows(1, schemas)).toEqual({
      recordsets: [
        [
          { schema_name: 'dbo', name: 'dbo' },
          { schema_name: 'sales', name: 'sales' },
        ],
      ],
    });
    for (const engine of [2, 3, 4, 5] as const) expect(presentRows(engine, schemas)).toBe(schemas);
    expect(presentRows(1, [])).toEqual({ recordsets: [[]] });
  });

  // covers: 3.item.2
  it('name functions and procedures twice, tables and views once', () => {
    const names = (type: 'tables' | 'views' | 'functions' | 'procedures') =>
      presentItems(reading, type, 7).map((item) => [
        item.table_name,
        item.routine_name,
        item.object_type_source_id,
      ]);
    expect([names('tables'), names('views'), names('functions'), names('procedures')]).toEqual([
      [['a', undefined, 1]],
      [['a', undefined, 2]],
      [['a', 'a', 3]],
      [['a', 'a', 4]],
    ]);
  });
});

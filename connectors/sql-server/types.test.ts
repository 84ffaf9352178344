import { expect, test } from 'vitest';
import { canonicalType } from '../../contract/proof/definitions.ts';
import { describeType, type TypeFacts } from './types.ts';

const facts = (base: string, more: Partial<TypeFacts> = {}): TypeFacts => ({
  base,
  alias: null,
  length: 8,
  precision: 0,
  scale: 0,
  ...more,
});

test.each([
  [facts('bit'), 'bit', { kind: 'boolean' }],
  [facts('tinyint'), 'tinyint', { kind: 'integer', bits: 8, unsigned: true }],
  [facts('smallint'), 'smallint', { kind: 'integer', bits: 16, unsigned: false }],
  [facts('int'), 'int', { kind: 'integer', bits: 32, unsigned: false }],
  [facts('bigint'), 'bigint', { kind: 'integer', bits: 64, unsigned: false }],
  [
    facts('decimal', { precision: 18, scale: 4 }),
    'decimal(18,4)',
    { kind: 'decimal', precision: 18, scale: 4 },
  ],
  [
    facts('numeric', { precision: 38, scale: 0 }),
    'numeric(38,0)',
    { kind: 'decimal', precision: 38, scale: 0 },
  ],
  [
    facts('money', { precision: 19, scale: 4 }),
    'money',
    { kind: 'decimal', precision: 19, scale: 4 },
  ],
  [
    facts('smallmoney', { precision: 10, scale: 4 }),
    'smallmoney',
    { kind: 'decimal', precision: 10, scale: 4 },
  ],
  [facts('real', { precision: 24 }), 'real', { kind: 'float', bits: 32 }],
  [facts('float', { precision: 53 }), 'float', { kind: 'float', bits: 64 }],
  [facts('char', { length: 5 }), 'char(5)', { kind: 'text', length: 5, fixed: true, bytes: true }],
  [
    facts('varchar', { length: 20 }),
    'varchar(20)',
    { kind: 'text', length: 20, fixed: false, bytes: true },
  ],
  [
    facts('varchar', { length: -1 }),
    'varchar(max)',
    { kind: 'text', length: null, fixed: false, bytes: true },
  ],
  [
    facts('nchar', { length: 10 }),
    'nchar(5)',
    { kind: 'text', length: 5, fixed: true, bytes: false },
  ],
  [
    facts('nvarchar', { length: 40 }),
    'nvarchar(20)',
    { kind: 'text', length: 20, fixed: false, bytes: false },
  ],
  [
    facts('nvarchar', { length: -1 }),
    'nvarchar(max)',
    { kind: 'text', length: null, fixed: false, bytes: false },
  ],
  [
    facts('nvarchar', { length: 256, alias: 'sysname' }),
    'sysname',
    { kind: 'text', length: 128, fixed: false, bytes: false },
  ],
  [
    facts('text', { length: 16 }),
    'text',
    { kind: 'text', length: null, fixed: false, bytes: false },
  ],
  [
    facts('ntext', { length: 16 }),
    'ntext',
    { kind: 'text', length: null, fixed: false, bytes: false },
  ],
  [facts('binary', { length: 16 }), 'binary(16)', { kind: 'binary', length: 16, fixed: true }],
  [
    facts('varbinary', { length: -1 }),
    'varbinary(max)',
    { kind: 'binary', length: null, fixed: false },
  ],
  [facts('image', { length: 16 }), 'image', { kind: 'binary', length: null, fixed: false }],
  [facts('timestamp'), 'rowversion', { kind: 'binary', length: 8, fixed: true }],
  [facts('date', { precision: 10 }), 'date', { kind: 'date' }],
  [facts('time', { scale: 7 }), 'time(7)', { kind: 'time', precision: 7, zone: false }],
  [
    facts('datetime2', { scale: 0 }),
    'datetime2(0)',
    { kind: 'timestamp', precision: 0, zone: false },
  ],
  [
    facts('datetimeoffset', { scale: 7 }),
    'datetimeoffset(7)',
    { kind: 'timestamp', precision: 7, zone: true },
  ],
  [
    facts('datetime', { precision: 23, scale: 3 }),
    'datetime',
    { kind: 'timestamp', precision: 3, zone: false },
  ],
  [facts('smalldatetime'), 'smalldatetime', { kind: 'timestamp', precision: 0, zone: false }],
  [facts('uniqueidentifier'), 'uniqueidentifier', { kind: 'uuid' }],
  [facts('xml', { length: -1 }), 'xml', { kind: 'xml' }],
  [facts('json', { length: -1 }), 'json', { kind: 'json' }],
  [facts('geometry', { length: -1 }), 'geometry', { kind: 'spatial' }],
  [facts('geography', { length: -1 }), 'geography', { kind: 'spatial' }],
  // Nothing else has them, so they mean themselves.
  [facts('hierarchyid', { length: 892 }), 'hierarchyid', { kind: 'other', name: 'hierarchyid' }],
  [facts('sql_variant'), 'sql_variant', { kind: 'other', name: 'sql_variant' }],
  [facts('vector'), 'vector', { kind: 'other', name: 'vector' }],
  [
    facts('row_type', { alias: 'dbo.row_type', length: -1 }),
    'dbo.row_type',
    { kind: 'other', name: 'dbo.row_type' },
  ],
  [
    facts('int', { alias: 'dbo.positive' }),
    'dbo.positive',
    { kind: 'integer', bits: 32, unsigned: false },
  ],
])('%j is spelled %s', (given, type, canonical) => {
  expect(describeType(given)).toEqual({ type, canonical });
  expect(canonicalType.parse(canonical)).toEqual(canonical);
});

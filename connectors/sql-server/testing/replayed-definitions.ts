import { answerRows, SCRIPT } from './replayed-database.ts';
import type { Line } from './tds-replayer.ts';
import type { CellValue } from './tds-cells.ts';

const TYPE_CELLS = ['base nvarchar', 'alias nvarchar', 'length int', 'precision int', 'scale int'];
const FLAGS = ['nullable bit', 'identity bit'];
const SHAPES = {
  objects: ['id int', 'schema nvarchar', 'name nvarchar', 'kind char(2)', 'comment nvarchar'],
  columns: [
    'object int',
    'name nvarchar',
    ...TYPE_CELLS,
    ...FLAGS,
    'default nvarchar',
    'generated nvarchar',
    'collation nvarchar',
    'comment nvarchar',
    'stored bit',
  ],
  indexes: [
    'object int',
    'index int',
    'name nvarchar',
    'unique bit',
    'primary bit',
    'constraint bit',
    'condition nvarchar',
    'column nvarchar',
    'descending bit',
    'kind tinyint',
    'included bit',
    'disabled bit',
  ],
  foreignKeys: [
    'object int',
    'name nvarchar',
    'schema nvarchar',
    'table nvarchar',
    'update int',
    'delete int',
    'column nvarchar',
    'referenced nvarchar',
    'unchecked bit',
    'disabled bit',
    'notForReplication bit',
  ],
  checks: [
    'object int',
    'name nvarchar',
    'expression nvarchar',
    'unchecked bit',
    'disabled bit',
    'notForReplication bit',
  ],
  triggers: [
    'table int',
    'name nvarchar',
    'instead bit',
    'disabled bit',
    'event nvarchar',
    'text nvarchar',
  ],
  parents: ['schema nvarchar', 'id int', 'table nvarchar', 'trigger nvarchar'],
  sequences: [
    'schema nvarchar',
    'name nvarchar',
    'start nvarchar',
    'increment nvarchar',
    'least nvarchar',
    'most nvarchar',
    'cycles bit',
    'cache nvarchar',
    'current nvarchar',
  ],
  owners: ['object int', 'owner nvarchar'],
  grants: [
    'object int',
    'grantee nvarchar',
    'right nvarchar',
    'state char(2)',
    'column nvarchar',
    'ofSchema bit',
  ],
  numberings: ['object int', 'column nvarchar', 'increment nvarchar'],
  next: ['table nvarchar', 'column nvarchar', 'next nvarchar'],
  counts: ['object int', 'rows bigint'],
  partitions: ['object int', 'column nvarchar', 'parts int', 'right bit'],
  policies: [
    'table int',
    'policy nvarchar',
    'kind nvarchar',
    'operation nvarchar',
    'predicate nvarchar',
  ],
  filtered: ['table int', 'schema nvarchar', 'name nvarchar'],
  uses: ['user int', 'used int'],
  modules: ['object int', 'text nvarchar', 'nulls nvarchar', 'quotes nvarchar'],
  states: ['object int', 'indexed int', 'missing nvarchar'],
  parameters: [
    'object int',
    'position int',
    'name nvarchar',
    ...TYPE_CELLS,
    'output bit',
    'table bit',
    'cursor bit',
  ],
};

/** Which of the catalogue's views a statement reads first. */
const SOURCES: [RegExp, keyof typeof SHAPES][] = [
  [/COALESCE\(o\.principal_id/, 'owners'],
  [/FROM sys\.database_permissions/, 'grants'],
  [/^SELECT p\.target_object_id/, 'policies'],
  [/^SELECT o\.object_id, SCHEMA_NAME/, 'filtered'],
  [/^SELECT d\.referencing_id/, 'uses'],
  [/FROM sys\.objects o JOIN/, 'objects'],
  [/FROM sys\.columns c/, 'columns'],
  [/JOIN sys\.partition_functions/, 'partitions'],
  [/FROM sys\.indexes i\s/, 'indexes'],
  [/FROM sys\.foreign_keys/, 'foreignKeys'],
  [/FROM sys\.check_constraints/, 'checks'],
  [/FROM sys\.triggers t JOIN sys\.objects/, 'parents'],
  [/FROM sys\.sequences q/, 'sequences'],
  [/FROM sys\.triggers/, 'triggers'],
  [/FROM sys\.identity_columns i WHERE/, 'numberings'],
  [/FROM sys\.identity_columns i JOIN/, 'next'],
  [/FROM sys\.partitions/, 'counts'],
  [/FROM sys\.sql_modules/, 'modules'],
  [/FROM sys\.sql_expression_dependencies/, 'states'],
  [/FROM sys\.parameters/, 'parameters'],
];

/** What the catalogue holds, without which it is empty. */
export type Rows = Partial<Record<keyof typeof SHAPES, CellValue[][]>>;

/** The answers of a SQL Server 2022 with that catalogue. */
export const scriptOf = (rows: Rows): Line[] => [
  { match: /^SELECT d\.referencing_id/, answer: answerRows(SHAPES.uses, rows.uses ?? []) },
  { match: /sql_expression_dependencies/, answer: answerRows(SHAPES.states, rows.states ?? []) },
  ...SOURCES.map(([match, source]): Line => ({
    match,
    answer: answerRows(SHAPES[source], rows[source] ?? []),
  })),
  ...SCRIPT,
];

export const INT: CellValue[] = ['int', null, 4, 10, 0];

/** A row of sys.columns; `texts`: default, expression, collation and comment. */
export const columnRow = (
  object: number,
  name: string,
  type: CellValue[],
  { nullable = 1, identity = 0 } = {},
  texts: CellValue[] = [null, null, null, null],
  stored: CellValue = null,
): CellValue[] => [object, name, ...type, nullable, identity, ...texts, stored];

import { type IndexMethod, TRIGGER_TEXT } from '../core/definitions.ts';

/** Kinds of sys.objects, by inventory type. */
const KINDS = {
  tables: `'U'`,
  views: `'V'`,
  functions: `'FN', 'IF', 'TF', 'FS', 'FT', 'AF'`,
  procedures: `'P', 'PC'`,
};

export type ObjectRow = [
  id: number,
  schema: string,
  name: string,
  kind: string,
  comment: string | null,
];

// Extended properties have the type sql_variant.
const comment = (object: string, column: string) => `(SELECT CONVERT(nvarchar(4000), e.value)
    FROM sys.extended_properties e WHERE e.class = 1 AND e.major_id = ${object}
      AND e.minor_id = ${column} AND e.name = N'MS_Description')`;

// Microsoft Learn: "sys.objects (Transact-SQL)", "sys.extended_properties (Transact-SQL)".
export const objects = (type: keyof typeof KINDS) => `SELECT o.object_id, s.name, o.name, o.type,
    ${comment('o.object_id', '0')}
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND o.is_ms_shipped = 0 AND RTRIM(o.type) IN (${KINDS[type]})`;

/** Object ids, as the server returned them. */
const listed = (ids: readonly number[]) => ids.map(Number).join(', ');

/** An alias type is joined to its base type; a .NET type is its own base. */
const typeOf = (item: string) => `COALESCE(y.name, t.name),
    CASE WHEN t.is_user_defined = 1 THEN SCHEMA_NAME(t.schema_id) + N'.' + t.name
      WHEN t.name <> y.name THEN t.name END,
    CONVERT(int, ${item}.max_length), CONVERT(int, ${item}.precision), CONVERT(int, ${item}.scale)`;
const typesOf = (item: string) => `JOIN sys.types t ON t.user_type_id = ${item}.user_type_id
  LEFT JOIN sys.types y ON y.user_type_id = ${item}.system_type_id AND y.is_user_defined = 0`;

type TypeCells = [
  base: string,
  alias: string | null,
  length: number,
  precision: number,
  scale: number,
];

export type ColumnRow = [
  object: number,
  name: string,
  ...type: TypeCells,
  nullable: boolean,
  identity: boolean,
  fallback: string | null,
  generated: string | null,
  collation: string | null,
  comment: string | null,
  stored: boolean | null,
];

// Microsoft Learn: "sys.columns", "sys.types", "sys.default_constraints", "sys.computed_columns (Transact-SQL)".
export const columns = (ids: readonly number[]) => `SELECT c.object_id, c.name, ${typeOf('c')},
    c.is_nullable, c.is_identity, d.definition, g.definition, c.collation_name,
    ${comment('c.object_id', 'c.column_id')}, g.is_persisted
  FROM sys.columns c ${typesOf('c')}
  LEFT JOIN sys.default_constraints d ON d.object_id = c.default_object_id
  LEFT JOIN sys.computed_columns g ON g.object_id = c.object_id AND g.column_id = c.column_id
  WHERE c.object_id IN (${listed(ids)}) ORDER BY c.object_id, c.column_id`;

export type IndexRow = [
  object: number,
  index: number,
  name: string,
  unique: boolean,
  primary: boolean,
  constraint: boolean,
  condition: string | null,
  column: string,
  descending: boolean,
  kind: number,
  included: boolean,
  disabled: boolean,
];

/** XML and spatial indexes: their columns are not key columns. */
export const XML = 3;
export const SPATIAL = 4;
export const HASH = 7;
export const METHODS: ReadonlyMap<number, IndexMethod> = new Map([
  [XML, 'other'],
  [SPATIAL, 'spatial'],
  [HASH, 'hash'],
]);

/** Columns that are only included are no key columns, and those of a columnstore are left out. */
// Microsoft Learn: "sys.indexes (Transact-SQL)", "sys.index_columns (Transact-SQL)".
export const indexes = (ids: readonly number[]) => `SELECT i.object_id, i.index_id, i.name,
    i.is_unique, i.is_primary_key, i.is_unique_constraint, i.filter_definition, c.name, x.is_descending_key,
    i.type, CASE WHEN i.type = 2 THEN x.is_included_column ELSE CONVERT(bit, 0) END,
    i.is_disabled
  FROM sys.indexes i
  JOIN sys.index_columns x ON x.object_id = i.object_id AND x.index_id = i.index_id
  JOIN sys.columns c ON c.object_id = x.object_id AND c.column_id = x.column_id
  WHERE i.object_id IN (${listed(ids)}) AND i.is_hypothetical = 0
    AND (x.key_ordinal > 0 OR i.type IN (${XML}, ${SPATIAL}) OR i.type = 2 AND x.is_included_column = 1)
  ORDER BY i.object_id, i.name, i.index_id, x.is_included_column, x.key_ordinal, x.index_column_id`;

export type ForeignKeyRow = [
  object: number,
  name: string,
  schema: string | null,
  table: string | null,
  onUpdate: number,
  onDelete: number,
  column: string,
  referenced: string | null,
  unchecked: boolean,
  disabled: boolean,
  notForReplication: boolean,
];

/** Null where the account may not see the other table. A disabled key is not trusted either. */
// Microsoft Learn: "sys.foreign_keys (Transact-SQL)", "sys.foreign_key_columns (Transact-SQL)".
export const foreignKeys = (ids: readonly number[]) => `SELECT f.parent_object_id, f.name,
    OBJECT_SCHEMA_NAME(f.referenced_object_id), OBJECT_NAME(f.referenced_object_id),
    CONVERT(int, f.update_referential_action), CONVERT(int, f.delete_referential_action), c.name, r.name,
    f.is_not_trusted, f.is_disabled, f.is_not_for_replication
  FROM sys.foreign_keys f
  JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
  JOIN sys.columns c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
  LEFT JOIN sys.columns r ON r.object_id = k.referenced_object_id AND r.column_id = k.referenced_column_id
  WHERE f.parent_object_id IN (${listed(ids)})
  ORDER BY f.parent_object_id, f.name, k.constraint_column_id`;

export type CheckRow = [
  object: number,
  name: string,
  expression: string | null,
  unchecked: boolean,
  disabled: boolean,
  notForReplication: boolean,
];

// Microsoft Learn: "sys.check_constraints (Transact-SQL)".
export const checks = (
  ids: readonly number[],
) => `SELECT k.parent_object_id, k.name, k.definition, k.is_not_trusted, k.is_disabled,
    k.is_not_for_replication
  FROM sys.check_constraints k WHERE k.parent_object_id IN (${listed(ids)})
  ORDER BY k.parent_object_id, k.name`;

/** A bigint arrives as text. */
export type CountRow = [object: number, rows: string | null];

/** Rows are counted in heaps and clustered indexes, which store them. */
// Microsoft Learn: "sys.partitions (Transact-SQL)".
export const counts = (ids: readonly number[]) => `SELECT p.object_id, SUM(p.rows)
  FROM sys.partitions p WHERE p.object_id IN (${listed(ids)}) AND p.index_id IN (0, 1)
  GROUP BY p.object_id`;

export type PartitionRow = [object: number, column: string, parts: number, right: boolean];

/** Partitions of heaps and clustered indexes. */
// Microsoft Learn: "sys.partition_schemes (Transact-SQL)", "sys.partition_functions (Transact-SQL)".
export const partitions = (ids: readonly number[]) => `SELECT i.object_id, c.name,
    CONVERT(int, f.fanout), f.boundary_value_on_right
  FROM sys.indexes i JOIN sys.partition_schemes s ON s.data_space_id = i.data_space_id
  JOIN sys.partition_functions f ON f.function_id = s.function_id
  JOIN sys.index_columns x ON x.object_id = i.object_id AND x.index_id = i.index_id AND x.partition_ordinal > 0
  JOIN sys.columns c ON c.object_id = x.object_id AND c.column_id = x.column_id
  WHERE i.object_id IN (${listed(ids)}) AND i.index_id IN (0, 1)`;

export type ModuleRow = [
  object: number,
  text: string | null,
  nulls: string | null,
  quotes: string | null,
];

/** Null if the text is encrypted, or hidden from the account; behind it, the settings that are stored with it and are OFF. */
// Microsoft Learn: "sys.sql_modules (Transact-SQL)".
export const modules = (ids: readonly number[]) => `SELECT m.object_id, m.definition,
    CASE WHEN m.uses_ansi_nulls = 0 THEN N'ANSI_NULLS' END,
    CASE WHEN m.uses_quoted_identifier = 0 THEN N'QUOTED_IDENTIFIER' END
  FROM sys.sql_modules m WHERE m.object_id IN (${listed(ids)})`;

export type ViewStateRow = [object: number, indexed: number, missing: string | null];

/** A view with a clustered index stores its rows. A reference within the database that cannot be resolved has no id. */
// Microsoft Learn: "sys.sql_expression_dependencies (Transact-SQL)".
export const viewStates = (ids: readonly number[]) => `SELECT o.object_id,
    (SELECT COUNT(*) FROM sys.indexes i WHERE i.object_id = o.object_id AND i.index_id = 1),
    (SELECT MIN(COALESCE(d.referenced_schema_name + N'.', N'') + d.referenced_entity_name)
      FROM sys.sql_expression_dependencies d
      WHERE d.referencing_class = 1 AND d.referencing_id = o.object_id AND d.referenced_class = 1
        AND d.referenced_id IS NULL AND d.referenced_server_name IS NULL AND d.referenced_database_name IS NULL
        AND d.is_caller_dependent = 0 AND d.is_ambiguous = 0)
  FROM sys.objects o WHERE o.object_id IN (${listed(ids)})`;

export type ParameterRow = [
  object: number,
  position: number,
  name: string,
  ...type: TypeCells,
  output: boolean,
  /** READONLY: the parameter is a table. */
  table: boolean,
  cursor: boolean,
];

/** Position 0 is the return value. */
// Microsoft Learn: "sys.parameters (Transact-SQL)".
export const parameters = (ids: readonly number[]) => `SELECT p.object_id, p.parameter_id, p.name,
    ${typeOf('p')}, p.is_output, p.is_readonly, p.is_cursor_ref
  FROM sys.parameters p ${typesOf('p')}
  WHERE p.object_id IN (${listed(ids)}) ORDER BY p.object_id, p.parameter_id`;

export type TriggerRow = [
  table: number,
  name: string,
  insteadOf: boolean,
  disabled: boolean,
  event: string,
  text: string | null,
];

/** A row for each event. The text is null if it is encrypted, or hidden from the account. */
// Microsoft Learn: "sys.triggers (Transact-SQL)", "sys.trigger_events (Transact-SQL)".
export const triggers = (ids: readonly number[]) => `SELECT t.parent_id, t.name,
    t.is_instead_of_trigger, t.is_disabled, e.type_desc, LEFT(m.definition, ${TRIGGER_TEXT})
  FROM sys.triggers t JOIN sys.trigger_events e ON e.object_id = t.object_id
  LEFT JOIN sys.sql_modules m ON m.object_id = t.object_id
  WHERE t.parent_id IN (${listed(ids)}) AND t.is_ms_shipped = 0
  ORDER BY t.parent_id, t.name, e.type`;

export type TriggerParentRow = [schema: string, id: number, table: string, trigger: string];

/** The objects that a schema's triggers belong to. */
export const triggerParents = `SELECT s.name, p.object_id, p.name, t.name
  FROM sys.triggers t JOIN sys.objects p ON p.object_id = t.parent_id
  JOIN sys.schemas s ON s.schema_id = p.schema_id
  WHERE s.name = @p1 AND t.is_ms_shipped = 0`;

export type SequenceRow = [
  schema: string,
  name: string,
  start: string,
  increment: string,
  least: string,
  most: string,
  cycles: boolean,
  cache: string | null,
  current: string | null,
];

// Values have the type sql_variant. Microsoft Learn: "sys.sequences (Transact-SQL)".
export const sequences = `SELECT s.name, q.name, CONVERT(nvarchar(40), q.start_value), CONVERT(nvarchar(40), q.increment),
    CONVERT(nvarchar(40), q.minimum_value), CONVERT(nvarchar(40), q.maximum_value), q.is_cycling,
    CONVERT(nvarchar(40), q.cache_size), CONVERT(nvarchar(40), q.current_value)
  FROM sys.sequences q JOIN sys.schemas s ON s.schema_id = q.schema_id WHERE s.name = @p1`;

export type NumberingRow = [object: number, column: string, increment: string];

// Values have the type sql_variant. Microsoft Learn: "sys.identity_columns (Transact-SQL)".
export const numberings = (ids: readonly number[]) => `SELECT i.object_id, i.name,
    CONVERT(nvarchar(40), i.increment_value)
  FROM sys.identity_columns i WHERE i.object_id IN (${listed(ids)})`;

export type NextRow = [table: string, column: string, next: string | null];

/** There is no last value before the first row. */
export const next = (tables: number) => `SELECT o.name, i.name, CONVERT(nvarchar(40), COALESCE(
      CONVERT(decimal(38, 0), i.last_value) + CONVERT(decimal(38, 0), i.increment_value),
      CONVERT(decimal(38, 0), i.seed_value)))
  FROM sys.identity_columns i JOIN sys.objects o ON o.object_id = i.object_id
  JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND o.name IN (${Array.from({ length: tables }, (_, index) => `@p${index + 2}`).join(', ')})`;

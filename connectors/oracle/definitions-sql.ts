import type { Scope } from './sql.ts';

// Queries on the catalogue for the objects of one batch, whose names are the binds n1, n2 … Values
// of type LONG are read by separate statements, only for the rows that have one: each costs a round
// trip. Sources are pages of the “Database Reference” named like the views.

const listed = (names: number) =>
  Array.from({ length: names }, (_, index) => `:n${index + 1}`).join(', ');

/** Condition for rows of a dictionary view that belong to the batch. */
const ofBatch = (names: number, alias: string, column: string, owner = 'owner') =>
  `${alias}.${owner} = :owner AND ${alias}.${column} IN (${listed(names)})`;

/** Builds a statement for a number of names. */
export type Text = (scope: Scope, names: number) => string;
/** Runs a statement for the batch. */
export type Ask = <Row extends unknown[]>(text: Text) => Promise<Row[]>;

export type TableRow = [
  table: string,
  rows: string | null,
  comment: string | null,
  temporary: string | null,
  /** Only of a temporary table, such as `SYS$SESSION`. */
  duration: string | null,
];

/** Row counts are from statistics; null if there are none. */
export const tables: Text = (scope, names) =>
  `SELECT t.table_name, t.num_rows, c.comments, t.temporary, t.duration FROM sys.${scope}_all_tables t
     LEFT JOIN sys.${scope}_tab_comments c ON c.owner = t.owner AND c.table_name = t.table_name
    WHERE ${ofBatch(names, 't', 'table_name')}`;

export const views: Text = (scope, names) =>
  `SELECT o.object_name, o.object_type, v.comments, m.comments FROM sys.${scope}_objects o
     LEFT JOIN sys.${scope}_tab_comments v ON v.owner = o.owner AND v.table_name = o.object_name
     LEFT JOIN sys.${scope}_mview_comments m ON m.owner = o.owner AND m.mview_name = o.object_name
    WHERE ${ofBatch(names, 'o', 'object_name')} AND o.object_type IN ('VIEW', 'MATERIALIZED VIEW')`;

/** The text is of type LONG. */
export const viewTexts: Text = (scope, names) =>
  `SELECT v.view_name, v.text FROM sys.${scope}_views v WHERE ${ofBatch(names, 'v', 'view_name')}`;

/** The query is of type LONG. */
export const materialisedTexts: Text = (scope, names) =>
  `SELECT m.mview_name, m.query FROM sys.${scope}_mviews m WHERE ${ofBatch(names, 'm', 'mview_name')}`;

/** The first error of each view's compilation. */
export const viewErrors: Text = (scope, names) =>
  `SELECT e.name, MIN(e.text) KEEP (DENSE_RANK FIRST ORDER BY e.sequence) FROM sys.${scope}_errors e
    WHERE ${ofBatch(names, 'e', 'name')} AND e.type IN ('VIEW', 'MATERIALIZED VIEW') AND e.attribute = 'ERROR'
    GROUP BY e.name`;

export type TypeCells = [
  name: string,
  owner: string | null,
  length: string | null,
  characters: string | null,
  unit: string | null,
  precision: string | null,
  scale: string | null,
];

export type ColumnRow = [
  table: string,
  name: string,
  ...type: TypeCells,
  nullable: string,
  identity: string,
  virtual: string,
  comment: string | null,
];

/** IDENTITY_COLUMN since 12.1. */
export const columns: Text = (scope, names) =>
  `SELECT c.table_name, c.column_name, c.data_type, c.data_type_owner, c.data_length, c.char_length, c.char_used,
          c.data_precision, c.data_scale, c.nullable, c.identity_column, c.virtual_column, t.comments
     FROM sys.${scope}_tab_cols c LEFT JOIN sys.${scope}_col_comments t
       ON t.owner = c.owner AND t.table_name = c.table_name AND t.column_name = c.column_name
    WHERE ${ofBatch(names, 'c', 'table_name')} AND c.hidden_column = 'NO'
    ORDER BY c.table_name, c.column_id`;

/** The default is of type LONG. Expressions of an index's hidden columns are read with the index. */
export const defaults: Text = (scope, names) =>
  `SELECT c.table_name, c.column_name, c.data_default FROM sys.${scope}_tab_cols c
    WHERE ${ofBatch(names, 'c', 'table_name')} AND c.hidden_column = 'NO' AND c.default_length IS NOT NULL`;

export type ConstraintRow = [
  table: string,
  name: string,
  kind: 'P' | 'U' | 'R' | 'C',
  onDelete: string | null,
  index: string | null,
  status: string,
  validated: string,
  deferrable: string,
  deferred: string,
];

export const constraints: Text = (scope, names) =>
  `SELECT k.table_name, k.constraint_name, k.constraint_type, k.delete_rule, k.index_name,
          k.status, k.validated, k.deferrable, k.deferred
     FROM sys.${scope}_constraints k
    WHERE ${ofBatch(names, 'k', 'table_name')} AND k.constraint_type IN ('P', 'U', 'R', 'C')
    ORDER BY k.table_name, k.constraint_name`;

/** The condition is of type LONG. */
export const checks: Text = (scope, names) =>
  `SELECT k.constraint_name, k.search_condition FROM sys.${scope}_constraints k
    WHERE ${ofBatch(names, 'k', 'table_name')} AND k.constraint_type = 'C'`;

/** The condition as an ordinary text, since 12.2. */
export const shortChecks: Text = (scope, names) =>
  checks(scope, names).replace('k.search_condition', 'k.search_condition_vc');

export type KeyColumnRow = [constraint: string, column: string];

export const keyColumns: Text = (scope, names) =>
  `SELECT k.constraint_name, k.column_name FROM sys.${scope}_cons_columns k
    WHERE ${ofBatch(names, 'k', 'table_name')} AND k.position IS NOT NULL
    ORDER BY k.constraint_name, k.position`;

export type ReferenceRow = [constraint: string, owner: string, table: string, column: string];

export const references: Text = (scope, names) =>
  `SELECT k.constraint_name, r.owner, r.table_name, r.column_name
     FROM sys.${scope}_constraints k JOIN sys.${scope}_cons_columns r
       ON r.owner = k.r_owner AND r.constraint_name = k.r_constraint_name
    WHERE ${ofBatch(names, 'k', 'table_name')} AND k.constraint_type = 'R'
    ORDER BY k.constraint_name, r.position`;

export type IndexRow = [
  table: string,
  name: string,
  uniqueness: string,
  column: string,
  position: string,
  descend: string,
  /** Of a domain index, such as `CONTEXT`. */
  kind: string | null,
  /** `N/A` of a partitioned index, of which each partition has its own. */
  status: string,
  /** `DISABLED` since a function that it calls was replaced; null where it calls none. */
  ofFunction: string | null,
];

export const indexes: Text = (scope, names) =>
  `SELECT i.table_name, i.index_name, i.uniqueness, c.column_name, c.column_position, c.descend,
          CASE WHEN i.index_type LIKE '%DOMAIN' THEN i.ityp_name END, i.status,
          i.funcidx_status
     FROM sys.${scope}_indexes i JOIN sys.${scope}_ind_columns c
       ON c.index_owner = i.owner AND c.index_name = i.index_name
    WHERE ${ofBatch(names, 'i', 'table_name', 'table_owner')} AND i.index_type <> 'LOB'
    ORDER BY i.table_name, i.index_name, c.column_position`;

export type IndexPartitionRow = [index: string, partition: string];

/** Of those that are not valid, and all of an index whose function was replaced; a partial index has some that are not valid on purpose. */
const partitionsOf = (names: number, alias: string) =>
  `${ofBatch(names, 'i', 'table_name', 'table_owner')} AND i.indexing = 'FULL'
      AND (${alias}.status = 'UNUSABLE' OR i.funcidx_status = 'DISABLED')`;

/** Those with subpartitions have no status of their own. */
export const indexPartitions: Text = (scope, names) =>
  `SELECT p.index_name, p.partition_name FROM sys.${scope}_indexes i JOIN sys.${scope}_ind_partitions p
       ON p.index_owner = i.owner AND p.index_name = i.index_name
    WHERE ${partitionsOf(names, 'p')} AND p.composite = 'NO'
    ORDER BY p.index_name, p.partition_position`;

export const indexSubpartitions: Text = (scope, names) =>
  `SELECT s.index_name, s.subpartition_name FROM sys.${scope}_indexes i JOIN sys.${scope}_ind_subpartitions s
       ON s.index_owner = i.owner AND s.index_name = i.index_name
    WHERE ${partitionsOf(names, 's')}
    ORDER BY s.index_name, s.subpartition_name`;

/** The expression is of type LONG. */
export const indexExpressions: Text = (scope, names) =>
  `SELECT e.index_name, e.column_position, e.column_expression FROM sys.${scope}_ind_expressions e
    WHERE ${ofBatch(names, 'e', 'table_name', 'table_owner')}`;

export type PartitionRow = [
  table: string,
  method: string,
  partitions: string | null,
  interval: string | null,
];

/** For a table with interval partitioning, the dictionary does not count the partitions. */
export const partitions: Text = (scope, names) =>
  `SELECT p.table_name, p.partitioning_type, p.partition_count, p.interval FROM sys.${scope}_part_tables p
    WHERE ${ofBatch(names, 'p', 'table_name')}`;

export type PartitionColumnRow = [table: string, column: string];

export const partitionColumns: Text = (scope, names) =>
  `SELECT k.name, k.column_name FROM sys.${scope}_part_key_columns k
    WHERE ${ofBatch(names, 'k', 'name')} AND RTRIM(k.object_type) = 'TABLE'
    ORDER BY k.name, k.column_position`;

/** The bound is of type LONG. Reads the last partition of each table, whose bound limits the whole table. */
export const partitionEnds: Text = (scope, names) =>
  `SELECT e.table_name, e.high_value FROM sys.${scope}_tab_partitions e JOIN sys.${scope}_part_tables p
       ON p.owner = e.table_owner AND p.table_name = e.table_name
    WHERE ${ofBatch(names, 'e', 'table_name', 'table_owner')} AND p.partitioning_type = 'RANGE' AND p.interval IS NULL
      AND e.partition_position = p.partition_count`;

export type ParameterRow = [
  holder: string | null,
  object: string,
  subprogram: string,
  position: string,
  name: string | null,
  mode: string,
  ...type: TypeCells,
  /** The engine's own type, or the kind of a declared type. */
  kind: string,
  /** The name of a type that a package declares. */
  inPackage: string | null,
  /** `YES` if a function is pipelined, that is, returns its rows one by one. */
  pipelined: string | null,
];

/**
 * Parameters of the batch's routines, including those in packages; a declared type has its own name. ALL_PROCEDURES:
 * PIPELINED.
 */
export const parameters: Text = (scope, names) =>
  `SELECT a.package_name, a.object_name, a.subprogram_id, a.position, a.argument_name, a.in_out,
          COALESCE(a.type_name, a.data_type), CASE WHEN a.type_name IS NOT NULL THEN a.type_owner END,
          a.data_length, a.char_length, a.char_used, a.data_precision, a.data_scale, a.data_type, a.type_subname,
          CASE WHEN a.position = 0 THEN (SELECT MAX(p.pipelined) FROM sys.${scope}_procedures p
            WHERE p.object_id = a.object_id AND p.subprogram_id = a.subprogram_id) END
     FROM sys.${scope}_arguments a
    WHERE a.owner = :owner AND COALESCE(a.package_name, a.object_name) IN (${listed(names)})
      AND a.data_level = 0 AND a.data_type IS NOT NULL
    ORDER BY a.object_id, a.subprogram_id, a.position`;

/** A row for each line. */
export const sources: Text = (scope, names) =>
  `SELECT s.name, s.text FROM sys.${scope}_source s
    WHERE ${ofBatch(names, 's', 'name')} AND s.type IN ('FUNCTION', 'PROCEDURE')
    ORDER BY s.name, s.line`;

export type TriggerRow = [
  table: string,
  name: string,
  /** Such as `BEFORE EACH ROW`. */
  kind: string,
  /** Such as `INSERT OR UPDATE`. */
  events: string,
  status: string,
  condition: string | null,
];

/** Triggers of tables in the recycle bin have generated names. */
const ofTriggers = (type: 'TABLE' | 'VIEW') => (names: number) =>
  `${ofBatch(names, 't', 'table_name', 'table_owner')} AND t.base_object_type = '${type}' AND t.trigger_name NOT LIKE 'BIN$%'`;
const ofNamed = (names: number) =>
  `${ofBatch(names, 't', 'trigger_name')} AND t.base_object_type IN ('TABLE', 'VIEW')`;

const triggersOf =
  (where: (names: number) => string): Text =>
  (scope, names) =>
    `SELECT t.table_name, t.trigger_name, t.trigger_type, t.triggering_event, t.status, t.when_clause
     FROM sys.${scope}_triggers t WHERE ${where(names)} ORDER BY t.table_name, t.trigger_name`;
/** The body is of type LONG. */
const bodiesOf =
  (where: (names: number) => string): Text =>
  (scope, names) =>
    `SELECT t.table_name, t.trigger_name, t.trigger_body FROM sys.${scope}_triggers t WHERE ${where(names)}`;

export const triggers = triggersOf(ofTriggers('TABLE'));
export const triggerBodies = bodiesOf(ofTriggers('TABLE'));
export const viewTriggers = triggersOf(ofTriggers('VIEW'));
export const viewTriggerBodies = bodiesOf(ofTriggers('VIEW'));
/** For a batch that names triggers instead of tables. */
export const namedTriggers = triggersOf(ofNamed);
export const namedTriggerBodies = bodiesOf(ofNamed);

export type SequenceRow = [
  name: string,
  increment: string,
  least: string,
  most: string,
  cycles: string,
  cache: string,
  /** The number after those that the server has cached. */
  next: string,
];

/** ALL_SEQUENCES; the start value is not kept. */
export const sequences: Text = (scope, names) =>
  `SELECT s.sequence_name, s.increment_by, s.min_value, s.max_value, s.cycle_flag, s.cache_size, s.last_number
     FROM sys.${scope}_sequences s WHERE ${ofBatch(names, 's', 'sequence_name', 'sequence_owner')}`;

export type NumberingRow = [
  table: string,
  column: string,
  increment: string,
  least: string,
  most: string,
  cycles: string,
  /** The number after those that the server has cached. */
  next: string,
  kind: 'ALWAYS' | 'BY DEFAULT',
];

export const numberings: Text = (scope, names) =>
  `SELECT i.table_name, i.column_name, s.increment_by, s.min_value, s.max_value, s.cycle_flag, s.last_number,
          i.generation_type
     FROM sys.${scope}_tab_identity_cols i JOIN sys.${scope}_sequences s
       ON s.sequence_owner = i.owner AND s.sequence_name = i.sequence_name
    WHERE ${ofBatch(names, 'i', 'table_name')}`;

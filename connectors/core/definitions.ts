import type { StandardType } from '../../contract/engines.ts';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Access } from './catalogue/grants.ts';
import type { Sorting } from './catalogue/sorting.ts';
import type { RoutineSignature } from './routine-signature.ts';

/** A column of a table or view, or what a routine returns by name. */
export interface Column {
  name: string;
  /** In the engine's own spelling, such as `varchar(20)` or `NUMBER(10)`. */
  type: string;
  canonical: CanonicalType;
  /**
   * What makes the types that it needs and that an account made, the innermost first: what follows CREATE, such as
   * `TYPE shop.mood AS ENUM ('sad')`. Not compared; absent where there are none.
   */
  ownTypes?: string[];
  nullable: boolean;
  /**
   * Expression in the engine's own spelling; null where there is none. MySQL's `ON UPDATE …` follows it; the default
   * of a domain counts as that of its columns.
   */
  default: string | null;
  /** Whether the default follows from the type, and nobody declared it. */
  impliedDefault?: true;
  /** Whether the engine numbers it: identity, auto_increment, serial. Then there is no default. */
  identity: boolean;
  /** How the numbers continue; absent where the next one always follows the largest, or where unknown. */
  numbering?: Numbering;
  /** Whether the numbers of deleted last rows are given out again, as SQLite does without AUTOINCREMENT; absent where not. */
  reusesNumbers?: true;
  /** Expression of a generated column. */
  generated: string | null;
  /** Whether a generated column is kept with its row, rather than computed when it is read. */
  stored?: boolean;
  /** Whether `a` and `A` are different values of it; null where the engine cannot say, or it is no text. */
  caseSensitive: boolean | null;
  /** Whether `a` and `á` are the same value of it; absent where they are not, or the engine cannot say. */
  accentBlind?: true;
  /** Whether `a` and `a ` are the same value of it (the standard's PAD SPACE); absent where they are not, or the engine cannot say. */
  padSpace?: true;
  /** The engine's name of the collation, where texts of two cannot be ends of one foreign key. */
  collation?: string;
  /** How PostgreSQL sorts its texts; absent where it is no text, of views, and on other engines. */
  sorting?: Sorting;
  /** What a statement that repeats the whole column repeats besides, in the engine's words; absent where none has to. */
  kept?: {
    /** Of a column that is no text. */
    collation?: string;
    /** Attributes such as INVISIBLE. */
    words?: string;
    /** The check that belongs to the column. */
    check?: string;
    /** The default that takes numbers from a sequence. */
    numbers?: string;
  };
  comment: string | null;
}

/** How the numbers of a column continue, as texts: some exceed JavaScript's safe integers. */
export interface Numbering {
  increment: string;
  /** Limits of the numbers; null where only the type limits them. */
  least: string | null;
  most: string | null;
  /** Whether it restarts after the last number. */
  cycles: boolean;
  /** Whether rows that bring a number of their own are refused; absent where they are not. */
  always?: true;
  /** How far it had counted when it was read; null where unreadable, absent where not requested. */
  reached?: Reached | null;
}

export interface Reached {
  /** The number that the next row gets, or more than that where the engine caches numbers. */
  next: string;
  /** The largest number in the column, read before `next`; null for an empty table. */
  largest: string | null;
}

export interface Trigger {
  name: string;
  timing: 'before' | 'after' | 'instead of';
  events: TriggerEvent[];
  level: 'row' | 'statement';
  enabled: boolean;
  /** Further conditions on which it fires, in the engine's own spelling: `of price`, `when (…)`; null: none. */
  condition: string | null;
  /** What it does: its own text, or that of its function, at most TRIGGER_TEXT characters; null where it is hidden. */
  text: string | null;
  doubleQuotes?: DoubleQuotes;
  /** With what and when in the transaction it is called, and how its function runs, in PostgreSQL's words; absent where all is as by default. */
  attributes?: string[];
  /** Its server's own spelling, where that does not follow from the rest. Not compared. */
  written?: WrittenTrigger;
}
/** Whether double quotes enclose texts, not names, where settings decide; absent where they enclose neither, or where that is unknown. */
export type DoubleQuotes = 'texts';
/** A trigger in its server's own spelling, and the function that it calls, without the names that a migration changes. */
export interface WrittenTrigger {
  /** The text before ON and the table, and the text from there up to the called function. */
  before: string;
  behind: string;
  /** The called function; without a schema, it is built in. */
  calls: { schema: string | null; name: string };
  /** The text after the opening bracket of the call. */
  values: string;
  /** The function from its parameters' bracket on; null where it is not written in SQL text. */
  body: string | null;
}
/** A rule of PostgreSQL: what a write does in addition to, or instead of, what it says. */
export interface Rule {
  name: string;
  event: Exclude<TriggerEvent, 'truncate'>;
  instead: boolean;
  enabled: boolean;
  /** Condition and action, in the engine's own spelling, at most TRIGGER_TEXT characters; null where it is unknown. */
  text: string | null;
}
export const TRIGGER_EVENTS = ['insert', 'update', 'delete', 'truncate'] as const;
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];
export const TRIGGER_TEXT = 10_000;

export interface Key {
  /** '' where nobody gave one, on engines that make none up. */
  name: string;
  columns: string[];
  /** How many leading characters or bytes of each column count; null: all. Absent where all columns count whole. */
  prefixes?: (number | null)[];
  /** How the key treats the case of each column where that is not the column's own way; null: as the column does. */
  letters?: (Letters | null)[];
  /** Whether NULLs count as equal, so that at most one row may have NULL. */
  nullsEqual?: true;
  /** Whether NULLs count as equal in keys that are not all NULL: keys of nothing but NULL are never equal. */
  someNullsEqual?: true;
  /** As of an index. */
  include?: string[];
  /** Whether existing rows were never checked, or the constraint is not enforced at all. */
  unchecked?: true;
  /** Whether it is switched off, or not valid: rows that violate it may exist, or may still come. */
  disabled?: true;
  /** Whether SQL Server lets replication write what violates it: it then is `unchecked` for ever. */
  notForReplication?: true;
  /** Whether checks can be deferred to the end of a transaction, or are by default; absent: they are immediate. */
  deferrable?: 'on demand' | 'always';
  /** The index of a disabled key, where that has to be rebuilt and has another name. */
  unusable?: string;
  /** Of that index. */
  outage?: Outage;
  /** Of a primary or unique key of PostgreSQL: whether a foreign key leads to it, so that it cannot be dropped. Not compared. */
  ledTo?: true;
  /** Whether it is disabled because the triggers are by which PostgreSQL checks it. */
  triggersOff?: true;
}

/** Why an index is disabled, where it is not all of it that is not valid. */
export interface Outage {
  /** Those to be rebuilt: a partitioned index cannot be rebuilt as a whole. */
  partitions: readonly string[];
  subpartitions: readonly string[];
  /** Whether a function that it calls was replaced. */
  ofFunction?: true;
}

/** Whether a key or an index ignores case, or distinguishes it. */
export type Letters = 'blind' | 'seeing';

export interface ForeignKey extends Key {
  schema: string;
  table: string;
  referenced: string[];
  onUpdate: ReferentialAction;
  onDelete: ReferentialAction;
  /** The columns that a deleted row sets, where these are not all of the key's, as on PostgreSQL since version 15. */
  onDeleteOf?: string[];
  /** MATCH FULL: whether its columns must be all NULL or none. */
  matchesFull?: true;
}
export type ReferentialAction = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';

export interface Check {
  /** '' where nobody gave one, on engines that make none up. */
  name: string;
  expression: string;
  /** As of a key. */
  unchecked?: true;
  disabled?: true;
  notForReplication?: true;
  triggersOff?: true;
  /** Whether the type of a column says it, so that it cannot be dropped from the table. */
  ofDomain?: true;
}

export interface Index {
  name: string;
  unique: boolean;
  /** Columns or, in the engine's own spelling, expressions, in order. */
  parts: IndexPart[];
  /** As of a unique key. */
  nullsEqual?: true;
  someNullsEqual?: true;
  /** Columns that it stores without finding rows by them; absent where there are none, or the engine has no such ones. */
  include?: string[];
  /** Condition of a partial index. */
  where: string | null;
  /** How it finds rows; absent: by order, as a B-tree does. */
  using?: IndexMethod;
  /** Whether it is switched off, or not valid: no query uses it and, if unique, rows that violate it may exist. */
  disabled?: true;
  outage?: Outage;
  /** As of a unique key. */
  ledTo?: true;
}
/** `other`: such as for parts of values, or by distance. */
export type IndexMethod = 'full text' | 'spatial' | 'hash' | 'block range' | 'other';

export interface IndexPart {
  column: string | null;
  expression: string | null;
  descending: boolean;
  /** How many characters or bytes of the column are kept; absent: all. */
  prefix?: number;
  /** PostgreSQL's operator class, where it serves other comparisons than those of the type's default one. */
  operators?: string;
  /** Whether it ignores case although the column does not. */
  caseBlind?: true;
  /** Whether it distinguishes case although the column does not. */
  caseSeeing?: true;
  /** Where its NULLs stand, where that does not follow from its direction; absent: as usual, or not known. */
  nullsAt?: 'first' | 'last';
  /** How it sorts texts (`by` of a column's `sorting`), where that is not as its column does. */
  sortedBy?: string;
  /** Whether it has a collation, or an end for its NULLs, that it would not have without saying so. Not compared, nor written. */
  ownOrder?: true;
}

export interface Storage {
  /** Whether its rows are lost when the server is. */
  unlogged: boolean;
  /** Of a temporary table: when its rows, which only their session sees, are deleted; absent for other tables. */
  temporary?: 'transaction' | 'session';
  /** How it is partitioned, in the engine's own spelling; null where it is not. */
  partitioning: string | null;
  /** The number of partitions, which may change by itself. */
  partitions: number;
  /** The partitioning in engine-neutral form; absent where it has no partitions, or was not requested. */
  spread?: Spread;
  /** Row-level security policies by name, in the engine's own spelling, `toRoles`: for these only; null where everybody sees all rows, absent where unknown. */
  policies?: { name: string; text: string; toRoles?: string[] }[] | null;
  /** Whether the policies apply to the table's owner, too; absent where not, or unknown. */
  policiesForced?: true;
}

/** How rows are spread over partitions. */
export interface Spread {
  method: 'range' | 'list' | 'hash';
  /** Null where they are an expression that this program cannot read. */
  columns: string[] | null;
  /** Values of the column that some partition accepts, which changes over time. */
  covered: Covered;
}
export type Covered =
  | 'all'
  | 'unknown'
  | { ranges: [from: string | null, to: string | null][] }
  | { values: string[] };

/** What an object without a counterpart of its own belongs to. Not compared. */
export type Belonging =
  /** A table whose rows are also those of its parent. */
  | { as: 'partition' | 'child'; schema: string; name: string }
  /** A sequence whose next number is the default of one column, and of no other. */
  | { as: 'sequence'; schema: string; name: string; column: string }
  /** `triggers`: the first ones of `count`. */
  | { as: 'trigger function'; triggers: string[]; count: number };

/** A view that keeps the type of the columns that it uses from being changed, also through other views. */
export interface DependentView {
  /** Columns of the table; null: all. */
  columns: string[] | null;
  drop: string;
  /** Statements that make it as it was; null where some of it would be lost. */
  create: string[] | null;
}

/** An object with rows. */
export interface Policed {
  /** Whether policies decide which of its rows the account sees, without an error for those hidden. Not compared; absent where not, or unknown. */
  policed?: true;
}

/** An object that can have grants. */
interface Granted {
  /** Not part of the compared hash; null where the account may not see it, absent where not requested or the engine has no grants. */
  access?: Access | null;
}

/** `name` is the object's, exactly as `listObjects` spells it. */
export interface TableDefinition extends Granted, Policed {
  kind: 'table';
  name: string;
  columns: Column[];
  primaryKey: Key | null;
  uniques: Key[];
  foreignKeys: ForeignKey[];
  checks: Check[];
  /** Without those that belong to primary and unique keys. */
  indexes: Index[];
  /** Absent where the account may not see them, and where they were read before triggers were asked for. */
  triggers?: Trigger[];
  /** Absent where the engine has none, and where they were not read. */
  rules?: Rule[];
  belongsTo?: Belonging;
  /** Each behind those that it uses. Not compared; absent where the engine needs none, or they were not read. */
  dependents?: DependentView[];
  /** Whether foreign keys of other tables keep it from being changed. Not compared; absent where the engine has no such rule. */
  heldByKeys?: true;
  /** Whether NULLs are never alike in unique keys of its server. Not compared. */
  nullsApart?: true;
  /** Absent where nothing is known of it. */
  storage?: Storage;
  comment: string | null;
  /** By the engine's statistics; null where it has none. */
  estimatedRows: number | null;
}

/** What is kept with the text of a view or routine. */
export interface Stored {
  /** Settings of SQL Server that were OFF when it was made, and change what it means: ANSI_NULLS, QUOTED_IDENTIFIER; absent where none was. */
  settingsOff?: string[];
}

export interface ViewDefinition extends Granted, Policed, Stored {
  kind: 'view';
  name: string;
  columns: Column[];
  /** The query; null where the account may not see it. */
  text: string | null;
  materialised: boolean;
  /** Whose rights it reads with, and which rows may be written through it, as `attributes` of a trigger. */
  attributes?: string[];
  /** Of a materialised view; absent for others, and where not requested. */
  keptIndexes?: Index[];
  /** As of a table; most of them write in place of the view. */
  viewTriggers?: Trigger[];
  /** As of a table. */
  rules?: Rule[];
  comment: string | null;
  /** Why the engine can no longer run it; null where it can. */
  broken: string | null;
  /** Whether that is because it keeps rows and was never filled. Told by `broken`. */
  unfilled?: true;
}

export interface Parameter {
  name: string | null;
  mode: 'in' | 'out' | 'inout' | 'variadic' | 'table';
  type: string;
  canonical: CanonicalType;
  /** How its texts compare; absent where it holds none, or the engine does not say. */
  comparison?: Pick<Column, 'caseSensitive' | 'accentBlind' | 'padSpace'>;
  default: string | null;
}

export interface RoutineDefinition extends Granted, Stored {
  kind: 'routine';
  name: string;
  parameters: Parameter[];
  /** How texts in its variables compare where their declaration names no collation; absent where the engine does not say. */
  variables?: NonNullable<Parameter['comparison']>;
  /** Null for procedures. */
  returns: { type: string; canonical: CanonicalType; set: boolean } | null;
  language: string;
  /** The body as the engine keeps it; null where the account may not see it. */
  text: string | null;
  doubleQuotes?: DoubleQuotes;
  /**
   * The text before and after its body in CREATE, from the bracket of its parameters on; absent where that is
   * unknown. Not compared.
   */
  written?: [before: string, behind: string];
  /** Whether a NULL argument gives NULL without running the body; absent where it does not, or where `text` says so. */
  strict?: true;
  /**
   * What else its declaration says, in PostgreSQL's words: rights, settings, and what the engine may assume; empty where all
   * is as by default, absent where it is not read, as on other engines.
   */
  attributes?: string[];
  comment: string | null;
  belongsTo?: Belonging;
  /** How it is called. Not compared; absent in older records. */
  signature?: RoutineSignature;
}

/** A trigger as an object of its own: `name` is the object's, which may name its table, too. */
export interface TriggerDefinition extends Trigger {
  kind: 'trigger';
  schema: string;
  /** The table or view that it acts on. */
  table: string;
}

/** A sequence that belongs to no column. Numbers are texts, as for columns; null where the engine has none, or it is unreadable. */
export interface SequenceDefinition extends Omit<Numbering, 'reached'> {
  kind: 'sequence';
  name: string;
  start: string | null;
  /** How many numbers the engine caches. */
  cache: string | null;
  /** The next number, which changes with use. */
  next: string | null;
  belongsTo?: Belonging;
}

/** Objects with columns or parameters. */
export type StandardDefinition = TableDefinition | ViewDefinition | RoutineDefinition;
export type ObjectDefinition = StandardDefinition | TriggerDefinition | SequenceDefinition;

/** Whether it has columns and rows. */
export const hasColumns = (
  definition: ObjectDefinition,
): definition is TableDefinition | ViewDefinition =>
  definition.kind === 'table' || definition.kind === 'view';

/** A trigger by its own name; of a table where that is known. */
export interface TriggerName {
  name: string;
  table: string | null;
}

/** How many names `readDefinitions` takes at once: memory and the locks of view definitions stay bounded. */
export const DEFINITION_BATCH = 500;

/** The dependencies of an object, by the catalogue. */
export interface CatalogueNeed {
  /** Of the object, as `listObjects` spells it. */
  name: string;
  /** Whether the dependency is one of its triggers'. */
  byTrigger: boolean;
  needs: {
    kind: 'relation' | 'routine' | 'sequence';
    schema: string;
    name: string;
    /** Types of a routine's parameters. */
    types: string | null;
  };
}

/** A column whose numbers the engine hands out. */
export interface NumberedColumn {
  table: string;
  column: string;
}

export interface DefinitionReader {
  /**
   * What the named objects of one type and schema are made of, read in bulk from the catalogue, in any order.
   * Objects that are gone, or that the account may not see, are left out.
   * @param names - as `listObjects` spells them, at most DEFINITION_BATCH
   * @throws ConnectorError
   */
  readDefinitions(
    type: StandardType,
    schema: string,
    names: readonly string[],
  ): Promise<StandardDefinition[]>;
  /**
   * Triggers of a schema, each with the table or view that it acts on; absent where the engine has none.
   * @throws ConnectorError
   */
  readTriggers?(
    schema: string,
    names: readonly TriggerName[],
  ): Promise<[table: string, trigger: Trigger][]>;
  /**
   * Dependencies of the named objects by the catalogue, except foreign keys: all of those of tables and views, and for routines
   * those that it records. Absent where the catalogue has none.
   * @throws ConnectorError
   */
  readNeeds?(
    type: StandardType,
    schema: string,
    names: readonly string[],
  ): Promise<CatalogueNeed[]>;
  /**
   * The tables that have foreign keys to the named ones, each with its schema. Absent where no call has its writes compared, or no
   * row can change with another.
   * @throws ConnectorError
   */
  readReferring?(
    schema: string,
    names: readonly string[],
  ): Promise<[schema: string, table: string][]>;
  /** Sequences that stand alone; absent where the engine has none. @throws ConnectorError */
  readSequences?(schema: string, names: readonly string[]): Promise<SequenceDefinition[]>;
  /**
   * Who may do what with the named objects; absent where the engine has no grants.
   * @returns null where the account may not see them all
   * @throws ConnectorError
   */
  readAccess?(
    type: StandardType,
    schema: string,
    names: readonly string[],
  ): Promise<[name: string, access: Access][] | null>;
  /**
   * How far numbered columns have counted. The largest number is read before the next one, or
   * with it, so that concurrent writes never make the next one look too small. Absent where the next number always follows
   * the largest.
   * @returns in the same order; null where it could not be read
   * @throws ConnectorError
   */
  readReached?(schema: string, columns: readonly NumberedColumn[]): Promise<(Reached | null)[]>;
}

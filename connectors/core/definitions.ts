import type { StandardType } from '../../contract/engines.ts';
import type { Said } from '../../contract/messages/message.ts';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Access } from './grants.ts';

/** A column of a table or view, or what a routine returns by name. */
export interface Column {
  name: string;
  /** In the engine's own spelling, such as `varchar(20)` or `NUMBER(10)`. */
  type: string;
  canonical: CanonicalType;
  nullable: boolean;
  /**
   * Expression in the engine's own spelling; null where there is none. MySQL's `ON UPDATE …` stands behind it; what
   * a domain says holds for its columns.
   */
  default: string | null;
  /** Numbers that the engine hands out: identity, auto_increment, serial. Then there is no default. */
  identity: boolean;
  /** How they go on; absent where the next one follows the largest by itself, or nothing is known of it. */
  numbering?: Numbering;
  /** Expression of a generated column. */
  generated: string | null;
  /** Whether a generated column is kept with its row, rather than computed when it is read. */
  stored?: boolean;
  /** Whether `a` and `A` are different values of it; null where the engine cannot say, or it is no text. */
  caseSensitive: boolean | null;
  /** Whether `a` and `á` are the same value of it; absent where they are not, or the engine cannot say. */
  accentBlind?: true;
  comment: string | null;
}

/** How the numbers of a column go on. They are texts: some are larger than numbers of JavaScript. */
export interface Numbering {
  increment: string;
  /** Null where the engine keeps none besides those of the type. */
  least: string | null;
  most: string | null;
  /** Whether it begins anew behind the last one. */
  cycles: boolean;
  /** Whether rows that bring a number of their own are refused; absent where they are not. */
  always?: true;
  /** How far it was when it was read; null where that could not be read, absent where it was not asked for. */
  reached?: Reached | null;
}

export interface Reached {
  /** What the next row gets; where the engine keeps some in store, it may get less. */
  next: string;
  /** The largest number in the column before; null of an empty table. */
  largest: string | null;
}

export interface Trigger {
  name: string;
  timing: 'before' | 'after' | 'instead of';
  events: TriggerEvent[];
  level: 'row' | 'statement';
  enabled: boolean;
  /** When it acts, besides, in the engine's own spelling: `of price`, `when (…)`; null: always. */
  condition: string | null;
  /** What it does: its own text, or that of its function, at most TRIGGER_TEXT characters; null where it is hidden. */
  text: string | null;
  /** How its server writes it, where that does not follow from the rest. No part of what is compared. */
  written?: WrittenTrigger;
}
/** A trigger in its server's own words, and the function that it calls: what is left out are the names that a move changes. */
export interface WrittenTrigger {
  /** What stands before ON and the table, and behind it up to what is called. */
  before: string;
  behind: string;
  /** Without a schema it is the server's own. */
  calls: { schema: string | null; name: string };
  /** Behind the bracket of the call. */
  values: string;
  /** The function, behind the bracket of its parameters; null of one that is no text of anybody's. */
  body: string | null;
}
export const TRIGGER_EVENTS = ['insert', 'update', 'delete', 'truncate'] as const;
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];
export const TRIGGER_TEXT = 10_000;

export interface Key {
  /** '' where nobody gave one, on engines that make none up. */
  name: string;
  columns: string[];
  /** How many characters or bytes of each column count, from its beginning; null: all. Absent where all of all do. */
  prefixes?: (number | null)[];
  /** Whether NULL is a value like others, of which there is one at most. */
  nullsEqual?: true;
  /** Whether it is one as long as some of the columns are not NULL: rows with nothing but NULL are like no other. */
  someNullsEqual?: true;
}

export interface ForeignKey extends Key {
  schema: string;
  table: string;
  referenced: string[];
  onUpdate: ReferentialAction;
  onDelete: ReferentialAction;
  /** Whether rows that were there before were never checked, or nothing is checked at all. */
  unchecked?: true;
  /** Whether it may wait for the end of a transaction, or does unless it is set not to; absent: it is checked at once. */
  deferrable?: 'on demand' | 'always';
  /** Whether some of its columns may not be NULL alone. */
  matchesFull?: true;
}
export type ReferentialAction = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';

export interface Check {
  /** '' where nobody gave one, on engines that make none up. */
  name: string;
  expression: string;
  /** As of a foreign key. */
  unchecked?: true;
}

export interface Index {
  name: string;
  unique: boolean;
  /** Columns or, in the engine's own spelling, expressions, in order. */
  parts: IndexPart[];
  /** As of a unique key. */
  nullsEqual?: true;
  someNullsEqual?: true;
  /** Condition of a partial index. */
  where: string | null;
  /** How it finds rows; absent: by order, as a B-tree does. */
  using?: IndexMethod;
}
/** `other`: within values, or by nearness. */
export type IndexMethod = 'full text' | 'spatial' | 'hash' | 'block range' | 'other';

export interface IndexPart {
  column: string | null;
  expression: string | null;
  descending: boolean;
  /** How many characters or bytes of the column are kept; absent: all. */
  prefix?: number;
  /** Whether letters are the same to it in either case, though not to the column. */
  caseBlind?: true;
}

export interface Storage {
  /** Whether its rows are lost when the server is. */
  unlogged: boolean;
  /** When a session's own rows are gone that no other one sees; absent where they are kept for all. */
  temporary?: 'transaction' | 'session';
  /** How its rows are spread, in the engine's own spelling; null where it has no partitions. */
  partitioning: string | null;
  /** How many there are; it changes by itself. */
  partitions: number;
  /** The same as engines have in common; absent where it has no partitions, or was not asked for. */
  spread?: Spread;
  /** Who sees which rows: in the engine's own spelling, by name; null where everybody sees all, absent where nobody asked. */
  policies?: { name: string; text: string }[] | null;
}

/** How rows are spread over partitions. */
export interface Spread {
  method: 'range' | 'list' | 'hash';
  /** Null where an expression says it that is not understood. */
  columns: string[] | null;
  /** Values of the column that have a place; it changes by itself. */
  covered: Covered;
}
export type Covered =
  | 'all'
  | 'unknown'
  | { ranges: [from: string | null, to: string | null][] }
  | { values: string[] };

/** What has no counterpart of its own, because it goes with something else. No part of what is compared. */
export type Belonging =
  /** A table whose rows are its parent's, too. */
  | { as: 'partition' | 'child'; schema: string; name: string }
  /** `triggers`: the first ones of `count`. */
  | { as: 'trigger function'; triggers: string[]; count: number };

/** What has grants. */
interface Granted {
  /** No part of what is compared by its hash; null where the account may not see it, absent where nobody asked or the engine has none. */
  access?: Access | null;
}

/** `name` is the object's, exactly as `listObjects` spells it. */
export interface TableDefinition extends Granted {
  kind: 'table';
  name: string;
  columns: Column[];
  primaryKey: Key | null;
  uniques: Key[];
  foreignKeys: ForeignKey[];
  checks: Check[];
  /** Without those that primary and unique keys bring along. */
  indexes: Index[];
  /** Absent where the account may not see them, and where they were read before triggers were asked for. */
  triggers?: Trigger[];
  belongsTo?: Belonging;
  /** Absent where nothing is known of it. */
  storage?: Storage;
  comment: string | null;
  /** By the engine's statistics; null where it has none. */
  estimatedRows: number | null;
}

export interface ViewDefinition extends Granted {
  kind: 'view';
  name: string;
  columns: Column[];
  /** The query; null where the account may not see it. */
  text: string | null;
  materialised: boolean;
  /** Of one that keeps its rows; absent of others, and where they were not asked for. */
  keptIndexes?: Index[];
  comment: string | null;
  /** Why the engine cannot run it any more; null where it can. */
  broken: string | null;
}

export interface Parameter {
  name: string | null;
  mode: 'in' | 'out' | 'inout' | 'variadic' | 'table';
  type: string;
  canonical: CanonicalType;
  default: string | null;
}

/** How a routine is called, besides what its structure says. */
export interface RoutineSignature {
  /** Its name, as the engine has it, behind the names that it lies in: schema, and package where there is one. */
  path: string[];
  /**
   * `rows`: a function that stands where a table can; `window`: one that needs OVER; `block`: one that no query can
   * hold, because it gives values back in its parameters, too.
   */
  form: 'procedure' | 'function' | 'rows' | 'window' | 'block';
  /** Types of its parameters, as a call has to name or convert to them, and behind them that of what it returns. */
  types: string[];
  /** Why no call of it can be written; null where one can. Kept in words before messages were data. */
  obstacle: Said | null;
}

export interface RoutineDefinition extends Granted {
  kind: 'routine';
  name: string;
  parameters: Parameter[];
  /** Null for procedures. */
  returns: { type: string; canonical: CanonicalType; set: boolean } | null;
  language: string;
  /** The body as the engine keeps it; null where the account may not see it. */
  text: string | null;
  /**
   * What stands before and behind its text where it is created, from the bracket of its parameters on; absent where that is
   * not known. No part of what is compared.
   */
  written?: [before: string, behind: string];
  /** Whether NULL for an argument gives NULL, and nothing is run; absent where it does not, or the text says so. */
  strict?: true;
  comment: string | null;
  belongsTo?: Belonging;
  /** How it is called. No part of what is compared; what was read before this was asked for lacks it. */
  signature?: RoutineSignature;
}

/** A trigger as an object of its own: `name` is the object's, which may name its table, too. */
export interface TriggerDefinition extends Trigger {
  kind: 'trigger';
  schema: string;
  /** The table or view that it acts on. */
  table: string;
}

/** A sequence that stands alone. Its numbers are texts, as of columns; null where the engine keeps none, or it cannot be read. */
export interface SequenceDefinition extends Omit<Numbering, 'reached'> {
  kind: 'sequence';
  name: string;
  start: string | null;
  /** How many numbers are kept in store. */
  cache: string | null;
  /** What it gives out next; it changes by itself. */
  next: string | null;
}

/** What has columns or parameters. */
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

/** What an object needs, by the catalogue. */
export interface CatalogueNeed {
  /** Of the object, as `listObjects` spells it. */
  name: string;
  /** Whether a trigger of it does. */
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
   * What the catalogue says that the named objects need, foreign keys apart: all that tables and views need, and of routines
   * what it knows. Absent where it says nothing of that.
   * @throws ConnectorError
   */
  readNeeds?(
    type: StandardType,
    schema: string,
    names: readonly string[],
  ): Promise<CatalogueNeed[]>;
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
   * How far the numbering of columns is that an index leads with. The largest number is read before the next one, or
   * with it: on a table that is written meanwhile the next one is never too small. Absent where the next number follows
   * the largest by itself.
   * @returns in the same order; null where it could not be read
   * @throws ConnectorError
   */
  readReached?(schema: string, columns: readonly NumberedColumn[]): Promise<(Reached | null)[]>;
}

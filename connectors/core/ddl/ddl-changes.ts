import type {
  Column,
  ForeignKey,
  IndexMethod,
  IndexPart,
  Key,
  Letters,
  Outage,
  Rule,
  Storage,
  Trigger,
} from '../definitions.ts';
import type { Grantee } from '../catalogue/grants.ts';

/** A column as it should be, in names and texts of the target engine. */
export interface WantedColumn {
  name: string;
  type: string;
  nullable: boolean;
  default: string | null;
  identity: boolean;
  generated: string | null;
  comment: string | null;
  /** How a new column is to treat case; absent: as the engine's texts do. */
  letters?: Letters;
  /** The collation of its texts, where it is known and must not change, or is what changes; '' for none. */
  collation?: string;
  /** Of a computed column that is there already. */
  stored?: boolean;
  kept?: Column['kept'];
}

interface OfColumn {
  column: WantedColumn;
}
interface OfKey {
  name: string;
  columns: readonly string[];
}
/** Of a primary or unique key. */
type OfUnique = OfKey & Pick<Key, 'deferrable'>;
interface OfName {
  name: string;
}
interface OfIndex extends OfName {
  /** Whether it is that of a partitioned table. */
  partitioned: boolean;
  outage?: Outage;
}

/** The object of a grant. A table or view is named by the change's `Place`. */
export type GrantedObject = { kind: 'relation' } | NamedRoutine;
export interface NamedRoutine {
  kind: 'function' | 'procedure';
  name: string;
  /** Parameter types in parentheses, for overloaded routines; else null. */
  types: string | null;
  /** Whether it is a table function. */
  givesRows: boolean;
}
interface OfGrant {
  to: Grantee;
  rights: readonly { right: string; columns: readonly string[] | null }[];
  /** GRANT: with grant option. REVOKE: only the grant option. */
  option: boolean;
  /** Whether that applies to all rights that the account is to have. */
  whole: boolean;
  on: GrantedObject;
}

interface Changes extends Creations, Removals, Programs {
  'create setter': Setter;
  'add column': OfColumn;
  /** `was`: the type that the column has now. */
  'set type': OfColumn & { was: string };
  'set nullable': OfColumn;
  /** `former`: the default that the column has now. */
  'set default': OfColumn & { former: string | null };
  'set identity': OfColumn;
  /** Sets the next number to follow the largest one. */
  'move numbering': OfColumn;
  /** Lets inserted rows bring their own numbers. */
  'take numbers': OfColumn;
  /** Lets the numbers of a column continue to the end of its type. */
  'free numbers': OfColumn;
  /** Sets how the numbers of a column continue. `always`: whether rows cannot bring their own. */
  'set numbering': OfColumn & {
    sets: { increment: string } | { cycles: boolean };
    always: boolean;
  };
  'comment on column': OfColumn;
  'comment on table': { comment: string };
  /** Lets a table outlast a crash of its server. */
  'set logged': { partitioned: boolean };
  /** Row-level security: policies to drop and create; whether to switch it on, and (`force`) for the owner, too. */
  'set policies': {
    drop: readonly string[];
    create: readonly NonNullable<Storage['policies']>[number][];
    enable: boolean;
    force: boolean;
  };
  'add primary key': OfUnique;
  'add unique key': OfUnique;
  /** `table`: schema and name of the referenced table. */
  'add foreign key': OfKey & {
    table: readonly string[];
    referenced: readonly string[];
    onUpdate: ForeignKey['onUpdate'];
    onDelete: ForeignKey['onDelete'];
    onDeleteOf?: readonly string[];
    deferrable: ForeignKey['deferrable'] | null;
    matchesFull: boolean;
  } & Pick<Key, 'notForReplication'>;
  /**
   * Has a unique key, or a unique index over whole columns, count a second NULL as the same value or as another one.
   * `nullable`: those of its columns that may be NULL.
   */
  'count nulls': OfKey &
    Pick<Key, 'include' | 'deferrable'> & {
      isIndex: boolean;
      areEqual: boolean;
      nullable: readonly string[];
    };
  /** Enables a foreign key or check of this name, and validates it for existing rows. */
  validate: OfName & { disabled?: 'check' | 'foreign key' };
  /** Enables the triggers by which a constraint is checked. */
  'enable triggers': OfName;
  /** Enables a primary or unique key. */
  'enable key': OfIndex & Pick<Key, 'unusable'>;
  'rebuild index': OfIndex;
  'add check': OfName & { expression: string } & Pick<Key, 'notForReplication'>;
  'drop primary key': OfName;
  'drop foreign key': OfName;
  /** `ofColumn`: whether it was declared with a column, and is called like it. */
  'drop check': OfName & { ofColumn: boolean };
  /** `ifThere`: another statement may have dropped it. */
  'drop index': OfName & { ifThere?: true };
  'create index': OfName & {
    unique: boolean;
    parts: readonly IndexPart[];
    where: string | null;
    include?: readonly string[];
    /** Set where an ordered index would not serve as well. */
    using?: IndexMethod;
  };
  /** Creates a type if there is none of its name. `create`: what follows CREATE. */
  'create type': { create: string };
  /** Lets an account use the schema of the object. */
  'use schema': { to: Grantee };
  /** Fills a view that keeps rows. */
  'fill view': object;
  'replace view': { columns: readonly string[]; query: string };
  /** Enables or disables the trigger `name` on the table or view `on` (schema and name). */
  'switch trigger': OfName & { on: readonly string[]; enabled: boolean };
  'switch rule': OfName & { enabled: boolean };
  /** Sets one of: the next number of a sequence, its increment, whether it cycles. */
  'alter sequence': { next: string } | { increment: string } | { cycles: boolean };
  grant: OfGrant;
  revoke: OfGrant;
}

export type ChangeOf<K extends keyof Changes> = { kind: K } & Changes[K];
/** A change that makes an object of the target like its source. Names and texts are the target engine's. */
export type Change = { [K in keyof Changes]: ChangeOf<K> }[keyof Changes];

/** What a change is made to. */
export interface Place {
  /** Schema and name. */
  path: readonly string[];
  /** The same, quoted. */
  table: string;
  quote(name: string): string;
  /** Writes a text as a literal. */
  literal(text: string): string;
  /** Whether an index can keep the beginnings of a column's values. */
  keepsPrefixes?: true;
  /** Whether an index can store columns without finding rows by them. */
  keepsIncluded?: true;
  /** Whether parts of an index may have operator classes. */
  keepsOperators?: true;
}

/** Writes the statements of a change, without terminators; null where the engine cannot do it in place. */
export type Writer<K extends Change['kind']> = (
  change: ChangeOf<K>,
  place: Place,
) => string[] | null;
export type Writers = { readonly [K in Change['kind']]: Writer<K> };

/** Creates objects that the target lacks. */
interface Creations {
  'create table': {
    columns: readonly WantedColumn[];
    primaryKey: readonly string[];
    /** When the primary key is checked. */
    deferrable?: Key['deferrable'];
    uniques: readonly OfUnique[];
    checks: readonly { name: string; expression: string }[];
    /** Foreign keys, where the engine only accepts them in CREATE TABLE. */
    foreignKeys: readonly ChangeOf<'add foreign key'>[];
    comment: string | null;
  };
  'create view': { columns: readonly string[]; query: string; materialised: boolean };
  /** Null where the engine's default will do. */
  'create sequence': {
    start: string | null;
    increment: string;
    least: string | null;
    most: string | null;
    cycles: boolean;
  };
}

/** Creates triggers and routines as their source wrote them, on the same engine. */
interface Programs {
  /** On the table that is changed; its function is in this schema, or is created there. */
  'create trigger': { trigger: Trigger; schema: string; instead?: FormerTrigger };
  /** Replaces one of the same name. */
  'create rule': { rule: Rule };
  'create routine': { routine: NamedRoutine; written: string; instead?: FormerRoutine };
}

/** A trigger that only sets columns of each row before it is written; values are in the target's dialect. */
export interface Setter {
  name: string;
  events: readonly ('insert' | 'update')[];
  settings: readonly { column: string; value: string }[];
  instead?: FormerTrigger;
}

/** The target's trigger that another one replaces; its function stays, because others may call it. */
type FormerTrigger = ChangeOf<'drop trigger'>;

/** The target's routine that another one replaces; `alike`: with the same parameters and the same kind of result. */
interface FormerRoutine {
  routine: NamedRoutine;
  alike: boolean;
}

/** Drops objects that only the target has. */
interface Removals {
  'drop column': OfName & { hasDefault: boolean };
  'drop unique key': OfName;
  /** As 'switch trigger'. */
  'drop trigger': OfName & { on: readonly string[] };
  'drop rule': OfName;
  'drop object': { what: 'table' | 'view' | 'materialized view' | 'sequence' };
  'drop routine': { routine: NamedRoutine };
}

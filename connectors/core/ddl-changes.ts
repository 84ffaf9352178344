import type { ForeignKey, IndexMethod, IndexPart, Trigger } from './definitions.ts';
import type { Grantee } from './grants.ts';

/** A column as it should be: names and texts are those of the engine that gets it. */
export interface WantedColumn {
  name: string;
  type: string;
  nullable: boolean;
  default: string | null;
  identity: boolean;
  generated: string | null;
  comment: string | null;
}

interface OfColumn {
  column: WantedColumn;
}
interface OfKey {
  name: string;
  columns: readonly string[];
}
interface OfName {
  name: string;
}

/** What rights are given on. A table or view is named where it stands. */
export type GrantedObject = { kind: 'relation' } | NamedRoutine;
export interface NamedRoutine {
  kind: 'function' | 'procedure';
  name: string;
  /** In parentheses, where several are called alike. */
  types: string | null;
  /** Whether it stands where a table can. */
  givesRows: boolean;
}
interface OfGrant {
  to: Grantee;
  rights: readonly { right: string; columns: readonly string[] | null }[];
  /** Given: to be handed on, too; taken away: nothing but that. */
  option: boolean;
  /** Whether that holds for all that the account is to have. */
  whole: boolean;
  on: GrantedObject;
}

interface Changes extends Creations, Removals, Programs {
  'create setter': Setter;
  'add column': OfColumn;
  'set type': OfColumn;
  'set nullable': OfColumn;
  /** `had`: whether there is another one now. */
  'set default': OfColumn & { had: boolean };
  'set identity': OfColumn;
  /** Its next number is to follow the largest one. */
  'move numbering': OfColumn;
  /** Rows may bring numbers of their own. */
  'take numbers': OfColumn;
  'comment on column': OfColumn;
  'comment on table': { comment: string };
  'add primary key': OfKey;
  'add unique key': OfKey;
  /** `table`: schema and name of the one that it leads to. */
  'add foreign key': OfKey & {
    table: readonly string[];
    referenced: readonly string[];
    onUpdate: ForeignKey['onUpdate'];
    onDelete: ForeignKey['onDelete'];
    deferrable: ForeignKey['deferrable'] | null;
    matchesFull: boolean;
  };
  /** A key or check of this name is to hold for the rows that are there, too. */
  validate: OfName;
  'add check': OfName & { expression: string };
  'drop primary key': OfName;
  'drop foreign key': OfName;
  /** `likeColumn`: whether a column of the table has the same name. */
  'drop check': OfName & { likeColumn: boolean };
  'drop index': OfName;
  'create index': OfName & {
    unique: boolean;
    parts: readonly IndexPart[];
    where: string | null;
    /** Where an ordered index does not do as well. */
    using?: IndexMethod;
  };
  'replace view': { columns: readonly string[]; query: string };
  /** Of the trigger `name` on the table or view `on`: schema and name. */
  'switch trigger': OfName & { on: readonly string[]; enabled: boolean };
  /** What a sequence gives out next, by how much it counts, whether it begins anew at its end: one of them. */
  'alter sequence': { next: string } | { increment: string } | { cycles: boolean };
  grant: OfGrant;
  revoke: OfGrant;
}

export type ChangeOf<K extends keyof Changes> = { kind: K } & Changes[K];
/** What makes a table or view like its source. Names and texts are its engine's own. */
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
}

/** The statements of a change, without what ends them; null where the engine cannot do it in place. */
export type Writer<K extends Change['kind']> = (
  change: ChangeOf<K>,
  place: Place,
) => string[] | null;
export type Writers = { readonly [K in Change['kind']]: Writer<K> };

/** What a target lacks as a whole. */
interface Creations {
  'create table': {
    columns: readonly WantedColumn[];
    primaryKey: readonly string[];
    uniques: readonly OfKey[];
    checks: readonly { name: string; expression: string }[];
    /** Those that the engine takes nowhere else. */
    foreignKeys: readonly ChangeOf<'add foreign key'>[];
    comment: string | null;
  };
  'create view': { columns: readonly string[]; query: string; materialised: boolean };
  /** Null where the engine's own number will do. */
  'create sequence': {
    start: string | null;
    increment: string;
    least: string | null;
    most: string | null;
    cycles: boolean;
  };
}

/** Programs of the source's own engine, in its own words. */
interface Programs {
  /** On the table that is changed; what it calls lies in this schema, or is made there. */
  'create trigger': { trigger: Trigger; schema: string; instead?: FormerTrigger };
  'create routine': { routine: NamedRoutine; written: string };
}

/** A trigger that does nothing but set columns of each row before it is written; values are in the target's words. */
export interface Setter {
  name: string;
  events: readonly ('insert' | 'update')[];
  settings: readonly { column: string; value: string }[];
  instead?: FormerTrigger;
}

/** The target's trigger that another one takes the place of; its function, which others may call, stays. */
type FormerTrigger = ChangeOf<'drop trigger'>;

/** What only a target has. */
interface Removals {
  'drop column': OfName & { hasDefault: boolean };
  'drop unique key': OfName;
  /** As 'switch trigger'. */
  'drop trigger': OfName & { on: readonly string[] };
  'drop object': { what: 'table' | 'view' | 'materialized view' | 'sequence' };
  'drop routine': { routine: NamedRoutine };
}

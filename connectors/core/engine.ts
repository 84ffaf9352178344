import type { ConnectionField, StandardType, TrackedType } from '../../contract/engines.ts';

/** Facts about an engine that are known outside of its folder: plain data, which the contract and the web app load, too. */
export interface Engine {
  /** As stored in a project's Source_Database and Target_Database. */
  id: number;
  /** As shown to people. */
  name: string;
  defaultPort: number | null;
  /** Fields of the connection form, in order, each required. */
  fields: readonly ConnectionField[];
  /** Whether the TLS settings apply. */
  tls: boolean;
  objectTypes: readonly StandardType[];
  /** Additional types that a project may track, as far as the engine has them. */
  trackedTypes: readonly TrackedType[];
  /** Whether clients of the API read its rows from `recordsets`, as this engine's driver gives them. */
  recordsets: boolean;
  /** Whether an empty text is NULL. */
  emptyIsNull: boolean;
  /** Whether types belong to values rather than columns: the type of a column, or of a computed value, does not limit its values. */
  typedValues: boolean;
  /** Whether its columns of bytes often hold text, so that they are read as such beside dates and times. */
  textInBytes?: true;
  /** The schema that an object is in if none is named: one of this name, or the one that the connection is to, or the account's own. */
  home: { name: string } | 'database' | 'username';
  /** Features that its tables cannot have; notes report where one is lost. */
  lacks: readonly Feature[];
  /** How its SQL texts are split into tokens, by `sql-tokens.ts`. */
  sql: SqlSpelling;
}

/** Features of tables, besides columns, keys and indexes, that some engines lack. */
export type Feature =
  | 'triggers'
  | 'rules'
  | 'before triggers'
  | 'row triggers'
  | 'instead of triggers'
  | 'unchecked keys'
  | 'deferrable keys'
  /** Primary keys, too. */
  | 'deferrable unique keys'
  | 'full match'
  | 'update actions'
  | 'delete actions'
  | 'set default actions'
  | 'unlogged tables'
  | 'temporary tables'
  | 'materialised views'
  | 'partitions'
  | 'row security'
  | 'grants'
  /** Columns that enforce the size in their type. */
  | 'sizes of types'
  /** Numbered columns that are declared as such, not implied by type and key. */
  | 'declared numbers';

export interface SqlSpelling {
  /** In order: the first that matches applies. */
  quotes: readonly SqlQuote[];
  /** Block comments are the same everywhere. */
  lineComments: readonly {
    open: string;
    /** Whether it is one only where a blank follows. */
    beforeBlank?: boolean;
  }[];
  nestedComments: boolean;
  /** Characters that words may begin with besides letters and `_`, as in a regular expression's character class. */
  letters?: string;
  /** Characters that words may contain besides letters and digits, likewise. */
  marks: string;
}

/** How a text or a name is quoted. */
export interface SqlQuote {
  /** In lower case. */
  open: string;
  /** `tag`: the opening `$tag$` again; `mark`: the counterpart of the mark after `open`, and an apostrophe. */
  close: "'" | '"' | '`' | ']' | 'tag' | 'mark';
  /** Whether a doubled closing quote is a literal one. */
  doubled?: boolean;
  /** Whether a backslash takes its meaning from what follows. */
  backslash?: boolean;
}

import type { ConnectionField, StandardType, TrackedType } from '../../contract/engines.ts';

/** What is said of an engine outside of its folder: plain data, which the contract and the web app load, too. */
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
  /** Those that it has of the types that a project may track besides. */
  trackedTypes: readonly TrackedType[];
  /** Whether clients of the API read its rows from `recordsets`, as this engine's driver gives them. */
  recordsets: boolean;
  /** Whether an empty text is NULL. */
  emptyIsNull: boolean;
  /** Whether a value has a type of its own: a column of an unknown type, or computed, says nothing of its values. */
  typedValues: boolean;
  /** What its tables cannot have: where it is lost, a note says so. */
  lacks: readonly Feature[];
  /** What its SQL texts are cut by: `sql-tokens.ts`. */
  sql: SqlSpelling;
}

/** What tables of some engines have besides columns, keys and indexes. */
export type Feature =
  | 'triggers'
  | 'before triggers'
  | 'row triggers'
  | 'unchecked keys'
  | 'deferrable keys'
  | 'full match'
  | 'update actions'
  | 'delete actions'
  | 'set default actions'
  | 'unlogged tables'
  | 'temporary tables'
  | 'partitions'
  | 'row security'
  | 'grants'
  /** Whether a column takes only what the size in its type says. */
  | 'sizes of types'
  /** Whether a column is numbered because somebody said so, not because of its type and key. */
  | 'declared numbers';

export interface SqlSpelling {
  /** The first one that fits counts. */
  quotes: readonly SqlQuote[];
  /** Block comments are the same everywhere. */
  lineComments: readonly {
    open: string;
    /** Whether it is one only where a blank follows. */
    beforeBlank?: boolean;
  }[];
  nestedComments: boolean;
  /** What words may begin with besides letters and `_`, as in a class of a regular expression. */
  letters?: string;
  /** What else they may have in them besides letters and digits, likewise. */
  marks: string;
}

/** How a text or a name is quoted. */
export interface SqlQuote {
  /** In lower case. */
  open: string;
  /** `tag`: the same `$tag$` that it begins with; `mark`: what belongs to the mark behind `open`, and an apostrophe. */
  close: "'" | '"' | '`' | ']' | 'tag' | 'mark';
  /** Whether the closing one, written twice, stands for itself. */
  doubled?: boolean;
  /** Whether a backslash takes its meaning from what follows. */
  backslash?: boolean;
}

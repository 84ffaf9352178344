import type { CanonicalType } from '../../contract/proof/definitions.ts';

/**
 * How a value is written as text, so that equal values have equal texts on every engine. NULL stays null.
 * Both sides of a comparison use the same form, whatever their own types are.
 */
export type Form =
  | { as: 'integer' }
  /** A fixed number of digits after the point; null: without trailing zeros. */
  | { as: 'decimal'; scale: number | null }
  /**
   * The shortest text that reads back as the same double: 0.0001 up to 1e15 without exponent, else as 1.5e+21 or
   * 8.5e-10, and NaN, Infinity, -Infinity. Below 1e15 it may be rounded to `scale` digits after the point. Zero has no sign.
   */
  | { as: 'float'; scale: number | null }
  /** '1' and '0'. */
  | { as: 'boolean' }
  | { as: 'date' }
  /**
   * HH:MM:SS with `precision` digits of the second, cut; zoned values are in UTC. Negative or above a day where the engine has that.
   * `zoned`: as it is in its own zone, with the offset behind it, such as `+02:00`: one moment in two zones is two values.
   */
  | { as: 'time'; precision: number; zoned?: true }
  /** YYYY-MM-DD HH:MM:SS with `precision` digits of the second, cut; a value with a zone is written in UTC. */
  | { as: 'timestamp'; precision: number }
  | {
      as: 'text';
      /** Without trailing blanks: for fixed-length columns, or by a rule. */
      trim: boolean;
      /**
       * A to Z in lower case. Other letters stay, because engines disagree about them: the code that compares the few rows whose
       * hashes differ folds those.
       */
      fold: boolean;
      /** An empty text is NULL, as on Oracle. */
      emptyIsNull: boolean;
      /** An array is written as JSON (`isWrittenAsJson`); other types as without this. */
      json?: true;
    }
  /** Lower-case hexadecimal digits; with `utf8`, one side has the bytes as text. */
  | { as: 'binary'; emptyIsNull: boolean; utf8?: true }
  /** Lower-case, with hyphens. */
  | { as: 'uuid' }
  /** As the engine writes it: to be compared by meaning, never hashed by the engine. */
  | { as: 'json' };

export interface ReadColumn {
  /** On this side. */
  name: string;
  /** Of this side. */
  canonical: CanonicalType;
  /** The engine's own spelling of the type. */
  type: string;
  form: Form;
  /** Read in place of the column, in the engine's own SQL; `canonical` and `type` then describe it. Key columns have none. */
  expression?: string;
}

/** Which columns and rows of a table or view are read. Columns stand in the same order on both sides of a comparison. */
export interface Reading {
  schema: string;
  table: string;
  columns: readonly ReadColumn[];
  /**
   * Indexes into `columns` of the columns that identify a row; empty where none do: the whole row is the key then.
   * None of form json.
   */
  key: readonly number[];
  /** A condition in the engine's own SQL that rows must meet, with schema-qualified functions; null for all rows. */
  where: string | null;
}

/** A part of a table's rows. */
export type Slice =
  /** Rows whose only key column, of form integer, lies in [from, to); null is open. Without `from` also those whose key is NULL. */
  | { kind: 'range'; from: string | null; to: string | null }
  /** Rows whose key's hash begins with these hexadecimal digits; '' is every row. */
  | { kind: 'bucket'; prefix: string }
  /** With one of these, which have the same length; at most 5,000 of them. */
  | { kind: 'buckets'; prefixes: readonly string[] };

/** `sum` adds up the first 56 bits of every row's SHA-256, as decimal text. Equal slices have equal checksums. */
export interface Checksum {
  rows: number;
  sum: string;
}

/** Aggregates of one column, in its form; null where not requested, or where engines differ. */
export interface ColumnAggregate {
  nulls: number;
  /** Null also where the engine would have to hold too many values. */
  distinct: number | null;
  /** As texts; of numbers, dates and times. */
  min: string | null;
  max: string | null;
  /** Of integers and decimals, as decimal text; of texts and binaries, of their lengths in characters or bytes. */
  sum: string | null;
}

/** A row as texts in the order of the reading's columns. */
export type TextRow = (string | null)[];

/** A part of a text, in characters (code points); the text may end earlier. */
export interface TextPart {
  /** Characters before the part. */
  start: number;
  length: number;
}

/**
 * Reads tables so that two engines give the same answers for the same rows.
 *
 * Row text: for each column `~` for NULL, else `=` and the text in its form, joined by U+001F, as UTF-8. Its hash is SHA-256;
 * a key's hash is the same over the key columns alone. Columns of form json take no part in hashes.
 * A method is one read-only statement or a few (SQLite: passes in its own process) and throws ConnectorError only.
 */
export interface DataReader {
  countRows(reading: Reading): Promise<number>;
  /**
   * All columns in one scan, or one for every 200; in the order of the reading's columns. Distinct values are asked
   * for on their own: counting them takes engines three times as long as all of the rest.
   */
  aggregate(reading: Reading, options?: { distinct: boolean }): Promise<ColumnAggregate[]>;
  /**
   * Where to cut the table into slices of at most `rows` rows, as far as keys are unique: keys in ascending order,
   * the first row's not among them.
   * For a single key column of form integer only.
   */
  findBoundaries(reading: Reading, rows: number): Promise<string[]>;
  checksum(reading: Reading, slice: Slice): Promise<Checksum>;
  /** The checksums of the buckets `digits` (two) below a prefix, by prefix, in one scan; empty ones left out. */
  bucketChecksums(
    reading: Reading,
    prefix: string,
    digits?: number,
  ): Promise<Map<string, Checksum>>;
  /** The hash of each row of a slice (14 hexadecimal digits), and its key as texts; in any order. */
  hashRows(reading: Reading, slice: Slice): Promise<{ key: TextRow; hash: string }[]>;
  /**
   * Rows of a slice, or those with the given keys (at most 500 at once), in any order. With a part, that part of each
   * text, and after all of them the length of each.
   */
  readRows(
    reading: Reading,
    of: Slice | { keys: readonly TextRow[] },
    part?: TextPart,
  ): Promise<TextRow[]>;
  /** `rows` rows, spread over the table by the hash of their key, the same on both sides where the rows are the same. */
  sampleRows(reading: Reading, rows: number): Promise<TextRow[]>;
}

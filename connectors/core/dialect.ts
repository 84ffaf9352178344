import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { ReadColumn, TextPart } from './data.ts';

/**
 * What the statements of a DataReader need from an SQL engine. All arguments and results are SQL text.
 * A `value` is a column of this engine, quoted, or an aggregate of it that has its type.
 */
export interface SqlDialect {
  quote(name: string): string;
  /** The value as text in the column's form; NULL where it is NULL. The form `text` occurs only with text-like types. */
  textOf(value: string, column: ReadColumn): string;
  /** The row text (see DataReader) of some columns; may be NULL where the engine cannot build a text that long. */
  rowText(columns: readonly ReadColumn[]): string;
  /** The first hexadecimal digits, lower-case, of the SHA-256 of a text's UTF-8 bytes; NULL of NULL. */
  hashOf(text: string, digits: number): string;
  /**
   * Aggregates the first 56 bits of the SHA-256 of texts to their sum, as decimal text without exponent; '0' of no rows.
   * A NULL text counts as more than all rows could add up to, such as 1e30.
   */
  sumOfHashes(text: string): string;
  /**
   * A constant for index lookups: every value with this text in its form equals it (others may,
   * too). Null where there is no such constant.
   */
  constantOf(column: ReadColumn, text: string): string | null;
  /** The clause after ORDER BY that limits the rows. */
  first(rows: number): string;
  /** An expression that `count` accepts and that is NULL where the value is; absent where `count` accepts every type. */
  presenceOf?(value: string): string;
  /** Aggregates numbers of a type to their exact sum, as a value of that type or a wider one of the same scale. */
  sumOf(value: string, canonical: CanonicalType): string;
  /** Part of a text. */
  partOf(text: string, part: TextPart): string;
  /** Characters (code points) of a text. */
  lengthOf(text: string): string;
  /** A name for an output by its index; absent where long expressions may stand without one. */
  outputName?(index: number): string;
  /** An expression for `count(DISTINCT …)` that is equal exactly where the texts are, byte by byte. */
  distinctOf(value: string, column: ReadColumn): string;
}

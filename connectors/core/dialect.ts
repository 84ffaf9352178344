import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { ReadColumn, TextPart } from './data.ts';

/**
 * What the statements of a DataReader need of an engine that speaks SQL. Everything given and returned is SQL text.
 * A `value` is a column of this engine, quoted, or an aggregate of it that has its type.
 */
export interface SqlDialect {
  quote(name: string): string;
  /** The value as text in the column's form; NULL where it is NULL. Form text comes with text-like types only. */
  textOf(value: string, column: ReadColumn): string;
  /** The row text (see DataReader) of some columns; may be NULL where the engine cannot build a text that long. */
  rowText(columns: readonly ReadColumn[]): string;
  /** The first hexadecimal digits, lower-case, of the SHA-256 of a text's UTF-8 bytes; NULL of NULL. */
  hashOf(text: string, digits: number): string;
  /**
   * Aggregates the first 56 bits of the SHA-256 of texts to their sum, as decimal text without exponent; '0' of no rows.
   * A text that is NULL counts as more than all rows together could, such as 1e30.
   */
  sumOfHashes(text: string): string;
  /**
   * A constant that the engine finds by an index: whatever has this text in its form is equal to it (others may be,
   * too). Null where there is no such constant.
   */
  constantOf(column: ReadColumn, text: string): string | null;
  /** What follows ORDER BY to keep the first rows. */
  first(rows: number): string;
  /** What is counted where a value is not NULL; the value itself where the engine counts values of every type. */
  presenceOf?(value: string): string;
  /** Aggregates numbers of a type to their exact sum, as a value of that type or a wider one of the same scale. */
  sumOf(value: string, canonical: CanonicalType): string;
  /** Part of a text. */
  partOf(text: string, part: TextPart): string;
  /** Characters (code points) of a text. */
  lengthOf(text: string): string;
  /** Something to count by DISTINCT that is equal where the texts are equal, byte by byte. */
  distinctOf(value: string, column: ReadColumn): string;
}

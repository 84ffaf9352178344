import type { ConnectionField, ObjectType } from '../../contract/engines.ts';

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
  objectTypes: readonly ObjectType[];
  /** Whether clients of the API read its rows from `recordsets`, as this engine's driver gives them. */
  recordsets: boolean;
  /** Whether an empty text is NULL. */
  emptyIsNull: boolean;
  /** Whether a value has a type of its own: a column of an unknown type, or computed, says nothing of its values. */
  typedValues: boolean;
}

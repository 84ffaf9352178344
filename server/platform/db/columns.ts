import { type ColumnDefinitionBuilder, type RawBuilder, sql } from 'kysely';
import type { StoreKind } from './store.ts';

/** What differs between the stores when tables are made. */
export interface ColumnTypes {
  /** Text that sorts by code point, as SQLite does. */
  text: RawBuilder<unknown>;
  /** Makes a column the primary key that numbers itself and never reuses a number. */
  identity(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
}

export function columnTypes(kind: StoreKind): ColumnTypes {
  return kind === 'sqlite'
    ? { text: sql`text`, identity: (column) => column.primaryKey().autoIncrement() }
    : {
        text: sql`text collate "C"`,
        identity: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
      };
}

import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import type { StoreKind } from './store.ts';

/** The stores' differences in creating tables. */
export interface ColumnTypes {
  /** A text type that sorts by code point, as SQLite does. */
  text: RawBuilder<unknown>;
  /** Makes a column an auto-incremented primary key that never reuses a number. */
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

/** Creates tables and indexes, identically on both stores. */
export interface Maker {
  db: Kysely<unknown>;
  text: ColumnTypes['text'];
  withId(name: string): CreateTableBuilder<string, 'id'>;
  table(name: string): CreateTableBuilder<string>;
  index(name: string, table: string, columns: string[]): Promise<void>;
  /** An index on only those rows in which `present` is not null. */
  partialIndex(name: string, table: string, columns: string[], present: string): Promise<void>;
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
export const required: Column = (c) => c.notNull();
export const key: Column = (c) => c.primaryKey();
export const zero: Column = (c) => c.notNull().defaultTo(0);
export const one: Column = (c) => c.notNull().defaultTo(1);
/** A foreign key with ON DELETE CASCADE: the row is deleted with the one that it belongs to. */
export const partOf =
  (table: string): Column =>
  (c) =>
    c.references(`${table}.id`).onDelete('cascade');
export const requiredPartOf =
  (table: string): Column =>
  (c) =>
    partOf(table)(c.notNull());
/** A foreign key that is set to null when the row it refers to is deleted. */
export const refersTo =
  (table: string): Column =>
  (c) =>
    c.references(`${table}.id`).onDelete('set null');

export function createMaker(db: Kysely<unknown>, { text, identity }: ColumnTypes): Maker {
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns);
  return {
    db,
    text,
    withId: (name) => db.schema.createTable(name).addColumn('id', 'integer', identity),
    table: (name) => db.schema.createTable(name),
    index: (name, table, columns) => index(name, table, columns).execute(),
    partialIndex: (name, table, columns, present) =>
      index(name, table, columns).where(sql.ref(present), 'is not', null).execute(),
  };
}

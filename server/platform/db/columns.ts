import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
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

/** Makes tables and indexes, alike on both stores. */
export interface Maker {
  db: Kysely<unknown>;
  text: ColumnTypes['text'];
  withId(name: string): CreateTableBuilder<string, 'id'>;
  table(name: string): CreateTableBuilder<string>;
  index(name: string, table: string, columns: string[]): Promise<void>;
  /** Of the rows only in which `present` is not null. */
  partialIndex(name: string, table: string, columns: string[], present: string): Promise<void>;
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
export const required: Column = (c) => c.notNull();
export const key: Column = (c) => c.primaryKey();
export const zero: Column = (c) => c.notNull().defaultTo(0);
export const one: Column = (c) => c.notNull().defaultTo(1);
/** Goes with the row that it belongs to. */
export const partOf =
  (table: string): Column =>
  (c) =>
    c.references(`${table}.id`).onDelete('cascade');
export const requiredPartOf =
  (table: string): Column =>
  (c) =>
    partOf(table)(c.notNull());
/** Outlives the row that it names. */
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

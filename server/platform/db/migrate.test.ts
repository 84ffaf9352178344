import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestStore } from '../../../tests/support/test-store.ts';
import { readConfig } from '../config.ts';
import { migrate, MigrationError } from './migrate.ts';
import { openStore, type Store } from './store.ts';
import { createWriteLock } from './write-lock.ts';

/** Stores as versions of the program left them, the oldest first. */
const STORES = new URL('../../../tests/stores/', import.meta.url);
const kind = process.env['TEST_STORE'] === 'postgres' ? 'postgresql' : 'sqlite';
const kept = readdirSync(STORES)
  .filter((file) => file.endsWith(`-${kind}.sql`))
  .sort();

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function openEmpty(): Promise<Store> {
  const place = await createTestStore();
  const store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  opened.push(async () => {
    await store.close();
    await place.remove();
  });
  return store;
}

async function openKept(file: string): Promise<Store> {
  const store = await openEmpty();
  for (const statement of readFileSync(new URL(file, STORES), 'utf8').split(/;\n/))
    if (statement.trim()) await sql.raw(statement).execute(store.db);
  return store;
}

const COLUMNS = {
  sqlite: sql`select m.name as "table", c.name as "column", c.type, c."notnull", c.dflt_value, c.pk,
      m.sql like '%autoincrement%' as numbered
    from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'kysely%' and m.name <> 'sqlite_sequence' order by 1, 2`,
  postgresql: sql`select table_name, column_name, data_type, is_nullable, column_default, collation_name,
      is_identity from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' order by 1, 2`,
};
const LINKS = {
  sqlite: sql`select m.name as "table", k."from", k."table" as parent, k."to", k.on_delete
    from sqlite_master m join pragma_foreign_key_list(m.name) k where m.type = 'table' order by 1, 2`,
  postgresql: sql`select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely%'
    order by 1, 2`,
};
const INDEXES = {
  sqlite: sql`select i."unique", m.name as "table",
      case i.origin when 'c' then s.sql else
        (select group_concat(name) from pragma_index_info(i.name)) end as sql
    from sqlite_master m join pragma_index_list(m.name) i left join sqlite_master s on s.name = i.name
    where m.type = 'table' and m.name not like 'kysely%' order by 2, 3`,
  postgresql: sql`select indexdef as sql from pg_indexes
    where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
};

async function tablesOf({ db }: Store) {
  const rows = async (query: typeof COLUMNS.sqlite) => (await query.execute(db)).rows;
  const indexes = (await rows(INDEXES[kind])) as { sql: string }[];
  return {
    columns: await rows(COLUMNS[kind]),
    links: await rows(LINKS[kind]),
    indexes: indexes.map((index) => ({ ...index, sql: index.sql.replaceAll(/\s+/g, ' ') })),
  };
}

describe('a store that an earlier version made', () => {
  it.each(kept)('has the tables of a new one when %s is brought up to date', async (file) => {
    const [fresh, old] = [await openEmpty(), await openKept(file)];
    await migrate(fresh);
    await migrate(old);
    const wanted = await tablesOf(fresh);
    expect(wanted.columns.length).toBeGreaterThan(150);
    expect(wanted.links.length).toBeGreaterThan(20);
    expect(wanted.indexes.length).toBeGreaterThan(40);
    expect(await tablesOf(old)).toEqual(wanted);
    await migrate(old);
  });

  it('is refused when it is older than the baseline, and left as it is', async () => {
    const store = await openKept(kept[0]!);
    await sql`delete from kysely_migration where name > '0024'`.execute(store.db);
    await expect(migrate(store)).rejects.toThrow(MigrationError);
    await expect(migrate(store)).rejects.toThrow('its last step is 0023-connection-failed');
    const { rows } = await sql`select name from kysely_migration`.execute(store.db);
    expect(rows).toHaveLength(16);
  });
});

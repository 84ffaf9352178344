import { type Kysely, type Migration, sql } from 'kysely';

/** Lists by their latest change without a look at the rows, and days counted in the order of an index. */
export const latest: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('object_by_updated_at')
      .on('object')
      .columns(['project_id', 'side', 'updated_at', 'id', 'object_name'])
      .execute();
    // PostgreSQL answers from an index with an expression only where the column is in it, too.
    for (const [column, rest] of [
      ['migrated_at', 'migrated_by, migrated_at'],
      ['verified_at', 'verified_at'],
    ] as const) {
      await db.schema.dropIndex(`object_by_${column}`).execute();
      await sql`create index ${sql.ref(`object_by_${column}`)} on object
        (project_id, substr(${sql.ref(column)}, 1, 10), ${sql.raw(rest)})
        where ${sql.ref(column)} is not null`.execute(db);
    }
  },
};

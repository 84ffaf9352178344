import type { Kysely, Migration } from 'kysely';

/** Not only new rules outdate what was found of rows: a call that wrote does, too. */
export const rowsOutdated: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('pair')
      .renameColumn('rules_changed_at', 'rows_outdated_at')
      .execute();
  },
};

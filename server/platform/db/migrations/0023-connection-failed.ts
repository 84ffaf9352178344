import type { Kysely, Migration } from 'kysely';

/** Whether a run, or one of its pairs, failed because a database could not be connected to. */
export const connectionFailed: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('run')
      .addColumn('connection_failed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

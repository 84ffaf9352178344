import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Adds the server that last answered at a connection, and when its whole inventory was read. */
export const knownServers = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['server_version', 'read_at'])
      await db.schema.alterTable('project_connection').addColumn(column, text).execute();
  },
});

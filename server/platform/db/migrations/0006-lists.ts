import type { Kysely, Migration } from 'kysely';

/** Lists by name, and what is searched, without a look at the rows. */
export const lists: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('object_by_name')
      .on('object')
      .columns(['project_id', 'side', 'object_name', 'search_key'])
      .execute();
  },
};

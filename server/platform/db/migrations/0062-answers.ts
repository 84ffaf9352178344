import type { Kysely, Migration } from 'kysely';

/** Adds the beginning of what the receiver of a webhook's delivery answered last. */
export const answers = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('delivery').addColumn('answer', 'text').execute();
  },
});

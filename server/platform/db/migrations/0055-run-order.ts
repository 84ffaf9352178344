import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker, zero } from '../columns.ts';

/** Adds the order in which a run takes its pairs. */
export const runOrder = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { index } = createMaker(db, types);
    await db.schema.alterTable('run_item').addColumn('rank', 'integer', zero).execute();
    await db.schema.dropIndex('run_item_state').execute();
    await index('run_item_state', 'run_item', ['run_id', 'state', 'rank', 'pair_id']);
  },
});

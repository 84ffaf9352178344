import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker, zero } from '../columns.ts';

/** Adds which pairs a run has counted, before it compares the rows of those that changed. */
export const countedFirst = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { index } = createMaker(db, types);
    await db.schema.alterTable('run').addColumn('counted', 'integer', zero).execute();
    await db.schema.alterTable('run').addColumn('counted_different', 'integer', zero).execute();
    await db.schema.alterTable('run_item').addColumn('counted', 'integer', zero).execute();
    await db.schema.dropIndex('run_item_state').execute();
    await index('run_item_state', 'run_item', ['run_id', 'state', 'counted', 'rank', 'pair_id']);
  },
});

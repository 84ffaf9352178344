import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker } from '../columns.ts';

/** Adds the date on which the first tolerance of a pair's rules ends, so that expired ones are found by index. */
export const toleratedUntil = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('tolerated_until', types.text).execute();
    const { partialIndex } = createMaker(db, types);
    await partialIndex('pair_tolerated', 'pair', ['tolerated_until'], 'tolerated_until');
  },
});

import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker } from '../columns.ts';

/** When something that rules let pass ends: those few pairs are found without reading the rules of all. */
export const toleratedUntil = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('tolerated_until', types.text).execute();
    const { partialIndex } = createMaker(db, types);
    await partialIndex('pair_tolerated', 'pair', ['tolerated_until'], 'tolerated_until');
  },
});

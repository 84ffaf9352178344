import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker } from '../columns.ts';

/** What an object belongs to, as its definition says; of a table also by name, to see whether the project has that one. */
export const belonging = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['belongs_to', 'parent_schema', 'parent_name'])
      await db.schema.alterTable('snapshot').addColumn(column, types.text).execute();
    const { partialIndex } = createMaker(db, types);
    await partialIndex('snapshot_belonging', 'snapshot', ['object_id'], 'belongs_to');
  },
});

import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker } from '../columns.ts';

/**
 * Adds the object to which an object belongs, according to its definition; for a table also by name, to look it up in
 * the project.
 */
export const belonging = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['belongs_to', 'parent_schema', 'parent_name'])
      await db.schema.alterTable('snapshot').addColumn(column, types.text).execute();
    const { partialIndex } = createMaker(db, types);
    await partialIndex('snapshot_belonging', 'snapshot', ['object_id'], 'belongs_to');
  },
});

import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker, required, requiredPartOf, zero } from '../columns.ts';

/** Keeps what was read of a database, so that it can be imported later. */
export const keptInventories = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index } = createMaker(db, types);
    await withId('inventory_reading')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('side', text, required)
      .addColumn('began_at', text, required)
      .addColumn('ended_at', text)
      .addColumn('object_count', 'integer', zero)
      .addColumn('first_event', text, required)
      .addColumn('last_event', text)
      .execute();
    await index('inventory_reading_project', 'inventory_reading', ['project_id', 'side']);
    await withId('inventory_part')
      .addColumn('reading_id', 'integer', requiredPartOf('inventory_reading'))
      .addColumn('schema_name', text, required)
      .addColumn('type_id', 'integer', required)
      .addColumn('names', text, required)
      .addColumn('gone', text, required)
      .execute();
    await index('inventory_part_reading', 'inventory_part', ['reading_id', 'id']);
  },
});

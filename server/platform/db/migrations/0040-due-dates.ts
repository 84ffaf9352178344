import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker } from '../columns.ts';

/** Adds an object's due date, and the last reminder of it. */
export const dueDates = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, partialIndex } = createMaker(db, types);
    await db.schema.alterTable('object').addColumn('due_date', text).execute();
    await db.schema.alterTable('object').addColumn('due_told', text).execute();
    await partialIndex(
      'object_due',
      'object',
      ['project_id', 'side', 'due_date', 'status'],
      'due_date',
    );
  },
});

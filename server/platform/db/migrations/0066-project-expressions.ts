import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Adds expressions that are read in place of columns of two types, in all pairs of a project. */
export const projectExpressions = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['source_expression', 'target_expression'])
      await db.schema.alterTable('project_tolerance').addColumn(column, text).execute();
  },
});

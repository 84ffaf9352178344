import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker, required, requiredPartOf } from '../columns.ts';

/** Adds how much of a project was proven on each day. */
export const proofDays = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, table } = createMaker(db, types);
    await table('proof_day')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('day', text, required)
      .addColumn('total', 'integer', required)
      .addColumn('proven', 'integer', required)
      .addColumn('at', text, required)
      .addPrimaryKeyConstraint('proof_day_key', ['project_id', 'day'])
      .execute();
  },
});

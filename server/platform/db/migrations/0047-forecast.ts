import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker, required, requiredPartOf } from '../columns.ts';

/** Adds weekly forecasts of projects. */
export const forecast = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, table } = createMaker(db, types);
    await table('forecast')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('week', text, required)
      .addColumn('as_of', text, required)
      .addColumn('half', text, required)
      .addColumn('most', text, required)
      .addColumn('fan', text, required)
      .addPrimaryKeyConstraint('forecast_key', ['project_id', 'week'])
      .execute();
  },
});

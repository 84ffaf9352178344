import { type Kysely, type Migration, sql } from 'kysely';
import { type ColumnTypes, createMaker, key, partOf, required } from '../columns.ts';

/** Adds the parameter set of a pair's call that is running. */
export const runningCall = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { table } = createMaker(db, types);
    await table('running_call')
      .addColumn('pair_id', 'integer', (column) => partOf('pair')(key(column)))
      .addColumn('parameter_set', 'integer', required)
      .addColumn('parameter_sets', 'integer', required)
      .execute();
    // Its format has changed; a continued run writes it again.
    await sql`update run set current = null`.execute(db);
  },
});

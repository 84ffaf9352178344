import { type Kysely, type Migration, sql } from 'kysely';
import { type ColumnTypes, createMaker, key, partOf, required } from '../columns.ts';

/** Which parameter set of a pair's call runs. */
export const runningCall = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { table } = createMaker(db, types);
    await table('running_call')
      .addColumn('pair_id', 'integer', (column) => partOf('pair')(key(column)))
      .addColumn('parameter_set', 'integer', required)
      .addColumn('parameter_sets', 'integer', required)
      .execute();
    // It names pairs otherwise from now on; a run that goes on writes it anew.
    await sql`update run set current = null`.execute(db);
  },
});

import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';
import { doWithout } from './0050-gate-signoffs.ts';

/** Adds whether a step's way back worked in a rehearsal; existing gates do not demand that. */
export const waysBack = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const steps = () => db.schema.alterTable('cutover_step');
    await steps().addColumn('way_back_worked', 'integer').execute();
    await steps().addColumn('way_back_at', text).execute();
    await steps().addColumn('way_back_by', text).execute();
    await steps().addColumn('way_back_note', text).execute();
    await doWithout('way_back').up(db);
  },
});

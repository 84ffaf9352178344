import type { Kysely, Migration } from 'kysely';
import { doWithout } from './0050-gate-signoffs.ts';

/** What was found of the next numbers of a pair, and projects of before do without asking for it. */
export const nextNumbers = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('numbering', 'text').execute();
    await doWithout('sequences').up(db as never);
  },
});

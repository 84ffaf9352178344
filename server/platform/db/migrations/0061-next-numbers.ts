import type { Kysely, Migration } from 'kysely';
import { doWithout } from './0050-gate-signoffs.ts';

/** Adds the findings about a pair's next numbers, and keeps existing projects from checking these. */
export const nextNumbers = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('numbering', 'text').execute();
    await doWithout('sequences').up(db as never);
  },
});

import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Acceptances that have ended, and whether results were counted anew since. */
export const endedAcceptances = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('acceptance').addColumn('ended_at', text).execute();
    await db.schema
      .createIndex('acceptance_until')
      .on('acceptance')
      .column('until')
      .where(sql.ref('ended_at'), 'is', null)
      .execute();
  },
});

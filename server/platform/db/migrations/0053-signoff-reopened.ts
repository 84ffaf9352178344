import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Adds when the signer was notified that a sign-off is reopened; null while it stands. */
export const signoffReopened = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('signoff').addColumn('reopened_at', text).execute();
  },
});

import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Adds the last login; for existing users the last one that is still recorded. */
export const lastLogin = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('app_user').addColumn('last_login_at', text).execute();
    await sql`
      update app_user set last_login_at = (
        select max(at) from login_attempt
        where login_attempt.user_id = app_user.id and outcome = 'ok')`.execute(db);
  },
});

import type { Kysely, Migration } from 'kysely';

/** `verify-ca` used to check the host name, too: what was stored stays as strict as it was. */
export const verifyFull: Migration = {
  async up(db: Kysely<{ project_connection: { tls: string } }>) {
    await db
      .updateTable('project_connection')
      .set({ tls: 'verify-full' })
      .where('tls', '=', 'verify-ca')
      .execute();
  },
};

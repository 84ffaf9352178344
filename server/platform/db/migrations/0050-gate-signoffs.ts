import type { Kysely, Migration } from 'kysely';
import type { Tables } from '../tables.ts';

/** Settings name what the gate does without: projects that saved theirs do without sign-offs until somebody demands them. */
export const gateSignoffs = (): Migration => ({
  async up(migrated: Kysely<unknown>) {
    const db = migrated as Kysely<Tables>;
    for (const { project_id: id, settings } of await db.selectFrom('gate').selectAll().execute()) {
      const { left_out: leftOut, ...kept } = JSON.parse(settings) as { left_out: string[] };
      const set = { ...kept, left_out: [...leftOut, 'signoffs'] };
      await db
        .updateTable('gate')
        .set({ settings: JSON.stringify(set) })
        .where('project_id', '=', id)
        .execute();
    }
  },
});

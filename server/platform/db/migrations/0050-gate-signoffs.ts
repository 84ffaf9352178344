import type { Kysely, Migration } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Settings list the conditions that a gate does not demand: adds a new condition to those of projects with saved
 * settings, until somebody demands it.
 */
export const doWithout = (condition: string): Migration => ({
  async up(migrated: Kysely<unknown>) {
    const db = migrated as Kysely<Tables>;
    for (const { project_id: id, settings } of await db.selectFrom('gate').selectAll().execute()) {
      const { left_out: leftOut, ...kept } = JSON.parse(settings) as { left_out: string[] };
      const set = { ...kept, left_out: [...leftOut, condition] };
      await db
        .updateTable('gate')
        .set({ settings: JSON.stringify(set) })
        .where('project_id', '=', id)
        .execute();
    }
  },
});

export const gateSignoffs = (): Migration => doWithout('signoffs');

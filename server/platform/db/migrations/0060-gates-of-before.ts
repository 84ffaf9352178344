import type { Kysely, Migration } from 'kysely';
import type { Tables } from '../tables.ts';

/** The settings of a gate without saved settings, as they were before this version. */
const BEFORE = {
  max_age_hours: 24,
  left_out: ['against', 'rehearsal', 'way_back', 'signoffs'],
  four_eyes: 0,
  client_signs: 0,
  waves_sign: 0,
  rehearsal_days: 30,
};

/** New projects demand more by default; existing ones keep their former settings. */
export const gatesOfBefore = (): Migration => ({
  async up(migrated: Kysely<unknown>) {
    const db = migrated as Kysely<Tables>;
    const silent = await db
      .selectFrom('project')
      .leftJoin('gate', 'gate.project_id', 'project.id')
      .select('project.id')
      .where('gate.project_id', 'is', null)
      .execute();
    for (const { id } of silent)
      await db
        .insertInto('gate')
        .values({ project_id: id, settings: JSON.stringify(BEFORE) })
        .execute();
  },
});

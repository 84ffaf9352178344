import {
  type PersonTime,
  USUAL_TIME,
  type WorkingTime,
  workingTime,
} from '../../../contract/calendar.ts';
import type { Db } from '../../platform/db/store.ts';
import { notFound } from '../../platform/problem.ts';

/** @throws ProblemError `not-found` */
export async function readWorkingTime(db: Db, projectId: number): Promise<WorkingTime> {
  const row = await db
    .selectFrom('project')
    .leftJoin('calendar', 'calendar.project_id', 'project.id')
    .select('working_time')
    .where('project.id', '=', projectId)
    .executeTakeFirst();
  if (!row) throw notFound('what.thisProject');
  return row.working_time ? workingTime.parse(JSON.parse(row.working_time)) : USUAL_TIME;
}

export async function writeWorkingTime(tx: Db, projectId: number, time: WorkingTime) {
  const set = { working_time: JSON.stringify(time) };
  await tx
    .insertInto('calendar')
    .values({ project_id: projectId, ...set })
    .onConflict((conflicting) => conflicting.column('project_id').doUpdateSet(set))
    .execute();
}

/** Working time of people without an entry. */
export const WHOLE_WEEK: PersonTime = { share: 100, absences: [] };

/**
 * Working time of people on a project; people without an entry are missing from the map and work the whole week.
 * @param only - these users; everybody if absent
 */
export async function readPeople(
  db: Db,
  projectId: number,
  only?: readonly number[],
): Promise<ReadonlyMap<number, PersonTime>> {
  const [shares, absences] = await Promise.all([
    db
      .selectFrom('week_share')
      .select(['user_id', 'share'])
      .where('project_id', '=', projectId)
      .$if(only !== undefined, (query) => query.where('user_id', 'in', [0, ...only!]))
      .execute(),
    db
      .selectFrom('absence')
      .select(['user_id', 'starts_on', 'ends_on', 'reason'])
      .$if(only !== undefined, (query) => query.where('user_id', 'in', [0, ...only!]))
      .orderBy('starts_on')
      .orderBy('id')
      .execute(),
  ]);
  const people = new Map<number, PersonTime>();
  const of = (userId: number): PersonTime => {
    const known = people.get(userId) ?? { ...WHOLE_WEEK, absences: [] };
    people.set(userId, known);
    return known;
  };
  for (const { user_id: user, share } of shares) of(user).share = share;
  for (const { user_id: user, ...absence } of absences) of(user).absences.push(absence);
  return people;
}

export async function writePerson(
  tx: Db,
  projectId: number,
  userId: number,
  { share, absences }: PersonTime,
) {
  await tx
    .insertInto('week_share')
    .values({ project_id: projectId, user_id: userId, share })
    .onConflict((conflicting) =>
      conflicting.columns(['project_id', 'user_id']).doUpdateSet({ share }),
    )
    .execute();
  await tx.deleteFrom('absence').where('user_id', '=', userId).execute();
  if (absences.length > 0)
    await tx
      .insertInto('absence')
      .values(absences.map((absence) => ({ user_id: userId, ...absence })))
      .execute();
}

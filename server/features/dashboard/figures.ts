import { sql } from 'kysely';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectStatus } from '../../../contract/objects.ts';
import type { Db } from '../../platform/db/store.ts';

/** What one person did and still has to do. */
export interface Tally {
  migrated: number;
  tested: number;
  to_migrate: number;
  to_test: number;
}

/** What is counted of one project. */
export interface Figures {
  counts: {
    side: Side;
    type_id: number;
    status: ObjectStatus;
    count: number;
    missing: number;
    untouched: number;
  }[];
  /** What was migrated (source) and verified (both sides) on each day with a change. */
  days: Map<string, { migrated: number; verified: number }>;
  people: Map<number, Tally>;
}

const day = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 10)`;

/** Each query is grouped in the order of an index that has all of its columns, or nearly. */
function queries(db: Db, ids: number[], staleSince: string) {
  const objects = db.selectFrom('object').where('project_id', 'in', ids);
  const count = sql<number>`count(*)`.as('count');
  return {
    counts: objects
      .select(({ fn }) => [
        'project_id',
        'side',
        'type_id',
        'status',
        count,
        fn.count<number>('missing_since').as('missing'),
        sql<number>`sum(case when updated_at < ${staleSince} then 1 else 0 end)`.as('untouched'),
      ])
      .groupBy(['project_id', 'side', 'type_id', 'status']),
    migrated: objects
      .select(['project_id', 'migrated_by as user_id', day('migrated_at').as('day'), count])
      .where('migrated_at', 'is not', null)
      .groupBy(['project_id', day('migrated_at'), 'migrated_by']),
    verified: objects
      .select(['project_id', day('verified_at').as('day'), count])
      .where('verified_at', 'is not', null)
      .groupBy(['project_id', day('verified_at')]),
    tested: objects
      .select(['project_id', sql<number>`tested_by`.as('user_id'), count])
      .where('tested_by', 'is not', null)
      .groupBy(['project_id', 'tested_by']),
    // Summed, not grouped by status: that would need another order than the index has.
    developing: objects
      .select([
        'project_id',
        sql<number>`developer_id`.as('user_id'),
        sql<number>`sum(case when side = 'source' and status = 'pending' then 1 else 0 end)`.as(
          'count',
        ),
      ])
      .where('developer_id', 'is not', null)
      .groupBy(['project_id', 'developer_id']),
    testing: objects
      .select([
        'project_id',
        sql<number>`tester_id`.as('user_id'),
        // Waits for its tester: migrated on the source, pending on the target.
        sql<number>`sum(case when status = case side when 'source' then 'migrated' else 'pending' end then 1 else 0 end)`.as(
          'count',
        ),
      ])
      .where('tester_id', 'is not', null)
      .groupBy(['project_id', 'tester_id']),
  };
}

/** Counts projects from their objects. @param staleSince - untouched are those last changed before */
export async function readFigures(
  db: Db,
  ids: number[],
  staleSince: string,
): Promise<Map<number, Figures>> {
  const asked = queries(db, ids, staleSince);
  const [counts, migrated, verified, tested, developing, testing] = await Promise.all([
    asked.counts.execute(),
    asked.migrated.execute(),
    asked.verified.execute(),
    asked.tested.execute(),
    asked.developing.execute(),
    asked.testing.execute(),
  ]);
  const figures = new Map<number, Figures>(
    ids.map((id) => [id, { counts: [], days: new Map(), people: new Map() }]),
  );
  const addTo = (id: number, userId: number | null, field: keyof Tally, count: number): void => {
    if (userId === null || count === 0) return;
    const { people } = figures.get(id)!;
    const tally = people.get(userId) ?? { migrated: 0, tested: 0, to_migrate: 0, to_test: 0 };
    tally[field] += count;
    people.set(userId, tally);
  };
  const addDay = (
    id: number,
    date: string,
    field: 'migrated' | 'verified',
    count: number,
  ): void => {
    const { days } = figures.get(id)!;
    const sums = days.get(date) ?? { migrated: 0, verified: 0 };
    sums[field] += count;
    days.set(date, sums);
  };
  for (const { project_id, ...row } of counts) figures.get(project_id)!.counts.push(row);
  for (const row of migrated) {
    addDay(row.project_id, row.day, 'migrated', row.count);
    addTo(row.project_id, row.user_id, 'migrated', row.count);
  }
  for (const row of verified) addDay(row.project_id, row.day, 'verified', row.count);
  for (const row of tested) addTo(row.project_id, row.user_id, 'tested', row.count);
  for (const row of developing) addTo(row.project_id, row.user_id, 'to_migrate', row.count);
  for (const row of testing) addTo(row.project_id, row.user_id, 'to_test', row.count);
  return figures;
}

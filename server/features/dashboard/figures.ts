import { sql } from 'kysely';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectStatus } from '../../../contract/objects.ts';
import { lastToday } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';

/** Done and remaining work among a person's assigned objects. */
export interface Tally {
  migrated: number;
  tested: number;
  to_migrate: number;
  to_test: number;
}

/** The figures of one project. */
export interface Figures {
  counts: {
    side: Side;
    type_id: number;
    status: ObjectStatus;
    count: number;
    missing: number;
    untouched: number;
  }[];
  /** Objects migrated (source) and verified (both sides), by day with a change. */
  days: Map<string, { migrated: number; verified: number }>;
  people: Map<number, Tally>;
  /** Number of objects that wait for their tester. */
  open: Record<Side, number>;
  /** Number of unverified objects past their due date. */
  overdue: Record<Side, number>;
}

const sum = (condition: string) =>
  sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`;
const day = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 10)`;

/** Each query groups in the order of an index that covers all, or nearly all, of its columns. */
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
      .select(['project_id', day('migrated_at').as('day'), count])
      .where('migrated_at', 'is not', null)
      .groupBy(['project_id', day('migrated_at')]),
    verified: objects
      .select(['project_id', day('verified_at').as('day'), count])
      .where('verified_at', 'is not', null)
      .groupBy(['project_id', day('verified_at')]),
    // Summed rather than grouped by status, which would need another order than the index has.
    developing: objects
      .select([
        'project_id',
        sql<number>`developer_id`.as('user_id'),
        sum(`side = 'source' and status = 'pending'`).as('to_migrate'),
        sum(`side = 'source' and status <> 'pending'`).as('migrated'),
      ])
      .where('developer_id', 'is not', null)
      .groupBy(['project_id', 'developer_id']),
    testing: objects
      .select([
        'project_id',
        sql<number>`tester_id`.as('user_id'),
        // Waiting for the tester means migrated on the source, pending on the target.
        sum(`side = 'source' and status = 'migrated'`).as('source'),
        sum(`side = 'target' and status = 'pending'`).as('target'),
        sum(`status = 'verified'`).as('tested'),
      ])
      .where('tester_id', 'is not', null)
      .groupBy(['project_id', 'tester_id']),
    overdue: objects
      .select(['project_id', 'side', count])
      .where('due_date', '<', lastToday())
      .where('status', '!=', 'verified')
      .groupBy(['project_id', 'side']),
  };
}

/**
 * Computes figures of projects from their objects.
 * @param staleSince - objects last changed before it count as untouched
 */
export async function readFigures(
  db: Db,
  ids: number[],
  staleSince: string,
): Promise<Map<number, Figures>> {
  const asked = queries(db, ids, staleSince);
  const [counts, migrated, verified, developing, testing, overdue] = await Promise.all([
    asked.counts.execute(),
    asked.migrated.execute(),
    asked.verified.execute(),
    asked.developing.execute(),
    asked.testing.execute(),
    asked.overdue.execute(),
  ]);
  const figures = new Map<number, Figures>(
    ids.map((id) => [
      id,
      {
        counts: [],
        days: new Map(),
        people: new Map(),
        open: { source: 0, target: 0 },
        overdue: { source: 0, target: 0 },
      },
    ]),
  );
  const addTo = (id: number, userId: number, counted: Partial<Tally>): void => {
    const { people } = figures.get(id)!;
    const none = { migrated: 0, tested: 0, to_migrate: 0, to_test: 0 };
    people.set(userId, { ...none, ...people.get(userId), ...counted });
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
  for (const { project_id, side, count } of overdue) figures.get(project_id)!.overdue[side] = count;
  for (const row of migrated) addDay(row.project_id, row.day, 'migrated', row.count);
  for (const row of verified) addDay(row.project_id, row.day, 'verified', row.count);
  for (const { project_id, user_id, to_migrate, migrated: done } of developing) {
    addTo(project_id, user_id, { to_migrate, migrated: done });
  }
  for (const { project_id, user_id, source, target, tested } of testing) {
    addTo(project_id, user_id, { to_test: source + target, tested });
    const { open } = figures.get(project_id)!;
    open.source += source;
    open.target += target;
  }
  return figures;
}

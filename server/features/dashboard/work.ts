import { type Expression, sql } from 'kysely';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectStatus } from '../../../contract/objects.ts';
import type { Db } from '../../platform/db/store.ts';

export interface Work {
  /** Running sums of what is migrated (source) and verified (both sides), for each day with a change. */
  days: Dashboard['progress'];
  /** What each person did and still has to do; busiest first. */
  people: Dashboard['people'];
  openTests: number;
}

type Person = Dashboard['people'][number];

/** Waits for its tester: migrated on the source, pending on the target. */
export const awaitsTest = (side: Side, status: ObjectStatus): boolean =>
  side === 'source' ? status === 'migrated' : status === 'pending';

const day = (column: string): Expression<string> => sql<string>`substr(${sql.ref(column)}, 1, 10)`;

/** Each query is grouped in the order of an index that has all of its columns. */
const queries = (db: Db, ids: number[]) => {
  const objects = db.selectFrom('object').where('project_id', 'in', ids);
  const count = sql<number>`count(*)`.as('count');
  return {
    migrated: objects
      .select([sql<string>`${day('migrated_at')}`.as('day'), 'migrated_by as user_id', count])
      .where('migrated_at', 'is not', null)
      .groupBy([day('migrated_at'), 'migrated_by']),
    verified: objects
      .select([sql<string>`${day('verified_at')}`.as('day'), count])
      .where('verified_at', 'is not', null)
      .groupBy(day('verified_at')),
    tested: objects
      .select(['tested_by as user_id', count])
      .where('tested_by', 'is not', null)
      .groupBy(['project_id', 'tested_by']),
    developing: objects
      .select(['developer_id as user_id', 'side', 'status', count])
      .where('developer_id', 'is not', null)
      .groupBy(['project_id', 'developer_id', 'side', 'status']),
    testing: objects
      .select(['tester_id as user_id', 'side', 'status', count])
      .where('tester_id', 'is not', null)
      .groupBy(['project_id', 'tester_id', 'side', 'status']),
  };
};

function sumDays(
  migrated: { day: string; count: number }[],
  verified: { day: string; count: number }[],
): Dashboard['progress'] {
  const byDay = new Map<string, { migrated: number; verified: number }>();
  const add = (rows: { day: string; count: number }[], field: 'migrated' | 'verified'): void => {
    for (const row of rows) {
      const sums = byDay.get(row.day) ?? { migrated: 0, verified: 0 };
      sums[field] += row.count;
      byDay.set(row.day, sums);
    }
  };
  add(migrated, 'migrated');
  add(verified, 'verified');
  const running = { migrated: 0, verified: 0 };
  return [...byDay.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, sums]) => {
      running.migrated += sums.migrated;
      running.verified += sums.verified;
      return { day: date, ...running };
    });
}

/** @param names - usernames by id */
export async function readWork(
  db: Db,
  ids: number[],
  names: ReadonlyMap<number, string>,
): Promise<Work> {
  const { migrated, verified, tested, developing, testing } = queries(db, ids);
  const [migratedRows, verifiedRows, testedRows, developingRows, testingRows] = await Promise.all([
    migrated.execute(),
    verified.execute(),
    tested.execute(),
    developing.execute(),
    testing.execute(),
  ]);
  const people = new Map<number, Person>();
  type Field = 'migrated' | 'tested' | 'to_migrate' | 'to_test';
  const add = (id: number | null, field: Field, count: number): void => {
    if (id === null) return;
    const person = people.get(id) ?? {
      user_id: id,
      username: names.get(id) ?? '',
      migrated: 0,
      tested: 0,
      to_migrate: 0,
      to_test: 0,
    };
    person[field] += count;
    people.set(id, person);
  };
  for (const row of migratedRows) add(row.user_id, 'migrated', row.count);
  for (const row of testedRows) add(row.user_id, 'tested', row.count);
  for (const row of developingRows) {
    if (row.side === 'source' && row.status === 'pending')
      add(row.user_id, 'to_migrate', row.count);
  }
  let openTests = 0;
  for (const row of testingRows) {
    if (!awaitsTest(row.side, row.status)) continue;
    openTests += row.count;
    add(row.user_id, 'to_test', row.count);
  }
  const amount = (one: Person) => one.migrated + one.tested + one.to_migrate + one.to_test;
  return {
    days: sumDays(migratedRows, verifiedRows),
    people: [...people.values()].toSorted((one, other) => amount(other) - amount(one)),
    openTests,
  };
}

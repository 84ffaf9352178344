import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Db } from '../../platform/db/store.ts';
import { awaitsTest } from './counts.ts';

type PersonColumn = 'migrated_by' | 'tested_by' | 'developer_id' | 'tester_id';

/** What each person did and still has to do, in the given projects; busiest first. */
export async function readPeople(
  db: Db,
  ids: number[],
  names: ReadonlyMap<number, string>,
): Promise<Dashboard['people']> {
  const countBy = (column: PersonColumn) =>
    db
      .selectFrom('object')
      .select(({ fn }) => [`${column} as user_id` as const, fn.countAll<number>().as('count')])
      .where('project_id', 'in', ids)
      .where(column, 'is not', null)
      .groupBy(column);
  const [migrated, tested, toMigrate, toTest] = await Promise.all([
    countBy('migrated_by').where('migrated_at', 'is not', null).execute(),
    countBy('tested_by').execute(),
    countBy('developer_id').where('side', '=', 'source').where('status', '=', 'pending').execute(),
    countBy('tester_id').where(awaitsTest).execute(),
  ]);

  const people = new Map<number, Dashboard['people'][number]>();
  const add = (
    rows: { user_id: number | null; count: number }[],
    field: 'migrated' | 'tested' | 'to_migrate' | 'to_test',
  ): void => {
    for (const { user_id, count } of rows) {
      if (user_id === null) continue;
      const person = people.get(user_id) ?? {
        user_id,
        username: names.get(user_id) ?? '',
        migrated: 0,
        tested: 0,
        to_migrate: 0,
        to_test: 0,
      };
      person[field] = count;
      people.set(user_id, person);
    }
  };
  add(migrated, 'migrated');
  add(tested, 'tested');
  add(toMigrate, 'to_migrate');
  add(toTest, 'to_test');
  const work = (person: Dashboard['people'][number]) =>
    person.migrated + person.tested + person.to_migrate + person.to_test;
  return [...people.values()].toSorted((one, other) => work(other) - work(one));
}

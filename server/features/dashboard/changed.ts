import { sql } from 'kysely';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Db } from '../../platform/db/store.ts';

/**
 * Projects with objects whose definition changed after they were verified, most of them first. Comparisons find it and
 * write no history, so it is counted anew each time: the few there are have an index of their own.
 */
export const readChanged = (db: Db, ids: number[]): Promise<Dashboard['changed']> =>
  db
    .selectFrom('object')
    .innerJoin('project', 'project.id', 'object.project_id')
    .select(({ fn }) => [
      'project.id as Project_Id',
      'project.name as Project_Name',
      fn.countAll<number>().as('objects'),
    ])
    .where('object.project_id', 'in', ids)
    .where('object.stale_since', 'is not', null)
    .groupBy(['project.id', 'project.name'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('project.id')
    .execute();

import type { Role } from '../../../contract/projects.ts';
import { jsonIds } from '../../platform/db/json-table.ts';
import type { Store } from '../../platform/db/store.ts';
import { ASSIGNEE } from './undo-assignment.ts';

export interface Holder {
  user_id: number;
  username: string;
  count: number;
}

/** With whom objects are in a role, most first; those that are with nobody are left out. */
export async function readHolders(store: Store, ids: number[], role: Role): Promise<Holder[]> {
  const holder = `object.${ASSIGNEE[role]}` as const;
  return store.aside
    .selectFrom('object')
    .innerJoin('app_user', 'app_user.id', holder)
    .select(({ fn }) => ['app_user.id as user_id', 'username', fn.countAll<number>().as('count')])
    .where('object.id', 'in', jsonIds(store.kind, ids))
    .groupBy(['app_user.id', 'username'])
    .orderBy('count', 'desc')
    .orderBy('username')
    .execute();
}

import { useQuery } from '@tanstack/react-query';
import type { SessionUser } from '../../../contract/auth.ts';
import {
  listDeveloperSource,
  listTesterSource,
  listTesterTarget,
  type ObjectStatus,
} from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { request } from '../../lib/api.ts';

/** Rows of a role: whoever holds two roles on a project has two. */
export const rowKey = (row: ProjectRow): string => `${row.Project_Id}-${row.role ?? ''}`;

interface Waiting {
  list: typeof listDeveloperSource;
  status: ObjectStatus;
}
/** What waits for somebody of the role: the same as the server counts as open. */
const WAITING: Record<'developer' | 'tester', Waiting[]> = {
  developer: [{ list: listDeveloperSource, status: 'pending' }],
  tester: [
    { list: listTesterSource, status: 'migrated' },
    { list: listTesterTarget, status: 'pending' },
  ],
};

async function countOpen(row: ProjectRow, user_id: number, signal: AbortSignal) {
  const counts = (row.role ? WAITING[row.role] : []).map(async ({ list, status }) => {
    const query = { limit: 1, 'filter[status]': status };
    const body = { user_id, Project_Id: row.Project_Id };
    const { headers } = await request(list, { query, body, signal });
    return Number(headers.get('x-total-count') ?? 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** More rows than this are not asked about: nobody works on so many projects at once. */
const MOST = 30;
const NONE: ReadonlyMap<string, number> = new Map();

/** How many objects of each of my projects wait for me, by `rowKey`; an administrator has no such list. */
export function useOpenWork(user: SessionUser, rows: readonly ProjectRow[]) {
  const asked = user.is_admin === 1 ? [] : rows.slice(0, MOST);
  const keys = asked.map(rowKey);
  return (
    useQuery({
      queryKey: ['projects', 'open', user.user_id, keys],
      enabled: keys.length > 0,
      queryFn: async ({ signal }) =>
        new Map(
          await Promise.all(
            asked.map(
              async (row) => [rowKey(row), await countOpen(row, user.user_id, signal)] as const,
            ),
          ),
        ),
    }).data ?? NONE
  );
}

/** Projects with work for me on top; otherwise as the server has them. */
export const myWorkFirst = (rows: readonly ProjectRow[], open: ReadonlyMap<string, number>) =>
  rows.toSorted((a, b) => Number(openOf(b, open) > 0) - Number(openOf(a, open) > 0));

export const openOf = (row: ProjectRow, open: ReadonlyMap<string, number>): number =>
  open.get(rowKey(row)) ?? 0;

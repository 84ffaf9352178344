import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getDashboard } from '../../../contract/dashboard.ts';
import type { CallOf, ResponseOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import {
  assignDevelopers,
  assignSourceTesters,
  assignTargetTesters,
  readHolders,
} from '../../../contract/objects.ts';
import { listDevelopers, listTesters } from '../../../contract/assignments.ts';
import type { Role } from '../../../contract/projects.ts';
import type { UserName } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

export interface Choice {
  role: Role;
  /** Empty removes the assignment; several users share the objects evenly. */
  users: readonly UserName[];
}
interface Assignment extends Choice {
  ids: readonly string[];
}
type Holder = ResponseOf<typeof readHolders>[number];
/** An assignment after the server has applied it. */
export interface Assigned extends Choice {
  /** Previous assignees and their number of objects, without the new assignees. */
  losing: readonly Holder[];
  count: number;
  undo: string;
}

/** Distributes objects in contiguous blocks, so that neighbours in the import stay with one person. */
export const shareOut = (count: number, users: readonly UserName[]): (UserName | undefined)[] =>
  Array.from({ length: count }, (_, index) => users[Math.floor((index * users.length) / count)]);

export const namesOf = (users: readonly UserName[]) =>
  users.map(({ username }) => username).join(', ');

function send(side: Side, { role, users, ids }: Assignment) {
  const body = assignPayload(ids, side, role, users);
  if (role === 'developer') {
    return call(assignDevelopers, { body: body as CallOf<typeof assignDevelopers>['body'] });
  }
  return side === 'source'
    ? call(assignSourceTesters, { body: body as CallOf<typeof assignSourceTesters>['body'] })
    : call(assignTargetTesters, { body: body as CallOf<typeof assignTargetTesters>['body'] });
}

/** Users who may be assigned objects of the project in a role. */
export const usePeople = (projectId: number, role: Role) =>
  useQuery({
    queryKey: queryKeys.people(projectId, role),
    queryFn: ({ signal }) =>
      call(role === 'developer' ? listDevelopers : listTesters, {
        params: { id: projectId },
        signal,
      }),
  });

/** Open work of a user in a role, across all projects; undefined while it is not known. */
export function useLoads(role: Role): (userId: number) => number | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.dashboard(undefined),
    queryFn: ({ signal }) => call(getDashboard, { query: {}, signal }),
  });
  return (userId) => {
    if (!data) return undefined;
    const person = data.people.find(({ user_id }) => user_id === userId);
    return person?.[role === 'developer' ? 'to_migrate' : 'to_test'] ?? 0;
  };
}

/** Assigning more rows than this, which is more than fits on a screen, asks for confirmation. */
const ASK_FROM = 200;
/** Taking more rows than this from other people asks for confirmation, too. */
const ASK_FROM_LOST = 20;

/** Asks for confirmation before many rows are assigned or taken from others, whom it names. */
function mayAssign(
  t: Texts<'objects'>,
  { role, users, ids }: Assignment,
  losing: readonly Holder[],
) {
  const count = ids.length;
  const lost = losing.reduce((sum, holder) => sum + holder.count, 0);
  if (count <= ASK_FROM && lost <= ASK_FROM_LOST) return true;
  return confirm(() => ({
    title: t('confirmTitle', { count }),
    lines: [
      users.length > 0
        ? t(`confirm_${role}`, { count, name: namesOf(users) })
        : t('confirmNobody', { count }),
      ...losing.map((holder) => t('loses', { count: holder.count, name: holder.username })),
      t(lost > 0 ? 'canUndo' : 'nobodyLoses'),
    ],
    confirm: t('confirmAssign', { count }),
  }));
}

/**
 * Assigns rows to users, after a confirmation for large changes. On failure it shows only the bare error notification that the
 * specification demands; the banner shows the reason.
 */
export function useAssign(side: Side, projectId: number, onAssigned: (assigned: Assigned) => void) {
  const t = useTexts('objects');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (assignment: Assignment) => {
      const { role, users, ids } = assignment;
      const holders = await call(readHolders, { body: { ids: ids.map(Number), role } });
      const losing = holders.filter((holder) =>
        users.every(({ user_id }) => user_id !== holder.user_id),
      );
      if (!(await mayAssign(t, assignment, losing))) return null;
      return { ...(await send(side, assignment)), losing };
    },
    onSuccess: (done, { role, users }) => {
      if (!done) return;
      void client.invalidateQueries({ queryKey: queryKeys.objects(projectId) });
      void client.invalidateQueries({ queryKey: queryKeys.dashboards });
      onAssigned({ role, users, count: done.assigned, undo: done.undo, losing: done.losing });
    },
    onError: () => notifyError(''),
  });
}

/** The rows in the wire format: the user's id under the name of the role's dropdown, and `role`. */
function assignPayload(ids: readonly string[], side: Side, role: Role, users: readonly UserName[]) {
  const idName = `${side}_objectid`;
  const holders = shareOut(ids.length, users);
  return ids
    .map(Number)
    .toSorted((a, b) => a - b)
    .map((id, index) => {
      const userId = holders[index]?.user_id ?? null;
      return { [idName]: id, [role]: userId, role: userId };
    });
}

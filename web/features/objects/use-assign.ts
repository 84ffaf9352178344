import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf, ResponseOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import {
  assignDevelopers,
  assignSourceTesters,
  assignTargetTesters,
  readHolders,
} from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';
import type { UserName } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

export interface Choice {
  role: Role;
  /** Null takes the assignment back. */
  user: UserName | null;
}
interface Assignment extends Choice {
  ids: readonly string[];
}
type Holder = ResponseOf<typeof readHolders>[number];
/** An assignment that the server has carried out. */
export interface Assigned extends Choice {
  /** Who had how many of them, but for who has got them. */
  losing: readonly Holder[];
  count: number;
  undo: string;
}

function send(side: Side, { role, user, ids }: Assignment) {
  const body = assignPayload(ids, side, role, user?.user_id ?? null);
  if (role === 'developer') {
    return call(assignDevelopers, { body: body as CallOf<typeof assignDevelopers>['body'] });
  }
  return side === 'source'
    ? call(assignSourceTesters, { body: body as CallOf<typeof assignSourceTesters>['body'] })
    : call(assignTargetTesters, { body: body as CallOf<typeof assignTargetTesters>['body'] });
}

/** So many rows are more than one sees at once: whoever assigns them is asked first. */
const ASK_FROM = 200;
/** And so many that others lose. */
const ASK_FROM_LOST = 20;

/** Asks before much is assigned, or much is taken from others, whom it names. */
function mayAssign(
  t: Texts<'objects'>,
  { role, user, ids }: Assignment,
  losing: readonly Holder[],
) {
  const count = ids.length;
  const lost = losing.reduce((sum, holder) => sum + holder.count, 0);
  if (count <= ASK_FROM && lost <= ASK_FROM_LOST) return true;
  return confirm({
    title: t('confirmTitle', { count }),
    lines: [
      user ? t(`confirm_${role}`, { count, name: user.username }) : t('confirmNobody', { count }),
      ...losing.map((holder) => t('loses', { count: holder.count, name: holder.username })),
      t(lost > 0 ? 'canUndo' : 'nobodyLoses'),
    ],
    confirm: t('confirmAssign', { count }),
  });
}

/**
 * Assigns rows to a user, after a question where it matters. A failure is the bare alert; its reason
 * belongs to the banner.
 */
export function useAssign(side: Side, projectId: number, onAssigned: (assigned: Assigned) => void) {
  const t = useTexts('objects');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (assignment: Assignment) => {
      const { role, user, ids } = assignment;
      const holders = await call(readHolders, { body: { ids: ids.map(Number), role } });
      const losing = holders.filter(({ user_id }) => user_id !== user?.user_id);
      if (!(await mayAssign(t, assignment, losing))) return null;
      return { ...(await send(side, assignment)), losing };
    },
    onSuccess: (done, { role, user }) => {
      if (!done) return;
      void client.invalidateQueries({ queryKey: queryKeys.objects(projectId) });
      onAssigned({ role, user, count: done.assigned, undo: done.undo, losing: done.losing });
    },
    onError: () => notifyError(''),
  });
}

/** A selected row with the chosen user's id under the dropdown's name, and role set to it. */
function assignPayload(ids: readonly string[], side: Side, role: Role, userId: number | null) {
  const idName = `${side}_objectid`;
  return ids.map((id) => ({ [idName]: Number(id), [role]: userId, role: userId }));
}

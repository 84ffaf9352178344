import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import {
  assignDevelopers,
  assignSourceTesters,
  assignTargetTesters,
  type ObjectRow,
} from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';
import { TEXTS } from '../../../contract/texts.ts';
import type { UserName } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { assignPayload, withAssignment } from './assign-payload.ts';
import { objectId, projectObjectsQuery } from './object-queries.ts';
import { useObjectTexts } from './texts.ts';

export interface Assignment {
  role: Role;
  /** Null takes the assignment back. */
  user: UserName | null;
  rows: readonly ObjectRow[];
}

function send(side: Side, { role, user, rows }: Assignment) {
  const body = assignPayload(rows, side, role, user?.user_id ?? null);
  if (role === 'developer') {
    return call(assignDevelopers, { body: body as CallOf<typeof assignDevelopers>['body'] });
  }
  return side === 'source'
    ? call(assignSourceTesters, { body: body as CallOf<typeof assignSourceTesters>['body'] })
    : call(assignTargetTesters, { body: body as CallOf<typeof assignTargetTesters>['body'] });
}

/** Assigns rows to a user. A failure is the bare alert; its reason belongs to the banner. */
export function useAssign(side: Side, projectId: number, onAssigned: () => void) {
  const t = useObjectTexts();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assignment: Assignment) => send(side, assignment),
    onSuccess: (_answer, { role, user, rows }) => {
      const chosen = new Set(rows.map((row) => String(objectId(row))));
      client.setQueryData(
        projectObjectsQuery(side, projectId).queryKey,
        (before) => before && withAssignment(before, chosen, role, user),
      );
      // The list on screen is up to date; the others are fetched when they are opened.
      void client.invalidateQueries({ queryKey: ['objects', projectId], refetchType: 'none' });
      if (user === null) notifySuccess(t('takenBack', { count: rows.length }));
      else notifySuccess(role === 'developer' ? TEXTS.assignedToDeveloper : TEXTS.assignedToTester);
      onAssigned();
    },
    onError: () => notifyError(''),
  });
}

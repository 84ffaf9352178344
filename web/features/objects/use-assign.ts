import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import {
  assignDevelopers,
  assignSourceTesters,
  assignTargetTesters,
} from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';
import type { UserName } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { assignPayload } from './assign-payload.ts';

export interface Assignment {
  role: Role;
  /** Null takes the assignment back. */
  user: UserName | null;
  ids: readonly string[];
}
/** An assignment that the server has carried out. */
export interface Assigned extends Assignment {
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

/** Assigns rows to a user. A failure is the bare alert; its reason belongs to the banner. */
export function useAssign(side: Side, projectId: number, onAssigned: (assigned: Assigned) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assignment: Assignment) => send(side, assignment),
    onSuccess: ({ assigned, undo }, assignment) => {
      void client.invalidateQueries({ queryKey: ['objects', projectId] });
      onAssigned({ ...assignment, count: assigned, undo });
    },
    onError: () => notifyError(''),
  });
}

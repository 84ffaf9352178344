import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import { listMyProjects } from '../../../contract/projects.ts';
import type { search } from '../../../contract/search.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';

type FoundObject = z.output<typeof search.response>['objects'][number];

/** Opens an object where the user works on it: results, the tester's desk or the developer's. */
export function useWayToObject() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useMe();
  const testsProject = async (projectId: number) => {
    const rows = await client.ensureQueryData({
      queryKey: queryKeys.rolesOf(user.user_id),
      queryFn: () => call(listMyProjects, { params: { id: user.user_id } }),
    });
    return rows.some(({ Project_Id, role }) => Project_Id === projectId && role === 'tester');
  };
  return async ({ id: row, Project_Id: project, side }: FoundObject) => {
    if (user.is_admin === 1) {
      return navigate({ to: '/adminresults', search: { project, side, row } });
    }
    // Without an answer about the role the tester's desk shows the less, and says so.
    const tester = side === 'target' || (await testsProject(project).catch(() => true));
    return tester
      ? navigate({ to: '/testing', search: { project, side, row } })
      : navigate({ to: '/developer', search: { project, row } });
  };
}

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Side } from '../../contract/fields.ts';
import { getProject } from '../../contract/projects.ts';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useProjectSearch } from './search.ts';
import { select } from './selection.ts';

export const projectQuery = (projectId: number | undefined) =>
  queryOptions({
    queryKey: queryKeys.project(projectId),
    queryFn:
      projectId === undefined
        ? skipToken
        : ({ signal }) => call(getProject, { params: { id: projectId }, signal }),
  });

/**
 * The project in the address, with its row; it is also stored as the selection. `projectId` is undefined if neither the address
 * nor the storage names a project.
 */
export function useSelectedProject() {
  const { project: projectId, side = 'source' as Side } = useProjectSearch();
  const query = useQuery(projectQuery(projectId));
  const name = query.data?.Project_Name;
  useEffect(() => {
    if (projectId !== undefined && name !== undefined) {
      select('project', { Project_Id: projectId, Project_Name: name });
    }
  }, [projectId, name]);
  return { projectId, side, project: query.data, query };
}

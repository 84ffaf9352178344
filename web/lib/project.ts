import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Side } from '../../contract/fields.ts';
import {
  PROJECT_FIELDS,
  type ProjectRow,
  getProject,
  listMyProjects,
  listProjects,
} from '../../contract/projects.ts';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useProjectSearch } from './search.ts';
import { select } from './selection.ts';
import type { SessionUser } from '../../contract/auth.ts';
import type { FieldsWith } from '../../contract/field-table.ts';

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

/** Administrators get all projects once, other users one row per project and role. */
export const projectsQuery = (user: SessionUser, archived = false) =>
  queryOptions({
    queryKey: queryKeys.projectsOf(user.user_id, archived),
    queryFn: async ({ signal }) => {
      if (user.is_admin !== 1) {
        return call(listMyProjects, { params: { id: user.user_id }, signal });
      }
      const lists = [
        call(listProjects, { query: {}, signal }),
        ...(archived ? [call(listProjects, { query: { archived: 1 }, signal })] : []),
      ];
      return (await Promise.all(lists)).flat();
    },
  });

/** The value of a field for display: names instead of ids. */
export function shownOf(
  row: ProjectRow,
  key: FieldsWith<typeof PROJECT_FIELDS, 'list'> | FieldsWith<typeof PROJECT_FIELDS, 'editor'>,
): string | number | null {
  const field = PROJECT_FIELDS[key];
  const value = row['shownAs' in field ? field.shownAs : key];
  return Array.isArray(value) ? value.join(', ') : value;
}

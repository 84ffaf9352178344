import { queryOptions } from '@tanstack/react-query';
import type { SessionUser } from '../../contract/auth.ts';
import type { FieldsWith } from '../../contract/field-table.ts';
import {
  PROJECT_FIELDS,
  type ProjectRow,
  listMyProjects,
  listProjects,
} from '../../contract/projects.ts';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';

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

import { queryOptions } from '@tanstack/react-query';
import { listClientProjects } from '../../../contract/clients.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The projects of which the user is a client. */
export const clientProjectsQuery = queryOptions({
  queryKey: queryKeys.clientProjects,
  queryFn: ({ signal }) => call(listClientProjects, { signal }),
});

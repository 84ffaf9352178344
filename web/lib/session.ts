import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { appSettings, me } from '../../contract/auth.ts';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The signed-in user. The role comes from this answer, never from storage. */
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: ({ signal }) => call(me, { signal }),
  staleTime: 60_000,
  retry: false,
});

/** The signed-in user; the layout has loaded it for every screen below it. */
export function useMe() {
  return useSuspenseQuery(meQuery).data;
}

const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => call(appSettings, { signal }),
  staleTime: Infinity,
});

export function useSettings() {
  return useQuery(settingsQuery).data;
}

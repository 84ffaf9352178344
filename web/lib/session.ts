import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { appSettings, me } from '../../contract/auth.ts';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Who is signed in. The role comes from here and never from storage. */
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: ({ signal }) => call(me, { signal }),
  staleTime: 60_000,
  retry: false,
});

/** The signed-in user, on every screen below the layout, which has loaded it. */
export function useMe() {
  return useSuspenseQuery(meQuery).data;
}

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => call(appSettings, { signal }),
  staleTime: Infinity,
});

export function useSettings() {
  return useQuery(settingsQuery).data;
}

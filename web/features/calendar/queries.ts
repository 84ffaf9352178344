import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Calendar, getCalendar } from '../../../contract/calendar.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const calendarQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.calendar(projectId),
    queryFn: ({ signal }) => call(getCalendar, { params: { id: projectId }, signal }),
  });

/** Caches the calendar that a change returned, and invalidates the forecast. */
export function cacheCalendar(
  client: QueryClient,
  projectId: number,
  saved: Calendar,
): Promise<void> {
  client.setQueryData(queryKeys.calendar(projectId), saved);
  return client.invalidateQueries({ queryKey: queryKeys.forecasts(projectId) });
}

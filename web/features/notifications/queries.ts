import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listNotifications, readNotifications } from '../../../contract/notifications.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Polling interval without live events, which otherwise invalidate the list. */
const REFETCH_MS = 120_000;

export const notificationsQuery = queryOptions({
  queryKey: queryKeys.notifications,
  queryFn: ({ signal }) => call(listNotifications, { signal }),
  refetchInterval: REFETCH_MS,
});

/** Marks the given notifications (or all) as read: optimistically in the cache, then on the server. */
export function useMarkRead() {
  const client = useQueryClient();
  return async (ids?: number[]) => {
    const { queryKey } = notificationsQuery;
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (before) => {
      if (!before) return before;
      const isRead = (id: number) => !ids || ids.includes(id);
      const newly = before.notifications.filter(({ id, read }) => !read && isRead(id)).length;
      return {
        unread: ids ? Math.max(0, before.unread - newly) : 0,
        notifications: before.notifications.map((one) =>
          isRead(one.id) ? { ...one, read: true } : one,
        ),
      };
    });
    try {
      const { unread } = await call(readNotifications, { body: ids ? { ids } : {} });
      client.setQueryData(queryKey, (before) => before && { ...before, unread });
    } catch (error) {
      console.error('Not marked as read:', error);
      await client.invalidateQueries({ queryKey });
    }
  };
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ObjectRow } from '../../../contract/objects.ts';
import { objectId } from '../../ui/object-list.ts';
import { objectHistoryQuery, objectQuery } from '../../lib/objects.ts';

/**
 * The row as somebody else has made it since it was read here, and who that was. Live events have
 * the query fetched again while the editor is open.
 */
export function useMeanwhile(projectId: number, row: ObjectRow) {
  const id = objectId(row);
  const { data: now } = useQuery(objectQuery(projectId, id));
  const newer = now !== undefined && objectId(now) === id && now.version > row.version;
  const history = useQuery({ ...objectHistoryQuery(projectId, id), enabled: newer });
  // The name comes a moment later than the row: better to say it once, with the name.
  const settled = newer && !history.isFetching;
  const by = history.data?.find((entry) => entry.username !== null)?.username ?? null;
  return useMemo(() => (settled ? { current: now as unknown, by } : undefined), [settled, now, by]);
}

import { useEffect, useRef, useState } from 'react';
import type { ObjectRow, ObjectStatus } from '../../../contract/objects.ts';
import { listQuery, useAddressRouter, type WindowedList } from '../../ui/data-table/index.ts';

/**
 * Applies the filter for open work when a user comes to work (`todo` in the address) and there is any. The filter is put into
 * the address, so that going back returns to it.
 * @param status - of open work; null for users who only look
 * @returns whether the initial filter is decided
 */
export function useToDoFirst(list: WindowedList<ObjectRow>, status: ObjectStatus | null): boolean {
  const router = useAddressRouter();
  const [isReady, setReady] = useState(() => !('todo' in (router?.state.location.search ?? {})));
  const opened = useRef({ list, status, router });
  useEffect(() => {
    const { router: address, ...of } = opened.current;
    if (isReady || !address) return undefined;
    const abort = new AbortController();
    const look = async () => {
      const count = of.status === null ? 0 : await countRows(of.list, of.status, abort.signal);
      abort.signal.throwIfAborted();
      await address.navigate({
        to: address.state.location.pathname,
        search: ({ todo: _, ...before }) => ({
          ...before,
          ...(count > 0 && { 'f.status': of.status }),
        }),
        replace: true,
        resetScroll: false,
      });
    };
    void look()
      // The list reports its own errors.
      .catch(() => undefined)
      .finally(() => {
        if (!abort.signal.aborted) setReady(true);
      });
    return () => abort.abort();
  }, [isReady]);
  return isReady;
}

async function countRows(
  list: WindowedList<ObjectRow>,
  status: ObjectStatus,
  signal: AbortSignal,
): Promise<number> {
  const query = listQuery({ q: '', sort: [], filters: { status } });
  return (await list.fetchRows({ ...query, limit: '0' }, signal)).count;
}

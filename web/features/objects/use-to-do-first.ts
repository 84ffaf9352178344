import { useEffect, useRef, useState } from 'react';
import type { ObjectRow, ObjectStatus } from '../../../contract/objects.ts';
import { listQuery, useAddressRouter, type WindowedList } from '../../ui/data-table/index.ts';

/**
 * Whoever comes to a list to work (`todo` in the address) sees what is to be done, where there is any. The address says
 * then what is shown, so that the way back leads there.
 * @param status - of what is to be done; null for whoever looks at all
 * @returns whether it is known what the list opens on
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
      // The list says by itself what cannot be read.
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

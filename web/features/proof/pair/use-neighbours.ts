import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listQuery, viewOfSearch } from '../../../ui/data-table/index.ts';
import { BLOCKING, blockingIdsQuery, pairIdsQuery, type PairPlace } from './queries.ts';

/** The pairs before and after this one in the list that the address names, and the way there. */
export function useNeighbours({ projectId, pairId }: PairPlace) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = pairIdsQuery(projectId, listQuery(viewOfSearch(search)));
  const blocking = blockingIdsQuery(projectId);
  const isBlocking = search['list'] === BLOCKING;
  const ofView = useQuery({ ...view, enabled: !isBlocking }).data;
  const ofBlocking = useQuery({ ...blocking, enabled: isBlocking }).data;
  const ids = isBlocking ? ofBlocking : ofView;
  const place = ids?.indexOf(pairId) ?? -1;
  const previous = place > 0 ? ids?.[place - 1] : undefined;
  const next = place >= 0 ? ids?.[place + 1] : undefined;
  const go = (pair: number | undefined) => {
    if (pair !== undefined) {
      void navigate({ to: '.', search: { ...search, pair } as never, replace: true });
    }
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.altKey && { ArrowUp: previous, ArrowDown: next }[event.key];
      if (!step || event.defaultPrevented) return;
      event.preventDefault();
      go(step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return { place, count: ids?.length ?? 0, previous, next, go };
}

import { useCallback } from 'react';
import type { ObjectRow } from '../../../contract/objects.ts';
import { notifySuccess } from '../../lib/notify.ts';
import {
  fieldOf,
  isFound,
  useAddressRouter,
  viewOfSearch,
  type Column,
} from '../../ui/data-table/index.ts';
import { useObjectTexts } from './texts.ts';

/** Says so where a row, once saved, leaves the list or moves in it: it would vanish unexplained. */
export function useMovedNotice(columns: readonly Column<ObjectRow>[]) {
  const t = useObjectTexts();
  const router = useAddressRouter();
  return useCallback(
    (before: ObjectRow, saved: ObjectRow) => {
      const view = viewOfSearch(router?.state.location.search ?? {});
      const name = saved.object_name;
      if (isFound(columns, view, before) && !isFound(columns, view, saved)) {
        return notifySuccess(t('savedAndGone', { name }));
      }
      const sorted = columns.filter((column) => view.sort.some(({ id }) => id === fieldOf(column)));
      const moved = sorted.some((column) => column.value(before) !== column.value(saved));
      if (moved) notifySuccess(t('savedAndMoved', { name }));
    },
    [columns, router, t],
  );
}

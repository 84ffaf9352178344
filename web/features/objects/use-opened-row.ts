import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { ObjectRow } from '../../../contract/objects.ts';
import { notifyError } from '../../lib/notify.ts';
import { useAddressRouter, type RowSource } from '../../ui/data-table/index.ts';
import { objectId } from './object-queries.ts';
import { objectQuery } from '../../lib/objects.ts';
import { useTexts } from '../../lib/i18n/index.ts';

interface Opened {
  row: ObjectRow;
  /** Index in the list; null until it is known, for example after following a link to the row. */
  index: number | null;
  /** How often it was opened to be marked as done: each time the editor begins anew. */
  marks: number;
}
type Source = RowSource<ObjectRow>;

/** How many places a row is searched for around its previous index. */
const NEARBY = 250;

/** The current index of the row: searched near its previous index, or in the whole list if there is none. */
async function placeOf(source: Source, { row, index }: Opened): Promise<number | null> {
  const id = objectId(row);
  if (index !== null) {
    for (let away = 0; away <= NEARBY; away++) {
      for (const place of [index - away, index + away]) {
        const other = place < 0 ? undefined : source.at(place);
        if (other && objectId(other) === id) return place;
      }
    }
    return null;
  }
  const place = (await source.ids()).indexOf(String(id));
  return place < 0 ? null : place;
}

/** The row in the editor, which is also in the address, and the steps to the previous and next row. */
export function useOpenedRow(projectId: number, source: RefObject<Source | null>) {
  const t = useTexts('objects');
  const client = useQueryClient();
  const router = useAddressRouter();
  const [opened, setOpened] = useState<Opened | null>(null);
  const stepping = useRef(false);

  const inAddress = useCallback(
    (id: number | undefined) => {
      if (!router) return;
      const { pathname } = router.state.location;
      const search = ({ row: _, ...others }: Record<string, unknown>) =>
        id === undefined ? others : { ...others, row: id };
      void router.navigate({ to: pathname, search, replace: true, resetScroll: false });
    },
    [router],
  );
  const open = useCallback(
    (row: ObjectRow, index: number | null, isMarked = false) => {
      setOpened((before) => ({ row, index, marks: isMarked ? (before?.marks ?? 0) + 1 : 0 }));
      inAddress(objectId(row));
    },
    [inAddress],
  );
  const close = useCallback(() => {
    setOpened(null);
    inAddress(undefined);
  }, [inAddress]);

  const openById = useCallback(
    async (id: number) => {
      try {
        const row = await client.fetchQuery(objectQuery(projectId, id));
        if (row.Project_Id !== projectId) throw new Error(t('rowElsewhere'));
        setOpened({ row, index: null, marks: 0 });
      } catch (error) {
        notifyError(error);
        inAddress(undefined);
      }
    },
    [client, projectId, inAddress, t],
  );
  const shownId = opened && objectId(opened.row);
  const current = useRef(shownId);
  current.current = shownId;
  useEffect(() => {
    if (!router) return;
    const { pathname } = router.state.location;
    const follow = () => {
      if (router.state.location.pathname !== pathname) return;
      const named = Number(router.state.location.search['row']);
      if (Number.isInteger(named) && named > 0 && named !== current.current) void openById(named);
    };
    follow();
    return router.subscribe('onResolved', follow);
  }, [router, openById]);

  const step = async (by: 1 | -1) => {
    const list = source.current;
    if (!opened || !list || stepping.current) return;
    stepping.current = true;
    try {
      const place = await placeOf(list, opened);
      // After saving, the row may have left the list: the next row has moved into its place.
      const left = place === null && opened.index !== null && by === 1;
      const target = left ? opened.index! : (place ?? opened.index ?? -by) + by;
      const row = await list.load(target);
      if (row) open(row, target);
      else close();
    } catch (error) {
      notifyError(error);
    } finally {
      stepping.current = false;
    }
  };
  const count = source.current?.count ?? 0;
  const index = opened?.index ?? null;
  const steps = {
    position: index === null || count === 0 ? undefined : { place: index + 1, count },
    previous: index === 0 ? undefined : () => void step(-1),
    next: index === count - 1 ? undefined : () => void step(1),
  };
  return {
    opened: opened?.row ?? null,
    marks: opened?.marks ?? 0,
    open,
    close,
    steps,
  };
}

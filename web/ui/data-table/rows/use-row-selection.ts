import { useCallback, useRef, useState } from 'react';
import { notifyError } from '../../../lib/notify.ts';
import type { RowSource, Selection } from '../types.ts';

const ROWS_CHECKED = 200;

type Toggle = (index: number, on: boolean, range: boolean) => void;

/** A range of rows that is shown as changed before the ids of all its rows are known. */
interface Change {
  first: number;
  last: number;
  on: boolean;
}

/** Selection by checkbox: one row, a range with Shift, or all matching rows, loaded or not. */
export function useRowSelection<R>(
  source: RowSource<R>,
  rowId: (row: R) => string,
  selection: Selection | undefined,
) {
  const anchor = useRef<number | null>(null);
  const [pending, setPending] = useState<readonly Change[]>([]);
  const fetching = useRef<{ done: Promise<void>; cancel: AbortController } | null>(null);
  const latest = useRef<Toggle>(() => {});
  const toggle: Toggle = useCallback((...change) => latest.current(...change), []);
  const current = useRef(selection?.selected);
  current.current = selection?.selected;
  if (!selection) return null;
  const { selected, onChange } = selection;

  /** Ids of the rows in the range; undefined if one of them is not loaded. */
  const loadedIds = ({ first, last }: Change): string[] | undefined => {
    const found: string[] = [];
    for (let index = first; index <= last; index++) {
      const row = source.at(index);
      if (row === undefined) return undefined;
      found.push(rowId(row));
    }
    return found;
  };
  const replace = (next: Set<string>) => {
    current.current = next;
    onChange(next);
  };
  const set = (changed: readonly string[], on: boolean) => {
    const next = new Set(current.current);
    for (const id of changed) {
      if (on) next.add(id);
      else next.delete(id);
    }
    replace(next);
  };
  const clearPending = () => {
    fetching.current = null;
    setPending([]);
  };
  const apply = (change: Change) => {
    const loaded = loadedIds(change);
    const before = fetching.current;
    if (loaded && !before) return set(loaded, change.on);
    setPending((changes) => [...changes, change]);
    const cancel = before?.cancel ?? new AbortController();
    const fetchAndSet = async () => {
      const ids = loaded ?? (await source.ids(cancel.signal)).slice(change.first, change.last + 1);
      await before?.done;
      if (!cancel.signal.aborted) set(ids, change.on);
    };
    const done = fetchAndSet()
      .catch((error: unknown) => {
        if (!cancel.signal.aborted) notifyError(error);
      })
      .then(() => {
        if (fetching.current?.done === done) clearPending();
      });
    fetching.current = { done, cancel };
  };

  latest.current = (index, on, range) => {
    const from = range && anchor.current !== null ? anchor.current : index;
    apply({ first: Math.min(from, index), last: Math.max(from, index), on });
    anchor.current = index;
  };
  const everything = { first: 0, last: source.count - 1 };
  // While rows are loading, "all" would mean none, or rows that are about to disappear.
  const ready = source.state === 'ready' && !source.waiting && source.count > 0;
  const isAllPending = pending.some(
    ({ first, last, on }) => on && first === 0 && last === everything.last,
  );
  // Compares the number; checking the first rows detects selections made under other filters.
  const allLoadedSelected = () => {
    for (let index = 0; index < Math.min(source.count, ROWS_CHECKED); index++) {
      const row = source.at(index);
      if (row !== undefined && !selected.has(rowId(row))) return false;
    }
    return true;
  };
  const size = isAllPending ? source.count : selected.size;

  return {
    /** The selected ids, without those that are still being fetched. */
    selected,
    isSelected: (index: number, id: string) =>
      pending.findLast(({ first, last }) => index >= first && index <= last)?.on ??
      selected.has(id),
    size,
    toggle,
    /** Whether all rows can be selected, that is, the rows are loaded. */
    ready,
    toggleAll: (on: boolean) => {
      if (ready) apply({ ...everything, on });
    },
    clear: () => {
      fetching.current?.cancel.abort();
      clearPending();
      replace(new Set());
    },
    /** Whether ids are being fetched, so that actions must wait. */
    fetching: pending.length > 0,
    all: isAllPending || (source.count > 0 && selected.size >= source.count && allLoadedSelected()),
    some: size > 0,
  };
}
export type RowSelection = NonNullable<ReturnType<typeof useRowSelection>>;

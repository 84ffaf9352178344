import { useCallback, useRef, useState } from 'react';
import { notifyError } from '../../lib/notify.ts';
import type { RowSource, Selection } from './types.ts';

const LOOKED_AT = 200;

type Toggle = (index: number, on: boolean, range: boolean) => void;

/** Row checkboxes: one, a range with Shift, or every row that matches, loaded or not. */
export function useRowSelection<R>(
  source: RowSource<R>,
  rowId: (row: R) => string,
  selection: Selection | undefined,
) {
  const anchor = useRef<number | null>(null);
  const [asking, setAsking] = useState(false);
  const latest = useRef<Toggle>(() => {});
  const toggle: Toggle = useCallback((...change) => latest.current(...change), []);
  const current = useRef(selection?.selected);
  current.current = selection?.selected;
  if (!selection) return null;
  const { selected, onChange } = selection;

  /** Undefined where a row between them is not loaded. */
  const loadedIds = (first: number, last: number): string[] | undefined => {
    const found: string[] = [];
    for (let index = first; index <= last; index++) {
      const row = source.at(index);
      if (row === undefined) return undefined;
      found.push(rowId(row));
    }
    return found;
  };
  const set = (changed: readonly string[], on: boolean) => {
    const next = new Set(current.current);
    for (const id of changed) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  const setBetween = (first: number, last: number, on: boolean) => {
    const loaded = loadedIds(first, last);
    if (loaded) return set(loaded, on);
    setAsking(true);
    source
      .ids()
      .then((ids) => set(ids.slice(first, last + 1), on), notifyError)
      .finally(() => setAsking(false));
  };

  latest.current = (index, on, range) => {
    const from = range && anchor.current !== null ? anchor.current : index;
    setBetween(Math.min(from, index), Math.max(from, index), on);
    anchor.current = index;
  };
  const toggleAll = (on: boolean) => setBetween(0, source.count - 1, on);
  // The number decides; a look at the first rows tells selections of other filters apart.
  const allLoadedSelected = () => {
    for (let index = 0; index < Math.min(source.count, LOOKED_AT); index++) {
      const row = source.at(index);
      if (row !== undefined && !selected.has(rowId(row))) return false;
    }
    return true;
  };

  return {
    selected,
    toggle,
    toggleAll,
    clear: () => onChange(new Set()),
    /** The ids are on their way. */
    asking,
    all: asking || (source.count > 0 && selected.size >= source.count && allLoadedSelected()),
    some: selected.size > 0,
  };
}
export type RowSelection = NonNullable<ReturnType<typeof useRowSelection>>;

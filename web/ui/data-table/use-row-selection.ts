import { useCallback, useRef } from 'react';
import type { RowSource, Selection } from './types.ts';

type Toggle = (index: number, on: boolean, range: boolean) => void;

/** Row checkboxes: one, a range with Shift, or every row that matches the filter. */
export function useRowSelection<R>(
  source: RowSource<R>,
  rowId: (row: R) => string,
  selection: Selection | undefined,
) {
  const anchor = useRef<number | null>(null);
  const latest = useRef<Toggle>(() => {});
  const toggle: Toggle = useCallback((...change) => latest.current(...change), []);
  if (!selection) return null;
  const { selected, onChange } = selection;

  const ids = (first: number, last: number): string[] => {
    const found: string[] = [];
    for (let index = first; index <= last; index++) {
      const row = source.at(index);
      if (row !== undefined) found.push(rowId(row));
    }
    return found;
  };
  const set = (changed: string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of changed) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };

  latest.current = (index, on, range) => {
    const from = range && anchor.current !== null ? anchor.current : index;
    set(ids(Math.min(from, index), Math.max(from, index)), on);
    anchor.current = index;
  };
  const toggleAll = (on: boolean) => set(ids(0, source.count - 1), on);
  const allSelected = () =>
    source.count > 0 &&
    selected.size >= source.count &&
    ids(0, source.count - 1).every((id) => selected.has(id));

  return { selected, toggle, toggleAll, all: allSelected(), some: selected.size > 0 };
}
export type RowSelection = NonNullable<ReturnType<typeof useRowSelection>>;

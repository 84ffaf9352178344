import { useCallback, useEffect, useRef } from 'react';
import { MAX_PREFERENCE } from '../../../../contract/preferences.ts';
import { usePreference } from '../../../lib/preferences.ts';
import { listQuery, sortText, parseSort, type NamedView } from './table-view.ts';
import type { TableView } from '../types.ts';
import type { TableSettings } from './use-table-settings.ts';

/** The stored content of a view. */
export interface SavedView {
  q: string;
  filters: Record<string, string>;
  /** Sorting, as in the address. */
  sort: string;
  order: string[];
  hidden: string[];
  /** Absent in views from before columns could be hidden by default. */
  shown?: string[];
}
export type SavedViews = Record<string, SavedView>;

const NONE: SavedViews = {};
const isViews = (stored: unknown): boolean =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.values(stored).every(
    (view: unknown) =>
      typeof view === 'object' &&
      view !== null &&
      'filters' in view &&
      typeof view.filters === 'object' &&
      'sort' in view &&
      typeof view.sort === 'string',
  );

export const savedView = (view: TableView, { order, hidden, shown }: TableSettings): SavedView => ({
  q: view.q.trim(),
  filters: { ...view.filters },
  sort: sortText(view.sort),
  order,
  hidden,
  ...(shown.length > 0 && { shown }),
});

export const viewOf = ({ q, filters, sort }: SavedView): TableView => ({
  q: q ?? '',
  filters,
  sort: parseSort(sort),
});

export const columnsOf = ({
  order,
  hidden,
  shown,
}: SavedView): Pick<TableSettings, 'order' | 'hidden' | 'shown'> => ({
  order: Array.isArray(order) ? order : [],
  hidden: Array.isArray(hidden) ? hidden : [],
  shown: Array.isArray(shown) ? shown : [],
});

/** Whether the table still shows the view as saved. */
export const isAsSaved = (saved: SavedView, view: TableView, settings: TableSettings): boolean =>
  JSON.stringify([listQuery(viewOf(saved)), columnsOf(saved)]) ===
  JSON.stringify([listQuery(view), columnsOf(savedView(view, settings))]);

/** The user's saved views of a table. */
export function useSavedViews(tableId: string) {
  const [views, set] = usePreference<SavedViews>(`views.${tableId}`, NONE, isViews);
  /** Returns false if the views would become too large to store. */
  const save = useCallback(
    (name: string, view: SavedView): boolean => {
      const after = { ...views, [name]: view };
      if (JSON.stringify(after).length > MAX_PREFERENCE) return false;
      set(after);
      return true;
    },
    [views, set],
  );
  const rename = useCallback(
    (from: string, to: string) =>
      set((before) =>
        Object.fromEntries(
          Object.entries(before)
            .filter(([name]) => name === from || name !== to)
            .map(([name, view]) => [name === from ? to : name, view]),
        ),
      ),
    [set],
  );
  const remove = useCallback(
    (name: string) =>
      set(({ [name]: _, ...others }) => (Object.keys(others).length > 0 ? others : null)),
    [set],
  );
  return { views, save, rename, remove };
}

interface Shown {
  view: NamedView;
  onView: (change: Partial<NamedView>) => void;
  onSettings: (change: Partial<TableSettings>) => void;
}

/** Applies the view in an address that contains nothing but its name, once the saved views are loaded. */
export function useViewOfAddress(tableId: string, { view, onView, onSettings }: Shown): void {
  const { views } = useSavedViews(tableId);
  /** The name that was applied: later changes are not overwritten. */
  const done = useRef('');
  const { name } = view;
  const says = Object.keys(listQuery(view)).length > 0;
  const saved = views[name];
  useEffect(() => {
    if (done.current === name) return;
    if (says || name === '') {
      done.current = name;
    } else if (saved) {
      done.current = name;
      onView(viewOf(saved));
      onSettings(columnsOf(saved));
    }
  }, [name, says, saved, onView, onSettings]);
}

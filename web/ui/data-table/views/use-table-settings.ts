import { useCallback } from 'react';
import { useDisplay } from '../../../lib/display.ts';
import { usePreference } from '../../../lib/preferences.ts';
import type { Column } from '../types.ts';

/** The user's settings of a table, stored on the server. */
export interface TableSettings {
  order: string[];
  hidden: string[];
  /** Keys of shown columns that are hidden by default. */
  shown: string[];
  /** Follows the display setting unless set for this table. */
  dense: boolean;
  /** Widths in pixels of all columns that were visible when one was resized. */
  widths: Record<string, number>;
}

const DEFAULTS = { order: [], hidden: [], shown: [], widths: {} } satisfies Partial<TableSettings>;

const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
const isSettings = (stored: unknown): boolean => {
  if (typeof stored !== 'object' || stored === null) return false;
  const {
    order,
    hidden,
    shown,
    widths = {},
  } = stored as Partial<Record<keyof TableSettings, unknown>>;
  return [order, hidden, shown].every(isTexts) && typeof widths === 'object' && widths !== null;
};

export function useTableSettings(tableId: string) {
  const [{ density }] = useDisplay();
  const [stored, set] = usePreference<Partial<TableSettings>>(
    `table.${tableId}`,
    DEFAULTS,
    isSettings,
  );
  const update = useCallback(
    (change: Partial<TableSettings>) => set((before) => ({ ...before, ...change })),
    [set],
  );
  const reset = useCallback(() => set(null), [set]);
  const {
    order = DEFAULTS.order,
    hidden = DEFAULTS.hidden,
    shown = DEFAULTS.shown,
    dense = density === 'compact',
    widths = DEFAULTS.widths,
  } = stored;
  return { settings: { order, hidden, shown, dense, widths }, update, reset };
}

type Hideable = Pick<Column<never>, 'key' | 'hiddenAtFirst'>;
type Visibility = Pick<TableSettings, 'hidden' | 'shown'>;

export const isShown = ({ key, hiddenAtFirst }: Hideable, { hidden, shown }: Visibility): boolean =>
  hiddenAtFirst ? shown.includes(key) : !hidden.includes(key);

/** The change of settings that shows or hides a column. */
export function showColumn(column: Hideable, on: boolean, settings: Visibility) {
  const list = column.hiddenAtFirst ? 'shown' : 'hidden';
  const others = settings[list].filter((key) => key !== column.key);
  const listed = on === (list === 'shown');
  return { [list]: listed ? [...others, column.key] : others } as Partial<TableSettings>;
}

/** The stored order, with new columns at their default position and without removed ones. */
export function completeOrder(remembered: readonly string[], keys: readonly string[]): string[] {
  const known = remembered.filter((key) => keys.includes(key));
  const order = [...known];
  keys.forEach((key, index) => {
    if (!known.includes(key)) order.splice(index, 0, key);
  });
  return order;
}

/** To one side of another column, or by one position. */
export type Move = { beside: string; after: boolean } | { step: 1 | -1 };

/** The order after moving a column; at the ends it stays unchanged. */
export function moveColumn(order: readonly string[], key: string, to: Move): string[] {
  const rest = order.filter((other) => other !== key);
  const place =
    'beside' in to ? rest.indexOf(to.beside) + Number(to.after) : order.indexOf(key) + to.step;
  return rest.toSpliced(Math.max(0, Math.min(place, rest.length)), 0, key);
}

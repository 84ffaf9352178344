import { useCallback } from 'react';
import { useDisplay } from '../../lib/display.ts';
import { usePreference } from '../../lib/preferences.ts';

/** What a person has set for one table; remembered for them on the server. */
export interface TableSettings {
  order: string[];
  hidden: string[];
  /** As the display setting says, until it is set for this table. */
  dense: boolean;
  /** In pixels, of all columns that were in sight when one was made wider or narrower. */
  widths: Record<string, number>;
}

const DEFAULTS = { order: [], hidden: [], widths: {} } satisfies Partial<TableSettings>;

const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
const isSettings = (stored: unknown): boolean => {
  if (typeof stored !== 'object' || stored === null) return false;
  const { order, hidden, widths = {} } = stored as Partial<Record<keyof TableSettings, unknown>>;
  return isTexts(order) && isTexts(hidden) && typeof widths === 'object' && widths !== null;
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
    dense = density === 'compact',
    widths = DEFAULTS.widths,
  } = stored;
  return { settings: { order, hidden, dense, widths }, update, reset };
}

/** The remembered order, with columns that came since at their place and gone ones left out. */
export function completeOrder(remembered: readonly string[], keys: readonly string[]): string[] {
  const known = remembered.filter((key) => keys.includes(key));
  const order = [...known];
  keys.forEach((key, index) => {
    if (!known.includes(key)) order.splice(index, 0, key);
  });
  return order;
}

/** Moves a column by some places; past the ends it stays where it is. */
export function moveColumn(order: readonly string[], key: string, to: number): string[] {
  const rest = order.filter((other) => other !== key);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, key);
}

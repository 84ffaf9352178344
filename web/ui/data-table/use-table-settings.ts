import { useCallback, useState } from 'react';

/** What a person has set for one table; kept in this browser. */
export interface TableSettings {
  order: string[];
  hidden: string[];
  dense: boolean;
}

const DEFAULTS: TableSettings = { order: [], hidden: [], dense: false };

function load(key: string): TableSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<TableSettings>;
    return { ...DEFAULTS, ...stored };
  } catch {
    return DEFAULTS;
  }
}

export function useTableSettings(tableId: string) {
  const key = `table.${tableId}`;
  const [settings, setSettings] = useState(() => load(key));
  const update = useCallback(
    (change: Partial<TableSettings>) =>
      setSettings((before) => {
        const after = { ...before, ...change };
        try {
          localStorage.setItem(key, JSON.stringify(after));
        } catch {
          // Not remembered, then.
        }
        return after;
      }),
    [key],
  );
  const reset = useCallback(() => update(DEFAULTS), [update]);
  return { settings, update, reset };
}

/** The remembered order, with columns that came since at their place and gone ones left out. */
export function completeOrder(remembered: string[], keys: string[]): string[] {
  const known = remembered.filter((key) => keys.includes(key));
  const order = [...known];
  keys.forEach((key, index) => {
    if (!known.includes(key)) order.splice(index, 0, key);
  });
  return order;
}

/** Moves a column by some places; past the ends it stays where it is. */
export function moveColumn(order: string[], key: string, to: number): string[] {
  const rest = order.filter((other) => other !== key);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, key);
}

import { useRef, useState, type RefObject } from 'react';
import type { Column } from './types.ts';
import type { TableSettings } from './use-table-settings.ts';
import { widthOfHeader } from './word-width.ts';

const DEFAULT_WIDTH = 150;
const NARROWEST = 60;

/**
 * Widths of columns: as described, and no word of a header broken, until somebody changes one; from then on every column keeps what
 * it had on screen, and the table is as wide as they are together.
 */
export function useColumnWidths<R>(
  columns: readonly Column<R>[],
  settings: TableSettings,
  update: (change: Partial<TableSettings>) => void,
  scrollBox: RefObject<HTMLElement | null>,
  smallHeaders: boolean,
) {
  const [moving, setMoving] = useState<Record<string, number> | null>(null);
  const now = useRef(moving);
  const chosen = moving ?? settings.widths;
  const fixed = Object.keys(chosen).length > 0;
  const widthOf = (column: Column<R>) =>
    chosen[column.key] ??
    Math.max(column.width ?? DEFAULT_WIDTH, widthOfHeader(column.header, smallHeaders));

  const onScreen = () => {
    const cells = scrollBox.current?.querySelectorAll<HTMLElement>('th[data-key]') ?? [];
    const measured = [...cells].map((cell) => [cell.dataset['key']!, cell.offsetWidth] as const);
    return Object.fromEntries(measured.filter(([, width]) => width > 0));
  };
  const resize = (key: string, by: number, done: boolean) => {
    const before = now.current ?? { ...settings.widths, ...onScreen() };
    const column = columns.find((one) => one.key === key);
    const width = before[key] ?? (column ? widthOf(column) : DEFAULT_WIDTH);
    const after = { ...before, [key]: Math.max(NARROWEST, Math.round(width + by)) };
    now.current = done ? null : after;
    setMoving(now.current);
    if (done) update({ widths: after });
    return after[key]!;
  };
  return { widthOf, fixed, resize };
}

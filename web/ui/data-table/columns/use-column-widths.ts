import { useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import type { Column } from '../types.ts';
import type { TableSettings } from '../views/use-table-settings.ts';
import { widthOfHeader } from './word-width.ts';

const DEFAULT_WIDTH = 150;
const NARROWEST = 60;
/** Pixels that a cell saves in padding when the table is tight; see the styles of the table. */
const SAVED = 8;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

interface Options<R> {
  columns: readonly Column<R>[];
  settings: TableSettings;
  update: (change: Partial<TableSettings>) => void;
  scrollBox: RefObject<HTMLElement | null>;
  smallHeaders: boolean;
  phone: boolean;
  /** Width of the checkboxes and actions, in pixels. */
  reservedWidth: number;
}

/**
 * Column widths: as specified, wide enough for every word of the header, with the remaining width shared by columns that grow,
 * and a missing width taken from columns that may be narrower.
 * Once the user resizes a column, all columns keep their current widths, and the table is as wide as their sum.
 * @returns `tight`: whether headers are smaller and spacing is reduced, because the columns would not fit otherwise
 */
export function useColumnWidths<R>(options: Options<R>) {
  const { columns, settings, update, scrollBox, phone, smallHeaders, reservedWidth } = options;
  const [moving, setMoving] = useState<Record<string, number> | null>(null);
  const now = useRef(moving);
  // Widths chosen on a large screen do not suit a small one.
  const chosen = phone ? {} : (moving ?? settings.widths);
  const fixed = Object.keys(chosen).length > 0;
  const described = (column: Column<R>, isTight: boolean) =>
    Math.max(
      ((phone ? column.phone?.width : undefined) ?? column.width ?? DEFAULT_WIDTH) -
        (isTight ? SAVED : 0),
      widthOfHeader(column.header, smallHeaders || isTight),
    );
  const room = useRoom(scrollBox);
  const wanted = reservedWidth + sum(columns.map((column) => described(column, false)));
  const tight = !smallHeaders && wanted > room;
  const narrowed = narrowerIn(
    columns,
    (column) => described(column, tight),
    (column) => widthOfHeader(column.header, smallHeaders || tight),
    room - reservedWidth,
  );
  const widthOf = (column: Column<R>) =>
    chosen[column.key] ?? (phone ? described(column, tight) : narrowed(column));

  const first = columns.filter((column) => phone && column.phone?.place === 'first');
  const someFit = first.length > 1;
  const fitting = fixed ? [] : someFit ? first : columns;
  const grows = fitting.some(({ grow }) => grow);
  const shareOf = (column: Column<R>) => (grows ? (column.grow ?? 0) : widthOf(column));
  const shares = sum(fitting.map(shareOf));
  /** CSS expression for the remaining width of the box after the fitting columns. */
  const left = `max(0px, 100cqi - var(--scrollbar, 0px) - ${reservedWidth + sum(fitting.map(widthOf))}px)`;
  const styleOf = (column: Column<R>): CSSProperties => {
    const share = fitting.includes(column) ? shareOf(column) / shares : 0;
    const width = widthOf(column);
    return { width: share > 0 ? `calc(${width}px + ${left} * ${share.toFixed(4)})` : width };
  };
  const together = reservedWidth + sum(columns.map(widthOf));
  const tableStyle: CSSProperties = fixed
    ? { width: together }
    : { minWidth: someFit ? `calc(${together}px + ${left})` : together };

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
  return { styleOf, tableStyle, resize, tight };
}

/** Widths for which columns that allow it become narrower, in proportion to what they can spare. */
function narrowerIn<R>(
  columns: readonly Column<R>[],
  described: (column: Column<R>) => number,
  headerOf: (column: Column<R>) => number,
  room: number,
) {
  const spareOf = (column: Column<R>) =>
    Math.max(0, described(column) - Math.max(column.least ?? Infinity, headerOf(column)));
  const spare = sum(columns.map(spareOf));
  const short = sum(columns.map(described)) - room;
  const part = short > 0 ? Math.min(1, short / spare) : 0;
  return (column: Column<R>) => Math.floor(described(column) - spareOf(column) * part);
}

/** Width in pixels that the table can have without scrolling; unlimited until it is measured. */
function useRoom(scrollBox: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity);
  // The width of the container includes the scrollbar.
  useLayoutEffect(() => {
    const box = scrollBox.current;
    const table = box?.querySelector('table');
    if (!box || !table) return undefined;
    const measure = () => {
      const bar = box.offsetWidth - box.clientWidth - 2 * box.clientTop;
      box.style.setProperty('--scrollbar', `${Math.max(0, bar)}px`);
      setRoom(box.clientWidth || Infinity);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, [scrollBox]);
  return room;
}

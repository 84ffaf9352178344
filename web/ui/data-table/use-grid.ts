import { useCallback, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

/** The header is row -1. Stops of a row: its checkbox, its cells, its actions, from 0. */
export interface Cursor {
  row: number;
  stop: number;
}

/** What a letter does with the row that has the focus. */
export type RowKeys = Readonly<Record<string, (index: number) => void>>;

interface Options {
  count: number;
  keys?: RowKeys | undefined;
  /** Rows that fit into the box. */
  pageRows: () => number;
  onSelect?: ((index: number, on: boolean, range: boolean) => void) | undefined;
  isSelected?: ((index: number) => boolean) | undefined;
  onSelectAll?: (() => void) | undefined;
}

const STOP = '[data-stop]';
const stopsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(STOP)];
const rowOf = (stop: Element) => stop.closest<HTMLElement>('tr[data-index]');

/**
 * One tab stop for the whole table, which the arrow keys move. Positions are read from the
 * document, so that rows need to know only which of their stops is the current one.
 */
export function useGrid(options: Options) {
  const [wanted, setCursor] = useState<Cursor>({ row: -1, stop: 0 });
  const cursor = { ...wanted, row: Math.min(wanted.row, options.count - 1) };
  const latest = useRef({ ...options, cursor });
  latest.current = { ...options, cursor };

  const onFocus = useCallback((event: FocusEvent) => {
    const found = (event.target as Element).closest<HTMLElement>(STOP);
    const row = found && rowOf(found);
    if (!row) return;
    const next = { row: Number(row.dataset['index']), stop: stopsOf(row).indexOf(found) };
    setCursor((before) => (before.row === next.row && before.stop === next.stop ? before : next));
  }, []);

  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const { count, pageRows, onSelect } = latest.current;
    const stop = (event.target as Element).closest<HTMLElement>(STOP);
    const row = stop && rowOf(stop);
    if (!row || event.defaultPrevented || event.altKey) return;
    const table = event.currentTarget;
    const index = Number(row.dataset['index']);
    const stops = stopsOf(row);
    const at = stops.indexOf(stop);

    const go = (toRow: number, toStop: number) => {
      event.preventDefault();
      const target = Math.max(-1, Math.min(toRow, count - 1));
      // Draws the row where it is out of sight; taking the focus scrolls to it.
      flushSync(() => setCursor({ row: target, stop: toStop }));
      const found = table.querySelector(`tr[data-index="${target}"]`);
      const places = found ? stopsOf(found) : [];
      places[Math.max(0, Math.min(toStop, places.length - 1))]?.focus();
    };

    const leftToRight = getComputedStyle(table).direction !== 'rtl';
    const place = {
      index,
      at,
      last: count - 1,
      stops: stops.length,
      page: pageRows(),
      leftToRight,
    };
    const key = keyAt(stop, event.key);
    const next = nextPlace(event, key, place);
    if (next) {
      const vertical = key === 'ArrowDown' || key === 'ArrowUp';
      const isRow = next.row >= 0 && next.row < count;
      if (vertical && event.shiftKey && isRow) onSelect?.(next.row, true, true);
      return go(next.row, next.stop);
    }
    if (press(event, { stop, row, index }, latest.current)) event.preventDefault();
  }, []);

  return { cursor, onFocus, onKeyDown };
}

/** As in lists of mail and code: down and up without leaving the letters. */
const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

const keyAt = (stop: Element, key: string) => (isTyping(stop) ? key : (LETTERS[key] ?? key));

/** Whether letters are text here. */
const isTyping = (element: Element): boolean =>
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && element.type !== 'checkbox');

/** Does what a letter does with this row; false where that is nothing. */
function pressLetter(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  stop: Element,
  index: number,
  keys: RowKeys | undefined,
): boolean {
  const act = ctrlKey || metaKey || index < 0 || isTyping(stop) ? undefined : keys?.[key];
  act?.(index);
  return act !== undefined;
}

interface Place {
  index: number;
  at: number;
  last: number;
  /** Of the row. */
  stops: number;
  page: number;
  leftToRight: boolean;
}

/** Where a key leads; null where it leads nowhere. */
function nextPlace(event: KeyboardEvent, key: string, place: Place): Cursor | null {
  const { index, at, last, stops, page, leftToRight } = place;
  const command = event.ctrlKey || event.metaKey;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft': {
      if (event.shiftKey || command) return null;
      const step = (key === 'ArrowRight') === leftToRight ? 1 : -1;
      return { row: index, stop: Math.max(0, Math.min(at + step, stops - 1)) };
    }
    case 'ArrowDown':
      return { row: index + 1, stop: at };
    case 'ArrowUp':
      return { row: index - 1, stop: at };
    case 'Home':
      return command ? { row: 0, stop: at } : { row: index, stop: 0 };
    case 'End':
      return command ? { row: last, stop: at } : { row: index, stop: stops - 1 };
    case 'PageDown':
      return { row: index + page, stop: at };
    case 'PageUp':
      return { row: Math.max(0, index - page), stop: at };
    default:
      return null;
  }
}

/** Follows the link of a cell, or does the first action of its row; false where there is none. */
function act(cell: HTMLElement, row: HTMLElement): boolean {
  const action =
    cell.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('[data-action]');
  action?.click();
  return action !== null;
}

/** What a key does where the focus is; false where that is nothing. */
function press(
  event: KeyboardEvent,
  { stop, row, index }: { stop: HTMLElement; row: HTMLElement; index: number },
  { onSelect, isSelected, onSelectAll, keys }: Options,
): boolean {
  switch (event.key) {
    case 'a':
    case 'A':
      if (!(event.ctrlKey || event.metaKey) || !onSelectAll) return false;
      onSelectAll();
      return true;
    case ' ':
      // Controls within a row know what a space does to them.
      if (stop.tagName !== 'TD' || !onSelect) return false;
      onSelect(index, event.shiftKey || !isSelected?.(index), event.shiftKey);
      return true;
    case 'Enter':
      return stop.tagName === 'TD' && act(stop, row);
    default:
      return pressLetter(event, stop, index, keys);
  }
}

import { useCallback, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

/** Position of the focus. The header is row -1. The stops of a row (checkbox, cells, actions) count from 0. */
export interface Cursor {
  row: number;
  stop: number;
}

/** Actions of letter keys on the focused row. */
export type RowKeys = Readonly<Record<string, (index: number) => void>>;

interface Options {
  count: number;
  keys?: RowKeys | undefined;
  /** Number of rows that fit into the box. */
  pageRows: () => number;
  onSelect?: ((index: number, on: boolean, range: boolean) => void) | undefined;
  isSelected?: ((index: number) => boolean) | undefined;
  onSelectAll?: (() => void) | undefined;
}

const STOP = '[data-stop]';
const stopsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(STOP)];
const rowOf = (stop: Element) => stop.closest<HTMLElement>('tr[data-index]');

/**
 * Makes the table a single tab stop in which the arrow keys move. Positions are read from the DOM, so that rows need to know
 * only which of their stops is the current one.
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
      // Renders a row that is out of view; focusing it scrolls to it.
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

/** As in mail and code lists: down and up with letter keys. */
const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

const keyAt = (stop: Element, key: string) => (isTyping(stop) ? key : (LETTERS[key] ?? key));

/** Whether letters are text input in this element. */
const isTyping = (element: Element): boolean =>
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && element.type !== 'checkbox');

/** Runs the action of a letter on this row; false if there is none. */
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
  /** Number of stops in the row. */
  stops: number;
  page: number;
  leftToRight: boolean;
}

/** The position that a key leads to; null if it does not move. */
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

/**
 * Follows the link in a cell, or runs the first action of its row; false if there is neither. A link that opens its row in
 * place is none to follow: its click does nothing while text is selected.
 */
function act(cell: HTMLElement, row: HTMLElement): boolean {
  const action =
    cell.querySelector<HTMLElement>('a[href]:not([data-opens])') ??
    row.querySelector<HTMLElement>('[data-action]');
  action?.click();
  return action !== null;
}

/** Handles a key at the current position; false if it has no meaning there. */
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
      // Controls within a row handle the space key themselves.
      if (stop.tagName !== 'TD' || !onSelect) return false;
      onSelect(index, event.shiftKey || !isSelected?.(index), event.shiftKey);
      return true;
    case 'Enter':
      return stop.tagName === 'TD' && act(stop, row);
    default:
      return pressLetter(event, stop, index, keys);
  }
}

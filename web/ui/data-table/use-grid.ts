import { useCallback, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

/** The header is row -1. Stops of a row: its checkbox, its cells, its actions, from 0. */
export interface Cursor {
  row: number;
  stop: number;
}

interface Options {
  count: number;
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
    const { count, pageRows, onSelect, isSelected, onSelectAll } = latest.current;
    const stop = (event.target as Element).closest<HTMLElement>(STOP);
    const row = stop && rowOf(stop);
    if (!row || event.defaultPrevented || event.altKey) return;
    const table = event.currentTarget;
    const index = Number(row.dataset['index']);
    const stops = stopsOf(row);
    const at = stops.indexOf(stop);
    const command = event.ctrlKey || event.metaKey;

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
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft': {
        if (event.shiftKey || command) return;
        const step = (event.key === 'ArrowRight') === leftToRight ? 1 : -1;
        return go(index, Math.max(0, Math.min(at + step, stops.length - 1)));
      }
      case 'ArrowDown':
      case 'ArrowUp': {
        const next = index + (event.key === 'ArrowDown' ? 1 : -1);
        if (event.shiftKey && next >= 0 && next < count) onSelect?.(next, true, true);
        return go(next, at);
      }
      case 'Home':
        return go(command ? 0 : index, command ? at : 0);
      case 'End':
        return go(command ? count - 1 : index, command ? at : stops.length - 1);
      case 'PageDown':
        return go(index + pageRows(), at);
      case 'PageUp':
        return go(Math.max(0, index - pageRows()), at);
      case 'a':
      case 'A':
        if (!command || !onSelectAll) return;
        event.preventDefault();
        return onSelectAll();
      case ' ':
        // Controls within a row know what a space does to them.
        if (stop.tagName !== 'TD' || !onSelect) return;
        event.preventDefault();
        return onSelect(index, event.shiftKey || !isSelected?.(index), event.shiftKey);
      case 'Enter': {
        if (stop.tagName !== 'TD') return;
        const action =
          stop.querySelector<HTMLElement>('a[href]') ??
          row.querySelector<HTMLElement>('[data-action]');
        if (!action) return;
        event.preventDefault();
        return action.click();
      }
      default:
    }
  }, []);

  return { cursor, onFocus, onKeyDown };
}

import { useState, type ClipboardEvent } from 'react';
import { errorText } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { textOf, type Column, type RowSource } from '../types.ts';
import type { RowSelection } from './use-row-selection.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Options<R> {
  source: RowSource<R>;
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  selection: RowSelection | null;
}

/** Ctrl/⌘-C copies the selected rows as tab-separated lines, or else the focused cell. */
export function useCopy<R>({ source, columns, rowId, selection }: Options<R>) {
  const t = useTexts('table');
  const [said, setSaid] = useState('');

  const loadedRows = (selected: ReadonlySet<string>): R[] | null => {
    const found: R[] = [];
    for (let index = 0; index < source.count && found.length < selected.size; index++) {
      const row = source.at(index);
      if (row === undefined) return null;
      if (selected.has(rowId(row))) found.push(row);
    }
    return found.length === selected.size ? found : null;
  };
  const allRows = async (selected: ReadonlySet<string>) => {
    const found: R[] = [];
    for await (const rows of source.read(new AbortController().signal)) {
      found.push(...rows.filter((row) => selected.has(rowId(row))));
    }
    return found;
  };
  const notifyCopied = (count: number) =>
    setSaid(t('copiedRows', { count, shown: formatNumber(count) }));

  const onCopy = (event: ClipboardEvent) => {
    const target = event.target as Element;
    // Selected text and input fields are copied by the browser as usual.
    if (target.closest('input:not([type=checkbox]), textarea')) return;
    if (document.getSelection()?.isCollapsed === false) return;
    if (selection && selection.selected.size > 0) {
      event.preventDefault();
      const rows = loadedRows(selection.selected);
      if (rows) {
        event.clipboardData.setData('text/plain', asTsv(columns, rows));
        return notifyCopied(rows.length);
      }
      // Rows that are not loaded must be fetched first, which the event cannot wait for.
      void allRows(selection.selected)
        .then(async (all) => {
          await navigator.clipboard.writeText(asTsv(columns, all));
          notifyCopied(all.length);
        })
        .catch((error: unknown) => setSaid(t('copyFailed', { reason: errorText(error) })));
      return;
    }
    const cell = target.closest<HTMLElement>('td[data-stop]');
    const index = Number(cell?.closest<HTMLElement>('tr')?.dataset['index'] ?? -1);
    const row = source.at(index);
    if (!cell || row === undefined) return;
    const place = [...cell.parentElement!.querySelectorAll('td[data-stop]')].indexOf(cell);
    const column = columns[place];
    if (!column) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', textOf(column, row));
    setSaid(t('copied'));
  };
  return { onCopy, said };
}

/** Replaces tabs and line breaks, which would break tab-separated text, with a space. */
const flat = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ');

export const asTsv = <R>(columns: readonly Column<R>[], rows: readonly R[]): string =>
  rows.map((row) => columns.map((column) => flat(textOf(column, row))).join('\t')).join('\n');

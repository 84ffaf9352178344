import { textOf, type Column } from './types.ts';

/** A cell of tab-separated text: what would break it is made a space. */
const flat = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ');

export const asTsv = <R>(columns: readonly Column<R>[], rows: readonly R[]): string =>
  rows.map((row) => columns.map((column) => flat(textOf(column, row))).join('\t')).join('\n');

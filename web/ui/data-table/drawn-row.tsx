import type { ReactNode, RefObject } from 'react';
import type { Texts } from '../../lib/i18n/index.ts';
import { Row } from './row.tsx';
import { textOf, type Column, type RowAction, type RowSource } from './types.ts';
import type { Cursor } from './use-grid.ts';
import type { RowSelection } from './use-row-selection.ts';

export interface BodyProps<R> {
  source: RowSource<R>;
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  rowLabel?: ((row: R) => string) | undefined;
  rowActions?: ((row: R, index: number) => RowAction[]) | undefined;
  rowNote?: ((row: R) => ReactNode) | undefined;
  selection: RowSelection | null;
  cursor: Cursor;
  scrollBox: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  /** Number of cells per row, including the checkbox and the actions. */
  width: number;
}

export type DrawnProps<R> = BodyProps<R> & { t: Texts<'table'> };

/** The row at an index, or its placeholder. */
export function drawnRow<R>(
  props: DrawnProps<R>,
  index: number,
  measure?: (row: HTMLTableRowElement | null) => void,
) {
  const { source, columns, rowId, rowLabel, rowActions, rowNote, selection, cursor, t } = props;
  const data = source.at(index);
  const name =
    data === undefined ? String(index + 1) : (rowLabel?.(data) ?? textOf(columns[0]!, data));
  const id = data === undefined ? `#${index}` : rowId(data);
  return (
    <Row
      // Keyed by index, so that a focused placeholder keeps the focus when its row is loaded.
      key={index}
      row={data}
      index={index}
      columns={columns}
      label={selection ? t('selectRow', { row: name }) : ''}
      actions={rowActions}
      note={rowNote}
      measure={measure}
      selected={selection?.isSelected(index, id)}
      onSelect={selection?.toggle}
      stop={cursor.row === index ? cursor.stop : undefined}
    />
  );
}

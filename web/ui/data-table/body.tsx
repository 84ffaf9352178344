import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Row, SkeletonRow } from './row.tsx';
import type { Column, RowAction, RowSource } from './types.ts';
import { textOf } from './types.ts';
import type { Cursor } from './use-grid.ts';
import type { RowSelection } from './use-row-selection.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

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

/** Up to this number, all rows are rendered, so that the browser can search, print and measure them. */
const ALL_AT_ONCE = 60;

/** Maximum number of printed rows; more belong into a spreadsheet. */
const MAX_PRINTED = 1_000;

type DrawnProps<R> = BodyProps<R> & { t: Texts<'table'> };

export function Body<R>(body: BodyProps<R>) {
  const props = { ...body, t: useTexts('table') };
  const isPrinting = usePrinting();
  if (body.source.state === 'loading') {
    return (
      <tbody>
        {Array.from({ length: 6 }, (_, index) => (
          <SkeletonRow key={index} columns={body.width} />
        ))}
      </tbody>
    );
  }
  if (body.source.count <= ALL_AT_ONCE)
    return (
      <tbody>{Array.from({ length: props.source.count }, (_, index) => row(props, index))}</tbody>
    );
  return isPrinting ? <PrintedBody {...props} /> : <VirtualBody {...props} />;
}

/** Whether the page is being printed: then all rows must be rendered. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is rendered when this event handler returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** All loaded rows, and the number of rows that are not loaded. */
function PrintedBody<R>(props: DrawnProps<R>) {
  const { source, width, t } = props;
  const indexes = Array.from({ length: Math.min(source.count, MAX_PRINTED) }, (_, index) => index);
  const loaded = indexes.filter((index) => source.at(index) !== undefined);
  const left = source.count - loaded.length;
  return (
    <tbody>
      {loaded.map((index) => row(props, index))}
      {left > 0 && (
        <tr>
          <td colSpan={width}>{t('notPrinted', { count: left })}</td>
        </tr>
      )}
    </tbody>
  );
}

function VirtualBody<R>(props: DrawnProps<R>) {
  const { source, scrollBox, rowHeight, width, cursor } = props;
  // The focused row stays mounted, however far the user scrolls.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const kept = cursor.row >= 0 && cursor.row < range.count && !indexes.includes(cursor.row);
      return kept ? [...indexes, cursor.row].toSorted((a, b) => a - b) : indexes;
    },
    [cursor.row],
  );
  const virtualizer = useVirtualizer({
    count: source.count,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    rangeExtractor,
    // An estimate until the box is measured.
    initialRect: { width: 1_000, height: 600 },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const { startIndex: first, endIndex: last } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const { onRange } = source;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);

  const parts: ReactNode[] = [];
  let end = 0;
  for (const item of virtualizer.getVirtualItems()) {
    parts.push(<Spacer key={`before ${item.index}`} height={item.start - end} width={width} />);
    parts.push(row(props, item.index, props.rowNote && virtualizer.measureElement));
    end = item.end;
  }
  return (
    <tbody>
      {parts}
      <Spacer height={virtualizer.getTotalSize() - end} width={width} />
    </tbody>
  );
}

function Spacer({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={width} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function row<R>(
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

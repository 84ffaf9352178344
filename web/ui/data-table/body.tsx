import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type ReactNode, type RefObject } from 'react';
import { Row } from './row.tsx';
import type { Column, RowAction, RowSource } from './types.ts';
import { textOf } from './types.ts';
import type { RowSelection } from './use-row-selection.ts';

export interface BodyProps<R> {
  source: RowSource<R>;
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  rowLabel?: ((row: R) => string) | undefined;
  rowActions?: ((row: R) => RowAction[]) | undefined;
  rowNote?: ((row: R) => ReactNode) | undefined;
  selection: RowSelection | null;
  scrollBox: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  /** Cells of a row, with checkbox and actions. */
  width: number;
}

/** So few rows are simply all there: found by the browser's own search, printed, measured freely. */
const ALL_AT_ONCE = 60;

export function Body<R>(props: BodyProps<R>) {
  return props.source.count <= ALL_AT_ONCE ? (
    <tbody>{Array.from({ length: props.source.count }, (_, index) => row(props, index))}</tbody>
  ) : (
    <VirtualBody {...props} />
  );
}

function VirtualBody<R>(props: BodyProps<R>) {
  const { source, scrollBox, rowHeight, width } = props;
  const virtualizer = useVirtualizer({
    count: source.count,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // A first guess until the box is measured.
    initialRect: { width: 1_000, height: 600 },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const { onRange } = source;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      <Spacer height={before} width={width} />
      {items.map(({ index }) => row(props, index))}
      <Spacer height={after} width={width} />
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

function row<R>(props: BodyProps<R>, index: number) {
  const { source, columns, rowId, rowLabel, rowActions, rowNote, selection } = props;
  const data = source.at(index);
  const id = data === undefined ? `#${index}` : rowId(data);
  return (
    <Row
      key={id}
      row={data}
      index={index}
      columns={columns}
      label={data === undefined ? '' : (rowLabel?.(data) ?? textOf(columns[0]!, data))}
      actions={rowActions}
      note={rowNote}
      selected={selection ? selection.selected.has(id) : undefined}
      onSelect={selection?.toggle}
    />
  );
}

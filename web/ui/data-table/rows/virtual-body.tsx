import { type Range, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect } from 'react';
import { type DrawnProps, drawnRow } from './row.tsx';

/** Only the rows in sight, between spacers. */
export function VirtualBody<R>(props: DrawnProps<R>) {
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
    parts.push(drawnRow(props, item.index, props.rowNote && virtualizer.measureElement));
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

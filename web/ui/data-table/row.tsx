import { useRouter } from '@tanstack/react-router';
import { memo, type MouseEvent, type ReactNode } from 'react';
import classes from './data-table.module.css';
import { useTableTexts } from './texts.ts';
import { textOf, type Column, type RowAction } from './types.ts';

export interface RowProps<R> {
  row: R | undefined;
  index: number;
  columns: readonly Column<R>[];
  label: string;
  actions?: ((row: R) => RowAction[]) | undefined;
  /** Stands before the actions. */
  note?: ((row: R) => ReactNode) | undefined;
  /** Undefined where rows cannot be selected. */
  selected?: boolean | undefined;
  onSelect?: ((index: number, on: boolean, range: boolean) => void) | undefined;
}

function RowView<R>(props: RowProps<R>) {
  const { row, index, columns, label, actions, note, selected, onSelect } = props;
  const t = useTableTexts();
  if (row === undefined)
    return (
      <SkeletonRow
        columns={columns.length + (selected === undefined ? 0 : 1) + (actions ? 1 : 0)}
      />
    );
  return (
    <tr aria-rowindex={index + 2} className={selected ? classes.selected : undefined}>
      {selected !== undefined && (
        <td className={classes.checkbox}>
          <input
            type="checkbox"
            aria-label={t('selectRow', { row: label })}
            checked={selected}
            onChange={(event) => {
              const { shiftKey } = event.nativeEvent as unknown as { shiftKey?: boolean };
              onSelect?.(index, event.target.checked, shiftKey === true);
            }}
          />
        </td>
      )}
      {columns.map((column) => {
        const text = textOf(column, row);
        return (
          <td key={column.key} title={text || undefined}>
            <div className={classes.clamp}>{column.cell ? column.cell(row) : text}</div>
          </td>
        );
      })}
      {actions && (
        <td className={classes.actions}>
          <div className={classes.actionList}>
            {note?.(row)}
            {actions(row).map((action) => (
              <ActionButton key={action.label} {...action} />
            ))}
          </div>
        </td>
      )}
    </tr>
  );
}

// Its props are plain or stable, so a click in one row does not draw the others again.
export const Row = memo(RowView) as typeof RowView;

/** The router, where there is one; without it a link is followed by the browser. */
interface Navigator {
  history: { push: (href: string) => void };
}

function ActionButton({ label, href, onClick, tone }: RowAction) {
  const router = useRouter({ warn: false }) as Navigator | null;
  const className = `${classes.action} ${tone === 'danger' ? classes.danger : ''}`;
  if (href === undefined) {
    return (
      <button type="button" className={className} onClick={onClick}>
        {label}
      </button>
    );
  }
  const follow = (event: MouseEvent) => {
    // A new tab or window stays the browser's business.
    const plain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!router || !plain) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a className={className} href={href} onClick={follow}>
      {label}
    </a>
  );
}

export function SkeletonRow({ columns }: { columns: number }) {
  return (
    <tr aria-hidden="true">
      {Array.from({ length: columns }, (_, index) => (
        <td key={index}>
          <span className={classes.skeleton} />
        </td>
      ))}
    </tr>
  );
}

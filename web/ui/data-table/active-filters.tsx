import type { MouseEvent, RefObject } from 'react';
import { Icon } from '../icons.tsx';
import classes from './data-table.module.css';
import { usedFilters } from './table-view.ts';
import { useTableTexts, type TableTexts } from './texts.ts';
import { ANY, NONE, fieldOf, type Column, type TableView } from './types.ts';

interface Props {
  columns: readonly Column<never>[];
  filters: TableView['filters'];
  onFilters: (filters: TableView['filters']) => void;
  /** Fields whose filter is in sight anyway. */
  inSight: readonly string[];
  /** Takes the focus when no filter is left that could. */
  next: RefObject<HTMLElement | null>;
}

/** The button is about to go: another one gets the focus. */
function passFocus({ currentTarget }: MouseEvent, next: Props['next']) {
  const item = currentTarget.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  (neighbour?.querySelector('button') ?? next.current)?.focus();
}

/** The filters in force that no open filter row shows, each with a way to be rid of it. */
export function ActiveFilters({ columns, filters, onFilters, inSight, next }: Props) {
  const t = useTableTexts();
  const shown = Object.entries(usedFilters(filters)).filter(([field]) => !inSight.includes(field));
  if (shown.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('filters')}>
      {shown.map(([field, value]) => {
        const column = columns.find((one) => fieldOf(one) === field);
        const filter = { column: column?.header ?? field, value: valueText(t, column, value) };
        const { [field]: _, ...others } = filters;
        return (
          <li key={field}>
            <button
              type="button"
              className={classes.chip}
              aria-label={t('removeFilter', filter)}
              onClick={(event) => {
                passFocus(event, next);
                onFilters(others);
              }}
            >
              <span>{t('filterIs', filter)}</span>
              <Icon name="close" size={12} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function valueText(t: TableTexts, column: Column<never> | undefined, value: string): string {
  const choice = column?.choices?.find((one) => one.value === value);
  if (choice) return choice.label;
  return value === NONE ? t('isEmpty') : value === ANY ? t('isNotEmpty') : value;
}

import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';
import { useTableTexts } from './texts.ts';
import { fieldOf, type Column } from './types.ts';

const NONE = '-';
const ANY = '*';
const DELAY = 250;

interface Props {
  filters: Readonly<Record<string, string>>;
  onFilter: (field: string, value: string) => void;
}

export function FilterRow<R>({
  columns,
  selectable,
  hasActions,
  ...rest
}: Props & { columns: readonly Column<R>[]; selectable: boolean; hasActions: boolean }) {
  return (
    <tr className={classes.filters}>
      {selectable && <td />}
      {columns.map((column) => (
        <td key={column.key}>
          {(column.filterable ?? true) && <FilterCell column={column} {...rest} />}
        </td>
      ))}
      {hasActions && <td className={classes.actions} />}
    </tr>
  );
}

function FilterCell<R>({ column, filters, onFilter }: Props & { column: Column<R> }) {
  const t = useTableTexts();
  const field = fieldOf(column);
  const value = filters[field] ?? '';
  const name = { column: column.header };
  const emptiness = column.nullable && (
    <>
      <option value={NONE}>{t('isEmpty')}</option>
      <option value={ANY}>{t('isNotEmpty')}</option>
    </>
  );
  if (column.choices) {
    return (
      <select
        aria-label={t('filterColumn', name)}
        value={value}
        data-active={value !== '' || undefined}
        onChange={(event) => onFilter(field, event.target.value)}
      >
        <option value="">{t('anything')}</option>
        {column.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {emptiness}
      </select>
    );
  }
  const special = value === NONE || value === ANY;
  return (
    <div className={classes.filterText}>
      {special ? (
        <span className={classes.filterWord}>{t(value === NONE ? 'isEmpty' : 'isNotEmpty')}</span>
      ) : (
        <TextFilter
          label={t('filterColumn', name)}
          value={value}
          onChange={(text) => onFilter(field, text)}
        />
      )}
      {column.nullable && (
        <select
          className={classes.condition}
          aria-label={t('conditionOf', name)}
          value={special ? value : ''}
          onChange={(event) => onFilter(field, event.target.value)}
        >
          <option value="">{t('contains')}</option>
          {emptiness}
        </select>
      )}
    </div>
  );
}

function TextFilter(props: { label: string; value: string; onChange: (text: string) => void }) {
  const { label, value, onChange } = props;
  const [text, change] = useTyping(value, onChange, DELAY);
  return (
    <input
      type="search"
      aria-label={label}
      value={text}
      data-active={text !== '' || undefined}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** Text that is passed on when the typing pauses, and follows what is set from elsewhere. */
export function useTyping(value: string, onChange: (text: string) => void, delay: number) {
  const [text, setText] = useState(value);
  const passedOn = useRef(value);
  const passOn = useDebouncedCallback((next: string) => {
    passedOn.current = next;
    onChange(next);
  }, delay);
  useEffect(() => {
    if (value === passedOn.current) return;
    passedOn.current = value;
    setText(value);
  }, [value]);
  const change = (next: string) => {
    setText(next);
    passOn(next);
  };
  return [text, change] as const;
}

import { Menu } from '@mantine/core';
import { Icon } from '../../icons.tsx';
import classes from '../data-table.module.css';
import { ANY, NONE, fieldOf, type Column } from '../types.ts';
import { useTyping } from '../toolbar/use-typing.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

const DELAY = 250;

interface Props {
  filters: Readonly<Record<string, string>>;
  onFilter: (field: string, value: string) => void;
}

export function FilterRow({
  columns,
  selectable,
  hasActions,
  ...rest
}: Props & { columns: readonly Column<never>[]; selectable: boolean; hasActions: boolean }) {
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

function FilterCell({ column, filters, onFilter }: Props & { column: Column<never> }) {
  const t = useTexts('table');
  const field = fieldOf(column);
  const value = filters[field] ?? '';
  const name = { column: column.header };
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
        {column.nullable && (
          <>
            <option value={NONE}>{t('isEmpty')}</option>
            <option value={ANY}>{t('isNotEmpty')}</option>
          </>
        )}
      </select>
    );
  }
  const special = value === NONE || value === ANY;
  return (
    <div className={classes.filterText} data-active={value !== '' || undefined}>
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
        <Condition
          label={t('conditionOf', name)}
          value={special ? value : ''}
          onChange={(next) => onFilter(field, next)}
        />
      )}
    </div>
  );
}

function TextFilter(props: { label: string; value: string; onChange: (text: string) => void }) {
  const t = useTexts('table');
  const { label, value, onChange } = props;
  const [text, change] = useTyping(value, onChange, DELAY);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={t('contains')}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** The filter of a column that may be empty: a text, no value, or any value. */
function Condition(props: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useTexts('table');
  const { label, value, onChange } = props;
  return (
    <Menu position="bottom-end" shadow="md" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.condition} aria-label={label} title={label}>
          <Icon name="more" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Menu.RadioGroup value={value} onChange={onChange}>
          <Menu.RadioItem closeMenuOnClick value="">
            {t('contains')}
          </Menu.RadioItem>
          <Menu.RadioItem closeMenuOnClick value={NONE}>
            {t('isEmpty')}
          </Menu.RadioItem>
          <Menu.RadioItem closeMenuOnClick value={ANY}>
            {t('isNotEmpty')}
          </Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

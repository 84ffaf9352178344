import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/format.ts';
import classes from './quick-filter.module.css';
import type { QuickFilters } from '../props.ts';
import { listQuery } from '../views/table-view.ts';
import type { TableView, WindowedList } from '../types.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** A predefined filter above the table. */
export interface QuickChoice {
  label: string;
  /** Filter values by field. */
  filter: Readonly<Record<string, string>>;
  /** Hidden if it would match nothing. */
  optional?: boolean;
}

/** Creates the `quick` prop of a table; screens that do not use it do not load it. */
export const quickFilter = (
  list: WindowedList<unknown>,
  choices: readonly QuickChoice[],
): QuickFilters => ({
  render: (view, onView, ready) => <QuickFilter {...{ list, choices, view, onView, ready }} />,
  fieldsShown: (view) => Object.keys(findPressed(choices, view)?.filter ?? {}),
});

/** The choice that equals the current filters. */
const findPressed = (choices: readonly QuickChoice[], { filters }: TableView) =>
  choices.find(({ filter }) =>
    Object.entries(filter).every(([field, value]) => filters[field] === value),
  );

const fieldsOf = (choices: readonly QuickChoice[]): string[] =>
  choices.flatMap(({ filter }) => Object.keys(filter));

interface Props {
  list: WindowedList<unknown>;
  choices: readonly QuickChoice[];
  view: TableView;
  onView: (part: Pick<TableView, 'filters'>) => void;
  ready: boolean;
}

/** The current filters, with those of all choices replaced by those of the given one. */
function chosen({ filters }: TableView, choices: readonly QuickChoice[], one?: QuickChoice) {
  const fields = fieldsOf(choices);
  const others = Object.entries(filters).filter(([field]) => !fields.includes(field));
  return { ...Object.fromEntries(others), ...one?.filter };
}

/** Predefined filters for daily use, with the number of rows that each would show. */
function QuickFilter({ list, choices, view, onView, ready }: Props) {
  const t = useTexts('table');
  const all: QuickChoice = { label: t('anything'), filter: {} };
  const shown = [all, ...choices];
  const counts = useQueries({
    queries: shown.map((choice) => {
      const query = listQuery({ ...view, sort: [], filters: chosen(view, choices, choice) });
      return {
        queryKey: [...list.queryKey, 'count', query],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await list.fetchRows({ ...query, limit: '0' }, signal)).count,
        // The rows are loaded first: the counts take several requests.
        enabled: ready,
        staleTime: 30_000,
        placeholderData: keepPreviousData,
      };
    }),
  }).map(({ data }) => data);
  const otherwise = choices.some((one) => overlaps(one, view)) ? null : all;
  const pressed = findPressed(choices, view) ?? otherwise;
  return (
    <div className={classes.choices} role="group" aria-label={t('quickFilters')}>
      {shown.map((choice, index) => {
        const count = counts[index];
        const on = choice === pressed;
        if (choice.optional && !count && !on) return null;
        return (
          <button
            key={choice.label}
            type="button"
            className={classes.choice}
            aria-pressed={on}
            onClick={() => onView({ filters: chosen(view, choices, choice) })}
          >
            {choice.label}{' '}
            {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
          </button>
        );
      })}
    </div>
  );
}

/** Whether a field of the choice is filtered by another value. */
const overlaps = ({ filter }: QuickChoice, { filters }: TableView): boolean =>
  Object.keys(filter).some((field) => filters[field]);

import { DUE_FILTERS } from '../../../contract/due-dates.ts';
import type { Side } from '../../../contract/fields.ts';
import { OBJECT_STATUSES } from '../../../contract/objects.ts';
import type { QuickChoice } from '../../ui/data-table/quick-filter.tsx';
import type { Texts } from '../../lib/i18n/index.ts';

/** Filters by status, in the order of the work; target objects are never migrated. */
export const statusChoices = (words: Texts<'object-words'>, side: Side): QuickChoice[] => [
  ...OBJECT_STATUSES.filter((status) => side === 'source' || status !== 'migrated').map(
    (status) => ({ label: words(status), filter: { status } }),
  ),
  ...DUE_FILTERS.map((due_date) => ({
    label: words(`due_${due_date}`),
    filter: { due_date },
    optional: true,
  })),
  { label: words('missing'), filter: { missing_since: '*' }, optional: true },
];

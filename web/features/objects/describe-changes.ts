import { fieldsWith } from '../../../contract/field-table.ts';
import type { historyEntry } from '../../../contract/history.ts';
import { OBJECT_FIELDS, OBJECT_STATUSES } from '../../../contract/objects.ts';
import type { Verdict } from '../../../contract/proof/pairs.ts';
import type { z } from 'zod';
import { formatDate, formatTime } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/index.ts';

export type HistoryEntry = z.infer<typeof historyEntry>;

export interface Described {
  key: string;
  name: string;
  from: string;
  to: string;
}

const TEXT_FIELDS = fieldsWith(OBJECT_FIELDS, 'editor', 'textarea');
const ROLE_OF: Record<string, 'developer' | 'tester'> = {
  developer: 'developer',
  developer_id: 'developer',
  tester: 'tester',
  tester_id: 'tester',
};

/** Describes the changes that matter to people; derived changes are left out. */
export function describeChanges(
  entry: Pick<HistoryEntry, 'changes' | 'names'>,
  t: Texts<'objects'>,
  words: Texts<'object-words'>,
  pairWords: Texts<'pair-words'>,
): Described[] {
  const show = (key: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    if (ROLE_OF[key]) {
      const id = String(value as number);
      return entry.names?.[id] ?? t('somebody', { id });
    }
    const status = OBJECT_STATUSES.find((one) => key === 'status' && one === value);
    if (status) return words(status);
    if (key === 'due_date') return formatDate(String(value as string));
    if (key === 'missing_since') return formatTime(String(value as string));
    if (key === 'stale_reason') return pairWords(value === 'rows' ? 'data' : 'structure');
    if (key === 'against_evidence') return pairWords(`verdict_${value as Verdict}`);
    return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
  };
  const nameOf = (key: string): string | undefined => {
    const role = ROLE_OF[key];
    if (role) return t(`has_${role}`);
    if (key === 'status' || key === 'due_date') return words(key);
    if (key === 'missing_since') return words('missing');
    if (key === 'stale_reason') return pairWords('stale');
    if (key === 'against_evidence') return t('saidAgainst');
    if (key === 'against_reason') return t('reason');
    if (key === 'resolved_comment') return t('resolvedComment');
    const field = TEXT_FIELDS.find((one) => one === key);
    return field && words(field);
  };
  const changes = { ...entry.changes };
  // The proof was contradicted without a reason.
  if (changes['against_evidence']?.[1] && !changes['against_reason']?.[1])
    changes['against_reason'] = [null, t('noReason')];
  return Object.entries(changes).flatMap(([key, [from, to]]) => {
    const name = nameOf(key);
    if (name === undefined) return [];
    return [{ key, name, from: show(key, from), to: show(key, to) || t('nothing') }];
  });
}

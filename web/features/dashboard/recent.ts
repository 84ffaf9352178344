import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import type { DashboardTexts } from './texts.ts';

type Entry = Dashboard['tasks']['recent'][number];
type T = Translate<DashboardTexts>;

const KNOWN = {
  created: 'event_created',
  edited: 'event_edited',
  updated: 'event_edited',
  imported: 'event_imported',
  assigned: 'event_assigned',
  unassigned: 'event_unassigned',
  listed: 'event_listed',
  archived: 'event_archived',
  restored: 'event_restored',
  missing: 'event_missing',
  found: 'event_found',
} as const;

/** Who did what to what, as a sentence. */
export function describeEvent(t: T, entry: Entry): string {
  const who = entry.username ?? t('somebody');
  const what =
    entry.object_name ??
    (entry.Project_Name ? t('theProject', { name: entry.Project_Name }) : t('aUser'));
  const known = (KNOWN as Record<string, (typeof KNOWN)[keyof typeof KNOWN]>)[entry.action];
  return t(known ?? 'event_unknown', { who, what, action: entry.action });
}

/** Fields whose values say something in a line. */
const TELLING = ['status', 'comments', 'test_result', 'Project_Status', 'role'];
const LONGEST = 60;

export function changeLines(t: T, { changes }: Entry): string[] {
  const say = (value: unknown) => {
    const text =
      typeof value === 'string' || typeof value === 'number' ? String(value) : t('nothing');
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || t('nothing');
  };
  return Object.entries(changes)
    .filter(([field]) => TELLING.includes(field))
    .map(([field, [from, to]]) =>
      t('change', { field: field.replaceAll('_', ' '), from: say(from), to: say(to) }),
    );
}

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
  started: 'event_started',
  pause: 'event_pause',
  resume: 'event_resume',
  cancel: 'event_cancel',
  matched: 'event_matched',
  'matching-rules': 'event_rules',
  'comparison-rules': 'event_rules',
  'proof-settings': 'event_settings',
} as const;

/** Who did what to what, as a sentence. */
export function describeEvent(t: T, entry: Entry): string {
  const who = entry.username ?? t('somebody');
  const what =
    entry.object_name ??
    (entry.Project_Name ? t('theProject', { name: entry.Project_Name }) : t('aUser'));
  const known = (KNOWN as Record<string, (typeof KNOWN)[keyof typeof KNOWN]>)[entry.action];
  // Whatever else happens to a pair is a change of it.
  const other = entry.entity === 'pair' ? 'event_pair' : 'event_unknown';
  return t(known ?? other, { who, what, action: entry.action });
}

/** Fields whose values say something in a line. */
const FIELDS = {
  status: 'field_status',
  comments: 'field_comments',
  test_result: 'field_test_result',
} as const;
const isTelling = (field: string): field is keyof typeof FIELDS => Object.hasOwn(FIELDS, field);
/** Values that have words of their own. */
const WORDS = {
  object: { pending: 'pending', migrated: 'migrated', verified: 'verified' },
  project: {
    pending: 'project_pending',
    inProgress: 'project_inProgress',
    completed: 'project_completed',
  },
} as const;
const LONGEST = 60;

export function changeLines(t: T, { entity, changes }: Entry): string[] {
  const say = (field: string, value: unknown) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const words: Record<string, keyof DashboardTexts> =
      field === 'status' ? WORDS[entity === 'project' ? 'project' : 'object'] : {};
    const word = Object.hasOwn(words, text) ? words[text] : undefined;
    if (word) return t(word as 'pending');
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || t('nothing');
  };
  return Object.entries(changes).flatMap(([field, [from, to]]) =>
    isTelling(field)
      ? [t('change', { field: t(FIELDS[field]), from: say(field, from), to: say(field, to) })]
      : [],
  );
}

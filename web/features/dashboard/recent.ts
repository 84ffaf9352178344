import type { Dashboard } from '../../../contract/dashboard.ts';
import { ROLES } from '../../../contract/projects.ts';
import type { Texts, TextKey } from '../../lib/i18n/index.ts';

type Entry = Dashboard['tasks']['recent'][number];
type T = Texts<'dashboard'>;

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
  stale: 'event_stale',
  started: 'event_started',
  pause: 'event_pause',
  resume: 'event_resume',
  cancel: 'event_cancel',
  matched: 'event_matched',
  called: 'event_called',
  commented: 'event_commented',
  'matching-rules': 'event_rules',
  'comparison-rules': 'event_rules',
  'proof-settings': 'event_settings',
  'gate-settings': 'event_gateSettings',
  'gate-decided': 'event_gateDecided',
  signed: 'event_signed',
  'signoff-withdrawn': 'event_signoffWithdrawn',
  'runbook-changed': 'event_runbook',
  'cutover-started': 'event_cutoverStarted',
  'cutover-step': 'event_cutoverStep',
  'cutover-way-back': 'event_cutoverWayBack',
  'cutover-ended': 'event_cutoverEnded',
  assessed: 'event_assessed',
  'assessment-weights': 'event_weights',
} as const;

/** A sentence about somebody who joined or left a project in a role; null for other entries. */
function describeMember(t: T, entry: Entry, words: { who: string; what: string }): string | null {
  const role = [...ROLES, 'client' as const].find((one) => Object.hasOwn(entry.changes, one));
  if (entry.entity !== 'assignment' || !role || !entry.person) return null;
  const way = entry.action === 'unassigned' ? 'left' : 'joined';
  return t(`${way}_${role}`, { ...words, person: entry.person });
}

/** The entry as a sentence. */
export function describeEvent(t: T, entry: Entry): string {
  const who = entry.username ?? t(entry.user_id === null ? 'program' : 'somebody');
  const what =
    entry.object_name ??
    (entry.Project_Name ? t('theProject', { name: entry.Project_Name }) : t('aUser'));
  if (entry.action === 'matched' && entry.user_id === null) return t('matchedByItself', { what });
  const member = describeMember(t, entry, { who, what });
  if (member) return member;
  if (entry.entity === 'pair' && entry.action === 'called') return t('calledPair', { who, what });
  const known = (KNOWN as Record<string, (typeof KNOWN)[keyof typeof KNOWN]>)[entry.action];
  // Any other action on a pair is described as a change of it.
  const other = entry.entity === 'pair' ? 'event_pair' : 'event_unknown';
  return t(known ?? other, { who, what });
}

/** Fields whose new value is shown. */
const FIELDS = {
  status: 'field_status',
  comments: 'field_comments',
  test_result: 'field_test_result',
} as const;
/** Values that have a translation. */
const WORDS = {
  object: { pending: 'pending', migrated: 'migrated', verified: 'verified' },
  project: {
    pending: 'project_pending',
    inProgress: 'project_inProgress',
    completed: 'project_completed',
  },
} as const;
const MAX_LENGTH = 60;

export function changeLines(t: T, { entity, action, changes }: Entry): string[] {
  // The initial values of something new are not changes.
  if (action === 'created') return [];
  const say = (field: string, value: unknown) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const words: Record<string, TextKey<'dashboard'>> = field === 'status'
      ? WORDS[entity === 'project' ? 'project' : 'object']
      : {};
    const word = Object.hasOwn(words, text) ? words[text] : undefined;
    if (word) return t(word as 'pending');
    return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text || t('nothing');
  };
  return Object.entries(FIELDS).flatMap(([field, words]) => {
    const change = changes[field];
    if (!change) return [];
    return [
      t('change', { field: t(words), from: say(field, change[0]), to: say(field, change[1]) }),
    ];
  });
}

/** Identical entries in sequence, newest first. */
export interface Repeated {
  newest: Entry;
  /** Total number of occurrences. */
  times: number;
  /** Other people who did the same, latest first. */
  others: string[];
}

/** Merges adjacent entries that differ at most in the person; entries about different objects stay separate. */
export function joinRepeated(t: T, entries: readonly Entry[]): Repeated[] {
  const joined: Repeated[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    if (!last || !isSameText(t, last.newest, entry)) {
      joined.push({ newest: entry, times: 1, others: [] });
      continue;
    }
    last.times += 1;
    const who = entry.username;
    if (who !== null && who !== last.newest.username && !last.others.includes(who))
      last.others.push(who);
  }
  return joined;
}

function isSameText(t: T, one: Entry, other: Entry): boolean {
  if (one.object_name !== null || other.object_name !== null) return false;
  // Actions of the program itself have no user and are not merged with those of people.
  if ((one.user_id === null) !== (other.user_id === null)) return false;
  const { user_id, username } = one;
  return describeEvent(t, one) === describeEvent(t, { ...other, user_id, username });
}

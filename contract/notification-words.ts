import type { Notification } from './notifications.ts';

type Say<K extends string> = (key: K, values?: Record<string, string | number>) => string;

/** Texts of `locales/en/notifications.json`; those that count have a form for each number. */
export type NotificationKey =
  | 'assignedObject_developer'
  | 'assignedObject_tester'
  | 'assigned_developer'
  | 'assigned_tester'
  | 'project_developer'
  | 'project_tester'
  | 'project_client'
  | 'returnedObject'
  | 'returned'
  | 'verifiedObject'
  | 'verified'
  | 'imported_source'
  | 'imported_target'
  | 'overdue'
  | 'dueObject'
  | 'due'
  | 'lateObject'
  | 'late'
  | 'staleObject'
  | 'mentioned'
  | 'signoffReopened'
  | 'signoffReopenedObject'
  | 'signoffReopenedWave'
  | 'registered';

/** The notification as a sentence in the reader's language. @param formatDay - formats a date for this reader */
export function sentenceOf(
  t: Say<NotificationKey>,
  notification: Notification,
  formatDay: (date: string) => string,
): string {
  const { kind, count, object_name, side, due_date: due } = notification;
  const object = count === 1 ? object_name : null;
  switch (kind) {
    case 'assigned':
      return assignedSentence(t, notification);
    case 'returned':
      return object ? t('returnedObject', { object }) : t('returned', { count });
    case 'verified':
      return object ? t('verifiedObject', { object }) : t('verified', { count });
    case 'import-finished':
      return t(`imported_${side ?? 'source'}`, { count });
    case 'project-overdue':
      return t('overdue');
    case 'due-soon':
      return object ? t('dueObject', { object }) : t('due', { count });
    case 'overdue':
      return object && due
        ? t('lateObject', { object, day: formatDay(due) })
        : t('late', { count });
    case 'stale':
      return t('staleObject', { object: object_name ?? '' });
    case 'mentioned':
      return t('mentioned', { object: object_name ?? '' });
    case 'signoff-reopened':
      return object_name
        ? t('signoffReopenedObject', { object: object_name })
        : t('signoffReopened');
    case 'wave-signoff-reopened':
      return t('signoffReopenedWave');
    case 'registered':
      return t('registered', { name: notification.actor ?? '' });
  }
}

/** The sentence about assigned objects, or about a role on a project, which may be that of a client. */
function assignedSentence(t: Say<NotificationKey>, notification: Notification): string {
  const { count, object_name, side } = notification;
  if (notification.role === 'client') return t('project_client');
  const role = notification.role === 'developer' ? 'developer' : 'tester';
  if (count === 1 && object_name) return t(`assignedObject_${role}`, { object: object_name });
  return side ? t(`assigned_${role}`, { count }) : t(`project_${role}`);
}

/** The screen that shows what the notification is about: the one of the reader's role, opened on the object if there is only one. */
export function addressOf(notification: Notification, isAdmin: boolean) {
  const { kind, project_id: project, object_id, count, role } = notification;
  const side = notification.side ?? 'source';
  if (project === null) return { to: '/admin/users', search: {} };
  const own = addressOfKind(notification, project);
  if (own) return own;
  const shown = count === 1 && object_id !== null ? { row: object_id } : dueFilter(kind);
  const aboutObjects = notification.side !== null && kind !== 'project-overdue';
  if (!aboutObjects || kind === 'mentioned')
    return { to: '/admin/homepage', search: { q: notification.Project_Name ?? '' } };
  if (role === null && isAdmin) return { to: '/adminresults', search: { project, side, ...shown } };
  // Objects are returned to developers only; "verified" goes to developers, too, unless `role` is tester.
  // What it is about need not be what is to do now.
  const work = Object.keys(shown).length > 0 ? shown : { todo: 0 };
  return role === 'tester'
    ? { to: '/testing', search: { project, side, ...work } }
    : { to: '/developer', search: { project, ...work } };
}

/** The address of notifications that lead to the same screen for every reader; null for all others. */
function addressOfKind({ kind, pair_id: pair, side, role }: Notification, project: number) {
  if (role === 'client') return { to: '/client', search: { project } };
  switch (kind) {
    case 'import-finished':
      return { to: '/assignobjects', search: { project, side: side ?? 'source' } };
    case 'mentioned':
      return pair === null ? null : { to: '/pair', search: { project, pair, tab: 'comments' } };
    case 'signoff-reopened':
      return pair === null
        ? { to: '/gate', search: { project } }
        : { to: '/pair', search: { project, pair, tab: 'signoff' } };
    case 'wave-signoff-reopened':
      return { to: '/waves', search: { project } };
    default:
      return null;
  }
}

/** Several objects are found by their due date. */
const dueFilter = (kind: Notification['kind']) =>
  kind === 'overdue' || kind === 'due-soon'
    ? { 'f.due_date': kind === 'overdue' ? 'overdue' : 'soon' }
    : {};

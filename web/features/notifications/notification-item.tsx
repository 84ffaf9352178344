import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Notification } from '../../../contract/notifications.ts';
import { formatRelative, formatTime } from '../../lib/format.ts';
import { useMe } from '../../lib/session.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from './notifications.module.css';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

interface Props {
  notification: Notification;
  onOpen: () => void;
  onRead: () => void;
}

export function NotificationItem({ notification, onOpen, onRead }: Props) {
  const t = useTexts('notifications');
  const isAdmin = useMe().is_admin === 1;
  const { at, actor, read, Project_Name } = notification;
  const link = useRef<HTMLAnchorElement>(null);
  const sentence = sentenceOf(t, notification);
  return (
    <li className={classes.item} data-unread={!read || undefined}>
      <Link
        {...addressOf(notification, isAdmin)}
        ref={link}
        className={classes.link}
        onClick={onOpen}
      >
        <span className={classes.sentence}>{sentence}</span>
        <span className={classes.about}>
          {Project_Name && <bdi>{Project_Name}</bdi>}
          {actor && <bdi>{actor}</bdi>}
          <time dateTime={at} title={formatTime(at)}>
            {formatRelative(at)}
          </time>
        </span>
      </Link>
      {!read && (
        <ActionIcon
          variant="subtle"
          color="blue"
          aria-label={t('readOne', { what: sentence })}
          title={t('unread')}
          onClick={() => {
            // As the button goes away, the focus stays in the menu.
            link.current?.focus();
            onRead();
          }}
        >
          <Icon name="dot" size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

/** What has happened, in the reader's language. */
function sentenceOf(t: Texts<'notifications'>, notification: Notification): string {
  const { kind, count, object_name, side } = notification;
  const role = notification.role ?? 'tester';
  const object = count === 1 ? object_name : null;
  switch (kind) {
    case 'assigned':
      if (object) return t(`assignedObject_${role}`, { object });
      return side ? t(`assigned_${role}`, { count }) : t(`project_${role}`);
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
      return object ? t('lateObject', { object }) : t('late', { count });
    case 'stale':
      return t('staleObject', { object: object_name ?? '' });
    case 'mentioned':
      return t('mentioned', { object: object_name ?? '' });
    case 'registered':
      return t('registered', { name: notification.actor ?? '' });
  }
}

/** Where what it is about can be seen: the screen of the reader's role, opened on the one object. */
export function addressOf(notification: Notification, isAdmin: boolean) {
  const { kind, project_id: project, pair_id: pair, object_id, count, role } = notification;
  const side = notification.side ?? 'source';
  if (project === null) return { to: '/admin/users', search: {} };
  const one = count === 1 && object_id !== null ? { row: object_id } : {};
  const row = one.row === undefined ? { ...one, ...dueFilter(kind) } : one;
  if (kind === 'import-finished') return { to: '/assignobjects', search: { project, side } };
  const aboutObjects = notification.side !== null && kind !== 'project-overdue';
  if (kind === 'mentioned' && pair !== null)
    return { to: '/pair', search: { project, pair, tab: 'comments' } };
  if (!aboutObjects || kind === 'mentioned')
    return { to: '/admin/homepage', search: { q: notification.Project_Name ?? '' } };
  if (role === null && isAdmin) return { to: '/adminresults', search: { project, side, ...row } };
  // Only a developer has objects returned; whose were verified is one, too, unless it says otherwise.
  return role === 'tester'
    ? { to: '/testing', search: { project, side, ...row } }
    : { to: '/developer', search: { project, ...row } };
}

/** Several are found by their due date. */
const dueFilter = (kind: Notification['kind']) =>
  kind === 'overdue' || kind === 'due-soon'
    ? { 'f.due_date': kind === 'overdue' ? 'overdue' : 'soon' }
    : {};

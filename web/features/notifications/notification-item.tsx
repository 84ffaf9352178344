import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { addressOf, sentenceOf } from '../../../contract/notification-words.ts';
import type { Notification } from '../../../contract/notifications.ts';
import { formatRelative, formatTime } from '../../lib/format.ts';
import { useMe } from '../../lib/session.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from './notifications.module.css';
import { useTexts } from '../../lib/i18n/index.ts';

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
            // The button disappears, so the focus moves to the link and stays in the menu.
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

import { Button, Group, ScrollArea, Skeleton, Stack, Text, Title, ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { MailSettings } from './mail-settings.tsx';
import classes from './notifications.module.css';
import { notificationsQuery, useMarkRead } from './queries.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Link } from '@tanstack/react-router';
import { addressOf, sentenceOf } from '../../../contract/notification-words.ts';
import type { Notification } from '../../../contract/notifications.ts';
import { formatDate, formatRelative, formatTime } from '../../lib/format.ts';
import { useMe } from '../../lib/session.ts';
import { Icon } from '../../ui/icons.tsx';

export function NotificationList({ onDone }: { onDone: () => void }) {
  const t = useTexts('notifications');
  const { data, error, isError, refetch } = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  const heading = useRef<HTMLHeadingElement>(null);
  const readAll = () => {
    // The button disappears; if the focus left the menu, Escape would not close it.
    heading.current?.focus();
    void markRead();
  };
  return (
    <>
      <Group justify="space-between" className={classes.head ?? ''} wrap="nowrap">
        <Title order={2} size="h5" tabIndex={-1} data-autofocus ref={heading}>
          {t('title')}
        </Title>
        {(data?.unread ?? 0) > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={readAll}>
            {t('readAll')}
          </Button>
        )}
      </Group>
      {!data && !isError && (
        <Stack p="md" gap="xs" role="status" aria-label={t('loading')}>
          <Skeleton h={36} />
          <Skeleton h={36} />
          <Skeleton h={36} />
        </Stack>
      )}
      {!data && isError && (
        <LoadFailed title={t('failed')} error={error} onRetry={() => void refetch()} />
      )}
      {data?.notifications.length === 0 && (
        <Stack gap={4} p="lg" align="center" ta="center">
          <Text fw={500}>{t('empty')}</Text>
          <Text size="sm" c="dimmed">
            {t('emptyText')}
          </Text>
        </Stack>
      )}
      {data && data.notifications.length > 0 && (
        <ScrollArea.Autosize mah="min(60dvh, 480px)" viewportProps={{ tabIndex: 0 }}>
          <ul className={classes.list}>
            {data.notifications.map((one) => (
              <NotificationItem
                key={one.id}
                notification={one}
                onOpen={() => {
                  if (!one.read) void markRead([one.id]);
                  onDone();
                }}
                onRead={() => void markRead([one.id])}
              />
            ))}
          </ul>
        </ScrollArea.Autosize>
      )}
      <MailSettings />
    </>
  );
}

interface Props {
  notification: Notification;
  onOpen: () => void;
  onRead: () => void;
}

function NotificationItem({ notification, onOpen, onRead }: Props) {
  const t = useTexts('notifications');
  const isAdmin = useMe().is_admin === 1;
  const { at, actor, read, Project_Name } = notification;
  const link = useRef<HTMLAnchorElement>(null);
  const sentence = sentenceOf(t, notification, formatDate);
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

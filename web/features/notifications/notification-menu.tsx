import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { notificationsQuery } from './queries.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { later } from '../../ui/later.ts';

const NotificationList = later(() => import('./notification-list.tsx'), 'NotificationList');

/** The bell with the number of unread notifications, and the menu that lists them. */
export function NotificationMenu() {
  const t = useTexts('notifications');
  // Mails lead here to change how often they come.
  const [opened, setOpened] = useState(() =>
    new URLSearchParams(window.location.search).has('notifications'),
  );
  const unread = useQuery(notificationsQuery).data?.unread ?? 0;
  const close = () => setOpened(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(400px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Indicator
        inline
        disabled={unread === 0}
        label={unread > 99 ? t('more', { count: 99 }) : formatNumber(unread)}
        size={18}
        offset={8}
        color="red"
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            size="lg"
            aria-label={unread === 0 ? t('openNone') : t('open', { count: unread })}
            title={t('title')}
            onClick={() => setOpened((before) => !before)}
          >
            <Icon name="bell" size={20} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t('title')}>
        <Suspense fallback={null}>
          <NotificationList onDone={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

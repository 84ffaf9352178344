import { ActionIcon, Burger, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotificationMenu } from '../../features/notifications/notification-menu.tsx';
import { SearchBox } from '../../features/search/search-box.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAppTexts } from '../texts.ts';
import classes from './layout.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { useCommands } from './use-commands.ts';

interface Props {
  drawerOpen: boolean;
  onDrawer: () => void;
  onDisplay: () => void;
}

export function Header({ drawerOpen, onDrawer, onDisplay }: Props) {
  const t = useAppTexts();
  return (
    <Group h="100%" px="md" gap="sm" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          className={classes.burger ?? ''}
          opened={drawerOpen}
          onClick={onDrawer}
          size="sm"
          aria-label={t('openNavigation')}
          aria-haspopup="dialog"
          aria-expanded={drawerOpen}
        />
        <img src="/icon.svg" alt="" width={28} height={28} />
        <Text fw={600} truncate className={classes.product ?? ''}>
          {t('product')}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <SearchBox commands={useCommands(onDisplay)} />
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          size="lg"
          aria-label={t('dashboard')}
          title={t('dashboard')}
          renderRoot={(props) => <Link to="/admin/dashboard" {...props} />}
        >
          <Icon name="dashboard" size={20} />
        </ActionIcon>
        <NotificationMenu />
        <ProfileMenu onDisplay={onDisplay} />
      </Group>
    </Group>
  );
}

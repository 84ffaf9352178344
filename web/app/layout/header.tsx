import {
  ActionIcon,
  Burger,
  Button,
  Group,
  Menu,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { NotificationMenu } from '../../features/notifications/notification-menu.tsx';
import { SearchBox } from '../../features/search/search-box.tsx';
import { Icon } from '../../ui/icons.tsx';
import classes from './layout.module.css';
import type { Command } from '../../features/search/commands.ts';
import { useMe } from '../../lib/session.ts';
import { entriesOf } from './sidebar.tsx';
import { useTexts } from '../../lib/i18n/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { logout } from '../../../contract/auth.ts';
import { call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { forgetPreferences } from '../../lib/preferences.ts';
import { clearSelections } from '../../lib/selection.ts';

/** Ends the session, clears the stored selections and opens the login page. */
function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await call(logout);
    } catch (error) {
      // Without the server the session would stay alive although the screen says otherwise.
      notifyError(error);
      return;
    }
    forgetPreferences();
    clearSelections();
    await navigate({ to: '/login' });
    queryClient.clear();
  };
}

interface Props {
  drawerOpen: boolean;
  onDrawer: () => void;
  onDisplay: () => void;
}

export function Header({ drawerOpen, onDrawer, onDisplay }: Props) {
  const t = useTexts('app');
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

/** Commands that the palette offers besides search results: the sidebar's pages and the profile menu's actions. */
function useCommands(onDisplay: () => void): Command[] {
  const t = useTexts('app');
  const { is_admin, username } = useMe();
  const navigate = useNavigate();
  const logout = useLogout();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const pages = entriesOf(is_admin === 1).map(({ to, text, icon }): Command => ({
    id: to,
    group: 'pages',
    label: t(text),
    icon,
    run: () => void navigate({ to }),
  }));
  const actions = [
    {
      id: 'password',
      label: t('changePassword'),
      icon: 'key',
      run: () => void navigate({ to: '/admin/profile' }),
    },
    {
      id: 'glossary',
      label: t('glossary'),
      icon: 'book',
      run: () => void navigate({ to: '/admin/glossary' }),
    },
    { id: 'display', label: t('displaySettings'), icon: 'display', run: onDisplay },
    {
      id: 'scheme',
      label: t(dark ? 'light' : 'dark'),
      icon: dark ? 'sun' : 'moon',
      run: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    {
      id: 'logout',
      label: t('logout', { name: username }),
      icon: 'logout',
      run: () => void logout(),
    },
  ] as const;
  return [...pages, ...actions.map((action): Command => ({ ...action, group: 'actions' }))];
}

function ProfileMenu({ onDisplay }: { onDisplay: () => void }) {
  const t = useTexts('app');
  const { username } = useMe();
  const logout = useLogout();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          className={classes.profile ?? ''}
          leftSection={<Icon name="user" size={20} />}
          aria-label={t('profileOf', { name: username })}
        >
          <span className={classes.profileName}>{username}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="key" />}
          renderRoot={(props) => <Link to="/admin/profile" {...props} />}
        >
          {t('changePassword')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="display" />} onClick={onDisplay}>
          {t('displaySettings')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name={dark ? 'sun' : 'moon'} />}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {t(dark ? 'light' : 'dark')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="book" />}
          renderRoot={(props) => <Link to="/admin/glossary" {...props} />}
        >
          {t('glossary')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void logout()}>
          {t('logout', { name: username })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../lib/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { useAppTexts } from '../texts.ts';
import { useLogout } from '../use-logout.ts';
import classes from './layout.module.css';

export function ProfileMenu({ onDisplay }: { onDisplay: () => void }) {
  const t = useAppTexts();
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
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void logout()}>
          {t('logout', { name: username })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

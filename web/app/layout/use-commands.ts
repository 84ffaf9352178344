import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Command } from '../../features/search/commands.ts';
import { useMe } from '../../lib/session.ts';
import { useAppTexts } from '../texts.ts';
import { useLogout } from '../use-logout.ts';
import { entriesOf } from './entries.ts';

/** What the palette offers beside what it finds: the sidebar's pages and the profile menu's actions. */
export function useCommands(onDisplay: () => void): Command[] {
  const t = useAppTexts();
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

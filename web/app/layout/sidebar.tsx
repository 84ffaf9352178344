import { Box, NavLink, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useMe } from '../../lib/session.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { useAppTexts } from '../texts.ts';
import classes from './layout.module.css';

const EVERYBODY = [
  { to: '/admin/dashboard', text: 'dashboard', icon: 'dashboard' },
  { to: '/admin/homepage', text: 'homepage', icon: 'home' },
] as const satisfies NavEntry[];

const ADMINISTRATORS = [
  { to: '/admin/addproject', text: 'addProject', icon: 'add' },
  { to: '/admin/assignproject', text: 'assignProject', icon: 'assign' },
  { to: '/admin/adduser', text: 'addUser', icon: 'addUser' },
  { to: '/admin/users', text: 'users', icon: 'users' },
] as const satisfies NavEntry[];

interface NavEntry {
  to: string;
  text: string;
  icon: IconName;
}

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const t = useAppTexts();
  const user = useMe();
  const { pathname } = useLocation();
  const entries = user.is_admin === 1 ? [...EVERYBODY, ...ADMINISTRATORS] : EVERYBODY;
  return (
    <Box component="nav" aria-label={t('navigation')} className={classes.sidebar}>
      <Title order={2} size="h4" className={classes.username} title={user.username}>
        {user.username}
      </Title>
      {entries.map(({ to, text, icon }) => (
        <NavLink
          key={to}
          label={t(text)}
          leftSection={<Icon name={icon} />}
          active={pathname === to}
          variant="light"
          className={classes.entry}
          renderRoot={(props) => <Link to={to} {...props} onClick={onNavigate} />}
        />
      ))}
    </Box>
  );
}

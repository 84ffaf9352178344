import { Box, NavLink, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { id } from '../../../contract/fields.ts';
import { screenAt } from '../../lib/project-screens.ts';
import { useProjectSearch } from '../../lib/search.ts';
import { useMe } from '../../lib/session.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import classes from './layout.module.css';
import { type TextKey, useTexts } from '../../lib/i18n/index.ts';
import { later } from '../../ui/later.ts';

/** Entries of the sidebar, in the specification's order. */
const EVERYBODY = [
  { to: '/admin/dashboard', text: 'dashboard', icon: 'dashboard' },
  { to: '/admin/homepage', text: 'homepage', icon: 'home' },
] as const satisfies Entry[];

const ADMINISTRATORS = [
  { to: '/admin/addproject', text: 'addProject', icon: 'add' },
  { to: '/admin/assignproject', text: 'assignProject', icon: 'assign' },
  { to: '/admin/adduser', text: 'addUser', icon: 'addUser' },
  { to: '/admin/users', text: 'users', icon: 'users' },
] as const satisfies Entry[];

interface Entry {
  to: string;
  text: TextKey<'app'>;
  icon: IconName;
}

export const entriesOf = (isAdmin: boolean) =>
  isAdmin ? [...EVERYBODY, ...ADMINISTRATORS] : EVERYBODY;

// Keeps it out of the bundle of the HomePage.
const ProjectEntries = later(() => import('./project-entries.tsx'), 'ProjectEntries');

export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTexts('app');
  const user = useMe();
  const { pathname } = useLocation();
  const project = id.safeParse(useProjectSearch().project).data;
  const inProject = screenAt(pathname) !== undefined;
  // Screens without an entry of their own mark the one that they are reached from.
  const parent = inProject ? '/admin/homepage' : pathname === '/admin/clients' && '/admin/users';
  return (
    <>
      <Box component="nav" aria-label={t('navigation')} className={classes.sidebar}>
        <Title order={2} size="h4" className={classes.username} title={user.username}>
          {user.username}
        </Title>
        {entriesOf(user.is_admin === 1).map(({ to, text, icon }) => (
          <NavLink
            key={to}
            label={t(text)}
            leftSection={<Icon name={icon} />}
            active={pathname === to}
            {...(pathname === to && { 'aria-current': 'page' })}
            data-within={to === parent || undefined}
            variant="light"
            className={classes.entry}
            renderRoot={(props) => <Link to={to} {...props} onClick={onNavigate} />}
          />
        ))}
      </Box>
      {(inProject || (pathname === '/admin/dashboard' && project !== undefined)) && (
        <Suspense fallback={null}>
          <ProjectEntries onNavigate={onNavigate} />
        </Suspense>
      )}
    </>
  );
}

import type { IconName } from '../../ui/icons.tsx';
import type { TextKey } from '../../lib/i18n/index.ts';

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

import type { ListedUser, UserRow } from '../../../contract/users.ts';
import { formatRelative, formatTime } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/index.ts';
import type { Column } from '../../ui/data-table/index.ts';
import classes from './users.module.css';

/** @param narrow - the badge stands beside the actions */
export function userColumns(t: Texts<'users'>, narrow: boolean): Column<ListedUser>[] {
  return [
    {
      key: 'user_id',
      header: t('user_id'),
      value: (row) => row.user_id,
      width: 80,
      phone: { width: 50 },
    },
    {
      key: 'username',
      header: t('username'),
      value: (row) => row.username,
      cell: (row) => (
        <>
          <span>{row.username}</span>
          {!narrow && badge(row, t)}
        </>
      ),
      width: 190,
      phone: { width: 140 },
    },
    {
      key: 'password',
      header: t('password'),
      value: (row) => row.password,
      width: 90,
      phone: { width: 80 },
    },
    {
      key: 'is_active',
      header: t('is_active'),
      value: (row) => t(row.is_active === 1 ? 'active' : 'inactive'),
      width: 80,
      phone: { width: 70 },
    },
    {
      key: 'last_login_at',
      header: t('lastLogin'),
      value: (row) => row.last_login_at,
      cell: (row) =>
        row.last_login_at && (
          <time dateTime={row.last_login_at} title={formatTime(row.last_login_at)}>
            {formatRelative(row.last_login_at)}
          </time>
        ),
      nullable: true,
      width: 125,
      phone: { place: 'last' },
    },
    {
      key: 'projects',
      header: t('projects'),
      value: (row) => rolesOf(row, t).join(' · ') || null,
      cell: (row) =>
        rolesOf(row, t).map((roles) => (
          <span key={roles} className={classes.roles} title={roles}>
            {roles}
          </span>
        )),
      nullable: true,
      width: 175,
      grow: 3,
      phone: { place: 'last' },
    },
    {
      key: 'email',
      header: t('email'),
      value: (row) => row.email,
      nullable: true,
      width: 180,
      grow: 1,
      phone: { place: 'last' },
    },
  ];
}

/** Of which projects somebody is developer, and of which tester. */
const rolesOf = ({ developer_of, tester_of }: ListedUser, t: Texts<'users'>): string[] => [
  ...(developer_of.length > 0 ? [t('developerOf', { projects: developer_of.join(', ') })] : []),
  ...(tester_of.length > 0 ? [t('testerOf', { projects: tester_of.join(', ') })] : []),
];

export const badge = (row: UserRow, t: Texts<'users'>) =>
  row.is_admin === 1 ? <span className={classes.badge}>{t('administrator')}</span> : null;

import { fieldsWith } from '../../../contract/field-table.ts';
import { USER_FIELDS, type ListedUser, type UserRow } from '../../../contract/users.ts';
import { formatRelative, formatTime } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/index.ts';
import type { Column } from '../../ui/data-table/index.ts';
import classes from './users.module.css';

const LISTED = fieldsWith(USER_FIELDS, 'list');
type Part = Partial<Column<ListedUser>>;

const special: Record<(typeof LISTED)[number], (t: Texts<'users'>, narrow: boolean) => Part> = {
  user_id: () => ({ width: 80, phone: { width: 50 } }),
  username: (t, narrow) => ({
    cell: (row) => (
      <span className={classes.named}>
        {/* The blank keeps screen readers from joining both to one word. */}
        <bdi>{row.username}</bdi> {!narrow && badge(row, t)}
      </span>
    ),
    width: 190,
    phone: { width: 140 },
  }),
  password: () => ({ width: 90, phone: { width: 80 } }),
  is_active: (t) => ({
    value: (row) => t(USER_FIELDS.is_active.options[row.is_active]),
    width: 80,
    phone: { width: 70 },
  }),
  last_login_at: () => ({
    cell: (row) =>
      row.last_login_at && (
        <time dateTime={row.last_login_at} title={formatTime(row.last_login_at)}>
          {formatRelative(row.last_login_at)}
        </time>
      ),
    nullable: true,
    width: 125,
  }),
  developer_of: (t) => ({
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
    least: 96,
    grow: 3,
  }),
  registration: (t) => ({
    value: (row) => row.registration && t(row.registration),
    nullable: true,
    hiddenAtFirst: true,
    width: 110,
  }),
  email: () => ({ nullable: true, width: 180, least: 72, grow: 1 }),
};

/**
 * @param narrow - whether the badge is shown beside the actions instead
 * @param hasMail - whether somebody has an address; otherwise the projects get its place
 */
export const userColumns = (
  t: Texts<'users'>,
  narrow: boolean,
  hasMail: boolean,
): Column<ListedUser>[] =>
  LISTED.map((key) => ({
    key,
    header: t(key),
    value: (row) => {
      const value = row[key];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    phone: { place: 'last' },
    hiddenAtFirst: key === 'email' && !hasMail,
    ...special[key](t, narrow),
  }));

/** The projects on which a user is developer, tester or client. */
const rolesOf = (
  { developer_of, tester_of, client_of }: ListedUser,
  t: Texts<'users'>,
): string[] => [
  ...(developer_of.length > 0 ? [t('developerOf', { projects: developer_of.join(', ') })] : []),
  ...(tester_of.length > 0 ? [t('testerOf', { projects: tester_of.join(', ') })] : []),
  ...(client_of.length > 0 ? [t('clientOf', { projects: client_of.join(', ') })] : []),
];

export const badge = (row: UserRow, t: Texts<'users'>) =>
  row.is_admin === 1 || row.registration ? (
    <span className={classes.badge}>{t(row.registration ?? 'administrator')}</span>
  ) : null;

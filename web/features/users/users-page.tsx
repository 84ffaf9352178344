import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { listUsers, setAdministrator, type UserRow } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { DataTable, loadState, type Column, type RowAction } from '../../ui/data-table/index.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Page } from '../../ui/page.tsx';
import { NewAccount } from './new-account.tsx';
import { useUserTexts, type UserTexts } from './texts.ts';
import classes from './users.module.css';
import { UserEditor } from './user-editor.tsx';

const NO_ROWS: UserRow[] = [];
const BELOW_HEIGHT = 82;
const BESIDE = { actionsWidth: 250 };

/** @param narrow - the badge stands beside the actions */
function userColumns(t: Translate<UserTexts>, narrow: boolean): Column<UserRow>[] {
  return [
    {
      key: 'user_id',
      header: t('user_id'),
      value: (row) => row.user_id,
      width: 110,
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
      width: 280,
      phone: { width: 140 },
    },
    {
      key: 'password',
      header: t('password'),
      value: (row) => row.password,
      width: 140,
      phone: { width: 80 },
    },
    {
      key: 'is_active',
      header: t('is_active'),
      value: (row) => t(row.is_active === 1 ? 'active' : 'inactive'),
      width: 120,
      phone: { width: 70 },
    },
  ];
}

const badge = (row: UserRow, t: Translate<UserTexts>) =>
  row.is_admin === 1 ? <span className={classes.badge}>{t('administrator')}</span> : null;

export function UsersPage() {
  const t = useUserTexts();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<UserRow | null>(null);
  const [creating, setCreating] = useState(false);
  // Beside two actions a phone has no room for a name.
  const narrow = useMediaQuery('(max-width: 48em)') === true;
  const query = useQuery({
    queryKey: queryKeys.users,
    queryFn: ({ signal }) => call(listUsers, { signal }),
  });
  const columns = useMemo(() => userColumns(t, narrow), [t, narrow]);
  const below = useCallback((row: UserRow) => badge(row, t), [t]);

  const setRights = useCallback(
    async (row: UserRow, is_admin: 0 | 1) => {
      try {
        await call(setAdministrator, { params: { id: row.user_id }, body: { is_admin } });
        notifySuccess(t('saved', { name: row.username }));
        await queryClient.invalidateQueries({ queryKey: queryKeys.users });
        await queryClient.invalidateQueries({ queryKey: queryKeys.me });
      } catch (error) {
        notifyError(error);
      }
    },
    [t, queryClient],
  );
  const actions = useCallback(
    (row: UserRow): RowAction[] => {
      const promote = row.is_admin === 0;
      const ask = async () => {
        const sure = await confirm({
          title: t(promote ? 'promoteTitle' : 'demoteTitle', { name: row.username }),
          lines: [t(promote ? 'promoteText' : 'demoteText')],
          confirm: t(promote ? 'promote' : 'demote'),
          danger: !promote,
        });
        if (sure) await setRights(row, promote ? 1 : 0);
      };
      return [
        { label: t('edit'), onClick: () => setEdited(row) },
        { label: t(promote ? 'promote' : 'demote'), onClick: () => void ask() },
      ];
    },
    [t, setRights],
  );

  return (
    <Page
      title={t('title')}
      actions={<Button onClick={() => setCreating(true)}>{t('newAccount')}</Button>}
    >
      <DataTable
        id="users"
        inAddress
        label={t('users')}
        columns={columns}
        rows={query.data ?? NO_ROWS}
        rowId={(row) => String(row.user_id)}
        rowLabel={(row) => row.username}
        state={loadState(query)}
        onRetry={() => void query.refetch()}
        rowActions={actions}
        {...(narrow ? { actionsBelow: below, rowHeight: BELOW_HEIGHT } : BESIDE)}
        emptyText={t('empty')}
      />
      {creating && <NewAccount onClose={() => setCreating(false)} />}
      {edited && <UserEditor key={edited.user_id} row={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

import { modals } from '@mantine/modals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { listUsers, setAdministrator, type UserRow } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { DataTable, loadState, type Column, type RowAction } from '../../ui/data-table/index.ts';
import { Page } from '../../ui/page.tsx';
import { useUserTexts, type UserTexts } from './texts.ts';
import classes from './users.module.css';
import { UserEditor } from './user-editor.tsx';

const NO_ROWS: UserRow[] = [];

function userColumns(t: Translate<UserTexts>): Column<UserRow>[] {
  return [
    { key: 'user_id', header: t('user_id'), value: (row) => row.user_id, width: 110 },
    {
      key: 'username',
      header: t('username'),
      value: (row) => row.username,
      cell: (row) => (
        <>
          <span>{row.username}</span>
          {row.is_admin === 1 && <span className={classes.badge}>{t('administrator')}</span>}
        </>
      ),
      width: 280,
    },
    { key: 'password', header: t('password'), value: (row) => row.password, width: 140 },
    {
      key: 'is_active',
      header: t('is_active'),
      value: (row) => t(row.is_active === 1 ? 'active' : 'inactive'),
      width: 120,
    },
  ];
}

export function UsersPage() {
  const t = useUserTexts();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<UserRow | null>(null);
  const query = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => call(listUsers, { signal }),
  });
  const columns = useMemo(() => userColumns(t), [t]);

  const setRights = useCallback(
    async (row: UserRow, is_admin: 0 | 1) => {
      try {
        await call(setAdministrator, { params: { id: row.user_id }, body: { is_admin } });
        notifySuccess(t('saved', { name: row.username }));
        await queryClient.invalidateQueries({ queryKey: ['users'] });
        await queryClient.invalidateQueries({ queryKey: ['me'] });
      } catch (error) {
        notifyError(error);
      }
    },
    [t, queryClient],
  );
  const actions = useCallback(
    (row: UserRow): RowAction[] => {
      const promote = row.is_admin === 0;
      const ask = () =>
        modals.openConfirmModal({
          title: t(promote ? 'promoteTitle' : 'demoteTitle', { name: row.username }),
          children: t(promote ? 'promoteText' : 'demoteText'),
          labels: { confirm: t(promote ? 'promote' : 'demote'), cancel: t('cancel') },
          onConfirm: () => void setRights(row, promote ? 1 : 0),
        });
      return [
        { label: t('edit'), onClick: () => setEdited(row) },
        { label: t(promote ? 'promote' : 'demote'), onClick: ask },
      ];
    },
    [t, setRights],
  );

  return (
    <Page title={t('title')}>
      <DataTable
        id="users"
        label={t('users')}
        columns={columns}
        rows={query.data ?? NO_ROWS}
        rowId={(row) => String(row.user_id)}
        rowLabel={(row) => row.username}
        state={loadState(query)}
        onRetry={() => void query.refetch()}
        rowActions={actions}
        actionsWidth={250}
        emptyText={t('empty')}
      />
      {edited && <UserEditor key={edited.user_id} row={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { fieldsWith } from '../../../contract/field-table.ts';
import {
  MIN_PASSWORD,
  USER_FIELDS,
  listUsers,
  setAdministrator,
  type ListedUser,
  type UserName,
  type UserRow,
  register,
  updateUser,
} from '../../../contract/users.ts';
import { call, errorText } from '../../lib/api.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { DataTable, loadState, type RowAction, widthOfAction } from '../../ui/data-table/index.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Page } from '../../ui/page.tsx';
import { AccountHistory } from './account-history.tsx';
import { PeopleNav } from './people-nav.tsx';
import { useRegistrations } from './use-registrations.ts';
import { useProjectOptions } from './use-project-options.ts';
import { badge, userColumns } from './user-columns.tsx';
import { EditModal } from '../../ui/edit-modal/edit-modal.tsx';
import type { FieldValues, EditField } from '../../ui/edit-modal/fields.ts';
import { getDashboard } from '../../../contract/dashboard.ts';

const NO_ROWS: ListedUser[] = [];
const BELOW_HEIGHT = 82;
/** What two actions share of the width that each has alone, in pixels. */
const SHARED = 14;

export function UsersPage() {
  const t = useTexts('users');
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<UserRow | null>(null);
  const [creating, setCreating] = useState(false);
  // On a phone, two actions leave no room for the name.
  const narrow = useMediaQuery('(max-width: 48em)') === true;
  const query = useQuery({
    queryKey: queryKeys.users,
    queryFn: ({ signal }) => call(listUsers, { signal }),
  });
  const hasMail = query.data?.some(({ email }) => email !== null) ?? false;
  const columns = useMemo(() => userColumns(t, narrow, hasMail), [t, narrow, hasMail]);
  const below = useCallback((row: UserRow) => badge(row, t), [t]);

  const { activate, decline } = useRegistrations();

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
      const edit = { label: t('edit'), onClick: () => setEdited(row) };
      if (row.registration) {
        const way = (decide: (user: UserName) => Promise<void>) => () => void decide(row);
        return [
          edit,
          { label: t('activate'), onClick: way(activate) },
          ...(row.registration === 'waiting'
            ? [{ label: t('decline'), onClick: way(decline) }]
            : []),
        ];
      }
      const promote = row.is_admin === 0;
      const ask = async () => {
        const sure = await confirm(() => ({
          title: t(promote ? 'promoteTitle' : 'demoteTitle', { name: row.username }),
          lines: [t(promote ? 'promoteText' : 'demoteText')],
          confirm: t(promote ? 'promote' : 'demote'),
          danger: !promote,
        }));
        if (sure) await setRights(row, promote ? 1 : 0);
      };
      return [edit, { label: t(promote ? 'promote' : 'demote'), onClick: () => void ask() }];
    },
    [t, setRights, activate, decline],
  );

  const waits = query.data?.some(({ registration }) => registration === 'waiting') ?? false;
  const widths = [
    Math.max(widthOfAction(t('promote')), widthOfAction(t('demote'))) - SHARED,
    ...(waits ? [widthOfAction(t('activate')) + widthOfAction(t('decline')) - 2 * SHARED] : []),
  ];
  const sideBySide = widthOfAction(t('edit')) + Math.max(...widths);
  return (
    <Page
      title={t('title')}
      above={<PeopleNav />}
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
        {...loadState(query)}
        rowActions={actions}
        {...(narrow
          ? { actionsBelow: below, rowHeight: BELOW_HEIGHT }
          : { actionsWidth: sideBySide })}
        emptyText={t('empty')}
      />
      {creating && <NewAccount onClose={() => setCreating(false)} />}
      {edited && <UserEditor key={edited.user_id} row={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

const EDITED = fieldsWith(USER_FIELDS, 'edit');
const FACTS = fieldsWith(USER_FIELDS, 'editor', 'read-only');
const ROLES = fieldsWith(USER_FIELDS, 'editor', 'projects');
const NEW: FieldValues = {
  ...Object.fromEntries(EDITED.map((key) => [key, ''])),
  ...Object.fromEntries(ROLES.map((key) => [key, []])),
  is_active: '1',
};

/** The dialog 'Create New Account', with a field for each editable column, and the projects as on Add User. */
function NewAccount({ onClose }: { onClose: () => void }) {
  const t = useTexts('users');
  const queryClient = useQueryClient();
  const projects = useProjectOptions();
  const create = async (values: FieldValues) => {
    const { is_active, ...account } = values;
    const roles = ROLES.map((key): [string, number[]] => [
      key,
      [values[key] ?? []].flat().map(Number),
    ]);
    const body = {
      ...account,
      ...Object.fromEntries(roles),
      create_date: new Date().toISOString(),
    };
    // The fields' schemas have validated the values.
    const { user_id, username } = await call(register, { body: body as never });
    notifySuccess(t('userAdded'));
    if (is_active === '0') {
      // The account exists already: an error here must not suggest creating it again.
      await call(updateUser, { body: { user_id, is_active: 0 } }).catch((error: unknown) =>
        notifyError(t('notDeactivated', { name: username, reason: errorText(error) })),
      );
    }
    await Promise.all(
      [queryKeys.users, queryKeys.userNames, queryKeys.projects].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (
    <EditModal
      title={t('newAccount')}
      fields={[
        ...accountFields(t, {
          required: true,
          help: t('passwordHint', { count: MIN_PASSWORD }),
        }),
        ...ROLES.map((key): EditField => ({
          key,
          header: t(key),
          type: 'multi-select',
          options: projects,
          mayBeEmpty: true,
          help: t('optional'),
        })),
      ]}
      values={NEW}
      saveLabel={t('create')}
      onSave={create}
      onClose={onClose}
    />
  );
}

/** Number of open objects of a user; if it cannot be counted, the question is asked without it. */
async function openObjects(userId: number): Promise<number> {
  try {
    const { people } = await call(getDashboard, { query: {} });
    const one = people.find(({ user_id }) => user_id === userId);
    return one ? one.to_migrate + one.to_test : 0;
  } catch {
    return 0;
  }
}

function UserEditor({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const t = useTexts('users');
  const queryClient = useQueryClient();
  const { sendActivation } = useRegistrations();

  const fields: EditField[] = [
    ...FACTS.map((key): EditField => ({ key, header: t(key), type: 'read-only' })),
    ...accountFields(t, { help: t('keepPassword') }),
  ];
  const mayDeactivate = async () => {
    const open = await openObjects(row.user_id);
    return confirm(() => ({
      title: t('deactivateTitle', { name: row.username }),
      lines: [t('deactivateText'), ...(open > 0 ? [t('deactivateWork', { count: open })] : [])],
      confirm: t('deactivate'),
      danger: true,
    }));
  };
  const save = async (values: FieldValues, changed: ReadonlySet<string>) => {
    if (changed.size === 0) return true;
    const deactivated = changed.has('is_active') && values['is_active'] === '0';
    if (deactivated && !(await mayDeactivate())) return false;
    const edits = Object.fromEntries([...changed].map((key) => [key, values[key]]));
    const send = (seen: object) =>
      call(updateUser, { body: { ...edits, user_id: row.user_id, ...seen } });
    try {
      const saved = await (changed.has('is_active') ? sendActivation(row, send) : send({}));
      if (!saved) return false;
      notifySuccess(t('saved', { name: saved.username }));
    } finally {
      // Also where nothing was saved: somebody else may have changed the account.
      await Promise.all(
        [queryKeys.users, queryKeys.userNames, queryKeys.me].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    }
    return true;
  };
  return (
    <EditModal
      title={t('editTitle', { name: row.username })}
      fields={fields}
      values={Object.fromEntries([...FACTS, ...EDITED].map((key) => [key, String(row[key] ?? '')]))}
      onSave={save}
      onClose={onClose}
    >
      <AccountHistory id={row.user_id} />
    </EditModal>
  );
}

/** The editable columns of the user table. @param help - help text of the password */
const accountFields = (
  t: Texts<'users'>,
  { help, required = false }: { help: string; required?: boolean },
): EditField[] =>
  EDITED.map((key) => {
    const field = USER_FIELDS[key];
    const isOptional = 'optional' in field;
    const shared = {
      key,
      header: t(key),
      mayBeEmpty: isOptional,
      required: required && !isOptional,
    };
    if (field.editor === 'select') {
      const options = field.options.map((word, value) => ({
        value: String(value),
        label: t(word),
      }));
      return { ...shared, type: 'select', options };
    }
    return {
      ...shared,
      type: field.editor,
      schema: field.create,
      ...(field.editor === 'password' && { help }),
    };
  });

import { useQueryClient } from '@tanstack/react-query';
import { getDashboard } from '../../../contract/dashboard.ts';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import { updateUser, type UserRow } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { confirm } from '../../ui/confirm.tsx';
import { EditModal, type EditField, type FieldValues } from '../../ui/edit-modal/index.ts';
import { accountFields } from './account-fields.ts';
import { useUserTexts } from './texts.ts';

/** How many objects wait for the user; what cannot be counted does not stop the question. */
async function openObjects(userId: number): Promise<number> {
  try {
    const { people } = await call(getDashboard, { query: {} });
    const one = people.find(({ user_id }) => user_id === userId);
    return one ? one.to_migrate + one.to_test : 0;
  } catch {
    return 0;
  }
}

export function UserEditor({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const t = useUserTexts();
  const queryClient = useQueryClient();

  const fields: EditField[] = [
    { key: 'user_id', header: t('user_id'), type: 'read-only' },
    ...accountFields(t, { help: t('keepPassword') }),
  ];
  const mayDeactivate = async () => {
    const open = await openObjects(row.user_id);
    return confirm({
      title: t('deactivateTitle', { name: row.username }),
      lines: [t('deactivateText'), ...(open > 0 ? [t('deactivateWork', { count: open })] : [])],
      confirm: t('deactivate'),
      danger: true,
    });
  };
  const save = async (values: FieldValues, changed: ReadonlySet<string>) => {
    if (changed.size === 0) return true;
    const deactivated = changed.has('is_active') && values['is_active'] === '0';
    if (deactivated && !(await mayDeactivate())) return false;
    const edits = Object.fromEntries([...changed].map((key) => [key, values[key]]));
    const saved = await call(updateUser, { body: { ...edits, user_id: row.user_id } });
    notifySuccess(t('saved', { name: saved.username }));
    await Promise.all(
      [queryKeys.users, queryKeys.userNames, queryKeys.me].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
    return true;
  };
  return (
    <EditModal
      title={t('editTitle', { name: row.username })}
      fields={fields}
      values={{
        user_id: String(row.user_id),
        username: row.username,
        password: PASSWORD_MASK,
        is_active: String(row.is_active),
      }}
      onSave={save}
      onClose={onClose}
    />
  );
}

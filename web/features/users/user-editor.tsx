import { useQueryClient } from '@tanstack/react-query';
import { MIN_PASSWORD } from '../../../contract/auth.ts';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import { updateUser, type UserRow } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { EditModal, type EditField, type FieldValues } from '../../ui/edit-modal/index.ts';
import { useUserTexts } from './texts.ts';

export function UserEditor({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const t = useUserTexts();
  const queryClient = useQueryClient();

  const tooShort = (value: unknown) =>
    value !== PASSWORD_MASK && String(value).length < MIN_PASSWORD
      ? t('passwordTooShort', { field: t('password'), count: MIN_PASSWORD })
      : undefined;
  const fields: EditField[] = [
    { key: 'user_id', header: t('user_id'), type: 'read-only' },
    { key: 'username', header: t('username'), type: 'text' },
    {
      key: 'password',
      header: t('password'),
      type: 'password',
      help: t('keepPassword'),
      check: tooShort,
    },
    {
      key: 'is_active',
      header: t('is_active'),
      type: 'select',
      options: [
        { value: '0', label: t('inactive') },
        { value: '1', label: t('active') },
      ],
    },
  ];
  const save = async (values: FieldValues, changed: ReadonlySet<string>) => {
    if (changed.size === 0) return;
    const edits = Object.fromEntries([...changed].map((key) => [key, values[key]]));
    const saved = await call(updateUser, { body: { ...edits, user_id: row.user_id } });
    notifySuccess(t('saved', { name: saved.username }));
    await Promise.all(
      [['users'], ['user-names'], ['me']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
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

import { useQueryClient } from '@tanstack/react-query';
import { MIN_PASSWORD } from '../../../contract/auth.ts';
import { register, updateUser } from '../../../contract/users.ts';
import { call, errorText } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { EditModal, type FieldValues } from '../../ui/edit-modal/index.ts';
import { accountFields } from './account-fields.ts';
import { useUserTexts } from './texts.ts';

const EMPTY: FieldValues = { username: '', password: '', is_active: '1' };

/** The dialog 'Create New Account': a field per column that can be set. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const t = useUserTexts();
  const queryClient = useQueryClient();
  const create = async (values: FieldValues) => {
    const body = { username: String(values['username']), password: String(values['password']) };
    const { user_id, username } = await call(register, {
      body: { ...body, create_date: new Date().toISOString() },
    });
    notifySuccess(t('userAdded'));
    if (values['is_active'] === '0') {
      // The account is there already: a failure here must not invite to create it again.
      await call(updateUser, { body: { user_id, is_active: 0 } }).catch((error: unknown) =>
        notifyError(t('notDeactivated', { name: username, reason: errorText(error) })),
      );
    }
    await Promise.all(
      [queryKeys.users, queryKeys.userNames].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (
    <EditModal
      title={t('newAccount')}
      fields={accountFields(t, {
        required: true,
        help: t('passwordHint', { count: MIN_PASSWORD }),
      })}
      values={EMPTY}
      saveLabel={t('create')}
      onSave={create}
      onClose={onClose}
    />
  );
}

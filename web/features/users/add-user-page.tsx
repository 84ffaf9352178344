import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { MIN_PASSWORD } from '../../../contract/auth.ts';
import { register as registerUser } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { FormPage } from '../../ui/form.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { PeopleNav } from './people-nav.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

const newUser = registerUser.body.pick({ username: true, password: true });

export function AddUserPage() {
  const t = useTexts('users');
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, reset, setError, setFocus } = useForm({
    resolver: zodResolver(newUser),
    defaultValues: { username: '', password: '' },
  });
  const submit = handleSubmit(async (values) => {
    try {
      await call(registerUser, { body: { ...values, create_date: new Date().toISOString() } });
      notifySuccess(t('userAdded'));
      reset();
      setFocus('username');
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
      await queryClient.invalidateQueries({ queryKey: queryKeys.userNames });
    } catch (error) {
      notifyError(error);
      placeServerErrors(error, ['username', 'password'], setError);
    }
  });
  const { errors, isDirty, isSubmitting } = formState;
  return (
    <FormPage
      title={t('addUser')}
      text={t('addUserText')}
      above={<PeopleNav />}
      action={t('addUser')}
      onSubmit={submit}
      busy={isSubmitting}
    >
      <LeaveGuard unsaved={isDirty} />
      <TextInput
        label={t('username')}
        required
        autoComplete="off"
        error={fieldMessage(t('username'), errors.username)}
        {...register('username')}
      />
      <PasswordInput
        label={t('password')}
        description={t('passwordHint', { count: MIN_PASSWORD })}
        required
        autoComplete="new-password"
        error={fieldMessage(t('password'), errors.password)}
        {...register('password')}
      />
    </FormPage>
  );
}

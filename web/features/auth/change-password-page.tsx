import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { changePassword } from '../../../contract/auth.ts';
import { requiredText } from '../../../contract/fields.ts';
import { MIN_PASSWORD } from '../../../contract/users.ts';
import { call, errorText } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { meQuery } from '../../lib/session.ts';
import { FormPage } from '../../ui/form.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

const fields = changePassword.body.shape;

export function ChangePasswordPage() {
  const t = useTexts('auth');
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const schema = useMemo(
    () =>
      z
        .object({
          current_password: requiredText(200),
          new_password: fields.new_password,
          repeated: z.string(),
        })
        .refine(({ new_password, repeated }) => new_password === repeated, {
          path: ['repeated'],
          error: t('passwordsDiffer'),
        }),
    [t],
  );
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { current_password: '', new_password: '', repeated: '' },
  });
  const submit = handleSubmit(async ({ current_password, new_password }) => {
    setFailure(null);
    try {
      const user = await call(changePassword, { body: { current_password, new_password } });
      queryClient.setQueryData(meQuery.queryKey, user);
      reset();
      notifySuccess(t('changed'));
    } catch (error) {
      const placed = placeServerErrors(error, ['current_password', 'new_password'], setError);
      setFailure(placed ? null : errorText(error));
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <FormPage
      title={t('changePassword')}
      action={t('changePassword')}
      onSubmit={submit}
      busy={isSubmitting}
      failure={failure}
    >
      <PasswordInput
        label={t('currentPassword')}
        required
        autoComplete="current-password"
        error={fieldMessage(t('currentPassword'), errors.current_password)}
        {...register('current_password')}
      />
      <PasswordInput
        label={t('newPassword')}
        description={t('passwordHint', { count: MIN_PASSWORD })}
        required
        autoComplete="new-password"
        error={fieldMessage(t('newPassword'), errors.new_password)}
        {...register('new_password')}
      />
      <PasswordInput
        label={t('repeatPassword')}
        required
        autoComplete="new-password"
        error={fieldMessage(t('repeatPassword'), errors.repeated)}
        {...register('repeated')}
      />
    </FormPage>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Anchor, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { MIN_PASSWORD, register as registerUser } from '../../../contract/users.ts';
import { call, errorText } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { useSettings } from '../../lib/session.ts';
import { Form } from '../../ui/form.tsx';
import { FrontDoor } from './front-door.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

const account = z.object({
  username: registerUser.body.shape.username,
  email: registerUser.body.shape.email as z.ZodType<string | null | undefined, string>,
  password: registerUser.body.shape.password,
});

/** Registers an account, which an administrator must activate. */
export function RegisterPage() {
  const t = useTexts('auth');
  const settings = useSettings();
  const [done, setDone] = useState(false);
  const closed = settings?.self_registration === false;
  return (
    <FrontDoor title={t('registerTitle')}>
      {closed && <Alert color="blue">{t('registerClosed')}</Alert>}
      {done && (
        <Alert color="green" role="status">
          {t('registered')}
        </Alert>
      )}
      {!closed && !done && <RegisterForm onDone={() => setDone(true)} />}
      <Anchor component={Link} to="/login" size="sm" ta="center">
        {t('toLogin')}
      </Anchor>
    </FrontDoor>
  );
}

function RegisterForm({ onDone }: { onDone: () => void }) {
  const t = useTexts('auth');
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(account),
    defaultValues: { username: '', email: '', password: '' },
  });
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await call(registerUser, { body: { ...values, create_date: new Date().toISOString() } });
      onDone();
    } catch (error) {
      const placed = placeServerErrors(error, ['username', 'email', 'password'], setError);
      setFailure(placed ? null : errorText(error));
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <Form
      label={t('registerTitle')}
      action={t('register')}
      onSubmit={submit}
      busy={isSubmitting}
      failure={failure}
      wideButton
    >
      <Text size="sm" c="dimmed">
        {t('registerText')}
      </Text>
      <TextInput
        label={t('username')}
        required
        autoComplete="username"
        error={fieldMessage(t('username'), errors.username)}
        {...register('username')}
      />
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="email"
        error={fieldMessage(t('email'), errors.email)}
        {...register('email')}
      />
      <PasswordInput
        label={t('password')}
        description={t('passwordHint', { count: MIN_PASSWORD })}
        required
        autoComplete="new-password"
        error={fieldMessage(t('password'), errors.password)}
        {...register('password')}
      />
    </Form>
  );
}

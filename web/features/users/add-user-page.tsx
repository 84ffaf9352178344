import { zodResolver } from '@hookform/resolvers/zod';
import { MultiSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, type Resolver } from 'react-hook-form';
import { z } from 'zod';
import { fieldsWith } from '../../../contract/field-table.ts';
import { MIN_PASSWORD, USER_FIELDS, register as registerUser } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { FormPage } from '../../ui/form.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { PeopleNav } from './people-nav.tsx';
import { useProjectOptions } from './use-project-options.ts';
import { useTexts } from '../../lib/i18n/index.ts';

const ROLES = fieldsWith(USER_FIELDS, 'editor', 'projects');
const TYPED = [
  ...fieldsWith(USER_FIELDS, 'editor', 'text'),
  ...fieldsWith(USER_FIELDS, 'editor', 'password'),
];
/** The text fields, in the order of the table. */
const TEXTS = fieldsWith(USER_FIELDS, 'create').flatMap((key) =>
  TYPED.filter((typed) => typed === key),
);
type NewUser = Record<(typeof TEXTS)[number], string> & Record<(typeof ROLES)[number], string[]>;

const newUser = z.object({
  ...Object.fromEntries(TEXTS.map((key) => [key, USER_FIELDS[key].create])),
  ...Object.fromEntries(ROLES.map((key) => [key, z.array(z.coerce.number())])),
});
const EMPTY = Object.fromEntries([
  ...TEXTS.map((key) => [key, '']),
  ...ROLES.map((key) => [key, []]),
]) as NewUser;

export function AddUserPage() {
  const t = useTexts('users');
  const queryClient = useQueryClient();
  const options = useProjectOptions();
  const { register, handleSubmit, formState, reset, setError, setFocus, control } =
    useForm<NewUser>({
      resolver: zodResolver(newUser) as unknown as Resolver<NewUser>,
      defaultValues: EMPTY,
    });
  const submit = handleSubmit(async (values) => {
    try {
      // The resolver has converted the strings to the types of the contract.
      const body = { ...values, create_date: new Date().toISOString() };
      await call(registerUser, { body: body as never });
      notifySuccess(t('userAdded'));
      reset();
      setFocus('username');
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
      await queryClient.invalidateQueries({ queryKey: queryKeys.userNames });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects });
    } catch (error) {
      notifyError(error);
      placeServerErrors(error, [...TEXTS, ...ROLES], setError);
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
      {TEXTS.map((key) => {
        const field = USER_FIELDS[key];
        const isOptional = 'optional' in field;
        const props = {
          label: t(key),
          required: !isOptional,
          ...(isOptional && { description: t('optional') }),
          error: fieldMessage(t(key), errors[key]),
          ...register(key),
        };
        return field.editor === 'password' ? (
          <PasswordInput
            key={key}
            autoComplete="new-password"
            {...props}
            description={t('passwordHint', { count: MIN_PASSWORD })}
          />
        ) : (
          <TextInput key={key} autoComplete="off" {...props} />
        );
      })}
      {ROLES.map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <MultiSelect
              label={t(name)}
              description={t('optional')}
              data={options}
              searchable
              hidePickedOptions
              nothingFoundMessage={t('noProject')}
              error={errors[name]?.message}
              {...field}
            />
          )}
        />
      ))}
    </FormPage>
  );
}

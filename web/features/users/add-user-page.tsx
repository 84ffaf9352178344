import { zodResolver } from '@hookform/resolvers/zod';
import { MultiSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { MIN_PASSWORD } from '../../../contract/auth.ts';
import { listProjects } from '../../../contract/projects.ts';
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

const newUser = registerUser.body.pick({ username: true, password: true, email: true }).extend({
  developer_of: z.array(z.string()),
  tester_of: z.array(z.string()),
});
const EMPTY = { username: '', password: '', email: '', developer_of: [], tester_of: [] };
const FIELDS = ['username', 'password', 'email', 'developer_of', 'tester_of'] as const;

export function AddUserPage() {
  const t = useTexts('users');
  const queryClient = useQueryClient();
  const projects = useQuery({
    queryKey: queryKeys.projectsToAssign,
    queryFn: ({ signal }) => call(listProjects, { query: {}, signal }),
  });
  const { register, handleSubmit, formState, reset, setError, setFocus, control } = useForm({
    resolver: zodResolver(newUser),
    defaultValues: EMPTY,
  });
  const submit = handleSubmit(async (values) => {
    try {
      const body = {
        ...values,
        email: values.email ?? null,
        developer_of: values.developer_of.map(Number),
        tester_of: values.tester_of.map(Number),
        create_date: new Date().toISOString(),
      };
      await call(registerUser, { body });
      notifySuccess(t('userAdded'));
      reset();
      setFocus('username');
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
      await queryClient.invalidateQueries({ queryKey: queryKeys.userNames });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects });
    } catch (error) {
      notifyError(error);
      placeServerErrors(error, FIELDS, setError);
    }
  });
  const { errors, isDirty, isSubmitting } = formState;
  const options = (projects.data ?? []).map(({ Project_Id, Project_Name }) => ({
    value: String(Project_Id),
    label: `${Project_Id} · ${Project_Name}`,
  }));
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
      <TextInput
        label={t('email')}
        description={t('optional')}
        autoComplete="off"
        error={fieldMessage(t('email'), errors.email)}
        {...register('email')}
      />
      {(['developer_of', 'tester_of'] as const).map((name) => (
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

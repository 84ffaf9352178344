import { zodResolver } from '@hookform/resolvers/zod';
import { NativeSelect, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { assignProject } from '../../../contract/assignments.ts';
import { requiredText } from '../../../contract/fields.ts';
import { ROLES, role, type ProjectRow, type Role } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { useUserNames } from '../../lib/choices.ts';
import { fieldMessage } from '../../lib/forms.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { FormPage } from '../../ui/form.tsx';
import { PeopleNav } from '../users/people-nav.tsx';
import { useProjectOptions, useProjectsToAssign } from '../users/use-project-options.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { useLoads } from '../objects/use-assign.ts';

const assignment = z.object({ user_id: requiredText(20), Project_Id: requiredText(20), role });
const DEFAULTS = { user_id: '', Project_Id: '', role: 'developer' as const };

export function AssignProjectPage() {
  const t = useTexts('assignments');
  const queryClient = useQueryClient();
  const users = useUserNames();
  const projects = useProjectsToAssign();
  const { register, handleSubmit, formState, reset, watch } = useForm<z.infer<typeof assignment>>({
    resolver: zodResolver(assignment),
    defaultValues: DEFAULTS,
  });
  const submit = handleSubmit(async (body) => {
    try {
      const answer = await call(assignProject, { body });
      const name = users.data?.find(({ user_id }) => String(user_id) === body.user_id)?.username;
      const project = projects.find(
        ({ Project_Id: id }) => String(id) === body.Project_Id,
      )?.Project_Name;
      const params = { name, project, role: { code: `word.${body.role}` } };
      notifySuccess(translateMessage({ code: 'assignment.nowHas', params }, answer));
      // Keeps the project selected: it is often assigned to several people in turn.
      reset({ ...body, user_id: '' });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects });
    } catch (error) {
      notifyError(error);
    }
  });
  const { errors, isSubmitting } = formState;
  const options = {
    user_id: users.data?.map(({ user_id, username }) => ({
      value: String(user_id),
      label: username,
    })),
    Project_Id: useProjectOptions(),
  };
  const [userId, projectId] = watch(['user_id', 'Project_Id']);
  const project = projects.find(({ Project_Id: id }) => String(id) === projectId);
  const choice = (name: 'user_id' | 'Project_Id', label: string) => (
    <NativeSelect
      label={label}
      required
      data={[{ value: '', label: t('choose') }, ...(options[name] ?? [])]}
      error={fieldMessage(label, errors[name])}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={name === 'user_id' && userId && <Loads userId={Number(userId)} />}
      {...register(name)}
    />
  );
  return (
    <FormPage
      title={t('title')}
      text={t('text')}
      above={<PeopleNav />}
      action={t('assign')}
      onSubmit={submit}
      busy={isSubmitting}
    >
      {choice('user_id', t('user'))}
      {choice('Project_Id', t('project'))}
      {project && <ProjectPeople project={project} />}
      <NativeSelect
        label={t('role')}
        required
        data={ROLES.map((value) => ({ value, label: t(value) }))}
        error={fieldMessage(t('role'), errors.role)}
        {...register('role')}
      />
    </FormPage>
  );
}

/** The members of a project, with the open work of each across all projects. */
function ProjectPeople({ project }: { project: ProjectRow }) {
  const t = useTexts('assignments');
  const people = ROLES.flatMap((role) =>
    project[role].map((id, index) => ({ id, role, name: project[`${role}_names`][index] })),
  );
  return (
    <Stack gap={4} component="section" aria-label={t('already')}>
      <Text size="sm" fw={600}>
        {t('already')}
      </Text>
      {people.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('nobody')}
        </Text>
      )}
      {people.map(({ id, role, name }) => (
        <Group key={`${id} ${role}`} gap="sm" justify="space-between" fz="sm">
          <bdi>{name}</bdi>
          <Text size="sm" c="dimmed">
            {t(role)} · <Loads userId={id} roles={[role]} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** A person's open work in each of these roles. */
function Loads({ userId, roles = ROLES }: { userId: number; roles?: readonly Role[] }) {
  const t = useTexts('objects');
  const loadOf = { developer: useLoads('developer'), tester: useLoads('tester') };
  return roles
    .map((role) => {
      const open = loadOf[role](userId);
      return open === undefined ? '–' : t(`open_${role}`, { open });
    })
    .join(' · ');
}

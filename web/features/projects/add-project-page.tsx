import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Fieldset, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FormProvider, useForm, type FieldPath, type Resolver } from 'react-hook-form';
import type { DatabaseType } from '../../../contract/database-types.ts';
import { MIGRATION_TYPES, PROJECT_STATUSES, createProject } from '../../../contract/projects.ts';
import { ApiError, call } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { Page } from '../../ui/page.tsx';
import { ConnectionSide } from './connection-side.tsx';
import { PROJECT_DATES, projectSchema, type ProjectInput } from './project-form-schema.ts';
import { useDatabaseTypes } from '../../lib/choices.ts';
import { useProjectsChanged } from './queries.ts';
import { useProjectTexts } from './texts.ts';

export function AddProjectPage() {
  const t = useProjectTexts();
  const types = useDatabaseTypes();
  return (
    <Page title={t('addProject')} width={1000}>
      <Loaded query={types} failed={t('failedTypes')} height={400}>
        {(data) => <ProjectForm types={data} />}
      </Loaded>
    </Page>
  );
}

const DEFAULTS: ProjectInput = {
  Project_Name: '',
  Client_Name: '',
  Migration_Type: 'partial',
  Project_Status: 'pending',
  Source_Database: '',
  Target_Database: '',
  source_tls: 'off',
  target_tls: 'off',
};

function ProjectForm({ types }: { types: readonly DatabaseType[] }) {
  const t = useProjectTexts();
  const navigate = useNavigate();
  const changed = useProjectsChanged();
  // What is required depends on the engines that are chosen at that moment.
  const resolver: Resolver<ProjectInput> = (values, context, options) => {
    const check = zodResolver(projectSchema(types, values)) as unknown as Resolver<ProjectInput>;
    return check(values, context, options);
  };
  const form = useForm<ProjectInput>({ resolver, defaultValues: DEFAULTS, mode: 'onTouched' });
  const { register, handleSubmit, formState, setError, getValues } = form;

  const submit = handleSubmit(async (values) => {
    try {
      // The resolver has turned the strings into what the contract wants.
      await call(createProject, { body: values as never });
      await changed();
      notifySuccess(t('projectAdded'));
      await navigate({ to: '/admin/homepage', ignoreBlocker: true });
    } catch (error) {
      const { sqlMessage, detail } = error instanceof ApiError ? error.problem : {};
      notifyError(sqlMessage && sqlMessage !== detail ? sqlMessage : error);
      const names = Object.keys(getValues()) as FieldPath<ProjectInput>[];
      placeServerErrors(error, names, setError);
    }
  });
  const props = <K extends Parameters<typeof t>[0]>(name: K) => ({
    label: t(name),
    required: true,
    error: fieldMessage(t(name), formState.errors[name]),
    ...register(name),
  });
  const choices = (values: readonly Parameters<typeof t>[0][]) =>
    values.map((value) => ({ value, label: t(value) }));

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} aria-label={t('addProject')}>
        <LeaveGuard unsaved={formState.isDirty} />
        <Stack gap="lg">
          <Fieldset legend={t('general')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput {...props('Project_Name')} />
              <TextInput {...props('Client_Name')} />
              <NativeSelect data={choices(MIGRATION_TYPES)} {...props('Migration_Type')} />
              <NativeSelect data={choices(PROJECT_STATUSES)} {...props('Project_Status')} />
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend={t('dates')}>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
              {PROJECT_DATES.map((name) => (
                <TextInput key={name} type="date" {...props(name)} />
              ))}
            </SimpleGrid>
          </Fieldset>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ConnectionSide side="source" types={types} />
            <ConnectionSide side="target" types={types} />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" loading={formState.isSubmitting}>
              {t('addProject')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormProvider>
  );
}

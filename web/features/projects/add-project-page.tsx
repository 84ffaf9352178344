import { zodResolver } from '@hookform/resolvers/zod';
import { Fieldset, NativeSelect, SimpleGrid, Stack, TextInput, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProvider, useForm, type FieldPath, type Resolver } from 'react-hook-form';
import type { DatabaseType } from '../../../contract/database-types.ts';
import { fieldsWith } from '../../../contract/field-table.ts';
import { SIDES } from '../../../contract/fields.ts';
import { PROJECT_FIELDS, createProject } from '../../../contract/projects.ts';
import { ApiError, call } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './add-project.module.css';
import { ConnectionSide } from './connection-side.tsx';
import {
  FORM_SECTIONS,
  formFields,
  projectSchema,
  type ProjectInput,
} from './project-form-schema.ts';
import { ProjectSummary, StepName, type TriedConnections } from './project-summary.tsx';
import { useDatabaseTypes } from '../../lib/choices.ts';
import { useProjectsChanged } from './queries.ts';
import { useTexts } from '../../lib/i18n/index.ts';

export function AddProjectPage() {
  const t = useTexts('projects');
  const types = useDatabaseTypes();
  return (
    <Page title={t('addProject')} width={1320}>
      <Loaded query={types} failed={t('failedTypes')} height={400}>
        {(data) => <ProjectForm types={data} />}
      </Loaded>
    </Page>
  );
}

const FIELDS = FORM_SECTIONS.flatMap(formFields);
type FieldName = (typeof FIELDS)[number];
const LONG_TEXTS: readonly FieldName[] = fieldsWith(PROJECT_FIELDS, 'editor', 'textarea');

/** A select starts with its first choice. */
const DEFAULTS: ProjectInput = {
  ...Object.fromEntries(
    FIELDS.map((key) => {
      const field = PROJECT_FIELDS[key];
      return [key, 'options' in field ? field.options[0] : ''];
    }),
  ),
  Source_Database: '',
  Target_Database: '',
  source_tls: 'off',
  target_tls: 'off',
};
/** A project that is entered here is assumed to start today. */
const startingToday = (): ProjectInput => {
  // The Swedish locale formats dates as YYYY-MM-DD, like the API.
  const today = new Date().toLocaleDateString('sv');
  return { ...DEFAULTS, Planned_Start_Date: today, Actual_Start_Date: today };
};
const COLUMNS = { general: { base: 1, sm: 2 }, dates: { base: 1, xs: 2, xl: 4 } };

function ProjectForm({ types }: { types: readonly DatabaseType[] }) {
  const t = useTexts('projects');
  const navigate = useNavigate();
  const changed = useProjectsChanged();
  const [tried, setTried] = useState<TriedConnections>({});
  // The required fields depend on the engines chosen at the time.
  const resolver: Resolver<ProjectInput> = (values, context, options) => {
    const check = zodResolver(projectSchema(types, values)) as unknown as Resolver<ProjectInput>;
    return check(values, context, options);
  };
  const form = useForm<ProjectInput>({
    resolver,
    defaultValues: startingToday(),
    mode: 'onTouched',
  });
  const { register, handleSubmit, formState, setError, getValues } = form;

  const submit = handleSubmit(async (values) => {
    try {
      // The resolver has converted the strings to the types of the contract.
      const { Project_Id: project } = await call(createProject, { body: values as never });
      await changed();
      // The next step is to read its databases; the notification follows once that screen is shown.
      await navigate({ to: '/dbconnect', search: { project } as never, ignoreBlocker: true });
      notifySuccess(t('projectAdded'));
    } catch (error) {
      const { sqlMessage, detail } = error instanceof ApiError ? error.problem : {};
      notifyError(sqlMessage && sqlMessage !== detail ? sqlMessage : error);
      const names = Object.keys(getValues()) as FieldPath<ProjectInput>[];
      placeServerErrors(error, names, setError);
    }
  });
  /** Copies the planned end to the actual end while the user has not entered one. */
  const followPlan = () => {
    if (!form.getFieldState('Actual_End_Date').isDirty) {
      form.setValue('Actual_End_Date', getValues('Planned_End_Date') ?? '');
    }
  };
  const input = (name: FieldName) => {
    const field = PROJECT_FIELDS[name];
    const props = {
      label: 'optional' in field ? t('optionalField', { field: t(name) }) : t(name),
      required: !('optional' in field),
      error: fieldMessage(t(name), formState.errors[name]),
      ...register(name),
    };
    if ('options' in field) {
      const data = field.options.map((value) => ({ value, label: t(value) }));
      return <NativeSelect key={name} data={data} {...props} />;
    }
    if (LONG_TEXTS.includes(name))
      return (
        <Textarea key={name} autosize minRows={2} style={{ gridColumn: '1 / -1' }} {...props} />
      );
    return (
      <TextInput
        key={name}
        type={field.editor}
        {...(name === 'Actual_Start_Date' && { description: t('notBegun') })}
        {...(name === 'Actual_End_Date' && { description: t('notOver') })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...props}
        {...(name === 'Planned_End_Date' && register(name, { onChange: followPlan }))}
      />
    );
  };

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        aria-label={t('addProject')}
        className={classes.form}
      >
        <LeaveGuard unsaved={formState.isDirty} />
        <Stack gap="lg">
          {FORM_SECTIONS.map((section) => (
            <Fieldset key={section} legend={<StepName step={section}>{t(section)}</StepName>}>
              <SimpleGrid cols={COLUMNS[section]}>{formFields(section).map(input)}</SimpleGrid>
            </Fieldset>
          ))}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {SIDES.map((side) => (
              <ConnectionSide
                key={side}
                {...{ side, types }}
                tried={tried[side] ?? null}
                onTried={(answer) => setTried((before) => ({ ...before, [side]: answer }))}
              />
            ))}
          </SimpleGrid>
        </Stack>
        <ProjectSummary types={types} tried={tried} />
      </form>
    </FormProvider>
  );
}

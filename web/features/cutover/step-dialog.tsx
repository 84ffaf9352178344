import {
  Checkbox,
  Modal,
  NativeSelect,
  type NativeSelectProps,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { type EditedStep, MAX_MINUTES, type Runbook } from '../../../contract/cutover.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { errorText } from '../../lib/api.ts';
import { useUserNames } from '../../lib/choices.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import type { SaveRunbook } from './queries.ts';
import { NEW_STEP, editedOf } from './steps.ts';

interface Props {
  project: ProjectRow;
  runbook: Runbook;
  /** Index of the step; the number of steps for a new one. */
  place: number;
  save: SaveRunbook;
  onClose: () => void;
}

const FIELDS = ['title', 'owner_id', 'minutes', 'commands', 'way_back', 'after'] as const;
/** Choices of what a step waits for. */
const WAITS = ['above', 'chosen', 'nothing'] as const;
type Wait = (typeof WAITS)[number];

/** Form values of a step. */
const valuesOf = (step: EditedStep) => ({
  ...step,
  owner_id: String(step.owner_id ?? ''),
  wait: (step.after === null ? 'above' : step.after.length > 0 ? 'chosen' : 'nothing') as Wait,
  after: (step.after ?? []).map(String),
  needs_confirmation: step.needs_confirmation === 1,
  no_return: step.no_return === 1,
});
const stepOf = ({ wait, ...values }: ReturnType<typeof valuesOf>): EditedStep => ({
  ...values,
  title: values.title.trim(),
  owner_id: values.owner_id === '' ? null : Number(values.owner_id),
  after:
    wait === 'above'
      ? null
      : wait === 'nothing'
        ? []
        : values.after.map(Number).toSorted((one, other) => one - other),
  needs_confirmation: values.needs_confirmation ? 1 : 0,
  no_return: values.no_return ? 1 : 0,
});

/** Edits all fields of a step. */
export function StepDialog({ project, runbook, place, save, onClose }: Props) {
  const t = useTexts('cutover');
  const [failure, setFailure] = useState<string | null>(null);
  // Saving must fail if others have changed the runbook since this dialog was opened.
  const [seen] = useState(runbook);
  const steps = editedOf(seen);
  const begin = steps[place] ?? NEW_STEP;
  const { control, register, handleSubmit, formState, setError } = useForm({
    defaultValues: valuesOf(begin),
  });
  const wait = useWatch({ control, name: 'wait' });
  const submit = handleSubmit(async (values) => {
    try {
      await save.mutateAsync({ seen, steps: steps.toSpliced(place, 1, stepOf(values)) });
      notifySuccess(t('saved'));
      onClose();
    } catch (error) {
      const nameOf = (field: string) => field.replace(`steps.${place}.`, '');
      if (!placeServerErrors(error, FIELDS, setError, nameOf)) setFailure(errorText(error));
    }
  });
  const title = begin.id === null ? t('addTitle') : t('editTitle');
  const { errors, isSubmitting } = formState;
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Form
        label={title}
        action={t('save')}
        busy={isSubmitting}
        failure={failure}
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextInput
          label={t('step')}
          required
          maxLength={200}
          data-autofocus
          error={fieldMessage(t('step'), errors.title)}
          {...register('title')}
        />
        <Controller
          control={control}
          name="owner_id"
          render={({ field }) => <Owner project={project} kept={begin.owner_id} field={field} />}
        />
        <NumberField
          control={control}
          name="minutes"
          label={t('minutes')}
          min={0}
          max={MAX_MINUTES}
          maw={200}
        />
        {place > 0 && (
          <Controller
            control={control}
            name="wait"
            render={({ field }) => (
              <NativeSelect
                label={t('waits')}
                data={WAITS.map((value) => ({ value, label: t(`waits_${value}`) }))}
                {...field}
              />
            )}
          />
        )}
        {wait === 'chosen' && (
          <Controller
            control={control}
            name="after"
            render={({ field: { value, onChange } }) => (
              <Checkbox.Group label={t('waits_chosen')} value={value} onChange={onChange}>
                <Stack gap={6} mt={4}>
                  {steps.slice(0, place).map((step, above) => (
                    <Checkbox
                      key={step.id}
                      value={String(above + 1)}
                      label={t('numbered', { number: formatNumber(above + 1), title: step.title })}
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            )}
          />
        )}
        <Textarea
          label={t('commands')}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={8_000}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...register('commands')}
        />
        <Textarea
          label={t('wayBack')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4_000}
          {...register('way_back')}
        />
        <Checkbox label={t('needsConfirmation')} {...register('needs_confirmation')} />
        <Checkbox label={t('noReturnHelp')} {...register('no_return')} />
      </Form>
    </Modal>
  );
}

interface OwnerProps {
  project: ProjectRow;
  /** The current owner, who is offered even after leaving the project. */
  kept: number | null;
  field: Pick<NativeSelectProps, 'value' | 'onChange' | 'onBlur' | 'name'>;
}

function Owner({ project, kept, field }: OwnerProps) {
  const t = useTexts('cutover');
  const { user_id: ownId } = useMe();
  const { data: users = [] } = useUserNames();
  const people = new Set([...project.developer, ...project.tester, ownId, kept]);
  return (
    <NativeSelect
      label={t('owner')}
      data={[
        { value: '', label: t('nobody') },
        ...users
          .filter(({ user_id: user }) => people.has(user))
          .map(({ user_id: user, username }) => ({ value: String(user), label: username })),
      ]}
      {...field}
    />
  );
}

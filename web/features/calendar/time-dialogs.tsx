import { Checkbox, Group, Modal, TextInput, Button, Fieldset, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Controller, useFieldArray, useForm } from 'react-hook-form';
import {
  MAX_HOLIDAYS,
  type WorkingTime,
  setWorkingTime,
  type CalendarPerson,
  MAX_ABSENCES,
  setPersonTime,
} from '../../../contract/calendar.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { call, errorText } from '../../lib/api.ts';
import { formatWeekday } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { Form } from '../../ui/form.tsx';
import { cacheCalendar } from './queries.ts';
import { NumberField } from '../../ui/number-field.tsx';

interface EntriesProps {
  legend: string;
  hint?: string;
  entries: readonly { id: string }[];
  /** Maximum number of entries. */
  most: number;
  fields: (at: number) => ReactNode;
  /** Label of the button that removes the entry with this number, from 1. */
  removeLabel: (number: number) => string;
  onRemove: (at: number) => void;
  addLabel: string;
  onAdd: () => void;
}

/** A list of form entries, each with a button to remove it, and a button to add one. */
export function Entries(props: EntriesProps) {
  const { legend, hint, entries, most, fields, removeLabel, onRemove, addLabel, onAdd } = props;
  const t = useTexts('calendar');
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        {hint !== undefined && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        {entries.map(({ id }, at) => (
          <Group key={id} gap="sm" align="end">
            {fields(at)}
            <Button variant="default" aria-label={removeLabel(at + 1)} onClick={() => onRemove(at)}>
              {t('remove')}
            </Button>
          </Group>
        ))}
        <div>
          <Button variant="default" disabled={entries.length >= most} onClick={onAdd}>
            {addLabel}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  );
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

interface Props {
  projectId: number;
  time: WorkingTime;
  onClose: () => void;
}

/** Working days and holidays of a project. */
export function WorkingTimeDialog({ projectId, time, onClose }: Props) {
  const t = useTexts('calendar');
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [was] = useState(() => fingerprint(time));
  const { control, register, handleSubmit, formState, watch } = useForm({
    defaultValues: {
      weekdays: time.weekdays,
      holidays: time.holidays.map(({ date, name }) => ({ date, name: name ?? '' })),
    },
  });
  const { fields, append, remove } = useFieldArray({ control, name: 'holidays' });
  const submit = handleSubmit(async ({ weekdays, holidays }) => {
    try {
      const body = {
        weekdays,
        holidays: holidays.map(({ date, name }) => ({ date, name: name.trim() || null })),
        was,
      };
      const saved = await call(setWorkingTime, { params: { id: projectId }, body });
      void cacheCalendar(client, projectId, saved);
      notifySuccess(t('saved'));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  });
  return (
    <Modal opened onClose={onClose} title={t('timeTitle')} size="lg">
      <Form
        label={t('timeTitle')}
        action={t('save')}
        busy={formState.isSubmitting}
        failure={failure}
        disabled={watch('weekdays').length === 0}
        onCancel={onClose}
        onSubmit={submit}
      >
        <Controller
          control={control}
          name="weekdays"
          render={({ field: { value, onChange } }) => (
            <Checkbox.Group
              label={t('weekdays')}
              value={value.map(String)}
              onChange={(kept) => onChange(WEEKDAYS.filter((day) => kept.includes(String(day))))}
            >
              <Group gap="md" mt={4}>
                {WEEKDAYS.map((day) => (
                  <Checkbox key={day} value={String(day)} label={formatWeekday(day, 'short')} />
                ))}
              </Group>
            </Checkbox.Group>
          )}
        />
        <Entries
          legend={t('holidays')}
          {...(fields.length === 0 && { hint: t('noHolidays') })}
          entries={fields}
          most={MAX_HOLIDAYS}
          fields={(at) => (
            <>
              <TextInput
                type="date"
                required
                label={t('date')}
                {...register(`holidays.${at}.date`)}
              />
              <TextInput
                label={t('name')}
                maxLength={100}
                flex={1}
                miw={140}
                {...register(`holidays.${at}.name`)}
              />
            </>
          )}
          removeLabel={(number) => t('removeDay', { number })}
          onRemove={remove}
          addLabel={t('addHoliday')}
          onAdd={() => append({ date: '', name: '' })}
        />
      </Form>
    </Modal>
  );
}

interface PersonTimeProps {
  projectId: number;
  person: CalendarPerson;
  onClose: () => void;
}

/** Edits a person's share of the week and absences. */
export function PersonTimeDialog({ projectId, person, onClose }: PersonTimeProps) {
  const t = useTexts('calendar');
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { user_id: user, username, share, absences } = person;
  const [was] = useState(() => fingerprint({ share, absences }));
  const { control, register, handleSubmit, formState } = useForm({
    defaultValues: {
      share,
      absences: absences.map((absence) => ({ ...absence, reason: absence.reason ?? '' })),
    },
  });
  const { fields, append, remove } = useFieldArray({ control, name: 'absences' });
  const submit = handleSubmit(async (values) => {
    try {
      const body = {
        share: values.share,
        absences: values.absences.map(({ starts_on: start, ends_on: end, reason }) => ({
          starts_on: start,
          // An absence of one day needs no end date.
          ends_on: end || start,
          reason: reason.trim() || null,
        })),
        was,
      };
      const saved = await call(setPersonTime, { params: { id: projectId, user }, body });
      void cacheCalendar(client, projectId, saved);
      notifySuccess(t('saved'));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  });
  const title = t('personTitle', { name: username });
  return (
    <Modal opened onClose={onClose} title={title} size="xl">
      <Form
        label={title}
        action={t('save')}
        busy={formState.isSubmitting}
        failure={failure}
        onCancel={onClose}
        onSubmit={submit}
      >
        <NumberField
          control={control}
          name="share"
          label={t('share')}
          description={t('shareHint')}
          suffix=" %"
          min={1}
          max={100}
          maw={260}
        />
        <Entries
          legend={t('absences')}
          hint={t('absencesHint')}
          entries={fields}
          most={MAX_ABSENCES}
          fields={(at) => (
            <>
              <TextInput
                type="date"
                required
                label={t('from')}
                {...register(`absences.${at}.starts_on`)}
              />
              <TextInput type="date" label={t('until')} {...register(`absences.${at}.ends_on`)} />
              <TextInput
                label={t('reason')}
                maxLength={100}
                flex={1}
                miw={140}
                {...register(`absences.${at}.reason`)}
              />
            </>
          )}
          removeLabel={(number) => t('removeAbsence', { number })}
          onRemove={remove}
          addLabel={t('addAbsence')}
          onAdd={() => append({ starts_on: '', ends_on: '', reason: '' })}
        />
      </Form>
    </Modal>
  );
}

import { Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useFieldArray, useForm } from 'react-hook-form';
import { MAX_HOLIDAYS, type WorkingTime, setWorkingTime } from '../../../contract/calendar.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { call, errorText } from '../../lib/api.ts';
import { formatWeekday } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { Form } from '../../ui/form.tsx';
import { Entries } from './entries.tsx';
import { cacheCalendar } from './queries.ts';

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

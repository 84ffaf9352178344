import { Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { type CalendarPerson, MAX_ABSENCES, setPersonTime } from '../../../contract/calendar.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { call, errorText } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Entries } from './entries.tsx';
import { cacheCalendar } from './queries.ts';

interface Props {
  projectId: number;
  person: CalendarPerson;
  onClose: () => void;
}

/** Edits a person's share of the week and absences. */
export function PersonTimeDialog({ projectId, person, onClose }: Props) {
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

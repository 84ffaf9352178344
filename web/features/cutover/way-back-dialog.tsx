import { zodResolver } from '@hookform/resolvers/zod';
import { Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type CutoverStep, recordWayBack } from '../../../contract/cutover-runs.ts';
import { call, errorText } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Form } from '../../ui/form.tsx';
import classes from './cutover.module.css';

interface Props {
  projectId: number;
  run: number;
  step: CutoverStep;
  onClose: () => void;
}

/** Records whether the way back of a step worked when somebody tried it. */
export function WayBackDialog({ projectId, run, step, onClose }: Props) {
  const t = useTexts('cutover');
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { control, register, handleSubmit, formState, setError, watch } = useForm<
    z.input<typeof recordWayBack.body>
  >({
    resolver: zodResolver(recordWayBack.body),
    defaultValues: { worked: 1, note: '' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      const params = { id: projectId, run, step: step.id };
      client.setQueryData(
        queryKeys.cutover(projectId, run),
        await call(recordWayBack, { params, body }),
      );
      notifySuccess(t('recorded'));
      onClose();
    } catch (error) {
      if (!placeServerErrors(error, ['note'], setError)) setFailure(errorText(error));
    }
  });
  const title = t('tryWayBackTitle', { title: step.title });
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Form
        label={title}
        action={t('record')}
        busy={formState.isSubmitting}
        failure={failure}
        onSubmit={submit}
        onCancel={onClose}
      >
        <Text className={classes.lines} dir="auto">
          {step.way_back}
        </Text>
        <Controller
          control={control}
          name="worked"
          render={({ field: { value, onChange, name } }) => (
            <Radio.Group
              label={t('tryResult')}
              name={name}
              value={String(value)}
              onChange={(chosen) => onChange(Number(chosen))}
            >
              <Stack gap="xs" mt={4}>
                <Radio value="1" label={t('tried_worked')} />
                <Radio value="0" label={t('tried_failed')} />
              </Stack>
            </Radio.Group>
          )}
        />
        <Textarea
          label={t('note')}
          required={watch('worked') === 0}
          autosize
          minRows={2}
          maxLength={1000}
          error={fieldMessage(t('note'), formState.errors.note)}
          {...register('note')}
        />
      </Form>
    </Modal>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { Modal, Radio, Stack, Text, Textarea, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import {
  type Gate,
  decideGate,
  GATE_CONDITIONS,
  type GateSettings,
  setGate,
} from '../../../contract/gate.ts';
import { call, errorText } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Form } from '../../ui/form.tsx';
import { fingerprint } from '../../../contract/stale.ts';
import { spansOf } from './condition-texts.ts';
import { NumberField } from '../../ui/number-field.tsx';

interface Props {
  projectId: number;
  gate: Gate;
  onClose: () => void;
}

const FIELDS = ['decision', 'reason'] as const;
/** The labels of numbers are as wide as the dialog. */
const NARROW = { wrapper: { maxWidth: 260 } };

/** Records a decision under the user's name; a decision against the gate requires a reason. */
export function DecideDialog({ projectId, gate, onClose }: Props) {
  const t = useTexts('gate');
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { control, register, handleSubmit, formState, setError, watch } = useForm({
    resolver: zodResolver(decideGate.body),
    defaultValues: {
      decision: gate.verdict === 'go' ? ('go' as const) : ('no_go' as const),
      reason: '',
      seen: gate.verdict,
    },
  });
  const submit = handleSubmit(async (body) => {
    try {
      await call(decideGate, { params: { id: projectId }, body });
    } catch (error) {
      if (!placeServerErrors(error, FIELDS, setError)) setFailure(errorText(error));
      void client.invalidateQueries({ queryKey: queryKeys.gate(projectId) });
      return;
    }
    notifySuccess(t('decided'));
    void client.invalidateQueries({ queryKey: queryKeys.gate(projectId) });
    onClose();
  });
  const isAgainst = (watch('decision') === 'go') !== (gate.verdict === 'go');
  const { errors, isSubmitting } = formState;
  return (
    <Modal opened onClose={onClose} title={t('decideTitle')} size="lg">
      <Form
        label={t('decideTitle')}
        action={t('record')}
        busy={isSubmitting}
        failure={failure}
        onCancel={onClose}
        onSubmit={submit}
      >
        <Controller
          control={control}
          name="decision"
          render={({ field: { value, onChange, name } }) => (
            <Radio.Group label={t('decision')} name={name} value={value} onChange={onChange}>
              <Stack gap="xs" mt={4}>
                <Radio value="go" label={t('verdict_go')} />
                <Radio value="no_go" label={t('verdict_no_go')} />
              </Stack>
            </Radio.Group>
          )}
        />
        {isAgainst && (
          <Text role="alert">{t('isAgainst', { verdict: t(`verdict_${gate.verdict}`) })}</Text>
        )}
        <Textarea
          label={t('reason')}
          required={isAgainst}
          autosize
          minRows={2}
          maxLength={1000}
          error={fieldMessage(t('reason'), errors.reason)}
          {...register('reason')}
        />
      </Form>
    </Modal>
  );
}

interface SettingsProps {
  projectId: number;
  settings: GateSettings;
  onClose: () => void;
}

/** Edits what the gate of a project requires. */
export function GateSettingsDialog({ projectId, settings, onClose }: SettingsProps) {
  const t = useTexts('gate');
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [was] = useState(() => fingerprint(settings));
  const { control, handleSubmit, formState, watch } = useForm({ defaultValues: settings });
  const [hours, days] = watch(['max_age_hours', 'rehearsal_days']);
  const submit = handleSubmit(async (body) => {
    try {
      const saved = await call(setGate, { params: { id: projectId }, body: { ...body, was } });
      client.setQueryData(queryKeys.gate(projectId), saved);
      notifySuccess(t('settingsSaved'));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  });
  return (
    <Modal opened onClose={onClose} title={t('settingsTitle')} size="lg">
      <Form
        label={t('settingsTitle')}
        action={t('save')}
        busy={formState.isSubmitting}
        failure={failure}
        onCancel={onClose}
        onSubmit={submit}
      >
        <NumberField
          control={control}
          name="max_age_hours"
          label={t('maxAge')}
          min={1}
          max={8_760}
          styles={NARROW}
        />
        <NumberField
          control={control}
          name="rehearsal_days"
          label={t('rehearsalDays')}
          min={1}
          max={365}
          styles={NARROW}
        />
        <Controller
          control={control}
          name="left_out"
          render={({ field: { value, onChange } }) => (
            <Checkbox.Group
              label={t('demanded')}
              value={GATE_CONDITIONS.filter((name) => !value.includes(name))}
              onChange={(kept) => onChange(GATE_CONDITIONS.filter((name) => !kept.includes(name)))}
            >
              <Stack gap="xs" mt={4}>
                {GATE_CONDITIONS.map((name) => (
                  <Checkbox
                    key={name}
                    value={name}
                    label={t(
                      `condition_${name}`,
                      spansOf({ max_age_hours: hours, rehearsal_days: days }),
                    )}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        />
        {(['client_signs', 'waves_sign', 'four_eyes'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { value, onChange } }) => (
              <Checkbox
                label={t(name)}
                description={t(`about_${name}`)}
                checked={value === 1}
                onChange={(event) => onChange(event.currentTarget.checked ? 1 : 0)}
              />
            )}
          />
        ))}
      </Form>
    </Modal>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { type Signoffs, sign } from '../../../contract/signoff.ts';
import { call, errorText } from '../../lib/api.ts';
import { fieldMessage, placeServerErrors } from '../../lib/forms.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { Form } from '../../ui/form.tsx';
import { type SignedScope, signoffsQuery, cacheSignoffs } from './queries.ts';

interface Props {
  scope: SignedScope;
  found: Signoffs;
  onClose: () => void;
}

const FIELDS = ['role', 'remark'] as const;

/** Signs the proof as displayed; if it is not completely proven, a remark is required. */
export function SignDialog({ scope, found, onClose }: Props) {
  const t = useTexts('signoff');
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { projectId, ...of } = scope;
  const { pairs, open_pairs: open, unpaired, roles } = found;
  const { control, register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(sign.body),
    defaultValues: { ...of, role: roles[0] ?? 'lead', remark: '', seen: found.hash },
  });
  const submit = handleSubmit(async (body) => {
    try {
      cacheSignoffs(client, scope, await call(sign, { params: { id: projectId }, body }));
      notifySuccess(t('signed'));
      onClose();
    } catch (error) {
      if (!placeServerErrors(error, FIELDS, setError)) setFailure(errorText(error));
      void client.invalidateQueries({ queryKey: signoffsQuery(scope).queryKey });
    }
  });
  const isOpen = open + unpaired > 0;
  const { errors, isSubmitting } = formState;
  return (
    <Modal opened onClose={onClose} title={t('signTitle')} size="lg">
      <Form
        label={t('signTitle')}
        action={t('sign')}
        busy={isSubmitting}
        failure={failure}
        onCancel={onClose}
        onSubmit={submit}
      >
        <Text>
          {t('about', { count: pairs, open })}
          {unpaired > 0 && ` ${t('unpaired', { count: unpaired })}`}
        </Text>
        <Controller
          control={control}
          name="role"
          render={({ field: { value, onChange, name } }) => (
            <Radio.Group label={t('as')} name={name} value={value} onChange={onChange}>
              <Stack gap="xs" mt={4}>
                {roles.map((role) => (
                  <Radio key={role} value={role} label={t(`role_${role}`)} />
                ))}
              </Stack>
            </Radio.Group>
          )}
        />
        {isOpen && <Text role="note">{t('remarkWhy')}</Text>}
        <Textarea
          label={t('remark')}
          required={isOpen}
          autosize
          minRows={2}
          maxLength={1000}
          error={fieldMessage(t('remark'), errors.remark)}
          {...register('remark')}
        />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('hash', { hash: found.hash })}
        </Text>
      </Form>
    </Modal>
  );
}

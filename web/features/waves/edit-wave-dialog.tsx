import { Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ProjectRow } from '../../../contract/projects.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { WAVE_STATES, type Wave, type WaveState, changeWave } from '../../../contract/waves.ts';
import { call, errorText } from '../../lib/api.ts';
import { useUserNames } from '../../lib/choices.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { Form } from '../../ui/form.tsx';
import { nameOf, cacheBoard } from './queries.ts';

interface Props {
  project: ProjectRow;
  wave: Wave;
  onClose: () => void;
}

/** Edits name, dates, owner and state of a wave. */
export function EditWaveDialog({ project, wave, onClose }: Props) {
  const t = useTexts('waves');
  const client = useQueryClient();
  const { user_id: ownId } = useMe();
  const { data: users = [] } = useUserNames();
  const [failure, setFailure] = useState<string | null>(null);
  const { name, starts_on, ends_on, owner_id, state } = wave;
  const [was] = useState(() => fingerprint({ name, starts_on, ends_on, owner_id, state }));
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      name: name ?? '',
      starts_on: starts_on ?? '',
      ends_on: ends_on ?? '',
      owner_id: String(owner_id ?? ''),
      state: state as string,
    },
  });
  const people = new Set([...project.developer, ...project.tester, ownId, owner_id]);
  const projectId = project.Project_Id;
  const submit = handleSubmit(async (values) => {
    try {
      const body = {
        name: values.name.trim() || null,
        starts_on: values.starts_on || null,
        ends_on: values.ends_on || null,
        owner_id: values.owner_id === '' ? null : Number(values.owner_id),
        state: values.state as WaveState,
        was,
      };
      const saved = await call(changeWave, { params: { id: projectId, wave: wave.id }, body });
      await cacheBoard(client, projectId, saved);
      notifySuccess(t('saved'));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  });
  const title = t('editTitle', { name: nameOf(t, wave) });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form
        label={title}
        action={t('save')}
        busy={formState.isSubmitting}
        failure={failure}
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextInput
          label={t('name')}
          placeholder={t('waveNumber', { number: wave.position })}
          maxLength={100}
          {...register('name')}
        />
        <TextInput type="date" label={t('startsOn')} {...register('starts_on')} />
        <TextInput type="date" label={t('endsOn')} {...register('ends_on')} />
        <NativeSelect
          key={users.length}
          label={t('owner')}
          data={[
            { value: '', label: t('nobody') },
            ...users
              .filter(({ user_id: user }) => people.has(user))
              .map(({ user_id: user, username }) => ({ value: String(user), label: username })),
          ]}
          {...register('owner_id')}
        />
        <NativeSelect
          label={t('state')}
          data={WAVE_STATES.map((value) => ({ value, label: t(`state_${value}`) }))}
          {...register('state')}
        />
      </Form>
    </Modal>
  );
}

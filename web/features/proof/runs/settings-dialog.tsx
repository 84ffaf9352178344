import {
  Alert,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Modal,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Side } from '../../../../contract/fields.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import {
  getProofSettings,
  setProofSettings,
  type ProofSettings,
} from '../../../../contract/proof/rows.ts';
import { call, errorText } from '../../../lib/api.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { ProjectTolerances } from './project-tolerances.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props {
  projectId: number;
  onClose: () => void;
}
/** What comparisons and calls may do on the databases of a project. */
export function SettingsDialog({ projectId, onClose }: Props) {
  const t = useTexts('proof');
  const settings = useQuery({
    queryKey: queryKeys.proofSettings(projectId),
    queryFn: ({ signal }) => call(getProofSettings, { params: { id: projectId }, signal }),
    // What is being typed is not written over.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      size="xl"
      title={t('settingsTitle')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <ProjectTolerances projectId={projectId} />
      <Loaded query={settings}>
        {(stored) => <SettingsForm projectId={projectId} stored={stored} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
}

function SettingsForm({ projectId, stored, onClose }: Props & { stored: ProofSettings }) {
  const t = useTexts('proof');
  const client = useQueryClient();
  const [form, setForm] = useState(stored);
  const [was] = useState(() => fingerprint(stored));
  const save = useMutation({
    mutationFn: () => call(setProofSettings, { params: { id: projectId }, body: { ...form, was } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.proofSettings(projectId), saved);
      notifySuccess(t('settingsSaved'));
      onClose();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="md">
        {save.isError && (
          <Alert color="red" role="alert">
            {errorText(save.error)}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {(['source', 'target'] as const).map((side) => (
            <SideFields
              key={side}
              side={side}
              value={form[side]}
              onChange={(part) => setForm({ ...form, [side]: { ...form[side], ...part } })}
            />
          ))}
        </SimpleGrid>
        <TagsInput
          label={t('mask')}
          description={t('maskHelp')}
          placeholder={t('maskPlaceholder')}
          value={form.mask}
          onChange={(mask) => setForm({ ...form, mask })}
        />
        <NumberInput
          label={t('statementLimit')}
          value={form.statement_limit / 1_000}
          onChange={(seconds) =>
            typeof seconds === 'number' &&
            setForm({ ...form, statement_limit: Math.round(seconds * 1_000) })
          }
          min={1}
          max={3_600}
          maw={320}
        />
        <NumberInput
          label={t('effectRows')}
          description={t('effectRowsHelp')}
          value={form.effect_rows}
          onChange={(effect_rows) =>
            typeof effect_rows === 'number' && setForm({ ...form, effect_rows })
          }
          min={0}
          max={5_000_000}
          allowDecimal={false}
          maw={320}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type SideSettings = ProofSettings['source'];
interface SideProps {
  side: Side;
  value: SideSettings;
  onChange: (part: Partial<SideSettings>) => void;
}

function SideFields({ side, value, onChange }: SideProps) {
  const t = useTexts('proof');
  const number = (key: 'connections' | 'brake', min: number, max: number) => (
    <NumberInput
      label={t(key)}
      value={value[key]}
      onChange={(next) => typeof next === 'number' && onChange({ [key]: next })}
      min={min}
      max={max}
      allowDecimal={false}
    />
  );
  const flag = (key: 'calls' | 'disposable') => (
    <Checkbox
      label={t(key)}
      checked={value[key]}
      onChange={(event) => onChange({ [key]: event.currentTarget.checked })}
    />
  );
  return (
    <Fieldset legend={t(`side_${side}`)}>
      <Stack gap="sm">
        {number('connections', 1, 16)}
        {number('brake', 0, 1_000)}
        {flag('calls')}
        {flag('disposable')}
      </Stack>
    </Fieldset>
  );
}

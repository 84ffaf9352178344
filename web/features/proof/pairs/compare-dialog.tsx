import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DATA_DEPTHS,
  startRun,
  type RunKind,
  type RunOptions,
} from '../../../../contract/proof/runs.ts';
import { call } from '../../../lib/api.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { pairsChanged } from './queries.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

const KINDS = ['verify', 'all', 'structure', 'data'] as const satisfies readonly RunKind[];
const MOST_ROWS = 1_000_000;

interface Props {
  projectId: number;
  /** Absent: all pairs that have both sides. */
  pairs?: readonly number[];
  onClose: () => void;
}

/** Chooses what is compared and how far, and starts the run. */
export function CompareDialog({ projectId, pairs, onClose }: Props) {
  const t = useTexts('pairs');
  const client = useQueryClient();
  // Notifications are drawn outside of the router: a link would not find it there.
  const navigate = useNavigate();
  const [kind, setKind] = useState<RunKind>('verify');
  const [depth, setDepth] = useState<RunOptions['depth']>('rows');
  const [sample, setSample] = useState<number | string>('');
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const start = useMutation({
    mutationFn: () =>
      call(startRun, {
        params: { id: projectId },
        body: {
          kind,
          ...(pairs && { pairs: [...pairs] }),
          only_different: onlyDifferent,
          options: { depth, sample: typeof sample === 'number' ? sample : null },
        },
      }),
    onSuccess: () => {
      void pairsChanged(client, projectId);
      notifySuccess(
        <Group justify="space-between" gap="sm">
          <span>{t('started')}</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void navigate({ to: '/proof', search: { project: projectId } })}
          >
            {t('showRuns')}
          </Button>
        </Group>,
      );
      onClose();
    },
    onError: notifyError,
  });
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('compareTitle')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            {pairs ? t('compareSome', { count: pairs.length }) : t('compareAll')}
          </Text>
          <NativeSelect
            label={t('kind')}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as RunKind)}
            data={KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
          />
          {kind !== 'structure' && (
            <>
              <NativeSelect
                label={t('depth')}
                value={depth}
                onChange={(event) => setDepth(event.currentTarget.value as RunOptions['depth'])}
                data={DATA_DEPTHS.map((value) => ({ value, label: t(`depth_${value}`) }))}
              />
              <NumberInput
                label={t('sample')}
                description={t('sampleHelp')}
                value={sample}
                onChange={setSample}
                min={1}
                max={MOST_ROWS}
                allowDecimal={false}
                allowNegative={false}
                thousandSeparator=" "
                hideControls
              />
            </>
          )}
          <Checkbox
            label={t('onlyDifferent')}
            checked={onlyDifferent}
            onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={start.isPending}>
              {t('start')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

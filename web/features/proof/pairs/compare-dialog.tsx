import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Controller, useForm, useWatch } from 'react-hook-form';
import {
  DATA_DEPTHS,
  MAX_MINUTES,
  startRun,
  type RunKind,
  type RunOptions,
} from '../../../../contract/proof/runs.ts';
import { call } from '../../../lib/api.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { Form } from '../../../ui/form.tsx';
import { pairsChanged } from './queries.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

const KINDS = [
  'verify',
  'changed',
  'all',
  'structure',
  'data',
] as const satisfies readonly RunKind[];
const MAX_ROWS = 1_000_000;

interface Chosen {
  kind: RunKind;
  depth: RunOptions['depth'];
  sample: number | string;
  within: number | string;
  onlyDifferent: boolean;
}
const DEFAULTS: Chosen = {
  kind: 'verify',
  depth: 'rows',
  sample: '',
  within: '',
  onlyDifferent: false,
};

interface Props {
  projectId: number;
  /** Absent: all pairs with both sides. */
  pairs?: readonly number[];
  /** The initial choices. */
  chosen?: Partial<Chosen>;
  onClose: () => void;
}

/** Chooses what to compare and how thoroughly, and starts the run. */
export function CompareDialog({ projectId, pairs, chosen, onClose }: Props) {
  const t = useTexts('pairs');
  const client = useQueryClient();
  // Notifications are rendered outside of the router, so a link in them would not work.
  const navigate = useNavigate();
  const { register, control, handleSubmit } = useForm<Chosen>({
    defaultValues: { ...DEFAULTS, ...chosen },
  });
  const kind = useWatch({ control, name: 'kind' });
  const start = useMutation({
    mutationFn: ({ kind: what, depth, sample, within, onlyDifferent }: Chosen) =>
      call(startRun, {
        params: { id: projectId },
        body: {
          kind: what,
          ...(pairs && { pairs: [...pairs] }),
          only_different: onlyDifferent,
          options: {
            depth,
            sample: typeof sample === 'number' ? sample : null,
            ...(typeof within === 'number' && { within_minutes: within }),
          },
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
    <Modal opened centered onClose={onClose} title={t('compareTitle')}>
      <Form
        label={t('compareTitle')}
        action={t('start')}
        busy={start.isPending}
        onSubmit={handleSubmit((choice) => start.mutate(choice))}
        onCancel={onClose}
      >
        <Text size="sm">{pairs ? t('compareSome', { count: pairs.length }) : t('compareAll')}</Text>
        <NativeSelect
          label={t('kind')}
          description={kind === 'changed' && t('changedHelp')}
          data={KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
          {...register('kind')}
        />
        {kind !== 'structure' && (
          <>
            <NativeSelect
              label={t('depth')}
              data={DATA_DEPTHS.map((value) => ({ value, label: t(`depth_${value}`) }))}
              {...register('depth')}
            />
            <Controller
              control={control}
              name="sample"
              render={({ field }) => (
                <NumberInput
                  label={t('sample')}
                  description={t('sampleHelp')}
                  min={1}
                  max={MAX_ROWS}
                  allowDecimal={false}
                  allowNegative={false}
                  thousandSeparator=" "
                  hideControls
                  {...field}
                />
              )}
            />
          </>
        )}
        <Controller
          control={control}
          name="within"
          render={({ field }) => (
            <NumberInput
              label={t('within')}
              description={t('withinHelp')}
              min={1}
              max={MAX_MINUTES}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              {...field}
            />
          )}
        />
        <Checkbox label={t('onlyDifferent')} {...register('onlyDifferent')} />
      </Form>
    </Modal>
  );
}

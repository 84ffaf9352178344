import { Alert, Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  MAX_WAVE_HOURS,
  type WaveBoard,
  type WaveProposal,
  applyWaves,
  proposeWaves,
} from '../../../contract/waves.ts';
import { call, errorText } from '../../lib/api.ts';
import { formatNumber, listOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { Form } from '../../ui/form.tsx';
import { Figures } from '../../ui/figures.tsx';
import { cacheBoard } from './queries.ts';

/** Working hours of one person in two weeks. */
const TWO_WEEKS = 80;

interface Props {
  projectId: number;
  board: WaveBoard;
  onClose: () => void;
}

/** Asks for the size of a wave, shows the proposed waves, and applies exactly these. */
export function ProposeDialog({ projectId, board, onClose }: Props) {
  const t = useTexts('waves');
  const client = useQueryClient();
  const [hours, setHours] = useState<number | string>(board.suggested_hours);
  const params = { id: projectId };
  const look = useMutation({
    mutationFn: (body: { hours_per_wave: number }) => call(proposeWaves, { params, body }),
  });
  const apply = useMutation({
    mutationFn: (body: { hours_per_wave: number; seen: string }) =>
      call(applyWaves, { params, body }),
    onSuccess: async (made) => {
      await cacheBoard(client, projectId, made);
      notifySuccess(t('applied'));
      onClose();
    },
  });
  const failure = [look, apply].find(({ isError }) => isError)?.error;
  const seen = look.data?.seen;
  return (
    <Modal opened onClose={onClose} title={t('proposeTitle')} size="xl">
      <Form
        label={t('proposeTitle')}
        action={t('look')}
        busy={look.isPending}
        failure={failure ? errorText(failure) : null}
        {...(!look.data && { onCancel: onClose })}
        onSubmit={async () => {
          apply.reset();
          look.mutate({ hours_per_wave: Number(hours) });
        }}
      >
        <NumberInput
          label={t('hoursPerWave')}
          description={t('hoursHint', {
            count: Math.round(board.suggested_hours / TWO_WEEKS),
            hours: board.suggested_hours,
          })}
          value={hours}
          onChange={(value) => {
            setHours(value);
            look.reset();
          }}
          min={1}
          max={MAX_WAVE_HOURS}
          styles={{ wrapper: { maxWidth: 320 } }}
        />
      </Form>
      {look.data && seen !== undefined && (
        <Stack gap="sm" mt="md">
          <Proposal proposal={look.data} capacity={Number(hours)} />
          <Group>
            <Button
              loading={apply.isPending}
              onClick={() => apply.mutate({ hours_per_wave: Number(hours), seen })}
            >
              {t('apply')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Proposal({ proposal, capacity }: { proposal: WaveProposal; capacity: number }) {
  const t = useTexts('waves');
  const words = useTexts('object-words');
  const { waves, kept, moved, cycles, without_hours: unknown, not_in_first: missing } = proposal;
  const title = t('proposal', { count: waves.length });
  return (
    <>
      <Text fw={600} role="status">
        {title}
      </Text>
      <Text size="sm">
        {[
          t('moved', { count: moved }),
          ...(kept > 0 ? [t('kept', { count: kept })] : []),
          ...(cycles > 0 ? [t('cycles', { count: cycles })] : []),
          ...(unknown > 0 ? [t('withoutHours', { count: unknown })] : []),
        ].join(' ')}
      </Text>
      {missing.length > 0 && (
        <Alert color="yellow" variant="light">
          {t('notInFirst', { types: listOf(missing.map((type) => words(type))) })}
        </Alert>
      )}
      <Figures
        label={title}
        headers={[t('wave'), t('types'), t('count'), t('hours')]}
        numbersFrom={2}
        rows={waves.map(({ objects, hours, by_type: types }, at) => ({
          key: String(at),
          cells: [
            t('waveNumber', { number: kept + at + 1 }),
            types
              .map(({ object_type: type, count }) => `${words(type)}: ${formatNumber(count)}`)
              .join(', ') + (hours > capacity ? ` (${t('above')})` : ''),
            formatNumber(objects),
            formatNumber(hours),
          ],
        }))}
      />
    </>
  );
}

import { Alert, Modal, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type MoveEffects,
  type WaveBoard,
  moveToWave,
  previewMove,
} from '../../../contract/waves.ts';
import { call, errorText } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Form } from '../../ui/form.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import classes from '../dependencies/needs.module.css';
import { nameOf, cacheBoard } from './queries.ts';

/** Maximum number of broken dependencies shown. */
const SHOWN = 10;

interface Props {
  projectId: number;
  board: WaveBoard;
  ids: readonly number[];
  onClose: () => void;
  onMoved: () => void;
}

/** Moves objects to a wave, after showing which dependencies that would break. */
export function MoveDialog({ projectId, board, ids, onClose, onMoved }: Props) {
  const t = useTexts('waves');
  const client = useQueryClient();
  const [to, setTo] = useState(String(board.waves[0]?.id ?? ''));
  const params = { id: projectId };
  const body = { objects: [...ids], wave: to === '' ? null : Number(to) };
  const preview = useQuery({
    queryKey: [...queryKeys.waves(projectId), 'move', body],
    queryFn: ({ signal }) => call(previewMove, { params, body, signal }),
  });
  const move = useMutation({
    mutationFn: () => call(moveToWave, { params, body }),
    onSuccess: async (made) => {
      await cacheBoard(client, projectId, made);
      notifySuccess(t('movedTo', { count: ids.length }));
      onMoved();
    },
  });
  const title = t('moveTitle', { count: ids.length });
  const breaks = (preview.data?.broken_count ?? 0) > 0;
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Form
        label={title}
        action={t(breaks ? 'moveAnyway' : 'moveNow')}
        busy={move.isPending}
        disabled={!preview.data}
        failure={move.isError ? errorText(move.error) : null}
        onCancel={onClose}
        onSubmit={async () => move.mutate()}
      >
        <NativeSelect
          label={t('moveTo')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[
            ...board.waves.map((wave) => ({ value: String(wave.id), label: nameOf(t, wave) })),
            { value: '', label: t('noWave') },
          ]}
        />
        <div role="status">
          {preview.isPending && <Text size="sm">{t('checking')}</Text>}
          {preview.data && <Effects effects={preview.data} toWave={to !== ''} />}
        </div>
        {preview.isError && (
          <LoadFailed
            title={t('breaks', { count: 0 })}
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        )}
      </Form>
    </Modal>
  );
}

function Effects({ effects, toWave }: { effects: MoveEffects; toWave: boolean }) {
  const t = useTexts('waves');
  const { broken, broken_count: count, hours } = effects;
  const shown = broken.slice(0, SHOWN);
  const then = toWave && <Text size="sm">{t('hoursThen', { hours: formatNumber(hours) })}</Text>;
  if (count === 0)
    return (
      <>
        <Text size="sm">{t('breaksNothing')}</Text>
        {then}
      </>
    );
  return (
    <Alert color="yellow" variant="light" title={t('breaks', { count })}>
      <ul className={classes.list}>
        {shown.map(({ object, needs, kind, in_cycle: inCycle }) => (
          <li key={`${object} ${needs} ${kind}`}>
            {t(inCycle ? 'brokenCycle' : 'broken', { object, needs })}
          </li>
        ))}
        {count > shown.length && <li>{t('moreBroken', { count: count - shown.length })}</li>}
      </ul>
      {then}
    </Alert>
  );
}

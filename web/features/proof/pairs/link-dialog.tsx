import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPair, linkObjects, type PairRow } from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { notifyError } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { nameOf } from './pair-columns.tsx';
import { ObjectPicker, type Picked } from './object-picker.tsx';
import { usePairTexts } from './texts.ts';
import { useAnnounce } from './use-pair-changes.tsx';

/** So many pairs can be merged at once. */
export const MOST_LINKED = 50;

interface Props {
  projectId: number;
  pairs: readonly number[];
  onClose: () => void;
  onLinked: (pair: number) => void;
}

/** Makes one pair of the selected pairs' objects and whichever else are chosen. */
export function LinkDialog({ projectId, pairs, onClose, onLinked }: Props) {
  const t = usePairTexts();
  const rows = useQuery({
    queryKey: queryKeys.objectsToLink(projectId, pairs),
    queryFn: ({ signal }) =>
      Promise.all(pairs.map((pair) => call(getPair, { params: { id: projectId, pair }, signal }))),
  });
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('linkTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Loaded query={rows}>
        {(data) => (
          <Linking
            projectId={projectId}
            rows={data}
            onClose={onClose}
            onLinked={(pair) => {
              onLinked(pair);
              onClose();
            }}
          />
        )}
      </Loaded>
    </Modal>
  );
}

type LinkingProps = Omit<Props, 'pairs'> & { rows: readonly PairRow[] };

function Linking({ projectId, rows, onClose, onLinked }: LinkingProps) {
  const t = usePairTexts();
  const announce = useAnnounce(projectId);
  const first = (side: 'source' | 'target') =>
    rows.flatMap((row) => row[side].map((one) => ({ id: one.id, name: nameOf(one) })));
  const [sources, setSources] = useState<Picked[]>(() => first('source'));
  const [targets, setTargets] = useState<Picked[]>(() => first('target'));
  const link = useMutation({
    mutationFn: () =>
      call(linkObjects, {
        params: { id: projectId },
        body: {
          source_ids: sources.map(({ id }) => id),
          target_ids: targets.map(({ id }) => id),
        },
      }),
    onSuccess: ({ pair, undo }) => {
      announce(t('done_link', { name: pair.name }), undo);
      onLinked(pair.id);
    },
    onError: notifyError,
  });
  const ready = sources.length > 0 && targets.length > 0;
  const shared = { projectId, typeId: rows[0]!.object_type_id };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) link.mutate();
      }}
    >
      <Stack gap="md">
        <Text size="sm">{t('linkText')}</Text>
        <ObjectPicker side="source" {...shared} picked={sources} onChange={setSources} />
        <ObjectPicker side="target" {...shared} picked={targets} onChange={setTargets} />
        <Group justify="flex-end">
          {!ready && (
            <Text size="sm" c="dimmed">
              {t('chooseBoth')}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!ready} loading={link.isPending}>
            {t('linkNow')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

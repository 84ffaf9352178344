import { Button, Group, List, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type Candidate,
  linkObjects,
  listCandidates,
  type PairRow,
} from '../../../../contract/proof/pairs.ts';
import { call } from '../../../lib/api.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { notifyError } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { nameOf } from './pair-columns.tsx';
import { useAnnounce } from './use-pair-changes.ts';

interface Props {
  pair: PairRow;
  onLinked: (pair: number) => void;
}

/** Candidates for the counterpart of an unmatched object, with the reasons; one click links them. */
export function Candidates({ pair, onLinked }: Props) {
  const t = useTexts('pairs');
  const words = useTexts('object-words');
  const { Project_Id: projectId } = pair;
  const announce = useAnnounce(projectId);
  const found = useQuery({
    queryKey: queryKeys.pairCandidates(projectId, pair.id),
    queryFn: ({ signal }) =>
      call(listCandidates, { params: { id: projectId, pair: pair.id }, signal }),
  });
  const link = useMutation({
    mutationFn: ({ id }: Candidate) => {
      const own = [...pair.source, ...pair.target].map((object) => object.id);
      const [source_ids, target_ids] = pair.source.length > 0 ? [own, [id]] : [[id], own];
      return call(linkObjects, { params: { id: projectId }, body: { source_ids, target_ids } });
    },
    onSuccess: ({ pair: linked, undo }) => {
      announce(t('done_link', { name: linked.name }), undo);
      onLinked(linked.id);
    },
    onError: notifyError,
  });
  return (
    <Loaded query={found}>
      {(candidates) =>
        candidates.length > 0 && (
          <section aria-label={t('candidates')}>
            <Text size="sm" fw={600}>
              {t('candidates')}
            </Text>
            <List size="sm" listStyleType="none">
              {candidates.map((one) => (
                <List.Item key={one.id} mt={4}>
                  <Group gap="xs">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${t('linkNow')} ${nameOf(one)}`}
                      loading={link.isPending && link.variables.id === one.id}
                      disabled={link.isPending}
                      onClick={() => link.mutate(one)}
                    >
                      {t('linkNow')}
                    </Button>
                    <b>
                      <bdi>{nameOf(one)}</bdi>
                    </b>
                    {one.object_type !== pair.object_type && words(one.object_type)}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {translateMessage(one.reason_said, one.reason)}
                  </Text>
                </List.Item>
              ))}
            </List>
          </section>
        )
      }
    </Loaded>
  );
}

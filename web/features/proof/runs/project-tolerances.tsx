import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { removeTolerance, type ProjectTolerance } from '../../../../contract/proof/tolerances.ts';
import { call } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { tolerancesQuery } from '../pair/queries.ts';
import { asShown, nameOf, Tolerance } from '../rows/tolerated.tsx';
import { NotLoaded } from '../../../ui/load-failed.tsx';

/** The tolerances of a project for all of its pairs, each with a button to remove it. */
export function ProjectTolerances({ projectId }: { projectId: number }) {
  const t = useTexts('proof');
  const pairTexts = useTexts('pair');
  const client = useQueryClient();
  const query = useQuery(tolerancesQuery(projectId));
  const { data } = query;
  const remove = useMutation({
    mutationFn: ({ id }: ProjectTolerance) =>
      call(removeTolerance, { params: { id: projectId, tolerance: id } }),
    onSuccess: ({ outdated }) => {
      notifySuccess(t('takenBack', { count: outdated }));
      void client.invalidateQueries({ queryKey: queryKeys.project(projectId) });
    },
    onError: notifyError,
  });
  const ask = async (one: ProjectTolerance) => {
    const lines = [
      nameOf(asShown(one, pairTexts), pairTexts),
      t('takeBackLine', { count: one.pairs }),
    ];
    if (await confirm({ title: t('takeBack'), lines, confirm: t('takeBack') })) remove.mutate(one);
  };
  return (
    <Stack gap="xs" component="section" aria-label={t('projectTolerances')} mb="md">
      <Text size="sm" fw={600}>
        {t('projectTolerances')}
      </Text>
      <NotLoaded query={query} />
      {data?.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('projectTolerancesNone')}
        </Text>
      )}
      {data?.map((one) => (
        <Group key={one.id} gap="xs" justify="space-between" wrap="nowrap">
          <Tolerance of={asShown(one, pairTexts)} />
          <Button
            variant="default"
            size="compact-sm"
            loading={remove.isPending}
            aria-label={`${t('takeBack')}: ${nameOf(asShown(one, pairTexts), pairTexts)}`}
            onClick={() => void ask(one)}
          >
            {t('takeBack')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

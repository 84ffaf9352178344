import { Group, Progress, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Side } from '../../../contract/fields.ts';
import {
  listSourceObjects,
  listTargetObjects,
  type ObjectStatus,
} from '../../../contract/objects.ts';
import { request } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useDashboardTexts } from './texts.ts';

/** The server counts; one row is the least that a list can be asked for. */
async function countObjects(
  side: Side,
  projectId: number,
  status: ObjectStatus | undefined,
  signal: AbortSignal,
): Promise<number> {
  const endpoint = side === 'source' ? listSourceObjects : listTargetObjects;
  const query = { limit: 1, ...(status && { 'filter[status]': status }) };
  const { headers } = await request(endpoint, { params: { id: projectId }, query, signal });
  return Number(headers.get('x-total-count') ?? 0);
}

/** How far one side of a project is. */
export function SideProgress({ side, projectId }: { side: Side; projectId: number }) {
  const t = useDashboardTexts();
  const counts = useQuery({
    queryKey: ['object-counts', projectId, side],
    queryFn: async ({ signal }) => {
      const [total, migrated, verified] = await Promise.all([
        countObjects(side, projectId, undefined, signal),
        countObjects(side, projectId, 'migrated', signal),
        countObjects(side, projectId, 'verified', signal),
      ]);
      return { total, migrated, verified };
    },
  }).data;
  if (!counts) return <Skeleton h={32} />;
  const { total, migrated, verified } = counts;
  const share = (part: number) => (total === 0 ? 0 : (100 * part) / total);
  const words = [
    t('progress', { verified: formatNumber(verified), total: formatNumber(total) }),
    ...(migrated > 0 ? [t('migrated', { count: migrated })] : []),
  ].join(' · ');
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t(side)}</Text>
        <Text size="sm" c="dimmed">
          {total === 0 ? t('noObjects') : words}
        </Text>
      </Group>
      <Progress.Root size="sm" mt={4}>
        <Progress.Section value={share(verified)} color="green" aria-label={words} />
        <Progress.Section value={share(migrated)} color="blue" aria-label={words} />
      </Progress.Root>
    </div>
  );
}

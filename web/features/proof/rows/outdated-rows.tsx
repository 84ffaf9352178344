import { Button, Group, Text } from '@mantine/core';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { useCompare } from '../runs/use-compare.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Changes of a call may have survived the rollback: offers to compare the affected tables again. */
export function OutdatedRows({ pair, pairs }: { pair: PairRow; pairs: readonly number[] }) {
  const t = useTexts('pair');
  const place = { projectId: pair.Project_Id, pairId: pair.id };
  const { start, busy, run } = useCompare(place, 'data', pairs);
  if (pairs.length === 0) return null;
  const isDone = run?.finished_at != null;
  return (
    <Group gap="sm" my="xs">
      <Text size="sm">{t('rowsOutdated', { count: pairs.length })}</Text>
      <Button size="compact-sm" variant="default" loading={busy} disabled={isDone} onClick={start}>
        {t('compareTables')}
      </Button>
      {isDone && (
        <Text size="sm" {...(run.error && { c: 'red' })}>
          {run.error ? translateMessage(run.error_said, run.error) : t('tablesCompared')}
        </Text>
      )}
    </Group>
  );
}

import { Button, Group, Text } from '@mantine/core';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import type { RunKind } from '../../../../contract/proof/runs.ts';
import { formatNumber } from '../../../lib/format.ts';
import { ConnectionLink } from '../../connection/links.tsx';
import { useCompare } from './use-compare.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

/** Compares this pair now, and shows the progress. */
export function CompareButton({ pair, kind }: { pair: PairRow; kind: RunKind }) {
  const t = useTexts('pair');
  const place = { projectId: pair.Project_Id, pairId: pair.id };
  const { start, busy, run, failure } = useCompare(place, kind);
  const both = pair.source.length > 0 && pair.target.length > 0;
  if (!both) return <Text size="sm">{t('oneSide')}</Text>;
  return (
    <Group gap="sm">
      <Button size="xs" loading={busy} onClick={start}>
        {t('compareNow')}
      </Button>
      {busy && (
        <Text size="sm" role="status">
          {run && run.rows_done > 0
            ? t('comparingRows', { rows: formatNumber(run.rows_done) })
            : t('comparing')}
        </Text>
      )}
      {failure && (
        <Text size="sm" c="red" role="alert">
          {failure}
        </Text>
      )}
      {failure && run?.connection_failed && <ConnectionLink projectId={pair.Project_Id} />}
    </Group>
  );
}

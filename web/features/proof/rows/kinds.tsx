import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Evidence } from '../../../../contract/proof/evidence.ts';
import { DIFFERENCE_KINDS } from '../../../../contract/proof/rows.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { differencesQuery } from '../pair/queries.ts';
import { Bars } from './causes.tsx';

/** How many of the kept rows are missing, extra and changed; nothing explains them. */
export function Kinds({ projectId, evidence }: { projectId: number; evidence: Evidence }) {
  const t = useTexts('pair');
  const { data } = useQuery(differencesQuery(projectId, evidence));
  if (!data || data.length === 0) return null;
  const bars = DIFFERENCE_KINDS.flatMap((kind) => {
    const rows = data.filter((row) => row.kind === kind).length;
    return rows > 0 ? [{ name: t(`kind_${kind}`), rows }] : [];
  });
  return (
    <>
      <Text fw={600}>{t('noCause')}</Text>
      {data.some(({ kind }) => kind !== 'changed') && (
        <Bars label={t('kind')} bars={bars} of={data.length} />
      )}
    </>
  );
}

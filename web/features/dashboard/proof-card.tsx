import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { NotLoaded } from '../../ui/load-failed.tsx';
import { proofQuery } from '../proof/report/queries.ts';
import { Picture } from '../proof/report/standing.tsx';

interface Props {
  projectId: number;
  /** Height in pixels while the proof is loading. */
  height: number;
}

/** How much of a project is proven, beside how much of it is done. */
export function ProofCard({ projectId, height }: Props) {
  const t = useTexts('dashboard');
  const query = useQuery(proofQuery(projectId));
  if (query.isPending) return <Skeleton h={height} />;
  if (!query.data) return <NotLoaded query={query} title={t('proofTitle')} />;
  // Before the first matching there is nothing to prove.
  if (query.data.by_type.length === 0) return null;
  return (
    <Card title={t('proofTitle')}>
      <Picture projectId={projectId} summary={query.data} />
    </Card>
  );
}

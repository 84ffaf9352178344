import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../../lib/i18n/index.ts';
import { Empty } from '../../../ui/empty.tsx';
import { ReadFirst } from '../../connection/links.tsx';
import { schemaMapQuery } from './queries.ts';

/**
 * What a screen says while a project has no pairs: both sides are imported and being matched, one side is still missing, or
 * nothing is imported.
 */
export function useNoPairs(
  projectId: number,
  nothing: string,
): { text: string; action: ReactNode } {
  const t = useTexts('pair-words');
  const { data: map } = useQuery(schemaMapQuery(projectId));
  if (!map) return { text: t('noPairs'), action: null };
  const hasSource = map.schemas.length > 0;
  const hasTarget = map.targets.length > 0;
  if (hasSource && hasTarget) return { text: t('beingMatched'), action: null };
  const text = hasSource ? t('targetNotImported') : hasTarget ? t('sourceNotImported') : nothing;
  return { text, action: <ReadFirst projectId={projectId} /> };
}

/** In place of figures, of which a project without pairs has none. */
export function NoPairs({ projectId, nothing }: { projectId: number; nothing: string }) {
  const { text, action } = useNoPairs(projectId, nothing);
  return (
    <Paper withBorder>
      <Empty text={text}>{action}</Empty>
    </Paper>
  );
}

import { Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useReducer } from 'react';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { formatRelative } from '../../../lib/format.ts';
import { toneOfResult } from '../pairs/result-column.tsx';
import { ResultBadge } from './result-badge.tsx';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';

interface Props {
  pair: PairRow;
  kind: 'structure' | 'data' | 'call';
  /** What can be done about the result. */
  children?: ReactNode;
}

/** A result of a pair with its extent and time, and actions beside it. */
export function ResultLine({ pair, kind, children }: Props) {
  const t = useTexts('pair');
  useMinutes();
  const sentence = { data: dataSentence, structure: structureSentence, call: callSentence }[kind];
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" component="section" aria-label={t(`verdict_${kind}`)}>
        <ResultBadge result={pair[`${kind}_result`]} tone={toneOfResult(kind, pair)} />
        <Text size="sm">{sentence(pair, t)}</Text>
      </Group>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  );
}

/** Renders every minute, because relative times such as "4 minutes ago" become outdated. */
function useMinutes(): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 60_000);
    return () => clearInterval(timer);
  }, []);
}

/** The number of rows that the result covers, and its time. */
function dataSentence(pair: PairRow, t: Texts<'pair'>): string {
  const { data_result: result, data_at: at, data_differences: differences } = pair;
  if (result === null || at === null) return t('dataNever');
  const when = formatRelative(at);
  if (result === 'not_comparable') return t('notComparable', { when });
  const accepted = pair.data_accepted;
  if (differences && result === 'accepted') return t('rowsAccepted', { count: differences, when });
  if (differences && pair.data_at_least === 1)
    return t('rowsAtLeast', { count: differences, when });
  if (differences && accepted > 0)
    return t('rowsOpen', { count: differences, open: differences - accepted, accepted, when });
  if (result === 'different' && differences) return t('rowsDiffer', { count: differences, when });
  return result === 'different' || pair.rows_source === null
    ? t('structureSentence', { when })
    : t('equalRows', { count: pair.rows_source, when });
}

function structureSentence(pair: PairRow, t: Texts<'pair'>): string {
  const { structure_result: result, structure_at: at, structure_findings: count } = pair;
  if (result === null || at === null) return t('structureNever');
  const when = formatRelative(at);
  return count ? t('structureFound', { count, when }) : t('structureSentence', { when });
}

function callSentence({ call_result: result, call_at: at }: PairRow, t: Texts<'pair'>): string {
  if (result === null || at === null) return t('callNever');
  return t('callSentence', { when: formatRelative(at) });
}

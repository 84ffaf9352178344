import { Anchor, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useEffect, useReducer } from 'react';
import { isRoutine, isTracked } from '../../../../contract/engines.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { formatRelative } from '../../../lib/format.ts';
import type { Tone } from '../../../ui/marks.tsx';
import { toneOfResult } from '../pairs/result-column.tsx';
import { ResultBadge, type Result } from './result-badge.tsx';
import { useTab } from './use-tab.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';

/** The results of a pair with their extent and time; the most relevant one comes first. */
export function Verdicts({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  useMinutes();
  const isCalled = isRoutine(pair.object_type);
  const verdict = (kind: Props['tab'], sentence: string) => (
    <Verdict
      key={kind}
      tab={kind}
      result={pair[`${kind}_result`]}
      tone={toneOfResult(kind, pair)}
      sentence={sentence}
    />
  );
  const verdicts = [
    verdict('data', dataSentence(pair, t)),
    verdict('structure', structureSentence(pair, t)),
    verdict('call', callSentence(pair, t)),
  ];
  if (isTracked(pair.object_type)) return verdicts[1];
  return (
    <SimpleGrid cols={{ base: 1, md: isCalled ? 2 : 3 }} spacing="sm">
      {isCalled ? verdicts.toReversed().slice(0, 2) : verdicts}
    </SimpleGrid>
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

interface Props {
  tab: 'structure' | 'data' | 'call';
  result: Result | null;
  tone: Tone | undefined;
  sentence: string;
}

/** A result whose sentence links to its tab; without a result, it says how to get one. */
function Verdict({ tab, result, tone, sentence }: Props) {
  const t = useTexts('pair');
  const [, choose] = useTab();
  return (
    <Paper withBorder p="sm" component="section" aria-label={t(`verdict_${tab}`)}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{t(`tab_${tab}`)}</Text>
        <ResultBadge result={result} tone={tone} />
      </Group>
      <Anchor
        component="button"
        type="button"
        fw={600}
        ta="start"
        c="var(--mantine-color-text)"
        underline="always"
        onClick={() => choose(tab)}
      >
        {sentence}
      </Anchor>
    </Paper>
  );
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

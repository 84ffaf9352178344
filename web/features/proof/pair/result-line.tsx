import { Group, Text, Badge } from '@mantine/core';
import { type ReactNode, useEffect, useReducer } from 'react';
import type {
  PairRow,
  CallOutcome,
  DataResult,
  DefinitionResult,
} from '../../../../contract/proof/pairs.ts';
import { formatRelative } from '../../../lib/format.ts';
import { toneOfResult, toneOf, Explained } from '../pairs/results.tsx';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { Dot, type Tone } from '../../../ui/marks.tsx';

export type Result = DefinitionResult | DataResult | CallOutcome;

const COLOURS = {
  underway: 'blue',
  good: 'green',
  settled: 'teal',
  likely: 'lime',
  fair: 'yellow',
  absent: 'gray',
  bad: 'red',
} as const;

/** Text colour with sufficient contrast on every background. */
const READABLE = { label: { color: 'var(--mantine-color-text)' } };

/** A word on a coloured background, after a dot whose shape also shows the tone. */
export function Tag({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <Badge
      variant="light"
      color={tone ? COLOURS[tone] : 'gray'}
      tt="none"
      styles={READABLE}
      leftSection={<Dot tone={tone} />}
    >
      {children}
    </Badge>
  );
}

/**
 * A result as a coloured word; null is shown as "never compared".
 * @param tone - overrides the tone that follows from the result
 */
export function ResultBadge(props: ResultProps) {
  return (
    <Explained of={props.result ?? 'none'}>
      <ResultTag {...props} />
    </Explained>
  );
}

interface ResultProps {
  result: Result | null;
  tone?: Tone | undefined;
}

/** Without an explanation, for inside of what is pressed. */
export function ResultTag({ result, tone }: ResultProps) {
  const t = useTexts('pair');
  return (
    <Tag tone={tone ?? (result ? toneOf(result) : undefined)}>
      {t(result ? `result_${result}` : 'result_none')}
    </Tag>
  );
}

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

import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  CallOutcome,
  DataResult,
  DefinitionResult,
} from '../../../../contract/proof/pairs.ts';
import { Dot, type Tone } from '../../../ui/marks.tsx';
import { Explained } from '../pairs/explained.tsx';
import { toneOf } from '../pairs/result-column.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

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

import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  CallOutcome,
  DataResult,
  DefinitionResult,
} from '../../../../contract/proof/pairs.ts';
import { Dot, type Tone } from '../../../ui/marks.tsx';
import { toneOf } from '../pairs/result-column.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

export type Result = DefinitionResult | DataResult | CallOutcome;

const COLOURS = {
  underway: 'blue',
  good: 'green',
  settled: 'teal',
  fair: 'yellow',
  bad: 'red',
} as const;

/** The colour of the words has contrast enough on every ground. */
const READABLE = { label: { color: 'var(--mantine-color-text)' } };

/** A word on a colour, behind the dot that has its shape. */
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
 * A result in words on its colour; what was never compared says so.
 * @param tone - where more than the result decides how good it is
 */
export function ResultBadge({ result, tone }: { result: Result | null; tone?: Tone | undefined }) {
  const t = useTexts('pair');
  return (
    <Tag tone={tone ?? (result ? toneOf(result) : undefined)}>
      {t(result ? `result_${result}` : 'result_none')}
    </Tag>
  );
}

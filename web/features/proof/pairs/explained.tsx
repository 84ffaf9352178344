import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  CallOutcome,
  DataResult,
  DefinitionResult,
  PairRow,
  Verdict,
} from '../../../../contract/proof/pairs.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';

/** What has an explanation: verdicts, states, results of comparisons, and that there is none. */
export type Explainable =
  | Verdict
  | PairRow['state']
  | DefinitionResult
  | DataResult
  | CallOutcome
  | 'verified'
  | 'none';

export const aboutOf = (t: Texts<'pair-words'>, of: Explainable): string =>
  t(`about_${of === 'failed' ? 'call_failed' : of}`);

interface Props {
  of: Explainable;
  children: ReactNode;
}

/** A word with a tooltip that explains it on hover, on keyboard focus and on touch. */
export function Explained({ of, children }: Props) {
  const t = useTexts('pair-words');
  return (
    <Tooltip label={aboutOf(t, of)} multiline maw={320} events={TOOLTIP_EVENTS}>
      <span tabIndex={0}>{children}</span>
    </Tooltip>
  );
}

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: true };

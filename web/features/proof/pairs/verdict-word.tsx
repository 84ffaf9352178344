import { Tooltip } from '@mantine/core';
import type { Verdict } from '../../../../contract/proof/pairs.ts';
import { Dotted } from '../../../ui/marks.tsx';
import { toneOf } from './result-column.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

/** The verdict of a pair in a word that explains itself, under the pointer and with the focus. */
export function VerdictWord({ verdict }: { verdict: Verdict }) {
  const t = useTexts('pair-words');
  return (
    <Tooltip label={t(`about_${verdict}`)} multiline maw={320} events={TOOLTIP_EVENTS}>
      <span tabIndex={0}>
        <Dotted tone={toneOf(verdict)}>{t(`verdict_${verdict}`)}</Dotted>
      </span>
    </Tooltip>
  );
}

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: true };

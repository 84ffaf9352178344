import type { Verdict } from '../../../../contract/proof/pairs.ts';
import { Dotted } from '../../../ui/marks.tsx';
import { Explained } from './explained.tsx';
import { toneOf } from './result-column.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props {
  verdict: Verdict;
  /** Omits the coloured dot, where another icon is shown beside the word. */
  plain?: boolean;
}

/** The verdict of a pair as a word after its dot. */
export function VerdictDot({ verdict }: { verdict: Verdict }) {
  const t = useTexts('pair-words');
  return <Dotted tone={toneOf(verdict)}>{t(`verdict_${verdict}`)}</Dotted>;
}

/** The verdict of a pair as a word, with a tooltip that explains it on hover and focus. */
export function VerdictWord({ verdict, plain = false }: Props) {
  const t = useTexts('pair-words');
  return (
    <Explained of={verdict}>
      {plain ? t(`verdict_${verdict}`) : <VerdictDot verdict={verdict} />}
    </Explained>
  );
}

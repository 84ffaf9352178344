import type { Side } from '../../../../contract/fields.ts';
import {
  PROOF_STEPS,
  VERDICTS,
  type ProofSummary,
  type Verdict,
} from '../../../../contract/proof/pairs.ts';

/** Number of pairs with one of these verdicts. */
export const countOf = (
  { by_type: rows }: Pick<ProofSummary, 'by_type'>,
  ...verdicts: readonly Verdict[]
): number =>
  rows.reduce(
    (sum, row) => sum + verdicts.reduce((of, verdict) => of + row.verdicts[verdict], 0),
    0,
  );

/** What is open, in the order of the work: verdicts with the number of their pairs. */
export const openSteps = (summary: Pick<ProofSummary, 'by_type'>) =>
  PROOF_STEPS.map((verdict) => ({ verdict, count: countOf(summary, verdict) })).filter(
    ({ count }) => count > 0,
  );

/** The side of which no object is imported, while the other has some; null where both or none have. */
export function sideWithout({ by_type: rows }: Pick<ProofSummary, 'by_type'>): Side | null {
  const unmatched = countOf({ by_type: rows }, 'unmatched');
  const total = countOf({ by_type: rows }, ...VERDICTS);
  if (unmatched === 0 || unmatched < total) return null;
  const alone = (side: Side) => rows.every((row) => row[`unmatched_${side}`] === 0);
  return alone('target') ? 'target' : alone('source') ? 'source' : null;
}

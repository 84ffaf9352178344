import type { ProofSummary, Verdict } from '../../../../contract/proof/pairs.ts';

/** Next steps in the order of the work; each concerns the pairs with that verdict. */
export const STEPS = [
  'never_compared',
  'outdated',
  'different',
  'call_failed',
  'stale',
  'not_comparable',
  'warned',
  'unconfirmed',
  'never_called',
  'partly_compared',
  'unmatched',
] as const satisfies readonly Verdict[];

/** Number of pairs with one of these verdicts. */
export const countOf = (
  { by_type: rows }: Pick<ProofSummary, 'by_type'>,
  ...verdicts: readonly Verdict[]
): number =>
  rows.reduce(
    (sum, row) => sum + verdicts.reduce((of, verdict) => of + row.verdicts[verdict], 0),
    0,
  );

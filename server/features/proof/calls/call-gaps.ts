import { createHash } from 'node:crypto';
import type { PairCall } from '../../../../contract/proof/calls.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { KeptComparison } from '../evidence/service.ts';

/** What of a call was not compared, each as a text of its own, and which call it was. */
export function gapsOfCall(
  call: PairCall,
  comparisons: readonly KeptComparison[],
  unnamed: readonly Side[],
): string[] {
  const gaps = comparisons
    .filter(({ result }) => result === 'partly_compared')
    .flatMap(({ parameters, complete, ...answers }) => [
      ...(complete === false ? [['cut', parameters]] : []),
      ...SIDES.flatMap((side) =>
        answers[side]?.committed ? [['committed', side, parameters]] : [],
      ),
    ]);
  const which = createHash('sha256').update(JSON.stringify(call)).digest('base64url');
  const all = [...gaps, ...unnamed.map((side) => ['unnamed', side])];
  return [`call ${which}`, ...all.map((gap) => JSON.stringify(gap))];
}

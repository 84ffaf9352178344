import { SIDES } from '../../../../contract/fields.ts';
import { type CallComparison, distinctAnswerNames } from '../../../../contract/proof/calls.ts';

/** The columns and output parameters that answers have. */
export const namesOf = (comparisons: readonly CallComparison[]): string[] =>
  distinctAnswerNames(
    SIDES.flatMap((side) =>
      comparisons.flatMap((one) => [
        ...(one[side]?.result_sets ?? []).flatMap(({ columns }) => columns.map(({ name }) => name)),
        ...Object.keys(one[side]?.output ?? {}),
      ]),
    ),
  );

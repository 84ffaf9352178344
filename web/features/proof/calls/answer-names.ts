import { SIDES } from '../../../../contract/fields.ts';
import { type CallComparison, foldAnswerName } from '../../../../contract/proof/calls.ts';

/** Each name once, as the source spells it. */
const distinct = (names: readonly string[]): string[] =>
  [
    ...new Map(names.toReversed().map((name) => [foldAnswerName(name), name])).values(),
  ].toReversed();

/** The columns and output parameters that answers have. */
export const namesOf = (comparisons: readonly CallComparison[]): string[] =>
  distinct(
    SIDES.flatMap((side) =>
      comparisons.flatMap((one) => [
        ...(one[side]?.result_sets ?? []).flatMap(({ columns }) => columns.map(({ name }) => name)),
        ...Object.keys(one[side]?.output ?? {}),
      ]),
    ),
  );

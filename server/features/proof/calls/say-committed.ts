import type { CallComparison } from '../../../../contract/proof/calls.ts';
import { SIDES } from '../../../../contract/fields.ts';

/** A comparison that says of each side what of its writes may have stayed. */
export function sayCommitted(comparison: CallComparison): CallComparison {
  const notes = SIDES.filter((side) => comparison[side]?.committed).map(
    (side) =>
      `The call on the ${side} committed by itself, or wrote where nothing is rolled back: what it wrote may still be there.`,
  );
  return { ...comparison, notes: [...notes, ...comparison.notes] };
}

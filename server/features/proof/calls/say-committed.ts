import { SIDES } from '../../../../contract/fields.ts';
import { message } from '../../../../contract/messages/message.ts';
import type { KeptComparison } from '../evidence/service.ts';

/** A comparison that says of each side what of its writes may have stayed. */
export function sayCommitted(comparison: KeptComparison): KeptComparison {
  const notes = SIDES.filter((side) => comparison[side]?.committed).map((side) =>
    message('call.committed', { side: message(`word.${side}`) }),
  );
  return { ...comparison, notes: [...notes, ...comparison.notes] };
}

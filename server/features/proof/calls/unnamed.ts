import { SIDES, type Side } from '../../../../contract/fields.ts';
import { message } from '../../../../contract/messages/message.ts';
import type { KeptComparison } from '../evidence/service.ts';

/** Names that count as those of what is called, on each side; none where any call says something of the object. */
export type Names = Record<Side, readonly string[]>;

const fold = (name: string): string => name.toLowerCase();

/** The sides whose text names none of what it should call. */
export const findUnnamed = (names: Names, namesIn: (side: Side) => readonly string[]): Side[] =>
  SIDES.filter((side) => {
    if (names[side].length === 0) return false;
    const written = new Set(namesIn(side).map(fold));
    return !names[side].some((name) => written.has(fold(name)));
  });

/** Equal answers to a call that does not name the routine do not say that the routine was called. */
export const sayUnnamed = <T extends KeptComparison>(
  comparison: T,
  unnamed: readonly Side[],
  names: Names,
): T =>
  comparison.result !== 'equal' || unnamed.length === 0
    ? comparison
    : {
        ...comparison,
        result: 'partly_compared',
        notes: [
          ...comparison.notes,
          ...unnamed.map((side) =>
            message('call.unnamed', {
              side: message(`word.${side}`),
              name: names[side][0] ?? '',
            }),
          ),
        ],
      };

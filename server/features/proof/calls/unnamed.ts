import { SIDES, type Side } from '../../../../contract/fields.ts';
import { message } from '../../../../contract/messages/message.ts';
import type { KeptComparison } from '../evidence/service.ts';

/** Names that identify the called object, on each side; empty where any call tells something about the object. */
export type Names = Record<Side, readonly string[]>;

const fold = (name: string): string => name.toLowerCase();

/** Sides whose text does not name what it should call. */
export const findUnnamed = (names: Names, namesIn: (side: Side) => readonly string[]): Side[] =>
  SIDES.filter((side) => {
    if (names[side].length === 0) return false;
    const written = new Set(namesIn(side).map(fold));
    return !names[side].some((name) => written.has(fold(name)));
  });

/** Equal answers to a call that does not name the routine do not prove that the routine was called. */
export const noteUnnamed = <T extends KeptComparison>(
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

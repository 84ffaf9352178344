import { withEnglish } from '../../../../contract/messages/english.ts';
import { type MessageOrText, message } from '../../../../contract/messages/message.ts';
import type { CallAnswer, CallComparison } from '../../../../contract/proof/calls.ts';
import { findHidden, hideUnknown, hideValue, maskDifferences } from '../../databases/service.ts';

/** A comparison as it is stored. */
export interface KeptComparison extends Omit<
  CallComparison,
  'differences' | 'differences_said' | 'different_names' | 'notes' | 'notes_said'
> {
  /** Absent in evidence from before they were kept. */
  different_names?: string[];
  differences: MessageOrText[];
  notes: MessageOrText[];
}

export const presentComparison = ({
  differences,
  notes,
  ...comparison
}: KeptComparison): CallComparison => ({
  ...comparison,
  different_names: comparison.different_names ?? [],
  ...withEnglish('differences', differences),
  ...withEnglish('notes', notes),
});

type ResultSet = CallAnswer['result_sets'][number];
type Mask = readonly string[];

/** A result set with the values of masked columns hidden. */
const hideColumns = (set: ResultSet, hidden: readonly boolean[]): ResultSet =>
  hidden.includes(true)
    ? {
        ...set,
        rows: set.rows.map((row) =>
          row.map((value, place) => (hidden[place] ? hideValue(value) : value)),
        ),
      }
    : set;

const hideOutput = (output: CallAnswer['output'], mask: Mask): CallAnswer['output'] =>
  Object.fromEntries(
    Object.entries(output).map(([name, value]) => [name, hideUnknown(value, mask)]),
  );

/** Both answers as they are stored and shown under a mask, which may be newer than they are. */
export function maskComparison(comparison: KeptComparison, mask: Mask): KeptComparison {
  if (mask.length === 0) return comparison;
  const { source, target } = comparison;
  const hide = (answer: CallAnswer | null): CallAnswer | null =>
    answer && {
      ...answer,
      result_sets: answer.result_sets.map((set, index) =>
        hideColumns(
          set,
          findHidden(
            source?.result_sets[index]?.columns,
            target?.result_sets[index]?.columns,
            mask,
          ),
        ),
      ),
      output: hideOutput(answer.output, mask),
      error: answer.error && {
        ...answer.error,
        message: hideUnknown(answer.error.message, mask) ?? '',
      },
    };
  return {
    ...comparison,
    source: hide(source),
    target: hide(target),
    // Comparisons from before effects were compared have none.
    effects: (comparison.effects ?? []).map((effect) => ({
      ...effect,
      differences: maskDifferences(effect.differences, effect, mask),
    })),
  };
}

/** A stored comparison under a mask that is newer: its sentences may still contain values that are masked now. */
export function maskKept(comparison: KeptComparison, mask: Mask): KeptComparison {
  const masked = maskComparison(comparison, mask);
  const isNew = JSON.stringify(masked) !== JSON.stringify(comparison);
  return isNew && comparison.differences.length > 0
    ? { ...masked, differences: [message('call.masked')] }
    : masked;
}

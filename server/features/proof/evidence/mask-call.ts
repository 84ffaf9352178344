import type { CallAnswer, CallComparison } from '../../../../contract/proof/calls.ts';
import { findHidden, hideUnknown, hideValue } from '../../databases/service.ts';

type ResultSet = CallAnswer['result_sets'][number];
type Mask = readonly string[];

/** The rows as they are kept and shown. */
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

const SAID = 'Values are masked by now, so what differs is not said any more.';

/** Both answers as they are kept and shown under a mask, which may be newer than they are. */
export function maskComparison(comparison: CallComparison, mask: Mask): CallComparison {
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
  return { ...comparison, source: hide(source), target: hide(target) };
}

/** A kept comparison whose sentences may still say what is masked since. */
export function maskKept(comparison: CallComparison, mask: Mask): CallComparison {
  const masked = maskComparison(comparison, mask);
  const isNew = JSON.stringify(masked) !== JSON.stringify(comparison);
  return isNew && comparison.differences.length > 0 ? { ...masked, differences: [SAID] } : masked;
}

import type { CallAnswer, CallComparison } from '../../../contract/calls.ts';
import { hideValue, isMasked } from '../databases/service.ts';

type ResultSet = CallAnswer['result_sets'][number];
type Output = CallAnswer['output'];
type Mask = readonly string[];

/** Which columns of a result set are masked: by the name on either side. */
export function findMasked(
  source: ResultSet | undefined,
  target: ResultSet | undefined,
  mask: Mask,
): boolean[] {
  const most = Math.max(source?.columns.length ?? 0, target?.columns.length ?? 0);
  return Array.from({ length: most }, (_, place) =>
    [source, target].some((set) => isMasked(mask, set?.columns[place]?.name ?? '')),
  );
}

/** The rows as they are kept and shown. */
export const hideColumns = (set: ResultSet, masked: readonly boolean[]): ResultSet =>
  masked.includes(true)
    ? {
        ...set,
        rows: set.rows.map((row) =>
          row.map((value, place) => (masked[place] ? hideValue(value) : value)),
        ),
      }
    : set;

const hideOutput = (output: Output, mask: Mask): Output =>
  Object.fromEntries(
    Object.entries(output).map(([name, value]) => [
      name,
      isMasked(mask, name) ? hideValue(value) : value,
    ]),
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
        hideColumns(set, findMasked(source?.result_sets[index], target?.result_sets[index], mask)),
      ),
      output: hideOutput(answer.output, mask),
    };
  return { ...comparison, source: hide(source), target: hide(target) };
}

/** A kept comparison whose sentences may still say what is masked since. */
export function maskKept(comparison: CallComparison, mask: Mask): CallComparison {
  const masked = maskComparison(comparison, mask);
  const isNew = JSON.stringify(masked) !== JSON.stringify(comparison);
  return isNew && comparison.differences.length > 0 ? { ...masked, differences: [SAID] } : masked;
}

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

/** Those of a parameter set whose values differ, as far as the rows that are shown tell. */
export function differingNames({ source, target, different_rows: rows }: CallComparison): string[] {
  if (!source || !target) return [];
  const there = new Map(
    Object.entries(target.output).map(([name, value]) => [foldAnswerName(name), value]),
  );
  const outputs = Object.entries(source.output).flatMap(([name, value]) =>
    there.has(foldAnswerName(name)) && there.get(foldAnswerName(name)) !== value ? [name] : [],
  );
  const columns = rows.flatMap((places, index) => {
    const [here, other] = [source.result_sets[index], target.result_sets[index]];
    if (!here || here.columns.length !== other?.columns.length) return [];
    return here.columns.flatMap(({ name }, column) =>
      places.source.some(
        (place, at) => here.rows[place]?.[column] !== other.rows[places.target[at] ?? -1]?.[column],
      )
        ? [name]
        : [],
    );
  });
  return distinct([...outputs, ...columns]);
}

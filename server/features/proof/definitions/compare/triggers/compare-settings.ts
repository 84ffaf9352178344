import { SIDES, type Side } from '../../../../../../contract/fields.ts';
import type { Column, Trigger } from '../../../../../../connectors/core/definitions.ts';
import type { KnownColumn, Reading } from '../../../../sql/service.ts';
import type { BothTables } from '../../counterparts.ts';
import type { KnownColumns } from '../columns/match-columns.ts';
import { lateAssignments } from './late-settings.ts';
import { type Comparison, type TextReader, compareMeanings } from '../texts/meanings.ts';
import { type Assignment, NEW_ROW, assignmentsOf } from './trigger-settings.ts';

/** What two triggers set in a new row: the same values, or different ones in the target's column `otherIn`. */
export type SetAlike = 'same' | { otherIn: string };

/** Compares triggers that only set columns of the row; null where one of them does more, or where that cannot be determined. */
export function compareSettings(
  triggers: Record<Side, Trigger>,
  { known, on }: BothTables,
  texts: TextReader,
): SetAlike | null {
  const read = (side: Side) => {
    const { text, condition, timing, level, events } = triggers[side];
    const words = texts.words(side);
    const sets = level === 'row' && !events.includes('delete');
    if (!words || text === null || condition !== null || !sets) return null;
    if (timing === 'before') return assignmentsOf(text, words);
    return timing === 'after' ? lateAssignments(triggers[side], on[side], words) : null;
  };
  const [from, to] = [read('source'), read('target')];
  if (!from || !to || from.length !== to.length) return null;
  const lists = { source: from, target: to };
  if (SIDES.some((side) => lists[side].some(({ value }) => asksForMade(value, on[side].columns))))
    return null;

  const rows = { source: rowOf(known.source), target: rowOf(known.target) };
  // What others round or cut, SQLite keeps.
  const loosely = SIDES.some((side) => triggers[side].timing === 'after');
  const meaningOf: MeaningOf = (side, text, { canonical }) =>
    texts.expression(side, rows[side], {
      text,
      as: { set: canonical, ...(loosely && { loosely }) },
    });
  const found = from.map((one, at) => compareTwo(one, to[at]!, known, meaningOf));
  if (
    found.some((one) => one === null || /^(unclear|clock|midnight|zone|spelling)$/.test(one.answer))
  )
    return null;
  const other = found.find((one) => /^(different|foldsOn\w+)$/.test(one!.answer));
  if (!other) return 'same';
  // A value may use one that was set before it, so equal results may be written differently.
  return SIDES.some((side) => buildsOnItself(lists[side])) ? null : { otherIn: other.column };
}

type MeaningOf = (side: Side, value: string, set: KnownColumn) => Reading;

function compareTwo(
  one: Assignment,
  other: Assignment,
  known: KnownColumns,
  meaningOf: MeaningOf,
): { column: string; answer: Comparison } | null {
  const [was, is] = [findColumn(known.source, one.column), findColumn(known.target, other.column)];
  if (!was || !is || was.as.toLowerCase() !== is.as.toLowerCase()) return null;
  const [source, target] = [
    meaningOf('source', one.value, was),
    meaningOf('target', other.value, is),
  ];
  return { column: is.name, answer: compareMeanings(source, target) };
}

/** Finds a column as engines do: by its exact name, else regardless of case. */
export const findColumn = (
  columns: readonly KnownColumn[],
  name: string,
): KnownColumn | undefined =>
  columns.find((one) => one.name === name) ??
  columns.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** Columns under the names that a trigger uses. All may be NULL, because NOT NULL is checked after the trigger. */
export const rowOf = (columns: readonly KnownColumn[], row = NEW_ROW): KnownColumn[] =>
  columns.map((one) => ({
    ...one,
    name: `${row}${one.name}`,
    as: `${row}${one.as}`,
    nullable: true,
  }));

const names = (value: string, column: string): boolean =>
  value.toLowerCase().includes(`${NEW_ROW}${column.toLowerCase()}`);

/** Whether a value uses an identity or computed column: some engines fill it before the trigger, others after it. */
export const asksForMade = (value: string, columns: readonly Column[]): boolean =>
  columns.some(
    ({ name, identity, generated }) => (identity || generated !== null) && names(value, name),
  );

const buildsOnItself = (list: readonly Assignment[]): boolean =>
  list.some(({ column, value }, at) =>
    list.slice(0, at).some((before) => names(value, before.column) || before.column === column),
  );

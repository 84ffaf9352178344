import type { ToleratedCause } from '../../../../../contract/proof/causes.ts';
import { type Message, message } from '../../../../../contract/messages/message.ts';
import { type ColumnEvidence, areAlike } from '../../../../../contract/proof/verdicts.ts';

/** Notes that a reader of the result needs. What was not compared at all is also in the result's coverage. */
const OF_COLUMNS = {
  leftOut: 'rows.leftOut',
  lost: 'rows.onlySourceColumns',
  added: 'rows.onlyTargetColumns',
  assumed: 'rows.assumedColumns',
  types: 'rows.typesDoNotCompare',
  link: 'rows.linkMissing',
  blanks: 'rows.blanksDoNotCount',
  case: 'rows.caseDoesNotCount',
  empty: 'rows.emptyIsNull',
  fraction: 'rows.fractionDoesNotCount',
  double: 'rows.doubleDigits',
  keyOfView: 'rows.keyOfView',
  json: 'rows.equalAsJson',
  number: 'rows.equalAsNumbers',
  tolerated: 'rows.tolerated',
  zone: 'rows.inUtc',
  policies: 'rows.policed',
} as const;
const OF_ALL = {
  where: 'rows.onlyConditions',
  counts: 'rows.onlyCounted',
  aggregates: 'rows.onlyAggregates',
  sample: 'rows.onlySample',
  crowded: 'rows.crowded',
  large: 'rows.rowsTooLarge',
  keyless: 'rows.keyless',
} as const;

/** Under any of these, equal rows are not called identical. */
const RELAXING: readonly NoteName[] = [
  'leftOut',
  'where',
  'blanks',
  'case',
  'empty',
  'fraction',
  'double',
  'json',
  'number',
  'tolerated',
  'computed',
];

type OfColumns = keyof typeof OF_COLUMNS;
/** `computed`: a sentence for each column that an expression replaces. */
export type NoteName = OfColumns | keyof typeof OF_ALL | 'computed';

/** The notes of a comparison, with the columns that they are about. */
export type Notes = Map<NoteName, Set<string>>;

export function addNote(notes: Notes, name: NoteName, column?: string): void {
  const columns = notes.get(name) ?? new Set();
  if (column !== undefined) columns.add(column);
  notes.set(name, columns);
}

/** Whether equal rows are equal under these rules only. */
export const isRelaxed = (notes: Notes): boolean => RELAXING.some((name) => notes.has(name));

const isOfColumns = (name: NoteName): name is OfColumns => name in OF_COLUMNS;

/**
 * @param tolerated - causes with the reasons for tolerating them, said where rows are equal only because of them
 * @param computed - sentences about expressions
 */
export const messagesOf = (
  notes: Notes,
  tolerated: readonly ToleratedCause[],
  computed: readonly Message[],
): Message[] => [
  ...[...notes].flatMap(([name, columns]): readonly Message[] => {
    if (name === 'computed') return computed;
    return isOfColumns(name)
      ? [message(OF_COLUMNS[name], { columns: [...columns].join(', ') })]
      : [message(OF_ALL[name])];
  }),
  ...tolerated.flatMap(({ column, reason }) =>
    reason && notes.get('tolerated')?.has(column)
      ? message('rows.toleratedBecause', { column, reason })
      : [],
  ),
];

/** What the values tell of columns without a confirmed counterpart. */
export const describeEvidence = (evidence: ColumnEvidence): Message => {
  const { source, target, rows, equal } = evidence;
  return areAlike(evidence)
    ? message('rows.alikeColumns', { source, target, equal, rows })
    : message('rows.unlikeColumns', { source, target, differing: rows - equal, rows });
};

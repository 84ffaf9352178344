import type { ResultRow } from '../../../../connectors/core/call.ts';
import { foldAnswerName } from '../../../../contract/proof/calls.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import type { Side } from '../../../../contract/fields.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import { findHidden, hideValue } from '../../databases/service.ts';
import type { AnswerReader, PlacedRow, ReadSet } from './answer-reader.ts';
import type { AnswerRules } from './answer-rules.ts';
import { isOwnName } from './compare-outputs.ts';
import { type DifferingRows, compareAsSets, compareInOrder } from './compare-rows.ts';
import { rowRulesOf } from './compare-values.ts';

type BySide<T> = Record<Side, T>;

/** How the result sets of both sides compare. */
export interface SetOptions {
  ordered: boolean;
  /** Values of these columns are compared, but not shown. */
  mask: readonly string[];
  engines: BySide<EngineId>;
}

/** A row as a text, in the spelling of its side. */
function rowText(row: ResultRow): string {
  const text = row.map((value) => value ?? 'NULL').join(', ');
  return `(${text.length > 200 ? `${text.slice(0, 200)}…` : text})`;
}
const SHOWN = 20;

function compareNames({ source, target, kept }: ComparedSet): Message[] {
  return kept.source.flatMap((place, index) => {
    const { name } = source.columns[place]!;
    const other = target.columns[kept.target[index]!]!.name;
    if (!isOwnName(name) || !isOwnName(other) || foldAnswerName(name) === foldAnswerName(other))
      return [];
    return [message('call.otherColumnName', { number: place + 1, it: name, there: other })];
  });
}

export interface ComparedSet {
  source: ReadSet;
  target: ReadSet;
  /** Places of the columns that the rules do not leave out. */
  kept: BySide<number[]>;
  /** Null where the numbers of columns differ, or where it is unknown. */
  differing: DifferingRows | null;
}

async function compareSets(
  readers: BySide<AnswerReader>,
  source: ReadSet,
  target: ReadSet,
  options: SetOptions,
  given: AnswerRules,
): Promise<ComparedSet> {
  const keptOf = ({ columns }: ReadSet) =>
    columns.flatMap(({ name }, place) => (given.leavesOut(name) ? [] : [place]));
  const kept = { source: keptOf(source), target: keptOf(target) };
  if (kept.source.length !== kept.target.length) {
    // Nothing that follows could make them equal.
    await Promise.all([readers.source.nextRows(), readers.target.nextRows()]);
    readers.source.stop();
    readers.target.stop();
    return { source, target, kept, differing: null };
  }
  const columns = { source: source.columns, target: target.columns };
  const compare = options.ordered ? compareInOrder : compareAsSets;
  const rules = rowRulesOf(columns, kept, options.engines, given);
  return { source, target, kept, differing: await compare(readers, rules) };
}

/** Result sets that only one side has are read for their first rows. */
async function readOthers(reader: AnswerReader, first: ReadSet | null): Promise<void> {
  for (let set = first; set; set = await reader.nextSet()) await reader.nextRows();
}

export async function compareStreams(
  readers: BySide<AnswerReader>,
  options: SetOptions,
  given: AnswerRules,
): Promise<ComparedSet[]> {
  const compared: ComparedSet[] = [];
  for (;;) {
    const [source, target] = await Promise.all([
      readers.source.nextSet(),
      readers.target.nextSet(),
    ]);
    if (!source || !target) {
      await Promise.all([readOthers(readers.source, source), readOthers(readers.target, target)]);
      return compared;
    }
    compared.push(await compareSets(readers, source, target, options, given));
  }
}

function rowNotes(
  { source, target, differing }: ComparedSet,
  { ordered, mask }: SetOptions,
): Message[] {
  if (!differing) return [];
  const hidden = findHidden(source.columns, target.columns, mask);
  const textOf = ({ row }: PlacedRow) =>
    rowText(row.map((value, index) => (hidden[index] ? hideValue(value) : value)));
  const { rows, count } = differing;
  const counts =
    count.source > rows.source.length || count.target > rows.target.length
      ? [message('call.manyDiffer', { count: count.source, to: count.target })]
      : [];
  if (!ordered)
    return [
      ...counts,
      ...rows.source
        .slice(0, SHOWN)
        .map((row) => message('call.onlyOnSource', { row: textOf(row) })),
      ...rows.target
        .slice(0, SHOWN)
        .map((row) => message('call.onlyOnTarget', { row: textOf(row) })),
    ];
  const there = new Map(rows.target.map((row) => [row.place, row]));
  const pairs = rows.source.flatMap((here) => {
    const other = there.get(here.place);
    return other ? [{ here, other }] : [];
  });
  return [
    ...counts,
    ...pairs.slice(0, SHOWN).map(({ here, other }) =>
      message('call.otherRow', {
        number: here.place + 1,
        row: textOf(here),
        there: textOf(other),
      }),
    ),
  ];
}

export function setNotes(compared: ComparedSet, isWhole: boolean, options: SetOptions): Message[] {
  const { source, target, kept, differing } = compared;
  if (kept.source.length !== kept.target.length)
    return [message('call.otherColumns', { count: kept.source.length, to: kept.target.length })];
  const counts =
    source.count !== target.count && (isWhole || (differing && isDifferent(differing)))
      ? [message('call.otherRows', { count: source.count, to: target.count })]
      : [];
  return [...compareNames(compared), ...counts, ...rowNotes(compared, options)];
}

const isDifferent = ({ count }: DifferingRows): boolean => count.source + count.target > 0;

import { type Message, message } from '../../../../contract/messages/message.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { type Counted, answer, notComparable } from './answer/answer.ts';
import {
  type Copies,
  compareAgain,
  compareCopies,
  readCopies,
  roomForCopies,
  withKeyOfView,
  MAX_SAMPLED,
  compareSample,
} from './search/compare-in-memory.ts';
import { compareSlices } from './search/compare-slices.ts';
import { copiesIn, countInCopies, countOnSides } from './search/find-copies.ts';
import { missingEnd } from './search/missing-end.ts';
import { holdOpenColumns, MAX_HELD, openColumns } from './plan/open-columns.ts';
import { type RowMatcher, createMatcher } from './causes/match-rows.ts';
import { readAgain } from './search/find-rows.ts';
import { type Findings, addPlaces, noFindings } from './answer/findings.ts';
import { addNote } from './answer/notes.ts';
import {
  NotComparable,
  type Plan,
  planComparison,
  type PlannedColumn,
  readByProject,
} from './plan/plan.ts';
import { type Sides, openSides } from './sides.ts';
import type { DataOutcome, DataTask } from './types.ts';
import type { ColumnAggregate, TextRow } from '../../../../connectors/core/data.ts';
import { describeMeasure } from '../../databases/service.ts';
import { areEqual } from './answer/compare-values.ts';

/**
 * Finds out whether two tables or views have the same rows, and which differ.
 * @throws ConnectorError, or the signal's reason once it is aborted
 */
export async function compareRows(task: DataTask): Promise<DataOutcome> {
  try {
    return await compareStepwise(task, planComparison(task));
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error;
    return notComparable(
      error.said,
      readByProject(task.computed).map(({ id }) => id),
    );
  }
}

/** Each step costs more and tells more than the one before; ends as soon as the answer is certain. */
async function compareStepwise(task: DataTask, plan: Plan): Promise<DataOutcome> {
  const { depth, sample } = task.options;
  const sides = openSides(task, plan);
  if (isComputed(task)) return answerComputed(task, plan, sides);
  const counted = await countBoth(sides);
  const { source, target } = counted;
  if (depth === 'counts' || depth === 'aggregates' || (source === 0 && target === 0)) {
    task.addRows(source);
    return answerCounted(task, plan, sides, counted);
  }
  const isSample = sample !== null && sample < Math.max(source, target);
  try {
    return isSample
      ? await answerSample(task, plan, sides, counted, sample)
      : await answerAll(task, plan, sides, counted);
  } catch (error) {
    return answerUnhashed(plan, sides, counted, unsupported(error));
  }
}

async function countBoth(sides: Sides): Promise<Counted> {
  const [source, target] = await sides.both((reader, reading) => reader.countRows(reading));
  return { source, target };
}

/**
 * Returns the error if a side does not support a question.
 * @throws any other error
 */
function unsupported(error: unknown): ConnectorError {
  if (!(error instanceof ConnectorError) || error.code !== 'unsupported') throw error;
  return error;
}

/** Whether a side is a view, which an engine would compute anew for every question; samples are excluded. */
const isComputed = ({ source, target, options: { depth, sample } }: DataTask): boolean =>
  depth === 'rows' &&
  sample === null &&
  [source, target].some(({ definition }) => definition.kind === 'view');

/** Reading a view again is worth avoiding if it took longer, with waiting and the way of its rows. Milliseconds. */
const COSTLY = 3_000;

/** Reads views once where their rows fit into memory; else slices are compared without counting the rows first. */
async function answerComputed(task: DataTask, plan: Plan, sides: Sides): Promise<DataOutcome> {
  try {
    const began = performance.now();
    const copies = await readCopies(sides, roomForCopies(plan));
    const taken = performance.now() - began;
    if (taken > COSTLY) plan.costly = Math.round(taken / 1_000);
    return copies
      ? await answerCopied(task, plan, sides, copies)
      : await answerAll(task, plan, sides, null);
  } catch (error) {
    const said = unsupported(error);
    return answerUnhashed(plan, sides, await countBoth(sides), said);
  }
}

async function answerCopied(
  task: DataTask,
  given: Plan,
  sides: Sides,
  copies: Copies,
): Promise<DataOutcome> {
  const plan = withKeyOfView(given, task.viewKeys ?? [], copies);
  // Rows that are the same on both sides need no second look.
  const matcher = plan.keyed ? null : createMatcher(plan);
  const findings = await compareCopies(plan, copies, plan.costly ? matcher : null);
  const { rows } = findings;
  task.addRows(rows.source);
  const found = await checkCopies(sides, plan, findings, matcher);
  const kept = await copiesIn(findings, countInCopies(plan, copies));
  return answer(plan, rows, findings, found, {
    by: 'values',
    rows: rows.source,
    copies: kept,
    held: plan.costly
      ? []
      : await holdOpenColumns(sides, plan, { keys: keysOf(plan, copies[0]), rows: rows.source }),
  });
}

/** Keys of as many rows as are held against each other. */
const keysOf = ({ source }: Plan, rows: readonly TextRow[]): TextRow[] =>
  rows.slice(0, MAX_HELD).map((row) => source.key.map((place) => row[place] ?? null));

async function checkCopies(
  sides: Sides,
  plan: Plan,
  findings: Findings,
  matcher: RowMatcher | null,
): Promise<Message[]> {
  if (plan.costly) {
    findings.matched = findings.total > 0 ? (matcher?.match(findings.total) ?? null) : null;
    return readOnce(plan, findings, plan.costly);
  }
  if (findings.total === 0) return [];
  const after = await compareAgain(sides, plan, findings, matcher);
  return after ? mergeSecondReading(findings, after, matcher) : [];
}

async function answerCounted(
  { options: { depth } }: DataTask,
  plan: Plan,
  sides: Sides,
  rows: Counted,
): Promise<DataOutcome> {
  // If neither side has rows, all rows were compared.
  if (rows.source + rows.target === 0)
    return answer(plan, rows, noFindings(), [], { by: 'values', rows: 0 });
  if (depth === 'counts') return answerSummary(plan, rows, { by: 'counts', differing: [] });
  return answerSummary(plan, rows, await askAggregates(sides, plan, true));
}

interface Summary {
  by: 'counts' | 'aggregates';
  differing: Message[];
  /** Why no more was compared. */
  reason?: Message;
}

const MEASURES = ['nulls', 'distinct', 'min', 'max', 'sum'] as const;

const MAX_NAMED = 50;

/**
 * Compares aggregates of each column over all rows.
 * @returns a finding for each aggregate that differs
 */
async function compareAggregates(sides: Sides, plan: Plan, distinct: boolean): Promise<Message[]> {
  const [source, target] = await sides.both((reader, reading) =>
    reader.aggregate(reading, { distinct }),
  );
  const found = plan.columns.flatMap((column, index) => {
    const [one, other] = [source[index], target[index]];
    return one && other
      ? aggregatesThatDiffer(column, one, other, plan.source.columns[index]?.form.as)
      : [];
  });
  const more = found.length - MAX_NAMED;
  return more > 0
    ? [...found.slice(0, MAX_NAMED), message('rows.moreOfThem', { count: more })]
    : found;
}

function aggregatesThatDiffer(
  column: PlannedColumn,
  source: ColumnAggregate,
  target: ColumnAggregate,
  form: string | undefined,
): Message[] {
  return MEASURES.flatMap((measure) => {
    const [one, other] = [source[measure], target[measure]];
    if (one === null || other === null) return [];
    // Texts that mean the same may differ in length, and in the number of distinct texts.
    if (column.loose !== null && (measure === 'distinct' || measure === 'sum')) return [];
    if (column.loose?.as === 'tolerated') return [];
    if (areEqual(String(one), String(other), column.loose)) return [];
    const isLength = measure === 'sum' && (form === 'text' || form === 'binary');
    return [describeMeasure(column, isLength ? 'lengths' : measure, one, other)];
  });
}

/** Compares counts, extremes and sums; only the row counts where a side does not support these. */
async function askAggregates(sides: Sides, plan: Plan, distinct: boolean): Promise<Summary> {
  try {
    return { by: 'aggregates', differing: await compareAggregates(sides, plan, distinct) };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code !== 'unsupported') throw error;
    return { by: 'counts', differing: [], reason: error.said };
  }
}

/** Counts and aggregates only tell a lower bound of the rows that differ. */
function answerSummary(plan: Plan, rows: Counted, { by, differing, reason }: Summary): DataOutcome {
  addNote(plan.notes, by);
  const total = Math.max(Math.abs(rows.source - rows.target), differing.length > 0 ? 1 : 0);
  const found = [...(reason === undefined ? [] : [reason]), ...differing];
  const look = { by, rows: rows.source, atLeast: true };
  return answer(plan, rows, { ...noFindings(), total }, found, look);
}

/** A side that cannot hash rows can still show that they differ, but never that all are equal. */
async function answerUnhashed(
  plan: Plan,
  sides: Sides,
  rows: Counted,
  { said }: ConnectorError,
): Promise<DataOutcome> {
  const summary = await askAggregates(sides, plan, false);
  // If aggregates fail, too, the first reason is enough.
  return answerSummary(plan, rows, { ...summary, reason: said });
}

async function answerSample(
  task: DataTask,
  plan: Plan,
  sides: Sides,
  rows: Counted,
  size: number,
): Promise<DataOutcome> {
  const share = size / Math.max(rows.source, rows.target);
  const sampled = size <= MAX_SAMPLED ? await compareSample(sides, plan, size) : null;
  if (sampled) task.addRows(sampled.rows.source);
  const findings = sampled ?? (await compareSlices(task, plan, sides, rows, share)).findings;
  addNote(plan.notes, 'sample');
  const found = [
    message('rows.sampled', {
      from: findings.rows.source,
      all: rows.source,
      to: findings.rows.target,
      others: rows.target,
    }),
    ...(await checkAgain(sides, plan, findings)),
  ];
  const total = Math.max(findings.total, Math.abs(rows.source - rows.target));
  const held = await holdOpenColumns(sides, plan, { rows: rows.source });
  const look = { by: 'sample', rows: findings.rows.source, atLeast: true, held } as const;
  return answer(plan, rows, { ...findings, total }, found, look);
}

async function answerAll(
  task: DataTask,
  plan: Plan,
  sides: Sides,
  counted: Counted | null,
): Promise<DataOutcome> {
  const { findings, complete } = await compareSlices(task, plan, sides, counted, 1);
  const before = findings.total;
  const { costly } = plan;
  const found = costly ? readOnce(plan, findings, costly) : await checkAgain(sides, plan, findings);
  let rows: Counted = complete ? findings.rows : (counted ?? findings.rows);
  if (findings.total !== before) rows = await countBoth(sides);
  if (!complete) found.push(message('rows.notAllCompared', { count: findings.total }));
  const isCounted = task.options.depth === 'checksums' || findings.crowded > 0;
  if (task.options.depth === 'checksums' && findings.total > 0)
    found.push(message('rows.notLookedFor', { count: findings.total }));
  return answer(plan, rows, findings, found, {
    by: 'values',
    rows: complete ? rows.source : findings.rows.source,
    cut: !complete || findings.crowded > 0,
    atLeast: !complete || isCounted,
    ...(costly ? {} : await askForMore(sides, plan, findings, { complete, rows })),
  });
}

/** What takes further questions than those that find the rows. */
async function askForMore(
  sides: Sides,
  plan: Plan,
  findings: Findings,
  { complete, rows }: { complete: boolean; rows: Counted },
) {
  return {
    end: complete && rows.target > 0 ? await missingEnd(sides, findings) : null,
    copies: complete ? await copiesIn(findings, countOnSides(sides, plan)) : null,
    held: await holdOpenColumns(sides, plan, { rows: rows.source }),
  };
}

/** Says what is not known because nothing was read again. */
function readOnce(plan: Plan, { total }: Findings, seconds: number): Message[] {
  const open = openColumns(plan).join(', ');
  return [
    ...(total > 0 ? [message('rows.readOnce', { seconds })] : []),
    ...(open ? [message('rows.openUnread', { seconds, columns: open })] : []),
  ];
}

/** Rows that differed may have been changed while they were read, so they are read once more. */
async function checkAgain(sides: Sides, plan: Plan, findings: Findings): Promise<Message[]> {
  const matcher = plan.keyed ? null : createMatcher(plan);
  const after = await readAgain(sides, plan, findings.kept, matcher);
  return mergeSecondReading(findings, after, matcher);
}

/** Takes over the results of reading differing rows once more. */
function mergeSecondReading(
  findings: Findings,
  after: Findings,
  matcher: RowMatcher | null,
): Message[] {
  const before = findings.kept;
  const gone = before.reduce((sum, { count }) => sum + count, 0) - after.total;
  // If all differing rows were read again, the newer tally replaces the older one.
  if (before.reduce((sum, { count }) => sum + count, 0) === findings.total)
    findings.tally = after.tally;
  findings.kept = after.kept;
  findings.total -= gone;
  for (const row of after.marks) findings.marks.push(row);
  addPlaces(findings, after);
  findings.matched = matcher?.match(findings.total) ?? null;
  return gone > 0 ? [message('rows.dataMoves', { count: gone })] : [];
}

import { type Message, message } from '../../../../contract/messages/message.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { type Coverage, type DataLook, isPartial } from '../../../../contract/proof/pairs.ts';
import type { ComparedColumns } from '../../databases/service.ts';
import { compareAggregates } from './compare-aggregates.ts';
import { type Copies, compareAgain, compareCopies, readCopies } from './compare-copies.ts';
import { compareSample, MAX_SAMPLED } from './compare-sample.ts';
import { compareSlices } from './compare-slices.ts';
import { missingEnd } from './missing-end.ts';
import { withKeyOfView } from './view-key.ts';
import { readAgain } from './find-rows.ts';
import { type Found, explain, withCauses } from './causes/explain.ts';
import {
  addPlaces,
  differingIn,
  type Findings,
  hasUnread,
  MAX_KEPT,
  noFindings,
} from './findings.ts';
import { addNote, isRelaxed, messagesOf } from './notes.ts';
import { usedTolerancesOf } from './column-tolerances.ts';
import { NotComparable, type Plan, planComparison } from './plan.ts';
import { type Sides, openSides } from './sides.ts';
import type { DataOutcome, DataTask } from './types.ts';
import { meaningOf } from './compare-values.ts';

/**
 * Finds out whether two tables or views have the same rows, and which differ.
 * @throws ConnectorError, or the signal's reason once it is aborted
 */
export async function compareRows(task: DataTask): Promise<DataOutcome> {
  try {
    return await compareStepwise(task, planComparison(task));
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error;
    return notComparable(error.said);
  }
}

export const notComparable = (reason: Message): DataOutcome => ({
  result: 'not_comparable',
  rowsSource: null,
  rowsTarget: null,
  differences: [],
  differencesTotal: 0,
  atLeast: false,
  marks: [],
  coverage: null,
  usedTolerances: [],
  reason,
  compared: null,
  explanation: null,
  notes: [reason],
});

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

/** Reads views once where their rows fit into memory; else slices are compared without counting the rows first. */
async function answerComputed(task: DataTask, plan: Plan, sides: Sides): Promise<DataOutcome> {
  try {
    const copies = await readCopies(sides);
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
  const findings = compareCopies(plan, copies);
  const { rows } = findings;
  task.addRows(rows.source);
  // Rows that are the same on both sides need no second look.
  const after = findings.total > 0 ? await compareAgain(sides, plan, findings) : null;
  const found = after ? mergeSecondReading(findings, after) : [];
  return answer(plan, rows, findings, found, { by: 'values', rows: rows.source });
}

interface Counted {
  source: number;
  target: number;
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
  const look = { by: 'sample', rows: findings.rows.source, atLeast: true } as const;
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
  const found = await checkAgain(sides, plan, findings);
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
    end: rows.target > 0 ? await missingEnd(sides, findings) : null,
  });
}

/** Rows that differed may have been changed while they were read, so they are read once more. */
async function checkAgain(sides: Sides, plan: Plan, findings: Findings): Promise<Message[]> {
  return mergeSecondReading(findings, await readAgain(sides, plan, findings.kept));
}

/** Takes over the results of reading differing rows once more. */
function mergeSecondReading(findings: Findings, after: Findings): Message[] {
  const before = findings.kept;
  const gone = before.reduce((sum, { count }) => sum + count, 0) - after.total;
  // If all differing rows were read again, the newer tally replaces the older one.
  if (before.reduce((sum, { count }) => sum + count, 0) === findings.total)
    findings.tally = after.tally;
  findings.kept = after.kept;
  findings.total -= gone;
  for (const row of after.marks) findings.marks.push(row);
  addPlaces(findings, after);
  return gone > 0 ? [message('rows.dataMoves', { count: gone })] : [];
}

/** Builds the answer from all findings. */
function answer(
  plan: Plan,
  rows: Counted,
  findings: Findings,
  found: readonly Message[],
  look: { by: DataLook; rows: number; cut?: boolean; atLeast?: boolean; end?: Found['end'] },
): DataOutcome {
  const { columns, notes, leftOut } = plan;
  noteEqual(plan, findings);
  if (findings.crowded > 0) addNote(notes, 'crowded');
  if (hasUnread(findings)) addNote(notes, 'large');
  const coverage: Coverage = {
    by: look.by,
    rows: look.rows,
    // Under a condition, the number of all rows is unknown.
    of: plan.source.where === null ? rows.source : null,
    columns: columns.length,
    left_out: leftOut,
    complete: !look.cut,
    ...(look.by === 'values' && !look.cut && differingIn(columns, findings)),
  };
  const equal = isRelaxed(notes) ? 'equal_under_rules' : 'identical';
  const marks = [...findings.kept.flatMap((group) => group.marks), ...findings.marks];
  const kept = findings.kept.flatMap(({ differences }) => differences).slice(0, MAX_KEPT);
  const explanation = explain(plan, findings.tally, {
    total: findings.total,
    compared: look.rows,
    isAll: look.by === 'values' && coverage.complete,
    end: look.end ?? null,
    kept,
  });
  return {
    result: findings.total > 0 ? 'different' : isPartial(coverage) ? 'partly_compared' : equal,
    rowsSource: rows.source,
    rowsTarget: rows.target,
    differences: withCauses(kept, explanation),
    differencesTotal: findings.total,
    atLeast: findings.total > 0 && look.atLeast === true,
    marks,
    coverage,
    reason: null,
    explanation,
    compared: findings.kept.length > 0 || look.by === 'aggregates' ? comparedIn(plan) : null,
    usedTolerances: usedTolerancesOf(plan, look.by),
    notes: [...messagesOf(notes, plan.tolerated, plan.computed), ...found],
  };
}

/** Notes the columns in which values are equal although their texts differ, and those that may have lost digits. */
function noteEqual(plan: Plan, { loosely, letPass }: Findings): void {
  const { columns, notes, leftOut } = plan;
  for (const place of loosely) {
    const column = columns[place];
    const loose = column && meaningOf(column.loose);
    if (!loose) continue;
    addNote(notes, loose.as, column.name);
    const isSaid = leftOut.some(({ name, why }) => name === column.name && why === 'digits');
    if (!isSaid && losesDigits(plan, place)) leftOut.push({ name: column.name, why: 'digits' });
  }
  for (const place of letPass) addNote(notes, 'tolerated', columns[place]?.name);
}

/** Whether values that are equal within 24 bits may have lost digits on their way to the target. */
function losesDigits({ source, target, columns }: Plan, place: number): boolean {
  const loose = meaningOf(columns[place]?.loose ?? null);
  if (loose?.as !== 'number' || loose.tolerance > 0) return false;
  const isSingle = (reading: Plan['source']) => {
    const canonical = reading.columns[place]?.canonical;
    return canonical?.kind === 'float' && canonical.bits === 32;
  };
  return isSingle(target) && !isSingle(source);
}

const comparedIn = ({ keyed, source, target }: Plan): ComparedColumns => ({
  names: source.columns.map(({ name }, index) => [name, target.columns[index]?.name ?? name]),
  computed: source.columns.flatMap(({ name, expression }, index) =>
    expression === undefined && target.columns[index]?.expression === undefined ? [] : name,
  ),
  key: keyed ? source.key.map((place) => source.columns[place]?.name ?? '') : null,
});

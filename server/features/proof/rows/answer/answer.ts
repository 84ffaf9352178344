import { type Message, message } from '../../../../../contract/messages/message.ts';
import {
  type Coverage,
  type DataLook,
  isPartial,
  isPoliced,
} from '../../../../../contract/proof/pairs.ts';
import type { Explanation } from '../../../../../contract/proof/causes.ts';
import { type Difference, MAX_KEPT_ROWS } from '../../../../../contract/proof/rows.ts';
import type { ColumnEvidence } from '../../../../../contract/proof/verdicts.ts';
import type { ComparedColumns } from '../../../databases/service.ts';
import { type Found, explain, withCauses } from '../causes/explain.ts';
import { usedTolerancesOf } from '../plan/column-tolerances.ts';
import { meaningOf } from './compare-values.ts';
import { readRow } from '../../definitions/service.ts';
import { EXAMPLES } from '../causes/tally.ts';
import { type Findings, differingIn, hasUnread, marksOf, MAX_KEPT } from './findings.ts';
import { labelMarks } from './marks.ts';
import { addNote, describeEvidence, isRelaxed, messagesOf } from './notes.ts';
import type { Plan } from '../plan/plan.ts';
import type { FoundCopies } from '../search/find-copies.ts';
import type { DataOutcome } from '../types.ts';

export interface Counted {
  source: number;
  target: number;
}

/** How rows were compared, and how many. */
interface Look {
  by: DataLook;
  rows: number;
  cut?: boolean;
  atLeast?: boolean;
  end?: Found['end'];
  copies?: FoundCopies | null;
  held?: ColumnEvidence[];
}

/** Builds the answer from all findings. */
export function answer(
  plan: Plan,
  rows: Counted,
  findings: Findings,
  found: readonly Message[],
  look: Look,
): DataOutcome {
  const { notes } = plan;
  noteEqual(plan, findings);
  if (findings.crowded > 0) addNote(notes, 'crowded');
  if (hasUnread(findings)) addNote(notes, 'large');
  const coverage = coverageOf(plan, rows, findings, look);
  const equal = isRelaxed(notes) ? 'equal_under_rules' : 'identical';
  const kept = findings.kept.flatMap(({ differences }) => differences).slice(0, MAX_KEPT_ROWS);
  const { explanation, differences, marks } = explainKept(plan, findings, look, {
    kept,
    isAll: look.by === 'values' && coverage.complete && !isPoliced(coverage),
  });
  return {
    result: findings.total > 0 ? 'different' : isPartial(coverage) ? 'partly_compared' : equal,
    rowsSource: rows.source,
    rowsTarget: rows.target,
    differences,
    differencesTotal: findings.total,
    atLeast: findings.total > 0 && look.atLeast === true,
    marks,
    coverage,
    reason: null,
    explanation,
    compared: findings.kept.length > 0 || look.by === 'aggregates' ? comparedIn(plan) : null,
    usedTolerances: usedTolerancesOf(plan, look.by),
    usedExpressions: plan.byProject.map(({ id }) => id),
    notes: [
      ...messagesOf(notes, plan.tolerated, plan.computed),
      ...found,
      ...describeMatched(explanation, findings),
      ...(look.held ?? []).map(describeEvidence),
    ],
  };
}

/** @param usedExpressions - of the project, without which the rows might be comparable */
export const notComparable = (reason: Message, usedExpressions: number[] = []): DataOutcome => ({
  result: 'not_comparable',
  rowsSource: null,
  rowsTarget: null,
  differences: [],
  differencesTotal: 0,
  atLeast: false,
  marks: [],
  coverage: null,
  usedTolerances: [],
  usedExpressions,
  reason,
  compared: null,
  explanation: null,
  notes: [reason],
});

/** Why rows differ, and the rows with the causes that they have. */
function explainKept(
  plan: Plan,
  findings: Findings,
  { rows, end = null, copies = null }: Look,
  { kept, isAll }: { kept: readonly Difference[]; isAll: boolean },
) {
  const { tally, total, matched } = findings;
  const explanation = explain(plan, tally, {
    total,
    compared: rows,
    isAll,
    end,
    copies: copies?.rows ?? 0,
    kept: kept.slice(0, MAX_KEPT),
    matched,
  });
  const contents = copies?.contents ?? null;
  const marks = labelMarks(marksOf(findings), explanation, { end, copies: contents });
  const differences = withCauses(kept, explanation);
  return {
    explanation: explanation && withExampleRows(explanation, differences, marks),
    differences,
    marks,
  };
}

/** The first rows with the label of each cause of whole rows, as examples. */
function withExampleRows(
  explanation: Explanation,
  differences: readonly Difference[],
  marks: readonly string[],
): Explanation {
  const exampleOf = (kind: string) =>
    differences
      .filter((_row, index) => readRow(marks[index] ?? '').labels.includes(kind))
      .slice(0, EXAMPLES);
  const causes = explanation.causes.map((cause) => {
    const rows = cause.column === null ? exampleOf(cause.kind) : [];
    return rows.length > 0 ? { ...cause, example_rows: rows } : cause;
  });
  return { ...explanation, causes };
}

const describeMatched = (explanation: Explanation | null, { matched }: Findings): Message[] =>
  matched && explanation?.matched
    ? [message('rows.matchedByColumns', { columns: matched.by.join(', ') })]
    : [];

function coverageOf(
  { columns, leftOut, source, byProject }: Plan,
  rows: Counted,
  findings: Findings,
  look: Look,
): Coverage {
  return {
    by: look.by,
    rows: look.rows,
    // Under a condition, the number of all rows is unknown.
    of: source.where === null && !isPoliced({ left_out: leftOut }) ? rows.source : null,
    columns: columns.length,
    left_out: leftOut,
    complete: !look.cut,
    ...(look.by === 'values' && !look.cut && differingIn(columns, findings)),
    ...(byProject.length > 0 && { computed: byProject.flatMap((one) => one.columns) }),
    ...(look.held && look.held.length > 0 && { column_evidence: look.held }),
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

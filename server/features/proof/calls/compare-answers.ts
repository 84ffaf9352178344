import type { CallResult, TakePart } from '../../../../connectors/core/call.ts';
import {
  type CallAnswer,
  type ErrorClass,
  distinctAnswerNames,
  foldAnswerName,
} from '../../../../contract/proof/calls.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { ComparisonRules } from '../../../../contract/proof/rows.ts';
import type { KeptComparison } from '../evidence/service.ts';
import { type AnswerLimits, type AnswerReader, presentSet, readAnswer } from './answer-reader.ts';
import { type AnswerRules, answerRulesOf } from './answer-rules.ts';
import { compareOutputs, compareWithRow, findOutputsAndRow } from './compare-outputs.ts';
import { type ComparedSet, type SetOptions, compareStreams, setNotes } from './compare-sets.ts';

type BySide<T> = Record<Side, T>;

export interface ComparisonOptions extends SetOptions {
  /** The error with which both sides must refuse the call; null where they must not. */
  expected: ErrorClass | null;
  /** Whether the text of a side is a query: it gives in a row what a procedure gives in output parameters. */
  asks: BySide<boolean>;
  /** The rules by which values compare, as in rows of tables. */
  rules: ComparisonRules;
  limits: AnswerLimits;
}

/** Runs the call on a side, and passes on the parts of its answer. */
export type Run = (take: TakePart) => Promise<CallResult>;

const presentAnswer = (
  { output, affected, error, committed, milliseconds }: CallResult,
  sets: CallAnswer['result_sets'],
  engine: EngineId,
): CallAnswer => ({
  result_sets: error ? [] : sets,
  output,
  affected,
  error: error && { ...error, class: connectorOf(engine).classOfError(error) },
  committed,
  milliseconds: Math.round(milliseconds),
});

export type Compared = Pick<
  KeptComparison,
  | 'source'
  | 'target'
  | 'result'
  | 'complete'
  | 'differences'
  | 'different_rows'
  | 'different_names'
  | 'effects'
  | 'notes'
>;

/** Compares two errors: the call failed, unless somebody has said that this error is expected. */
function compareErrors(
  source: CallAnswer,
  target: CallAnswer,
  expected: ErrorClass | null,
): Compared {
  const found = (
    result: Compared['result'],
    differences: Message[],
    notes: Message[] = [],
  ): Compared => ({
    source,
    target,
    complete: true,
    different_rows: [],
    different_names: [],
    effects: [],
    result,
    differences,
    notes,
  });
  const [here, there] = [source.error?.class ?? null, target.error?.class ?? null];
  if (source.error && target.error) {
    if (expected !== null && here === expected && there === expected)
      return found('equal', [], [message('call.refusedAsExpected')]);
    return found('failed', [
      message(expected === null ? 'call.bothFailed' : 'call.refusedOtherwise'),
    ]);
  }
  if (!source.error && !target.error) return found('different', [message('call.notRefused')]);
  const side = message(`word.${source.error ? 'source' : 'target'}`);
  // What an account may not do says nothing about the routine.
  return [here, there].includes('permission')
    ? found('failed', [message('call.denied', { side })])
    : found('different', [message('call.oneRefuses', { side })]);
}

/**
 * Runs a call on both sides and compares the answers to their end while they arrive: values like those of tables, rows in
 * order or as a set.
 * @returns each side's answer where one of them could not run the call; `result` of the readers tells why
 */
export async function compareCalls(
  runs: BySide<Run>,
  options: ComparisonOptions,
): Promise<
  { readers: BySide<AnswerReader> } & (
    | { compared: Compared }
    | { compared: null; failed: BySide<CallAnswer | null> }
  )
> {
  const readers = {
    source: readAnswer(runs.source, options.limits),
    target: readAnswer(runs.target, options.limits),
  };
  // If one side cannot run the call, the rest of the other's answer is not needed. If one side refuses it, go on: the other may
  // be about to refuse it, too.
  readers.source.result.catch(() => readers.target.stop());
  readers.target.result.catch(() => readers.source.stop());
  const given = answerRulesOf(options.rules);
  const sets = await compareStreams(readers, options, given);
  readers.source.stop();
  readers.target.stop();
  const [source, target] = await Promise.allSettled([readers.source.result, readers.target.result]);
  if (source.status === 'rejected' || target.status === 'rejected') {
    const answerOf = (side: Side, result: PromiseSettledResult<CallResult>) =>
      result.status === 'rejected'
        ? null
        : presentAnswer(
            result.value,
            readers[side].sets.map((set) => presentSet(set, []).set),
            options.engines[side],
          );
    const failed = { source: answerOf('source', source), target: answerOf('target', target) };
    return { compared: null, failed, readers };
  }
  const answers = { source: source.value, target: target.value };
  return { compared: compareAnswers(readers, sets, answers, options, given), readers };
}

function findDifferences(
  readers: BySide<AnswerReader>,
  sets: readonly ComparedSet[],
  outputs: BySide<CallAnswer['output']>,
  isWhole: boolean,
  options: ComparisonOptions,
  rules: AnswerRules,
): Message[] {
  const { engines, mask } = options;
  const [from, to] = [readers.source.sets, readers.target.sets];
  const given = findOutputsAndRow(options.asks, outputs, { source: from, target: to });
  if (given) return compareWithRow(given, engines, rules, mask);
  const differences =
    from.length !== to.length && isWhole
      ? [message('call.otherSets', { count: from.length, to: to.length })]
      : [];
  for (const [index, one] of sets.entries()) {
    const found = setNotes(one, isWhole, options);
    const ofSet = (finding: Message) => message('call.ofSet', { number: index + 1, finding });
    differences.push(...(from.length > 1 ? found.map(ofSet) : found));
  }
  return [...differences, ...compareOutputs(outputs.source, outputs.target, engines, rules, mask)];
}

/** The columns and output parameters that differ, each once, as the source spells it. */
function differingNames(
  sets: readonly ComparedSet[],
  outputs: BySide<CallAnswer['output']>,
  differences: readonly Message[],
): string[] {
  const spelt = [...Object.keys(outputs.source), ...Object.keys(outputs.target)];
  const spellingOf = (name: string) =>
    spelt.find((one) => foldAnswerName(one) === foldAnswerName(name)) ?? name;
  return distinctAnswerNames([
    ...differences.flatMap(({ code, params: { it } = {} }) =>
      code === 'call.otherOutput' && typeof it === 'string' ? [spellingOf(it)] : [],
    ),
    ...sets.flatMap(({ source, kept, differing }) =>
      (differing?.columns ?? []).map((at) => source.columns[kept.source[at]!]!.name),
    ),
  ]);
}

/** Whether both sides gave values, and the rules leave out all of them. */
function leavesNothing(
  sets: readonly ComparedSet[],
  outputs: BySide<CallAnswer['output']>,
  given: AnswerRules,
): boolean {
  const names = SIDES.flatMap((side) => [
    ...Object.keys(outputs[side]),
    ...sets.flatMap((set) => set[side].columns.map(({ name }) => name)),
  ]);
  return names.length > 0 && names.every((name) => given.leavesOut(name));
}

/** Compares the answers, once both sides have given them. */
function compareAnswers(
  readers: BySide<AnswerReader>,
  sets: readonly ComparedSet[],
  answers: BySide<CallResult>,
  options: ComparisonOptions,
  given: AnswerRules,
): Compared {
  const shown = sets.map((one) => ({
    source: presentSet(one.source, one.differing?.rows.source ?? []),
    target: presentSet(one.target, one.differing?.rows.target ?? []),
  }));
  const setsOf = (side: Side) =>
    readers[side].sets.map((set, index) => shown[index]?.[side].set ?? presentSet(set, []).set);
  const here = presentAnswer(answers.source, setsOf('source'), options.engines.source);
  const there = presentAnswer(answers.target, setsOf('target'), options.engines.target);
  if (here.error || there.error || options.expected !== null)
    return compareErrors(here, there, options.expected);

  const cuts = (['source', 'target'] as const).flatMap((side) => {
    const limit = readers[side].cut();
    return limit ? [message('call.cutAnswer', { side: message(`word.${side}`), it: limit })] : [];
  });
  const isWhole = cuts.length === 0;
  const outputs = { source: here.output, target: there.output };
  const differences = findDifferences(readers, sets, outputs, isWhole, options, given);
  const isNothingLeft = leavesNothing(sets, outputs, given);
  const notes: Message[] = [
    ...cuts,
    ...given.notes(),
    ...(isNothingLeft ? [message('call.nothingLeft')] : []),
  ];
  if (here.affected !== there.affected)
    notes.push(
      message('call.otherAffected', {
        count: here.affected ?? message('word.no'),
        to: there.affected ?? message('word.none'),
      }),
    );
  const isOpen = !isWhole || isNothingLeft || here.committed || there.committed;
  return {
    source: here,
    target: there,
    result: differences.length > 0 ? 'different' : isOpen ? 'partly_compared' : 'equal',
    complete: isWhole,
    differences: differences.slice(0, 100),
    different_rows: shown.map((one) => ({
      source: one.source.places,
      target: one.target.places,
    })),
    different_names: differingNames(sets, outputs, differences),
    effects: [],
    notes,
  };
}

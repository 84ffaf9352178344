import { toEnglish } from '../../../../contract/messages/english.ts';
import { message } from '../../../../contract/messages/message.ts';
import type { Call } from '../../../../connectors/core/call.ts';
import { MissingParameter, wordsOf } from '../../../../connectors/core/calls/call-text.ts';
import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { PairCall, CallAnswer } from '../../../../contract/proof/calls.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { DatabasePool } from '../../databases/service.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { type KeptComparison, maskComparison } from '../evidence/service.ts';
import type { PairTask } from '../pairs/service.ts';
import type { AnswerReader } from './answer-reader.ts';
import { type ComparisonOptions, compareCalls, type Run } from './compare-answers.ts';
import { startObserving } from './judge-effects.ts';
import type { Observer } from './observe-effects.ts';
import type { ReportProgress } from './progress.ts';
import { type BySide, type Failure, type OpenResult, bySide, failureOf, isOpen } from './sides.ts';
import type { Watch } from './watch-tables.ts';

/** What was called: the objects as they are now. */
interface CalledSides {
  /** A side whose definitions cannot be read is not called either. */
  sides: BySide<OpenResult>;
  hashes: BySide<string[]>;
  /** By the object's id. */
  definitions: ReadonlyMap<number, ObjectDefinition>;
}

/** Reads the current definitions of the objects. */
export async function readCalled(
  definitions: DefinitionService,
  task: PairTask,
  opened: BySide<OpenResult>,
): Promise<CalledSides> {
  const hashes = { source: [] as string[], target: [] as string[] };
  const read = new Map<number, ObjectDefinition>();
  const sides = { ...opened };
  for (const side of SIDES) {
    const own = opened[side];
    if (!isOpen(own) || !own.database.definitions) continue;
    try {
      const pool: Pick<DatabasePool, 'use'> = { use: (work) => work(own.database) };
      for (const [id, one] of await definitions.readOf(task, side, pool)) {
        hashes[side].push(one.hash);
        read.set(id, one.definition);
      }
    } catch (error) {
      sides[side] = failureOf(error);
    }
  }
  return { sides, hashes, definitions: read };
}

/** @throws ProblemError where a call is refused before anything is sent, which is no evidence of anything */
export function refuseUnsendable(call: PairCall, engines: BySide<EngineId>): void {
  for (const [index, { values }] of setsOf(call).entries())
    for (const side of SIDES) {
      const { checkCall } = connectorOf(engines[side]);
      try {
        checkCall?.(callOn(side, call, values));
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error;
        const field =
          error instanceof MissingParameter && call.parameter_sets.length > 0
            ? `parameter_sets.${index}.values.${error.parameter}`
            : `${side}_text`;
        throw new ProblemError('invalid', error.said, {
          errors: [{ field, message: error.said }],
        });
      }
    }
}

const callOn = (side: Side, call: PairCall, parameters: Call['parameters']): Call => ({
  text: call[`${side}_text`],
  parameters,
  writes: call.writes,
});

export const setsOf = ({ parameter_sets }: PairCall) =>
  parameter_sets.length > 0 ? parameter_sets : [{ name: null, values: {}, expected_error: null }];

const QUERIES = new Set(['SELECT', 'WITH', 'VALUES']);

const isQuery = (text: string, engine: EngineId): boolean =>
  QUERIES.has(wordsOf(text, connectorOf(engine).callSyntax)[0] ?? '');

/** One comparison of answers, and whether a side could not be reached, or was lost. */
export type Ran = KeptComparison & { isOutage: boolean };

/**
 * Runs a call with each of its sets of parameters, on both sides at once.
 * @returns the comparisons that had begun before the signal was aborted
 */
export async function compareAll(
  sides: BySide<OpenResult>,
  engines: BySide<EngineId>,
  call: PairCall,
  watch: Watch | null,
  { mask, rules, limits }: Pick<ComparisonOptions, 'mask' | 'rules' | 'limits'>,
  signal: AbortSignal,
  report: ReportProgress,
): Promise<Ran[]> {
  const found: Ran[] = [];
  const sets = setsOf(call);
  for (const [index, { name, values, expected_error }] of sets.entries()) {
    if (signal.aborted && found.length > 0) break;
    await report({ set: index + 1, sets: sets.length });
    const observing = watch && startObserving(watch, sides);
    const runs = bySide((side) =>
      runOn(sides[side], side, callOn(side, call, values), observing?.observers[side] ?? null),
    );
    const ran = await compareCalls(runs, {
      ordered: call.ordered,
      mask,
      rules,
      expected: expected_error,
      engines,
      asks: bySide((side) => isQuery(call[`${side}_text`], engines[side])),
      limits,
    });
    if (ran.compared)
      found.push({
        parameters: name,
        ...(observing ? await observing.judge(ran.compared) : ran.compared),
        isOutage: false,
      });
    else found.push({ parameters: name, ...ran.failed, ...(await describeFailure(ran.readers)) });
  }
  const shown = cutAnswers(found.map((one) => maskComparison(noteCommitted(one), mask)));
  return shown.map((comparison, index) => ({ ...comparison, isOutage: found[index]!.isOutage }));
}

/** Describes why a side could not run the call, or not to its end. */
async function describeFailure(
  readers: BySide<AnswerReader>,
): Promise<Omit<Ran, 'parameters' | Side>> {
  const failures = await Promise.all(
    SIDES.map((side) =>
      readers[side].result.then(
        () => [],
        (error: unknown) => [error instanceof CallFailure ? error.is : failureOf(error)],
      ),
    ),
  );
  return {
    result: 'failed',
    complete: null,
    differences: [],
    different_rows: [],
    different_names: [],
    effects: [],
    notes: failures.flat().map(({ failure }) => failure),
    isOutage: failures.flat().some(({ isOutage }) => isOutage),
  };
}

class CallFailure extends Error {
  readonly is: Failure;

  constructor(is: Failure) {
    super(toEnglish(is.failure));
    this.is = is;
  }
}

const runOn =
  (side: OpenResult, name: Side, call: Call, observer: Observer | null): Run =>
  async (take) => {
    if (!isOpen(side)) throw new CallFailure(side);
    const { calls } = side.database;
    if (!calls)
      throw new CallFailure({
        failure: message('call.noCallsYet', { side: message(`word.${name}`) }),
        isOutage: false,
      });
    return calls.run(call, async (part) => {
      if (!('stage' in part)) return take(part);
      if (part.stage === 'before') await observer?.before();
      else await observer?.after(part.written);
      return true;
    });
  };

/** Adds a note for each side where the call's writes were committed. */
function noteCommitted(comparison: KeptComparison): KeptComparison {
  const notes = SIDES.filter((side) => comparison[side]?.committed).map((side) =>
    message('call.committed', { side: message(`word.${side}`) }),
  );
  return { ...comparison, notes: [...notes, ...comparison.notes] };
}

/** Characters that are kept and shown of one value, and of all answers of a call together. */
const MAX_OF_VALUE = 2_000;
const MAX_CHARACTERS = 1_000_000;

const cutText = (text: string): string =>
  text.length > MAX_OF_VALUE ? `${text.slice(0, MAX_OF_VALUE)}…` : text;
const cutValue = (value: string | null): string | null => (value === null ? null : cutText(value));

function cutAnswer(answer: CallAnswer, most: number): CallAnswer {
  let room = most;
  const { error } = answer;
  const result_sets = answer.result_sets.flatMap((all) => {
    const columns = all.columns.map((column) => ({ ...column, name: cutText(column.name) }));
    const set = { ...all, columns };
    room -= columns.reduce((sum, { name, type }) => sum + name.length + type.length + 1, 0);
    if (room < 0) return [];
    const rows: (string | null)[][] = [];
    for (const row of set.rows) {
      const cut = row.map(cutValue);
      room -= cut.reduce((sum, value) => sum + (value?.length ?? 0) + 1, 0);
      if (room < 0)
        return { ...set, rows, first: Math.min(set.first ?? 0, rows.length), truncated: true };
      rows.push(cut);
    }
    return { ...set, rows };
  });
  const output = Object.fromEntries(
    Object.entries(answer.output).map(([name, value]) => [name, cutValue(value)]),
  );
  return {
    ...answer,
    result_sets,
    output,
    error: error && { ...error, code: cutText(error.code), message: cutText(error.message) },
  };
}

/** Cuts answers to what can be kept and shown; comparisons that are cut say so. */
function cutAnswers(comparisons: readonly KeptComparison[]): KeptComparison[] {
  const most = Math.floor(MAX_CHARACTERS / (2 * comparisons.length));
  return comparisons.map((comparison) => {
    const { source, target } = comparison;
    const cut = {
      source: source && cutAnswer(source, most),
      target: target && cutAnswer(target, most),
    };
    const isCut = JSON.stringify(cut) !== JSON.stringify({ source, target });
    // Drops the places of rows that were cut off.
    const within = (places: number[], side: 'source' | 'target', index: number) =>
      places.filter((place) => place < (cut[side]?.result_sets[index]?.rows.length ?? 0));
    const different_rows = comparison.different_rows.map((one, index) => ({
      source: within(one.source, 'source', index),
      target: within(one.target, 'target', index),
    }));
    return isCut
      ? {
          ...comparison,
          ...cut,
          different_rows,
          notes: [...comparison.notes, message('call.longAnswers')],
        }
      : comparison;
  });
}

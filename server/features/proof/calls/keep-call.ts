import { createHash } from 'node:crypto';
import { withEnglish } from '../../../../contract/messages/english.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { CallComparison, PairCall } from '../../../../contract/proof/calls.ts';
import type { ComparedCall } from '../../../../contract/proof/pairs.ts';
import { lockRows } from '../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { conflict } from '../../../platform/problem.ts';
import { recordHistory } from '../../history/service.ts';
import type { ObjectService } from '../../objects/service.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { type KeptComparison, addEvidence, presentComparison } from '../evidence/service.ts';
import { type PairService, type PairTask, findUnchanged } from '../pairs/service.ts';
import { isGap } from './judge-effects.ts';
import { type BySide, type OpenResult, bySide, isOpen } from './sides.ts';

/** A call that ran, by whom and of which pair. */
export interface CallOutcome {
  actor: Actor;
  task: PairTask;
  call: PairCall;
  sides: BySide<OpenResult>;
  comparisons: KeptComparison[];
  result: ComparedCall;
  /** Sides whose text does not name the routine. */
  unnamed: readonly Side[];
  /** Whether a side could not be reached, or was lost. */
  isOutage: boolean;
  connection_failed: boolean;
  /** When the call began. */
  at: string;
  /** Hashes of the definitions that were called. */
  hashes: BySide<string[]>;
  /** Which databases were called. */
  places: string;
  milliseconds: number;
  /** About the call as a whole. */
  notes: Message[];
}

export interface Kept {
  evidence_id: number;
  result: ComparedCall;
  comparisons: CallComparison[];
  /** Pairs whose rows may have changed. */
  outdated: number[];
  connection_failed: boolean;
  notes: string[];
  notes_said: (Message | null)[];
}

export interface KeepTools {
  store: Store;
  objects: ObjectService;
  pairs: PairService;
  definitions: DefinitionService;
}

/**
 * Saves texts and answers as evidence, and the result of the pair.
 * @throws ProblemError where the pair has other objects by now; what the call wrote stays all the same
 */
export async function keepCall(tools: KeepTools, outcome: CallOutcome): Promise<Kept> {
  const { store, pairs } = tools;
  const { task, result, comparisons } = outcome;
  const kept = await store.transaction(async (tx): Promise<Kept | null> => {
    // Objects before pairs, as everywhere; what somebody edits meanwhile is read after that.
    const objects = task.members.map(({ id }) => id);
    await lockRows(tx, 'object', objects);
    const outdated = mayHaveWritten(outcome)
      ? await pairs.outdateRows(tx, task.pair.project_id)
      : [];
    if (!(await findUnchanged(store, tx, [task])).has(task.pair.id)) return null;
    return {
      evidence_id: await keepEvidence(store, tx, outcome, outdated.length > 0),
      result,
      comparisons: comparisons.map(presentComparison),
      outdated,
      connection_failed: outcome.connection_failed,
      ...withEnglish('notes', await keepResult(tools, tx, outcome)),
    };
  });
  if (kept) return kept;
  throw conflict(message('call.pairedAnew'));
}

const keepEvidence = (
  store: Store,
  tx: Db,
  { actor, task, call, sides, comparisons, notes, ...outcome }: CallOutcome,
  hasOutdated: boolean,
): Promise<number> =>
  addEvidence(store.kind, tx, {
    projectId: task.pair.project_id,
    pairId: task.pair.id,
    kind: 'call',
    userId: actor.userId,
    runId: null,
    result: outcome.result,
    detail: {
      servers: bySide((side) => (isOpen(sides[side]) ? sides[side].server : null)),
      hashes: outcome.hashes,
      rows_source: null,
      rows_target: null,
      differences: comparisons.reduce((sum, { differences }) => sum + differences.length, 0),
      milliseconds: outcome.milliseconds,
      notes: [
        ...(hasOutdated ? [message('call.rowsOutdated')] : []),
        ...notes,
        ...comparisons.flatMap((one) => one.notes),
      ].slice(0, 100),
      detail: { call, comparisons },
    },
  });

/** @returns messages about the result for whoever ran the call */
async function keepResult(
  { pairs, definitions, objects }: KeepTools,
  tx: Db,
  { actor, task, call, comparisons, result, at, hashes, places, ...outcome }: CallOutcome,
): Promise<Message[]> {
  // An outage tells nothing about the objects.
  if (outcome.isOutage) return [];
  const { pair, members } = task;
  const { call_at } = await pairs.find(pair.project_id, pair.id, tx);
  // A call that began later has already set the result.
  if (call_at !== null && call_at > at) return [message('call.laterCall')];
  await definitions.outdateUnlessCurrent(tx, task, { ...hashes, places });
  const gaps = result === 'partly_compared' ? gapsOfCall(call, comparisons, outcome.unnamed) : [];
  const standing = gaps.length > 0 ? await definitions.judgeCall(tx, pair.id, gaps) : result;
  await pairs.setResults(tx, pair.id, {
    call: JSON.stringify(call),
    call_result: standing,
    call_at: at,
    call_gaps: JSON.stringify(gaps),
  });
  await definitions.endObsoleteAcceptances(tx, pair.id);
  const written = await objects.setTestResult(
    tx,
    actor,
    members.map((member) => member.id),
    summarise(result, comparisons),
  );
  await recordHistory(tx, {
    userId: actor.userId,
    entity: 'pair',
    entityId: pair.id,
    projectId: pair.project_id,
    action: 'called',
    changes: { call_result: [pair.call_result, standing] },
  });
  return describeKept(written);
}

/** Whether changes by a call may have stayed: it committed, or it is unknown how it ended. */
const mayHaveWritten = ({ call, sides, comparisons }: CallOutcome): boolean =>
  comparisons.some((comparison) =>
    SIDES.some((side) => {
      const answer = comparison[side];
      return answer === null ? call.writes && isOpen(sides[side]) : answer.committed;
    }),
  );

const describeKept = ({
  verified,
  ofOthers,
}: {
  verified: number;
  ofOthers: number;
}): Message[] => [
  ...(verified > 0 ? [message('call.verifiedKeeps')] : []),
  ...(ofOthers > 0 ? [message('call.testerOnly')] : []),
];

/** What of a call was not compared: texts that identify each gap together with the call. */
export function gapsOfCall(
  call: PairCall,
  comparisons: readonly KeptComparison[],
  unnamed: readonly Side[],
): string[] {
  const gaps = comparisons
    .filter(({ result }) => result === 'partly_compared')
    .flatMap(({ parameters, complete, ...answers }) => [
      ...(complete === false ? [['cut', parameters]] : []),
      ...SIDES.flatMap((side) =>
        answers[side]?.committed ? [['committed', side, parameters]] : [],
      ),
      ...answers.notes.flatMap((note) => (isGap(note) ? [[note.code, note.params ?? {}]] : [])),
    ]);
  const { tables, ...texts } = call;
  const said = tables.length > 0 ? call : texts;
  const which = createHash('sha256').update(JSON.stringify(said)).digest('base64url');
  const all = [...gaps, ...unnamed.map((side) => ['unnamed', side])];
  return [`call ${which}`, ...all.map((gap) => JSON.stringify(gap))];
}

const FOUND = {
  failed: 'A call failed',
  different: 'Answers differ',
  partly_compared: 'Answers were compared in part',
} as const;

/** The text for the object's `test result`. It contains no values, because it stays when a column is masked later. */
function summarise(result: ComparedCall, comparisons: readonly KeptComparison[]): string {
  const equal = comparisons.filter((comparison) => comparison.result === 'equal').length;
  const count = comparisons.length === 1 ? '1 run' : `${comparisons.length} runs`;
  const refused = comparisons.filter(({ source, target }) => source?.error && target?.error).length;
  return result === 'equal'
    ? `Equal on both sides: ${count}${refused > 0 ? `, ${refused} of them refused by both as expected` : ''}.`
    : `${equal} of ${count} equal on both sides. ${FOUND[result]}: the evidence of the pair says more.`;
}

import { sayEnglish, speakAs } from '../../../../contract/messages/english.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import type { Call } from '../../../../connectors/core/call.ts';
import { MissingParameter, namesIn } from '../../../../connectors/core/call-text.ts';
import type { Connection } from '../../../../connectors/core/connector.ts';
import { ConnectorError, type ConnectorErrorCode } from '../../../../connectors/core/errors.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { CallComparison, CallProposal, PairCall } from '../../../../contract/proof/calls.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import { objectTypeOf } from '../../../../contract/engines.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { ComparedCall } from '../../../../contract/proof/pairs.ts';
import { timestampNow } from '../../../platform/clock.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { ProblemError, conflict, forbidden } from '../../../platform/problem.ts';
import type { DatabasePool, DatabaseService, Opened } from '../../databases/service.ts';
import {
  type KeptComparison,
  addEvidence,
  maskComparison,
  presentComparison,
} from '../evidence/service.ts';
import { recordHistory } from '../../history/service.ts';
import type { ObjectService } from '../../objects/service.ts';
import {
  type PairMember,
  type PairService,
  type PairTask,
  findUnchanged,
} from '../pairs/service.ts';
import { readPlaces } from '../../projects/places-service.ts';
import type { ProjectService } from '../../projects/service.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { compareCalls, type Run } from './compare-answers.ts';
import type { AnswerLimits, AnswerReader } from './answer-reader.ts';
import { cutAnswers } from './cut-answer.ts';
import { gapsOfCall } from './call-gaps.ts';
import { type Called, proposeCall } from './propose-call.ts';
import { sayCommitted } from './say-committed.ts';
import { type Names, findUnnamed, sayUnnamed } from './unnamed.ts';

type BySide<T> = Record<Side, T>;
const bySide = <T>(valueOf: (side: Side) => T): BySide<T> => ({
  source: valueOf('source'),
  target: valueOf('target'),
});

export type CallService = ReturnType<typeof createCallService>;

/** People's own calls, run on both sides of a pair and compared. */
export function createCallService(
  store: Store,
  projects: ProjectService,
  objects: ObjectService,
  pairs: PairService,
  databases: DatabaseService,
  definitions: DefinitionService,
  limits: Pick<AnswerLimits, 'length'>,
) {
  const taskOf = async (projectId: number, pairId: number): Promise<PairTask> => {
    await pairs.find(projectId, pairId);
    const [task] = await pairs.tasks([pairId]);
    if (!task) throw conflict(message('pair.noObjects'));
    return task;
  };

  const callOf = async ({ pair, members }: PairTask): Promise<PairCall> => {
    if (pair.call !== null) return JSON.parse(pair.call) as PairCall;
    const testCall = async (side: Side): Promise<string> => {
      const member = members.find((candidate) => candidate.side === side);
      return member ? ((await objects.get(member.id)).test_call ?? '') : '';
    };
    return {
      source_text: await testCall('source'),
      target_text: await testCall('target'),
      parameter_sets: [],
      ordered: false,
      writes: false,
    };
  };

  /** What a routine is called by, by its definition as it was read last. */
  const namesOf = async ({ pair, members }: PairTask): Promise<Names> => {
    const type = objectTypeOf(pair.type_id);
    if (type !== 'functions' && type !== 'procedures') return { source: [], target: [] };
    const before = await definitions.readBefore(members.map(({ id }) => id));
    const nameOf = ({ id, object_name }: PairMember): string => {
      const definition = before.get(id);
      const path = definition?.kind === 'routine' ? definition.signature?.path : undefined;
      return path?.at(-1) ?? object_name.replace(/\(.*/s, '');
    };
    return bySide((side) => members.filter((member) => member.side === side).map(nameOf));
  };

  const proposalOf = async (
    { pair, members }: PairTask,
    engines: BySide<EngineId>,
  ): Promise<CallProposal | null> => {
    const [source, target] = SIDES.map((side) => members.find((member) => member.side === side));
    if (!source || !target) return null;
    const before = await definitions.readBefore([source.id, target.id]);
    const type = objectTypeOf(pair.type_id);
    const calledOf = ({ id, side, schema_name, object_name }: PairMember): Called => ({
      connector: connectorOf(engines[side]),
      path: [schema_name, object_name],
      isRoutine: type === 'functions' || type === 'procedures',
      definition: before.get(id) ?? null,
    });
    return proposeCall({ source: calledOf(source), target: calledOf(target) });
  };

  const irrevocableOf = async (
    projectId: number,
    texts: Pick<PairCall, 'source_text' | 'target_text'>,
  ): Promise<BySide<Message[]>> => {
    const engines = await projects.engines(projectId);
    return bySide((side) => connectorOf(engines[side]).irrevocable?.(texts[`${side}_text`]) ?? []);
  };

  return {
    async get(actor: Actor, projectId: number, pairId: number) {
      const task = await taskOf(projectId, pairId);
      const call = await callOf(task);
      const settings = await databases.settings(projectId);
      const engines = await projects.engines(projectId);
      return {
        ...call,
        may_run: actor.isAdmin || (await objects.isPairAssignee(actor.userId, pairId)),
        allowed: bySide((side) => settings[side].calls),
        disposable: bySide((side) => settings[side].disposable),
        proposal: await proposalOf(task, engines),
      };
    },

    /** What a rollback would not take back of the texts. */
    async check(
      projectId: number,
      pairId: number,
      texts: Pick<PairCall, 'source_text' | 'target_text'>,
    ) {
      await pairs.find(projectId, pairId);
      const { source, target } = await irrevocableOf(projectId, texts);
      return { ...speakAs('source', source), ...speakAs('target', target) };
    },

    /**
     * Runs a call on both sides, and keeps texts and answers as evidence.
     * @throws ProblemError `forbidden` where an administrator has not allowed it
     */
    async run(
      actor: Actor,
      projectId: number,
      pairId: number,
      call: PairCall,
      signal: AbortSignal,
    ): Promise<Kept> {
      const task = await taskOf(projectId, pairId);
      const settings = await databases.settings(projectId);
      for (const side of SIDES) {
        if (!settings[side].calls)
          throw forbidden(message('call.callsOff', { side: message(`word.${side}`) }));
        if (call.writes && !settings[side].disposable)
          throw forbidden(message('call.notDisposable', { side: message(`word.${side}`) }));
      }
      const engines = await projects.engines(projectId);
      refuseUnsendable(call, engines);
      const places = await readPlaces(store.db, projectId);
      const opened = await openSides(projectId, signal, settings.statement_limit);
      const start = performance.now();
      try {
        const { hashes, sides } = await readDefinitions(task, opened);
        const at = timestampNow();
        const compared = await compareAll(sides, engines, call, settings.mask, {
          ...limits,
          // Before the servers' own limit, which ends more than the reading.
          milliseconds: settings.statement_limit * 0.9,
        });
        const names = await namesOf(task);
        const unnamed = findUnnamed(names, (side) =>
          namesIn(call[`${side}_text`], connectorOf(engines[side]).callSyntax),
        );
        const comparisons = compared.map((one) => sayUnnamed(one, unnamed, names));
        const milliseconds = Math.round(performance.now() - start);
        const isOutage = comparisons.some((comparison) => comparison.isOutage);
        const lasting = call.writes ? await irrevocableOf(projectId, call) : null;
        const notes = SIDES.flatMap((side) =>
          (lasting?.[side] ?? []).map((finding) =>
            message('call.notRolledBack', { side: message(`word.${side}`), finding }),
          ),
        );
        const outcome = {
          comparisons: comparisons.map(({ isOutage: _, ...comparison }) => comparison),
          result: worst(comparisons),
          unnamed,
          isOutage,
          connection_failed: SIDES.some((side) => !isOpen(opened[side])),
          at,
          hashes,
          places,
          milliseconds,
          notes,
        };
        return await keep(actor, task, call, sides, outcome);
      } finally {
        await Promise.all(
          Object.values(opened)
            .filter(isOpen)
            .map(({ database }) => database.close()),
        );
      }
    },
  };

  /** @throws ProblemError where a connection is not complete: then nothing was sent, on either side */
  async function openSides(
    projectId: number,
    signal: AbortSignal,
    statement: number,
  ): Promise<BySide<OpenedOrNot>> {
    const open = (side: Side) => databases.open(projectId, side, signal, { statement });
    const [source, target] = await Promise.allSettled(SIDES.map(open));
    const results = [source!, target!];
    const refused = results.find(
      (result) => result.status === 'rejected' && !(result.reason instanceof ConnectorError),
    );
    if (refused?.status === 'rejected') {
      for (const result of results)
        if (result.status === 'fulfilled') await result.value.database.close();
      throw refused.reason;
    }
    const [here, there] = results.map((result): OpenedOrNot =>
      result.status === 'fulfilled' ? result.value : failureOf(result.reason),
    );
    return { source: here!, target: there! };
  }

  /** What the objects are today; a side whose definitions cannot be read cannot be called either. */
  async function readDefinitions(
    task: PairTask,
    opened: BySide<OpenedOrNot>,
  ): Promise<{ hashes: BySide<string[]>; sides: BySide<OpenedOrNot> }> {
    const hashes = { source: [] as string[], target: [] as string[] };
    const sides = { ...opened };
    for (const side of SIDES) {
      const own = opened[side];
      if (!isOpen(own) || !own.database.definitions) continue;
      try {
        const pool: Pick<DatabasePool, 'use'> = { use: (work) => work(own.database) };
        const read = await definitions.readHashes(task.pair.project_id, task, { [side]: pool });
        hashes[side] = read[side];
      } catch (error) {
        sides[side] = failureOf(error);
      }
    }
    return { hashes, sides };
  }

  async function keep(
    actor: Actor,
    task: PairTask,
    call: PairCall,
    sides: BySide<OpenedOrNot>,
    {
      comparisons,
      result,
      isOutage,
      connection_failed,
      unnamed,
      at,
      hashes,
      places,
      milliseconds,
      notes,
    }: Outcome,
  ): Promise<Kept> {
    const { pair, members } = task;
    const kept = await store.transaction(async (tx) => {
      const outdated = mayHaveWritten(call, sides, comparisons)
        ? await pairs.outdateRows(tx, pair.project_id)
        : [];
      // What it wrote has stayed all the same.
      if (!(await findUnchanged(store, tx, [task])).has(pair.id)) return null;
      const id = await addEvidence(store.kind, tx, {
        projectId: pair.project_id,
        pairId: pair.id,
        kind: 'call',
        userId: actor.userId,
        runId: null,
        result,
        detail: {
          servers: bySide((side) => (isOpen(sides[side]) ? sides[side].server : null)),
          hashes,
          rows_source: null,
          rows_target: null,
          differences: comparisons.reduce((sum, { differences }) => sum + differences.length, 0),
          milliseconds,
          notes: [
            ...(outdated.length > 0 ? [message('call.rowsOutdated')] : []),
            ...notes,
            ...comparisons.flatMap((one) => one.notes),
          ].slice(0, 100),
          detail: { call, comparisons },
        },
      });
      // An outage says nothing of the objects.
      const answer = (kept: Message[]) => ({
        evidence_id: id,
        result,
        comparisons: comparisons.map(presentComparison),
        outdated,
        connection_failed,
        ...speakAs('notes', kept),
      });
      if (isOutage) return answer([]);
      const { call_at } = await pairs.find(pair.project_id, pair.id, tx);
      // One that began later has said what holds.
      if (call_at !== null && call_at > at) return answer([message('call.laterCall')]);
      await definitions.outdateWhereOther(tx, task, { ...hashes, places });
      const gaps = result === 'partly_compared' ? gapsOfCall(call, comparisons, unnamed) : [];
      const standing = gaps.length > 0 ? await definitions.judgeCall(tx, pair.id, gaps) : result;
      await pairs.setResults(tx, pair.id, {
        call: JSON.stringify(call),
        call_result: standing,
        call_at: at,
        call_gaps: JSON.stringify(gaps),
      });
      await definitions.endOutgrown(tx, pair.id);
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
      return answer(sayKept(written));
    });
    if (kept) return kept;
    throw conflict(message('call.pairedAnew'));
  }
}

interface Kept {
  evidence_id: number;
  result: ComparedCall;
  comparisons: CallComparison[];
  /** Pairs whose rows may be others now. */
  outdated: number[];
  connection_failed: boolean;
  notes: string[];
  notes_said: (Message | null)[];
}

/** Whether something that a call wrote may have stayed: it said so, or nobody knows how it ended. */
const mayHaveWritten = (
  call: PairCall,
  sides: BySide<OpenedOrNot>,
  comparisons: readonly KeptComparison[],
): boolean =>
  comparisons.some((comparison) =>
    SIDES.some((side) => {
      const answer = comparison[side];
      return answer === null ? call.writes && isOpen(sides[side]) : answer.committed;
    }),
  );

const sayKept = ({ verified, ofOthers }: { verified: number; ofOthers: number }): Message[] => [
  ...(verified > 0 ? [message('call.verifiedKeeps')] : []),
  ...(ofOthers > 0 ? [message('call.testerOnly')] : []),
];

/** @throws ProblemError where a call is refused before anything is sent: that is no evidence of anything */
function refuseUnsendable(call: PairCall, engines: BySide<EngineId>): void {
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

interface Outcome {
  comparisons: KeptComparison[];
  result: ComparedCall;
  /** Sides whose texts do not name the routine. */
  unnamed: readonly Side[];
  /** Whether a side could not be reached, or was lost. */
  isOutage: boolean;
  connection_failed: boolean;
  /** When it began. */
  at: string;
  /** Of the definitions that were called. */
  hashes: BySide<string[]>;
  /** Which databases were called. */
  places: string;
  milliseconds: number;
  /** Of the call as a whole. */
  notes: Message[];
}

interface Failure {
  failure: Message;
  isOutage: boolean;
}
type OpenedOrNot = Opened<Connection> | Failure;
const isOpen = (side: OpenedOrNot): side is Opened<Connection> => 'database' in side;

/** What the call itself is refused for; anything else can be otherwise an hour later. */
const OF_THE_CALL: readonly ConnectorErrorCode[] = ['permission', 'unsupported', 'failed'];

/** A side that cannot be called is part of the answer. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof ConnectorError)) throw error;
  return { failure: error.said, isOutage: !OF_THE_CALL.includes(error.code) };
}

const setsOf = ({ parameter_sets }: PairCall) =>
  parameter_sets.length > 0 ? parameter_sets : [{ name: null, values: {}, expected_error: null }];

type Ran = KeptComparison & { isOutage: boolean };

async function compareAll(
  sides: BySide<OpenedOrNot>,
  engines: BySide<EngineId>,
  call: PairCall,
  mask: readonly string[],
  limits: AnswerLimits,
): Promise<Ran[]> {
  const found: Ran[] = [];
  for (const { name, values, expected_error } of setsOf(call)) {
    const runs = bySide((side) => runOn(sides[side], side, callOn(side, call, values)));
    const ran = await compareCalls(runs, {
      ordered: call.ordered,
      mask,
      expected: expected_error,
      engines,
      limits,
    });
    if (ran.compared) found.push({ parameters: name, ...ran.compared, isOutage: false });
    else found.push({ parameters: name, ...ran.failed, ...(await describeFailure(ran.readers)) });
  }
  const shown = cutAnswers(found.map((one) => maskComparison(sayCommitted(one), mask)));
  return shown.map((comparison, index) => ({ ...comparison, isOutage: found[index]!.isOutage }));
}

/** A side could not run the call, or not to its end. */
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
    notes: failures.flat().map(({ failure }) => failure),
    isOutage: failures.flat().some(({ isOutage }) => isOutage),
  };
}

class CallFailure extends Error {
  readonly is: Failure;

  constructor(is: Failure) {
    super(sayEnglish(is.failure));
    this.is = is;
  }
}

const runOn =
  (side: OpenedOrNot, name: Side, call: Call): Run =>
  async (take) => {
    if (!isOpen(side)) throw new CallFailure(side);
    const { calls } = side.database;
    if (!calls)
      throw new CallFailure({
        failure: message('call.noCallsYet', { side: message(`word.${name}`) }),
        isOutage: false,
      });
    return calls.run(call, take);
  };

const WORST_FIRST = ['failed', 'different', 'partly_compared'] as const;

const worst = (comparisons: readonly KeptComparison[]): ComparedCall =>
  WORST_FIRST.find((result) => comparisons.some((comparison) => comparison.result === result)) ??
  'equal';

const FOUND = {
  failed: 'A call failed',
  different: 'Answers differ',
  partly_compared: 'Answers were compared in part',
} as const;

/** What the tester reads in `test result`. It has no values: a column may be masked later, and this stays. */
function summarise(result: ComparedCall, comparisons: readonly KeptComparison[]): string {
  const equal = comparisons.filter((comparison) => comparison.result === 'equal').length;
  const count = comparisons.length === 1 ? '1 run' : `${comparisons.length} runs`;
  const refused = comparisons.filter(({ source, target }) => source?.error && target?.error).length;
  return result === 'equal'
    ? `Equal on both sides: ${count}${refused > 0 ? `, ${refused} of them refused by both as expected` : ''}.`
    : `${equal} of ${count} equal on both sides. ${FOUND[result]}: the evidence of the pair says more.`;
}

import { withEnglish } from '../../../../contract/messages/english.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import { namesIn } from '../../../../connectors/core/calls/call-text.ts';
import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import { type CallSets, type PairCall, pairCall } from '../../../../contract/proof/calls.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import { objectTypeOf } from '../../../../contract/engines.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { ProofSettings } from '../../../../contract/proof/rows.ts';
import type { ComparedCall } from '../../../../contract/proof/pairs.ts';
import { timestampNow } from '../../../platform/clock.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { conflict, forbidden } from '../../../platform/problem.ts';
import type { DatabaseService } from '../../databases/service.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { type KeptComparison, maskKept } from '../evidence/service.ts';
import type { ObjectService } from '../../objects/service.ts';
import { type PairMember, type PairService, type PairTask, rulesOf } from '../pairs/service.ts';
import { readPlaces } from '../../projects/places-service.ts';
import type { ProjectService } from '../../projects/service.ts';
import type { Meanings } from '../../sql/service.ts';
import type { UserService } from '../../users/service.ts';
import type { AnswerLimits } from './answer-reader.ts';
import { gatherSets } from './gather-sets.ts';
import { type Kept, keepCall } from './keep-call.ts';
import { createCallProgress, type ReportProgress } from './progress.ts';
import { createKeptRuns } from './run-kept.ts';
import { type Called, nameOwn, proposeCall } from './propose-call.ts';
import { type Ran, compareAll, readCalled, refuseUnsendable, setsOf } from './run-call.ts';
import { type BySide, bySide, closeSides, isOpen, openSides } from './sides.ts';
import { findWatched } from './watch-tables.ts';
import { type Names, findUnnamed, noteUnnamed } from './unnamed.ts';

export type { CalledAgain } from './run-kept.ts';
export type CallService = ReturnType<typeof createCallService>;

/** People's own calls, run on both sides of a pair and compared. */
export function createCallService(
  store: Store,
  users: UserService,
  projects: ProjectService,
  objects: ObjectService,
  pairs: PairService,
  databases: DatabaseService,
  definitions: DefinitionService,
  meanings: Meanings,
  limits: Pick<AnswerLimits, 'length'>,
) {
  const tools = { store, objects, pairs, definitions };
  const progress = createCallProgress(store, pairs);

  const taskOf = async (projectId: number, pairId: number): Promise<PairTask> => {
    await pairs.find(projectId, pairId);
    const [task] = await pairs.tasks([pairId]);
    if (!task) throw conflict(message('pair.noObjects'));
    return task;
  };

  const callOf = async ({ pair, members }: PairTask): Promise<PairCall> => {
    if (pair.call !== null) return pairCall.parse(JSON.parse(pair.call));
    const testCall = async (side: Side): Promise<string> => {
      const member = members.find((candidate) => candidate.side === side);
      return member ? ((await objects.get(member.id)).test_call ?? '') : '';
    };
    return {
      source_text: await testCall('source'),
      target_text: await testCall('target'),
      parameter_sets: [],
      tables: [],
      ordered: false,
      writes: false,
    };
  };

  const calledOf = async (
    { pair, members }: PairTask,
    engines: BySide<EngineId>,
  ): Promise<BySide<Called> | null> => {
    const [source, target] = SIDES.map((side) => members.find((member) => member.side === side));
    if (!source || !target) return null;
    const before = await definitions.readLast([source.id, target.id]);
    const type = objectTypeOf(pair.type_id);
    const one = ({ id, side, schema_name, object_name }: PairMember): Called => ({
      connector: connectorOf(engines[side]),
      path: [schema_name, object_name],
      isRoutine: type === 'functions' || type === 'procedures',
      definition: before.get(id) ?? null,
    });
    return { source: one(source), target: one(target) };
  };

  const irrevocableOf = async (
    projectId: number,
    texts: Pick<PairCall, 'source_text' | 'target_text'>,
  ): Promise<BySide<Message[]>> => {
    const engines = await projects.engines(projectId);
    return bySide((side) => connectorOf(engines[side]).irrevocable?.(texts[`${side}_text`]) ?? []);
  };

  /**
   * Runs a call on both sides, and keeps texts and answers as evidence.
   * @throws ProblemError `forbidden` where an administrator has not allowed it
   */
  const run = async (
    actor: Actor,
    projectId: number,
    pairId: number,
    call: PairCall,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<Kept> => {
    const task = await taskOf(projectId, pairId);
    const settings = await databases.settings(projectId);
    refuseOff(settings, call.writes);
    const engines = await projects.engines(projectId);
    refuseUnsendable(call, engines);
    const places = await readPlaces(store.db, projectId);
    const opened = await openSides(databases, projectId, signal, settings.statement_limit);
    const start = performance.now();
    try {
      const { sides, hashes, definitions: called } = await readCalled(definitions, task, opened);
      const at = timestampNow();
      // The pair's rules may have changed since its objects were looked up: what changes from here on outdates the call.
      const current = { ...task, pair: await pairs.find(projectId, pairId) };
      const watch = call.writes
        ? await findWatched(tools, {
            task: current,
            call,
            engines,
            sides,
            definitions: called,
            mask: settings.mask,
            mostRows: settings.effect_rows,
          })
        : null;
      const compared = await compareAll(
        sides,
        engines,
        call,
        watch,
        {
          mask: settings.mask,
          rules: rulesOf(current.pair),
          // Ends before the servers' own limit, which would end more than the reading.
          limits: { ...limits, milliseconds: settings.statement_limit * 0.9 },
        },
        signal,
        report,
      );
      const names = namesOf(task, called);
      const unnamed = findUnnamed(names, (side) =>
        namesIn(call[`${side}_text`], connectorOf(engines[side]).callSyntax),
      );
      const comparisons = compared.map((one) => noteUnnamed(one, unnamed, names));
      const milliseconds = Math.round(performance.now() - start);
      const cancelled = describeCancelled(comparisons, call, signal);
      const isOutage = cancelled.length > 0 || comparisons.some((one) => one.isOutage);
      // A column may have been masked since the call began.
      const { mask } = await databases.settings(projectId);
      const lasting = call.writes ? await irrevocableOf(projectId, call) : null;
      return await keepCall(tools, {
        actor,
        task,
        call,
        sides,
        comparisons: comparisons.map(({ isOutage: _, ...comparison }) =>
          maskKept(comparison, mask),
        ),
        result: worst(comparisons),
        unnamed,
        isOutage,
        connection_failed: SIDES.some((side) => !isOpen(opened[side])),
        at,
        hashes,
        places,
        milliseconds,
        notes: [...cancelled, ...(lasting ? lastingEffectsOf(lasting) : [])],
      });
    } finally {
      await closeSides(opened);
    }
  };

  return {
    async get(actor: Actor, projectId: number, pairId: number) {
      const task = await taskOf(projectId, pairId);
      const call = await callOf(task);
      const settings = await databases.settings(projectId);
      const called = await calledOf(task, await projects.engines(projectId));
      return {
        ...call,
        may_run: actor.isAdmin || (await objects.isPairAssignee(actor.userId, pairId)),
        allowed: bySide((side) => settings[side].calls),
        disposable: bySide((side) => settings[side].disposable),
        proposal: called && proposeCall(called, isDisposable(settings)),
      };
    },

    /** What in the texts a rollback would not undo. */
    async check(
      projectId: number,
      pairId: number,
      texts: Pick<PairCall, 'source_text' | 'target_text'>,
    ) {
      await pairs.find(projectId, pairId);
      const { source, target } = await irrevocableOf(projectId, texts);
      return { ...withEnglish('source', source), ...withEnglish('target', target) };
    },

    /** Proposes values from rows that both sides have, limited by the size of tables and by time. */
    async proposeSets(
      projectId: number,
      pairId: number,
      texts: Pick<PairCall, 'source_text' | 'target_text'>,
      signal: AbortSignal,
    ): Promise<CallSets> {
      const task = await taskOf(projectId, pairId);
      const settings = await databases.settings(projectId);
      refuseOff(settings, false);
      const engines = await projects.engines(projectId);
      const limit = Math.min(settings.statement_limit, MAX_WATCHED_MS);
      const opened = await openSides(databases, projectId, signal, limit);
      try {
        const { sides, definitions: read } = await readCalled(definitions, task, opened);
        const called = await calledOf(task, engines);
        return await gatherSets(
          tools,
          meanings,
          {
            task,
            call: { ...(await callOf(task)), ...texts },
            engines,
            sides,
            definitions: read,
            mask: settings.mask,
            mostRows: settings.effect_rows,
          },
          {
            proposal: called && proposeCall(called),
            own: called ? nameOwn(called) : new Map(),
          },
        );
      } finally {
        await closeSides(opened);
      }
    },

    progress: progress.get,
    run: (actor: Actor, projectId: number, pairId: number, call: PairCall, signal: AbortSignal) =>
      progress.during(pairId, (report) => run(actor, projectId, pairId, call, signal, report)),
    runKept: createKeptRuns(users, objects, pairs, { run, irrevocableOf }),
  };
}

const isDisposable = (of: BySide<{ disposable: boolean }>): boolean =>
  of.source.disposable && of.target.disposable;

/** How long one statement may look for values. Milliseconds. */
const MAX_WATCHED_MS = 10_000;

/**
 * Refuses a call that the project's settings do not allow.
 * @throws ProblemError `forbidden`
 */
function refuseOff(settings: ProofSettings, writes: boolean): void {
  for (const side of SIDES) {
    if (!settings[side].calls)
      throw forbidden(message('call.callsOff', { side: message(`word.${side}`) }));
    if (writes && !settings[side].disposable)
      throw forbidden(message('call.notDisposable', { side: message(`word.${side}`) }));
  }
}

/** Notes about what a rollback did not undo. */
const lastingEffectsOf = (lasting: BySide<Message[]>): Message[] =>
  SIDES.flatMap((side) =>
    lasting[side].map((finding) =>
      message('call.notRolledBack', { side: message(`word.${side}`), finding }),
    ),
  );

/** A note that not all sets ran, because somebody cancelled. */
function describeCancelled(ran: readonly Ran[], call: PairCall, signal: AbortSignal): Message[] {
  const count = setsOf(call).length;
  const done = ran.filter(({ isOutage }) => !isOutage).length;
  return signal.aborted && done < count ? [message('call.cancelled', { done, count })] : [];
}

const WORST_FIRST = ['failed', 'different', 'partly_compared'] as const;

const worst = (comparisons: readonly KeptComparison[]): ComparedCall =>
  WORST_FIRST.find((result) => comparisons.some((comparison) => comparison.result === result)) ??
  'equal';

/** The names by which a routine is called, from its definition. */
function namesOf(
  { pair, members }: PairTask,
  definitions: ReadonlyMap<number, ObjectDefinition>,
): Names {
  const type = objectTypeOf(pair.type_id);
  if (type !== 'functions' && type !== 'procedures') return { source: [], target: [] };
  const nameOf = ({ id, object_name }: PairMember): string => {
    const definition = definitions.get(id);
    const path = definition?.kind === 'routine' ? definition.signature?.path : undefined;
    return path?.at(-1) ?? object_name.replace(/\(.*/s, '');
  };
  return bySide((side) => members.filter((member) => member.side === side).map(nameOf));
}

import { CALL_FORMS, type CallPart } from '../../../connectors/core/call.ts';
import type { Connection } from '../../../connectors/core/connector.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import type { CallAnswer, CallComparison, PairCall } from '../../../contract/calls.ts';
import { SIDES, type Side } from '../../../contract/fields.ts';
import type { CallOutcome } from '../../../contract/pairs.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError, conflict, forbidden } from '../../platform/problem.ts';
import type { DatabaseService, Opened } from '../databases/service.ts';
import { addEvidence, maskComparison } from '../evidence/service.ts';
import { recordHistory } from '../history/service.ts';
import type { ObjectService } from '../objects/service.ts';
import { type PairService, type PairTask, findUnchanged } from '../pairs/service.ts';
import type { ProjectService } from '../projects/service.ts';
import { compareAnswers } from './compare-answers.ts';
import { cutAnswers } from './cut-answer.ts';
import { sayCommitted } from './say-committed.ts';

/** Rows kept of one result set. */
const ROW_LIMIT = 1_000;

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
) {
  const taskOf = async (projectId: number, pairId: number): Promise<PairTask> => {
    await pairs.find(projectId, pairId);
    const [task] = await pairs.tasks([pairId]);
    if (!task) throw conflict('This pair has no objects any more.');
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

  const irrevocableOf = async (
    projectId: number,
    texts: Pick<PairCall, 'source_text' | 'target_text'>,
  ): Promise<BySide<string[]>> => {
    const engines = await projects.engines(projectId);
    return bySide((side) => connectorOf(engines[side]).irrevocable?.(texts[`${side}_text`]) ?? []);
  };

  return {
    async get(projectId: number, pairId: number) {
      const call = await callOf(await taskOf(projectId, pairId));
      const settings = await databases.settings(projectId);
      const engines = await projects.engines(projectId);
      return {
        ...call,
        allowed: bySide((side) => settings[side].calls),
        disposable: bySide((side) => settings[side].disposable),
        forms: bySide((side) => ({ ...CALL_FORMS, ...connectorOf(engines[side]).callForms })),
      };
    },

    /** What a rollback would not take back of the texts, sentences by side. */
    async check(
      projectId: number,
      pairId: number,
      texts: Pick<PairCall, 'source_text' | 'target_text'>,
    ): Promise<BySide<string[]>> {
      await pairs.find(projectId, pairId);
      return irrevocableOf(projectId, texts);
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
    ): Promise<{ evidence_id: number; result: CallOutcome; comparisons: CallComparison[] }> {
      const task = await taskOf(projectId, pairId);
      const settings = await databases.settings(projectId);
      for (const side of SIDES) {
        if (!settings[side].calls)
          throw forbidden(
            `Calls on the ${side} database are switched off for this project. An administrator can allow them.`,
          );
        if (call.writes && !settings[side].disposable)
          throw forbidden(
            `The ${side} database is not marked as disposable, so calls that write do not run there. An administrator can mark it.`,
          );
      }
      const limits = { statement: settings.statement_limit };
      const opened = bySide((side) =>
        databases.open(projectId, side, signal, limits).catch(asFailure),
      );
      const sides = { source: await opened.source, target: await opened.target };
      const start = performance.now();
      try {
        const comparisons = await compareAll(sides, call, settings.mask);
        const milliseconds = Math.round(performance.now() - start);
        const result = worst(comparisons);
        const lasting = call.writes ? await irrevocableOf(projectId, call) : null;
        const notes = SIDES.flatMap((side) =>
          (lasting?.[side] ?? []).map((sentence) => `Not rolled back on the ${side}: ${sentence}`),
        );
        const evidence_id = await keep(actor, task, call, sides, {
          comparisons,
          result,
          milliseconds,
          notes,
        });
        return { evidence_id, result, comparisons };
      } finally {
        await Promise.all(
          Object.values(sides)
            .filter(isOpen)
            .map(({ database }) => database.close()),
        );
      }
    },
  };

  async function keep(
    actor: Actor,
    task: PairTask,
    call: PairCall,
    sides: BySide<OpenedOrNot>,
    { comparisons, result, milliseconds, notes }: Outcome,
  ): Promise<number> {
    const { pair, members } = task;
    return store.transaction(async (tx) => {
      if (!(await findUnchanged(store, tx, [task])).has(pair.id))
        throw conflict('The objects of this pair were paired anew meanwhile. Run the call again.');
      const id = await addEvidence(store.kind, tx, {
        projectId: pair.project_id,
        pairId: pair.id,
        kind: 'call',
        userId: actor.userId,
        runId: null,
        result,
        detail: {
          servers: bySide((side) => (isOpen(sides[side]) ? sides[side].server : null)),
          hashes: { source: [], target: [] },
          rows_source: null,
          rows_target: null,
          differences: comparisons.reduce((sum, { differences }) => sum + differences.length, 0),
          milliseconds,
          notes: [...notes, ...comparisons.flatMap((one) => one.notes)].slice(0, 100),
          detail: { call, comparisons },
        },
      });
      await pairs.setResults(tx, pair.id, {
        call: JSON.stringify(call),
        call_result: result,
        call_at: timestampNow(),
      });
      await objects.setTestResult(
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
        changes: { call_result: [pair.call_result, result] },
      });
      return id;
    });
  }
}

interface Outcome {
  comparisons: CallComparison[];
  result: CallOutcome;
  milliseconds: number;
  /** Of the call as a whole. */
  notes: string[];
}

type OpenedOrNot = Opened<Connection> | { failure: string };
const isOpen = (side: OpenedOrNot): side is Opened<Connection> => 'database' in side;

/** A side that cannot be reached is part of the answer. */
function asFailure(error: unknown): { failure: string } {
  if (error instanceof ConnectorError || (error instanceof ProblemError && error.status < 500))
    return { failure: error.message };
  throw error;
}

async function compareAll(
  sides: BySide<OpenedOrNot>,
  call: PairCall,
  mask: readonly string[],
): Promise<CallComparison[]> {
  const sets = call.parameter_sets.length > 0 ? call.parameter_sets : [{ name: null, values: {} }];
  const comparisons: CallComparison[] = [];
  for (const { name, values } of sets) {
    const run = (side: Side) => runOn(sides[side], side, call, values);
    const [source, target] = await Promise.all([run('source'), run('target')]);
    comparisons.push(
      source.answer && target.answer
        ? {
            parameters: name,
            source: source.answer,
            target: target.answer,
            ...compareAnswers(source.answer, target.answer, { ordered: call.ordered, mask }),
          }
        : {
            parameters: name,
            source: source.answer,
            target: target.answer,
            result: 'failed',
            differences: [],
            different_rows: [],
            notes: [source.failure, target.failure].flatMap((text) => text ?? []),
          },
    );
  }
  return cutAnswers(
    comparisons.map((comparison) => maskComparison(sayCommitted(comparison), mask)),
  );
}

interface Ran {
  answer: CallAnswer | null;
  failure?: string;
}

async function runOn(
  side: OpenedOrNot,
  name: Side,
  call: PairCall,
  parameters: Record<string, string | null>,
): Promise<Ran> {
  if (!isOpen(side)) return { answer: null, failure: side.failure };
  const { calls } = side.database;
  if (!calls)
    return {
      answer: null,
      failure: `Calls on the engine of the ${name} database are not possible yet.`,
    };
  try {
    const { take, sets } = keepFirst();
    const text = call[`${name}_text`];
    const result = await calls.run({ text, parameters, writes: call.writes }, take);
    const milliseconds = Math.round(result.milliseconds);
    return { answer: { ...result, milliseconds, result_sets: result.error ? [] : sets } };
  } catch (error) {
    return { answer: null, ...asFailure(error) };
  }
}

/** Keeps the first rows of each result set. */
function keepFirst() {
  const sets: CallAnswer['result_sets'] = [];
  const take = async (part: CallPart): Promise<boolean> => {
    if ('columns' in part) {
      sets.push({ ...part, rows: [], truncated: false });
      return true;
    }
    if ('origins' in part) {
      for (const [index, column] of (sets[0]?.columns ?? []).entries())
        column.origin = part.origins[index] ?? null;
      return true;
    }
    const set = sets.at(-1)!;
    const room = ROW_LIMIT - set.rows.length;
    set.rows.push(...part.rows.slice(0, room));
    set.truncated = part.rows.length > room;
    return !set.truncated;
  };
  return { take, sets };
}

const worst = (comparisons: readonly CallComparison[]): CallOutcome =>
  comparisons.some(({ result }) => result === 'failed')
    ? 'failed'
    : comparisons.some(({ result }) => result === 'different')
      ? 'different'
      : 'equal';

/** What the tester reads in `test result`. */
function summarise(result: CallOutcome, comparisons: readonly CallComparison[]): string {
  const equal = comparisons.filter((comparison) => comparison.result === 'equal').length;
  const first = comparisons.flatMap(({ differences, notes }) => [...differences, ...notes])[0];
  const count = comparisons.length === 1 ? '1 run' : `${comparisons.length} runs`;
  const refused = comparisons.filter(({ source, target }) => source?.error && target?.error).length;
  return result === 'equal'
    ? `Equal on both sides: ${count}${refused > 0 ? `, ${refused} of them refused by both` : ''}.`
    : `${equal} of ${count} equal on both sides. ${first ?? ''}`.trim();
}

import pLimit from 'p-limit';
import { type Message, message } from '../../../../contract/messages/message.ts';
import { hasColumns } from '../../../../connectors/core/definitions.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { type Flag, SIDES } from '../../../../contract/fields.ts';
import { type Run, type RunOptions, runOptions } from '../../../../contract/proof/runs.ts';
import { timestampNow } from '../../../platform/clock.ts';
import { maskDifferences, maskExplanation, poolReader } from '../../databases/service.ts';
import { type PairTask, type StoredPair, rulesOf } from '../pairs/service.ts';
import { readPlaces } from '../../projects/places-service.ts';
import { type DefinitionOutcome, notSeen } from '../definitions/service.ts';
import {
  type DataOutcome,
  type DataSide,
  type DataTask,
  compareRows,
  joinSides,
  notComparable,
  withExpressions,
} from '../rows/service.ts';
import { hasCrashedTwice, readInParts, reasonOf, takeBatch, withRetry } from './attempts.ts';
import { describeFailure, isNoConnection, isOutage } from './failure.ts';
import { keepOutcome, keepSkipped } from './keep-outcome.ts';
import { rankCounted } from './counted-pairs.ts';
import type { StoredRun } from './lease.ts';
import {
  type WaitingItem,
  beginItems,
  findRun,
  readWaiting,
  saveCheckpoint,
} from './repository.ts';
import type { RunContext, RunTools, RunSides } from './types.ts';

/** Pairs whose definitions are read together. */
const BATCH = 100;

/**
 * Works on all pairs that are left in a run.
 * @throws the signal's reason, ConnectorError, ProblemError
 */
export async function workOnRun(tools: RunTools, context: RunContext): Promise<void> {
  const { run, signal } = context;
  const places = await readPlaces(tools.store.db, run.project_id);
  const source = await tools.databases.openPool(run.project_id, 'source', signal);
  try {
    const target = await tools.databases.openPool(run.project_id, 'target', signal);
    try {
      await workOnPairs(tools, context, { source, target, places });
    } finally {
      await target.database.close();
    }
  } finally {
    await source.database.close();
  }
}

/** One pass over the waiting pairs: a run of changed pairs first counts all of them. */
interface Pass {
  options: RunOptions;
  isCounting: boolean;
  /** Whether it takes the pairs that were counted. */
  counted: Flag;
}

async function workOnPairs(tools: RunTools, context: RunContext, sides: RunSides): Promise<void> {
  const { run, owner } = context;
  const { db } = tools.store;
  const options = runOptions.parse(JSON.parse(run.options));
  if (run.kind !== 'changed')
    return workOnWaiting(tools, context, sides, { options, isCounting: false, counted: 0 });
  const counts: RunOptions = { ...options, depth: 'counts', sample: null };
  await workOnWaiting(tools, context, sides, { options: counts, isCounting: true, counted: 0 });
  await rankCounted(db, run, owner);
  const now = (await findRun(db, run.project_id, run.id)) ?? run;
  const rows: Pass = { options, isCounting: false, counted: 1 };
  return workOnWaiting(tools, { ...context, run: now }, sides, rows);
}

async function workOnWaiting(
  tools: RunTools,
  context: RunContext,
  sides: RunSides,
  pass: Pass,
): Promise<void> {
  const { store, databases, pairs, definitions } = tools;
  const { run, signal } = context;
  const { options } = pass;
  const settings = await databases.settings(run.project_id);
  const connections = Math.min(settings.source.connections, settings.target.connections);
  const expect = createForecast(run);
  for (let last: WaitingItem | undefined; ;) {
    signal.throwIfAborted();
    const waiting = takeBatch(await readWaiting(store.db, run.id, pass.counted, last, BATCH));
    last = waiting.at(-1);
    if (!last) return;
    const byId = new Map(waiting.map((item) => [item.pairId, item]));
    const pairIds = waiting.map(({ pairId }) => pairId);
    await beginItems(store.db, run.id, context.owner, pairIds);
    const skip = (task: PairTask, reason: Message) => keepSkipped(tools, context, task, reason);
    const tasks: PairTask[] = [];
    for (const task of await pairs.tasks(pairIds)) {
      const { pair } = task;
      // A pair that was dissolved since cannot be compared.
      if (pair.source_count === 0 || pair.target_count === 0) continue;
      if (hasCrashedTwice(byId.get(pair.id)!)) await skip(task, message('process.endedTwice'));
      else tasks.push(task);
    }
    const read = (part: readonly PairTask[]) =>
      definitions.readAndCompare(run.project_id, part, sides);
    const outcomes = await readInParts(tasks, signal, read, skip);
    if (run.kind !== 'structure' && !pass.isCounting)
      context.progress.rows_total = expect(waiting.length, [...outcomes.values()], options.sample);
    const work = (task: PairTask) =>
      workOnPair(tools, context, sides, {
        task,
        item: byId.get(task.pair.id)!,
        structure: outcomes.get(task.pair.id)!,
        pass,
        connections,
      });
    const compared = tasks
      .filter(({ pair }) => outcomes.has(pair.id))
      .toSorted((one, other) => byId.get(one.pair.id)!.rank - byId.get(other.pair.id)!.rank);
    await inParallel(compared, connections, work);
  }
}

/** Estimates how many rows the whole run has from the pairs whose definitions were read; null where no engine knows. */
function createForecast({ total, done, rows_done }: StoredRun) {
  let pairs = 0;
  let rows: number | null = null;
  return (count: number, outcomes: readonly DefinitionOutcome[], sample: number | null) => {
    pairs += count;
    for (const { source, target } of outcomes) {
      const estimate = rowsOf(source) ?? rowsOf(target);
      if (estimate !== null) rows = (rows ?? 0) + Math.min(estimate, sample ?? estimate);
    }
    const share = Math.max(pairs, total - done) / pairs;
    return rows === null ? null : rows_done + Math.round(rows * share);
  };
}

/** Null where the engine does not know the number of rows of one of them. */
const rowsOf = (objects: DefinitionOutcome['source']): number | null =>
  objects.reduce<number | null>((sum, { definition }) => {
    const rows = definition?.kind === 'table' ? definition.estimatedRows : null;
    return sum === null || rows === null ? null : sum + rows;
  }, 0);

/** After the first failure no further item begins; the failure is thrown when those under way have ended. */
async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const carryOut = async (item: T): Promise<void> => {
    try {
      await work(item);
    } catch (error) {
      limit.clearQueue();
      throw error;
    }
  };
  const ended = await Promise.allSettled(items.map((item) => limit(carryOut, item)));
  // Items that never began come after all that did, so the first rejection is the actual failure.
  const failure = ended.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason as Error;
}

interface PairWork {
  task: PairTask;
  item: WaitingItem;
  structure: DefinitionOutcome;
  pass: Pass;
  connections: number;
}

async function workOnPair(
  tools: RunTools,
  context: RunContext,
  sides: RunSides,
  work: PairWork,
): Promise<void> {
  const { run, progress } = context;
  const { name } = work.task.pair;
  const start = performance.now();
  const underWay: Run['current'][number] = { name, call: null };
  progress.current.push(underWay);
  try {
    const now = timestampNow();
    // The pair's rules may have changed since the run claimed it.
    const [{ pair } = work.task] = await tools.pairs.tasks([work.task.pair.id]);
    const reading = resumeOrRestart(pair, work.item.checkpoint, now);
    const compared =
      run.kind === 'structure'
        ? null
        : await compareData(tools, context, sides, { ...work, pair, reading });
    const failure = compared instanceof ConnectorError ? compared : null;
    const data =
      compared instanceof ConnectorError || compared === null
        ? null
        : await hide(tools, run, compared);
    const at = reading.began;
    const milliseconds = Math.round(performance.now() - start);
    const called =
      run.kind === 'all'
        ? await tools.calls.runKept(run.created_by, pair, context.signal, (call) => {
            underWay.call = call;
          })
        : null;
    const { isCounting } = work.pass;
    const found = { ...work, data, failure, called, at, milliseconds, isCounting };
    await keepOutcome(tools, context, sides, found);
  } finally {
    progress.current.splice(progress.current.indexOf(underWay), 1);
  }
}

/** The state of reading a pair's rows. */
interface Reading {
  /** When it began: it may have missed later changes. */
  began: string;
  /** Where an earlier attempt stopped; null where there was none. */
  checkpoint: unknown;
}

/** Resumes an earlier attempt, unless what it has read is outdated. */
function resumeOrRestart(pair: StoredPair, checkpoint: unknown, now: string): Reading {
  const earlier = isReading(checkpoint) ? checkpoint : { began: now, checkpoint: null };
  const changes = [pair.definition_changed_at, pair.rules_changed_at, pair.rows_outdated_at];
  const isOutdated = changes.some((at) => at !== null && at >= earlier.began);
  return isOutdated ? { began: now, checkpoint: null } : earlier;
}

const isReading = (value: unknown): value is Reading =>
  typeof value === 'object' && value !== null && 'began' in value;

/** Masks the outcome: a column may have been masked since the comparison began. */
async function hide(
  { databases }: RunTools,
  { project_id }: StoredRun,
  outcome: DataOutcome,
): Promise<DataOutcome> {
  const { mask } = await databases.settings(project_id);
  return {
    ...outcome,
    differences: maskDifferences(outcome.differences, outcome.compared, mask),
    explanation: maskExplanation(outcome.explanation, outcome.compared, mask),
  };
}

/** Compares the rows of a pair; null where its type has none, an error where a database could not answer. */
async function compareData(
  { store, databases, pairs, vault }: RunTools,
  { run, owner, signal, progress }: RunContext,
  sides: RunSides,
  work: PairWork & { pair: StoredPair; reading: Reading },
): Promise<DataOutcome | ConnectorError | null> {
  const { pair, structure, connections } = work;
  const { options, isCounting } = work.pass;
  const { members } = work.task;
  if (pair.type_id > 2) return null;
  const partsOf = (side: 'source' | 'target'): DataSide[] =>
    structure[side].flatMap(({ objectId, definition }) => {
      const member = members.find(({ id }) => id === objectId)!;
      if (!definition || !hasColumns(definition)) return [];
      return {
        engine: sides[side].engine,
        reader: poolReader(sides[side].database),
        definition,
        schema: member.schema_name,
        name: member.object_name,
      };
    });
  const parts = { source: partsOf('source'), target: partsOf('target') };
  for (const side of SIDES) {
    if (parts[side].length < structure[side].length) return notComparable(notSeen(side));
  }
  const [source, target] = [joinSides(parts.source), joinSides(parts.target)];
  if (!source || !target) return notComparable(message('rows.severalDiffer'));
  const { mask } = await databases.settings(run.project_id);
  const rename = await pairs.renaming(run.project_id);
  const inherited = await pairs.inherited(pair);
  const { began } = work.reading;
  let { checkpoint } = work.reading;
  const describedIn = (side: 'source' | 'target') => ({
    engine: sides[side].engine,
    ask: sides[side].database.use,
    tables: parts[side].map(({ schema, name }) => ({ schema, table: name })),
  });
  const described = { source: describedIn('source'), target: describedIn('target') };
  let used: number[] = [];
  const compare = async () => {
    const task: DataTask = {
      source,
      target,
      rules: rulesOf(pair),
      inherited,
      viewKeys: structure.viewKeys,
      mask,
      mark: (text) => vault.mark(text, `pair:${pair.id}`),
      options,
      namesFold: rename,
      connections,
      signal,
      checkpoint,
      async saveCheckpoint(value) {
        const reading: Reading = { began, checkpoint: value };
        await saveCheckpoint(store.db, { runId: run.id, owner, pairId: pair.id }, reading);
        checkpoint = value;
      },
      addRows: (rows) => {
        if (!isCounting) progress.rows_done += rows;
      },
    };
    return compareRows(await withExpressions(task, described, (ids) => (used = ids)));
  };
  try {
    return await withRetry(signal, compare);
  } catch (error) {
    signal.throwIfAborted();
    // Without a connection no other pair can be compared, either: the run stops, and its remaining pairs wait.
    if (!(error instanceof ConnectorError) || isNoConnection(error)) throw error;
    if (error.code === 'ended') return notComparable(reasonOf(error), used);
    return isOutage(error) ? error : notComparable(describeFailure(error), used);
  }
}

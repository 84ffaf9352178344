import { ConnectorError } from '../../../connectors/core/errors.ts';
import { objectTypeOf } from '../../../contract/engines.ts';
import { type RunItem, type RunOptions, runOptions } from '../../../contract/runs.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { DatabasePool, DatabaseService, Opened } from '../databases/service.ts';
import { poolReader } from '../databases/service.ts';
import { type NewEvidence, addEvidence } from '../evidence/service.ts';
import { type PairResults, type PairService, type PairTask, rulesOf } from '../pairs/service.ts';
import type { StructureOutcome, StructureService } from '../structure/service.ts';
import { type DataOutcome, type DataSide, compareRows } from '../validation/service.ts';
import {
  type Progress,
  type StoredRun,
  type WaitingItem,
  completeItems,
  readWaiting,
  saveCheckpoint,
} from './repository.ts';

export interface RunTools {
  store: Store;
  databases: DatabaseService;
  pairs: PairService;
  structure: StructureService;
}

/** What a run's process knows of it while it works. */
export interface RunContext {
  run: StoredRun;
  owner: string;
  signal: AbortSignal;
  progress: Progress & { current: string[] };
}

type Sides = Record<'source' | 'target', Opened<DatabasePool>>;

/** Pairs whose definitions are read at once. */
const BATCH = 100;

/** Works on all pairs of a run that are left. @throws the signal's reason, ConnectorError, ProblemError */
export async function workOnRun(tools: RunTools, context: RunContext): Promise<void> {
  const { run, signal } = context;
  const source = await tools.databases.openPool(run.project_id, 'source', signal);
  try {
    const target = await tools.databases.openPool(run.project_id, 'target', signal);
    try {
      await workOnPairs(tools, context, { source, target });
    } finally {
      await target.database.close();
    }
  } finally {
    await source.database.close();
  }
}

async function workOnPairs(tools: RunTools, context: RunContext, sides: Sides): Promise<void> {
  const { store, databases, pairs, structure } = tools;
  const { run, signal } = context;
  const settings = await databases.settings(run.project_id);
  const options = runOptions.parse(JSON.parse(run.options));
  const connections = Math.min(settings.source.connections, settings.target.connections);
  const rename = await pairs.renaming(run.project_id);
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const waiting = await readWaiting(store.db, run.id, after, BATCH);
    const last = waiting.at(-1);
    if (!last) return;
    after = last.pairId;
    const byId = new Map(waiting.map((item) => [item.pairId, item]));
    const tasks = await pairs.tasks(waiting.map(({ pairId }) => pairId));
    const outcomes = await structure.readAndCompare(run.project_id, tasks, sides);
    const work = (task: PairTask) =>
      workOnPair(tools, context, sides, {
        task,
        item: byId.get(task.pair.id)!,
        structure: outcomes.get(task.pair.id)!,
        options,
        mask: settings.mask,
        connections,
        rename,
      });
    await inParallel(tasks, connections, work);
  }
}

/** The first failure stops what has not begun; it is thrown when the others have ended. */
async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined && !failed; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, worker));
  const failure = ended.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason as Error;
}

interface PairWork {
  task: PairTask;
  item: WaitingItem;
  structure: StructureOutcome;
  options: RunOptions;
  mask: readonly string[];
  connections: number;
  rename: (name: string) => string;
}

async function workOnPair(
  tools: RunTools,
  context: RunContext,
  sides: Sides,
  work: PairWork,
): Promise<void> {
  const { run, progress } = context;
  const { pair } = work.task;
  const start = performance.now();
  progress.current.push(pair.name);
  try {
    const compared =
      run.kind === 'structure' ? null : await compareData(tools, context, sides, work);
    const data = compared && (await accept(tools, work.task, compared));
    await keep(tools, context, sides, work, data, Math.round(performance.now() - start));
  } finally {
    progress.current.splice(progress.current.indexOf(pair.name), 1);
  }
}

/** Differences that an administrator accepted are no news. */
async function accept(
  { structure }: RunTools,
  { pair }: PairTask,
  outcome: DataOutcome,
): Promise<DataOutcome> {
  if (outcome.result !== 'different') return outcome;
  const accepted = await structure.acceptedRows(pair.project_id, pair.id, outcome.differencesTotal);
  if (!accepted) return outcome;
  return {
    ...outcome,
    result: 'accepted',
    notes: [...outcome.notes, `The differences are accepted: ${accepted.reason}`],
  };
}

const notComparable = (note: string): DataOutcome => ({
  result: 'not_comparable',
  rowsSource: null,
  rowsTarget: null,
  differences: [],
  differencesTotal: 0,
  notes: [note],
});

/** Compares the rows of a pair; null where its type has none. */
async function compareData(
  { store }: RunTools,
  { run, signal, progress }: RunContext,
  sides: Sides,
  { task, item, structure, options, mask, connections, rename }: PairWork,
): Promise<DataOutcome | null> {
  const { pair, members } = task;
  if (pair.type_id > 2) return null;
  if (structure.source.length !== 1 || structure.target.length !== 1) {
    return notComparable(
      'Rows are compared where one object became one; here they are several on a side.',
    );
  }
  const sideOf = (side: 'source' | 'target'): DataSide | null => {
    const definition = structure[side][0]!.structure;
    const member = members.find((candidate) => candidate.side === side)!;
    if (!definition || definition.kind === 'routine') return null;
    return {
      engine: sides[side].engine,
      reader: poolReader(sides[side].database),
      structure: definition,
      schema: member.schema_name,
      name: member.object_name,
    };
  };
  const [source, target] = [sideOf('source'), sideOf('target')];
  if (!source || !target) {
    const side = source ? 'target' : 'source';
    return notComparable(
      `The ${side} database no longer has it, or its account may not see its definition.`,
    );
  }
  try {
    return await compareRows({
      source,
      target,
      rules: rulesOf(pair),
      mask,
      options,
      namesFold: rename,
      connections,
      signal,
      checkpoint: item.checkpoint,
      saveCheckpoint: (value) => saveCheckpoint(store.db, run.id, pair.id, value),
      addRows: (rows) => {
        progress.rows_done += rows;
      },
    });
  } catch (error) {
    signal.throwIfAborted();
    // A table that cannot be read is a result; a database that cannot be reached stops the run.
    if (error instanceof ConnectorError && isOfStatement(error))
      return notComparable(error.message);
    throw error;
  }
}

const isOfStatement = ({ code }: ConnectorError): boolean =>
  code === 'permission' ||
  code === 'not-found' ||
  code === 'timeout' ||
  code === 'failed' ||
  code === 'unsupported';

const KIND = {
  tables: 'table',
  views: 'view',
  functions: 'function',
  procedures: 'procedure',
} as const;

/** Writes what was found: evidence, the pair's results, the run's item. */
async function keep(
  { store, pairs }: RunTools,
  { run, owner, signal }: RunContext,
  sides: Sides,
  { task, structure }: PairWork,
  data: DataOutcome | null,
  milliseconds: number,
): Promise<void> {
  const { pair, members } = task;
  const nameOf = (side: 'source' | 'target') => {
    const member = members.find((candidate) => candidate.side === side);
    return member ? `${member.schema_name}.${member.object_name}` : null;
  };
  const common = {
    projectId: run.project_id,
    pairId: pair.id,
    userId: run.created_by,
    runId: run.id,
  };
  const detail = {
    servers: { source: sides.source.server, target: sides.target.server },
    hashes: structure.hashes,
    rows_source: data?.rowsSource ?? null,
    rows_target: data?.rowsTarget ?? null,
    differences: data?.differencesTotal ?? null,
    milliseconds,
    detail: null,
  };
  const evidence: NewEvidence[] = [
    {
      ...common,
      kind: 'structure',
      result: structure.result,
      detail: {
        ...detail,
        rows_source: null,
        rows_target: null,
        differences: structure.findings,
        notes: structure.notes,
      },
    },
  ];
  if (data) {
    evidence.push({
      ...common,
      kind: 'data',
      result: data.result,
      detail: { ...detail, notes: data.notes },
      rows: data.differences,
    });
  }
  const item: Omit<RunItem, 'seq'> = {
    pair_id: pair.id,
    source: nameOf('source'),
    target: nameOf('target'),
    type: KIND[objectTypeOf(pair.type_id)],
    structure: structure.result,
    data: data?.result ?? 'skipped',
    rows_source: detail.rows_source,
    rows_target: detail.rows_target,
    differences: (data?.differences ?? []).slice(0, 1_000).map(({ key, kind, columns }) => ({
      key,
      kind,
      columns: columns.map(({ name }) => name),
    })),
    notes: [...structure.notes, ...(data?.notes ?? [])],
  };
  await store.transaction(async (tx) => {
    if (!(await completeItems(store, tx, run.id, owner, [item]))) {
      signal.throwIfAborted();
      throw new Error('Somebody else works on this run.');
    }
    for (const entry of evidence) await addEvidence(store.kind, tx, entry);
    if (data) await pairs.setResults(tx, pair.id, asPairData(data));
  });
}

const asPairData = (data: DataOutcome): PairResults => ({
  data_result: data.result,
  data_differences: data.differencesTotal,
  rows_source: data.rowsSource,
  rows_target: data.rowsTarget,
  data_at: timestampNow(),
});

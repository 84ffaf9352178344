import { type Message, message } from '../../../../contract/messages/message.ts';
import { ITEM_TYPES } from '../../../../contract/proof/runs.ts';
import type { ConnectorError } from '../../../../connectors/core/errors.ts';
import { objectTypeOf } from '../../../../contract/engines.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { Db } from '../../../platform/db/store.ts';
import { type NewEvidence, addEvidence } from '../evidence/service.ts';
import { type FoundRows, type PairTask, findUnchanged, writeUsed } from '../pairs/service.ts';
import { type DefinitionOutcome, keepMarks } from '../definitions/service.ts';
import type { CalledAgain } from '../calls/service.ts';
import type { DataOutcome } from '../rows/service.ts';
import { keepCounted } from './counted-pairs.ts';
import { describeFailure, isOfConnection } from './failure.ts';
import { type FoundItem, completeItems } from './repository.ts';
import type { RunContext, RunTools, RunSides } from './types.ts';

/** The results of comparing a pair. */
interface Outcome {
  task: PairTask;
  structure: DefinitionOutcome;
  /** Null where rows were not compared. */
  data: DataOutcome | null;
  /** Why a database could not answer; then the rows are unknown. */
  failure: ConnectorError | null;
  /** The result of its call; null where the run makes none. */
  called: CalledAgain | null;
  /** When the rows began to be compared. */
  at: string;
  milliseconds: number;
  /** Whether rows are only counted for now; if that leaves something to find out, the pair keeps waiting. */
  isCounting: boolean;
}

/**
 * Saves the results of a pair: evidence, the pair's own results, the run's item. All are about the objects that the pair
 * had; where it has others by now, the item says so and nothing else is saved.
 */
export async function keepOutcome(
  tools: RunTools,
  { run, owner, signal }: RunContext,
  sides: RunSides,
  outcome: Outcome,
): Promise<void> {
  const { store, pairs, definitions } = tools;
  const { task, at } = outcome;
  const pairId = task.pair.id;
  const keep = async (kept: Promise<boolean>): Promise<void> => {
    if (await kept) return;
    signal.throwIfAborted();
    throw new Error('Somebody else works on this run.');
  };
  const complete = (tx: Db, item: FoundItem) =>
    keep(completeItems(store, tx, run.id, owner, [item]));
  await store.transaction(async (tx) => {
    const unchanged = await findUnchanged(store, tx, [task]);
    if (!unchanged.has(pairId)) return complete(tx, itemOfRegroupedPair(task));
    const common = {
      projectId: run.project_id,
      pairId,
      userId: run.created_by,
      runId: run.id,
    };
    const judged = outcome.data && (await judge(tools, tx, task.pair, outcome.data, at));
    const data = judged && judged.data;
    for (const entry of evidenceOf({ ...outcome, data }, sides))
      await addEvidence(store.kind, tx, { ...common, ...entry });
    await definitions.outdateUnlessCurrent(tx, task, {
      ...outcome.structure.hashes,
      places: sides.places,
    });
    if (data) await definitions.weighByRows(tx, task.pair, outcome.structure, data);
    const isWorse = judged && (await pairs.keepRows(tx, task.pair, judged.rows));
    const hasOthers = judged && (await keepMarks(tx, pairId, at, judged));
    if (data) await definitions.endObsoleteAcceptances(tx, pairId);
    if (isWorse || hasOthers)
      await definitions.markStale(
        tx,
        run.project_id,
        task.members.map(({ id }) => id),
        'rows',
      );
    const item = itemOf({ ...outcome, data }, await pairs.verdict(tx, task.pair));
    if (outcome.isCounting) {
      await keep(keepCounted(tx, run.id, owner, item));
      if (data && (await pairs.needsRows(tx, task.pair))) return;
    }
    await complete(tx, item);
  });
}

/** Records that a pair could not be compared, in the run alone: nothing was found out about it. */
export async function keepSkipped(
  { store }: RunTools,
  { run, owner, signal }: RunContext,
  task: PairTask,
  reason: Message,
): Promise<void> {
  const item: FoundItem = {
    ...nothingOf(task, reason),
    state: 'failed',
    data: 'not_comparable',
  };
  await store.transaction(async (tx) => {
    if (await completeItems(store, tx, run.id, owner, [item])) return;
    signal.throwIfAborted();
    throw new Error('Somebody else works on this run.');
  });
}

interface Judged {
  data: DataOutcome;
  marks: readonly string[];
  /** Marks of the rows that are not accepted. */
  open: readonly string[];
  /** In the form in which they are weighed against what is known. */
  rows: FoundRows;
}

/** Judges rows by what is accepted: accepted differences are no news. */
async function judge(
  { definitions, pairs }: RunTools,
  tx: Db,
  pair: PairTask['pair'],
  found: DataOutcome,
  at: string,
): Promise<Judged> {
  const { marks, differencesTotal: total } = found;
  if (found.result !== 'different' && found.result !== 'partly_compared')
    return {
      data: found,
      marks,
      open: [],
      rows: toFoundRows({ data: found, open: [], accepted: 0 }, at),
    };
  const { result, accepted, open, reasons } = await definitions.judgeRows(tx, pair.id, found);
  const notes = reasons.rows.map((reason) => message('rows.acceptedBecause', { reason }));
  if (accepted > 0 && accepted < total)
    notes.push(message('rows.notAccepted', { open: total - accepted, all: total }));
  if (reasons.gaps !== null) notes.push(message('pair.acceptedGap', { reason: reasons.gaps }));
  const data = { ...found, result, notes: [...found.notes, ...notes] };
  const rows = toFoundRows({ data, open, accepted }, at);
  if (!(await pairs.isKnown(tx, pair, rows))) return { data, marks, open, rows };
  const known = {
    ...found,
    result: 'partly_compared' as const,
    notes: [...found.notes, message('rows.asAccepted')],
  };
  return { data: known, marks, open, rows };
}

function evidenceOf(
  { structure, data, milliseconds }: Outcome,
  sides: RunSides,
): Pick<NewEvidence, 'kind' | 'result' | 'detail' | 'rows' | 'marks'>[] {
  const common = {
    servers: { source: sides.source.server, target: sides.target.server },
    hashes: structure.hashes,
    milliseconds,
  };
  const ofDefinition = {
    ...common,
    rows_source: null,
    rows_target: null,
    differences: structure.findings,
    notes: structure.notes,
    detail: null,
  };
  const entries: ReturnType<typeof evidenceOf> = [
    { kind: 'structure', result: structure.result, detail: ofDefinition },
  ];
  if (!data) return entries;
  const ofData = {
    ...common,
    rows_source: data.rowsSource,
    rows_target: data.rowsTarget,
    differences: data.differencesTotal,
    at_least: data.atLeast,
    coverage: data.coverage,
    explanation: data.explanation,
    notes: data.notes,
    detail: data.compared,
  };
  return [
    ...entries,
    {
      kind: 'data',
      result: data.result,
      detail: ofData,
      rows: data.differences,
      marks: data.marks,
    },
  ];
}

function namesOf({
  pair,
  members,
}: PairTask): Pick<FoundItem, 'pair_id' | 'source' | 'target' | 'type'> {
  const nameOf = (side: Side) => {
    const member = members.find((candidate) => candidate.side === side);
    return member ? `${member.schema_name}.${member.object_name}` : null;
  };
  return {
    pair_id: pair.id,
    source: nameOf('source'),
    target: nameOf('target'),
    type: ITEM_TYPES[objectTypeOf(pair.type_id)],
  };
}

const reasonNotCalled = (called: CalledAgain | null): Message | null =>
  called?.result === null ? called.note : null;

const itemOf = (
  { task, structure, data, failure: error, called }: Outcome,
  verdict: FoundItem['verdict'],
): FoundItem => {
  const failure = error && describeFailure(error);
  const reason = failure ?? data?.reason ?? (structure.result === null ? structure.notes[0] : null);
  return {
    ...namesOf(task),
    state: failure === null ? 'compared' : 'failed',
    verdict,
    structure: structure.result,
    ...(data ? rowsOf(data) : { ...NO_ROWS, differences: [] }),
    reason: reason ?? null,
    connection_failed: isOfConnection(error),
    called: called?.result ?? null,
    not_called: reasonNotCalled(called),
    notes: [
      ...structure.notes,
      ...(data?.notes ?? []),
      ...[failure, called?.note].filter((note) => note != null),
    ],
  };
};

const rowsOf = (data: DataOutcome) => ({
  data: data.result,
  rows_source: data.rowsSource,
  rows_target: data.rowsTarget,
  differences: data.differences.map(({ key, kind, columns }) => ({
    key,
    kind,
    columns: columns.map(({ name }) => name),
  })),
  differences_total: data.differencesTotal,
  at_least: data.atLeast,
  coverage: data.coverage,
  explanation: data.explanation && {
    ...data.explanation,
    columns: [],
    causes: data.explanation.causes.map(({ example_rows: _, ...cause }) => ({
      ...cause,
      examples: [],
    })),
  },
  compared: data.compared,
});

const NO_ROWS = {
  data: 'skipped',
  rows_source: null,
  rows_target: null,
  differences: [],
  differences_total: null,
  at_least: false,
  coverage: null,
  explanation: null,
  compared: null,
} as const;

/** For a pair about which nothing was found out. */
const nothingOf = (task: PairTask, reason: Message) => ({
  ...namesOf(task),
  ...NO_ROWS,
  differences: [],
  verdict: null,
  structure: null,
  reason,
  notes: [reason],
  connection_failed: false,
  called: null,
  not_called: null,
});

const itemOfRegroupedPair = (task: PairTask): FoundItem => ({
  ...nothingOf(task, message('rows.pairedAnew')),
  state: 'compared',
});

interface Weighed extends Pick<Judged, 'data' | 'open'> {
  accepted: number;
}
const toFoundRows = ({ data, open, accepted }: Weighed, at: string): FoundRows => ({
  result: data.result,
  coverage: data.coverage,
  differences: data.differencesTotal,
  atLeast: data.atLeast,
  open: open.length,
  accepted,
  rowsSource: data.rowsSource,
  rowsTarget: data.rowsTarget,
  usedTolerances: writeUsed(data),
  at,
});

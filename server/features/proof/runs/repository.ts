import { sql } from 'kysely';
import type { Flag } from '../../../../contract/fields.ts';
import type { MessageOrText } from '../../../../contract/messages/message.ts';
import type { RunItem, RunKind, RunOptions } from '../../../../contract/proof/runs.ts';
import { timestampNow } from '../../../platform/clock.ts';
import { jsonTable } from '../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { ComparedCall } from '../../../../contract/proof/pairs.ts';
import type { Explanation } from '../../../../contract/proof/causes.ts';
import type { ComparedColumns } from '../../databases/service.ts';
import { verdictRankOf } from '../pairs/service.ts';
import { type StoredRun, ownRun } from './lease.ts';

export interface NewRun {
  projectId: number;
  kind: RunKind;
  options: RunOptions;
  userId: number;
  /** All pairs that have both sides, where undefined. */
  pairIds: readonly number[] | undefined;
  onlyDifferent: boolean;
}

/** Types that have rows. */
const WITH_ROWS = [1, 2] as const;

/** Makes a run with its pairs. @returns its id, and how many pairs it has */
export async function insertRun(
  { kind: storeKind }: Store,
  tx: Db,
  { projectId, kind, options, userId, pairIds, onlyDifferent }: NewRun,
): Promise<{ id: number; total: number }> {
  const { id } = await tx
    .insertInto('run')
    .values({
      project_id: projectId,
      kind,
      state: 'queued',
      options: JSON.stringify(options),
      total: 0,
      created_by: userId,
      created_at: timestampNow(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const isInOrder = kind === 'changed' || options.within_minutes !== undefined;
  let pairs = tx
    .selectFrom('pair')
    .select(({ cast, val }) => [
      cast<number>(val(id), 'integer').as('run_id'),
      'pair.id as pair_id',
      sql.lit('waiting').as('state'),
      (isInOrder ? worstFirst(projectId) : sql.lit(0)).as('rank'),
    ])
    .where('project_id', '=', projectId)
    .where('source_count', '>', 0)
    .where('target_count', '>', 0);
  if (kind === 'data') pairs = pairs.where('type_id', 'in', WITH_ROWS);
  if (pairIds) {
    const chosen = jsonTable(
      storeKind,
      { id: 'integer' } as const,
      pairIds.map((pairId) => [pairId]),
    ).as('chosen');
    pairs = pairs.where('pair.id', 'in', tx.selectFrom(chosen).select('chosen.id'));
  }
  if (onlyDifferent) {
    pairs = pairs.where((where) =>
      where.or([
        where('data_result', 'in', ['different', 'partly_compared', 'not_comparable']),
        where('structure_result', '=', 'different'),
        ...(kind === 'all'
          ? [where('call_result', 'in', ['different', 'partly_compared', 'failed'])]
          : []),
      ]),
    );
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('run_item')
    .columns(['run_id', 'pair_id', 'state', 'rank'])
    .expression(pairs as never)
    .executeTakeFirstOrThrow();
  const total = Number(numInsertedOrUpdatedRows);
  await tx.updateTable('run').set({ total }).where('id', '=', id).execute();
  return { id, total };
}

/** The worst pairs first, then those whose comparison is oldest. */
export const worstFirst = (projectId: number) =>
  sql<number>`row_number() over (order by ${verdictRankOf(projectId)}, coalesce(data_at, structure_at, ''), pair.id)`;

export interface WaitingItem {
  pairId: number;
  rank: number;
  checkpoint: unknown;
  /** How often a process began with the pair and never finished or reported. */
  attempts: number;
}

/** The next pairs of a run, in its order: those that are not counted yet, or those that are. */
export async function readWaiting(
  db: Db,
  runId: number,
  counted: Flag,
  after: Pick<WaitingItem, 'rank' | 'pairId'> | undefined,
  limit: number,
): Promise<WaitingItem[]> {
  const rows = await db
    .selectFrom('run_item')
    .select(['pair_id', 'rank', 'checkpoint', 'attempts'])
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .where('counted', '=', counted)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('rank', 'pair_id'), '>', tuple(after!.rank, after!.pairId)),
      ),
    )
    .orderBy('rank')
    .orderBy('pair_id')
    .limit(limit)
    .execute();
  return rows.map(({ pair_id, rank, checkpoint, attempts }) => ({
    pairId: pair_id,
    rank,
    attempts,
    checkpoint: checkpoint === null ? null : (JSON.parse(checkpoint) as unknown),
  }));
}

/** Records that the owner begins with these pairs. Leaving the run in good order takes that back. */
export async function beginItems(
  db: Db,
  runId: number,
  owner: string,
  pairIds: readonly number[],
): Promise<void> {
  await db
    .updateTable('run_item')
    .set((set) => ({ attempts: set('attempts', '+', 1) }))
    .where('run_id', 'in', ownRun(db, runId, owner))
    .where('pair_id', 'in', pairIds)
    .where('state', '=', 'waiting')
    .execute();
}

/** Saves how far a pair is; only the run's owner may. */
export async function saveCheckpoint(
  db: Db,
  { runId, owner, pairId }: { runId: number; owner: string; pairId: number },
  checkpoint: unknown,
): Promise<void> {
  await db
    .updateTable('run_item')
    // The attempt made progress, so former attempts no longer count.
    .set({ checkpoint: JSON.stringify(checkpoint), attempts: 1 })
    .where('run_id', 'in', ownRun(db, runId, owner))
    .where('pair_id', '=', pairId)
    .where('state', '=', 'waiting')
    .execute();
}

/** The results of a pair, and the columns that the keys of its differences belong to. */
export type FoundItem = Omit<
  RunItem,
  | 'seq'
  | 'calls'
  | 'not_called'
  | 'not_called_said'
  | 'reason'
  | 'reason_said'
  | 'notes'
  | 'notes_said'
> & {
  not_called: MessageOrText | null;
  reason: MessageOrText | null;
  notes: MessageOrText[];
  /** The result of its call in this run; null where it made none. */
  called: ComparedCall | null;
  /** Without examples. */
  explanation: Explanation | null;
  compared: ComparedColumns | null;
};

export const isDifferent = ({
  structure,
  data,
  called,
}: Pick<FoundItem, 'structure' | 'data' | 'called'>): boolean =>
  structure === 'different' || data === 'different' || called === 'different';

/**
 * Saves the results of pairs; only the run's owner may.
 * @returns false when another process owns the run now
 */
export async function completeItems(
  { kind }: Store,
  tx: Db,
  runId: number,
  owner: string,
  items: readonly FoundItem[],
): Promise<boolean> {
  const different = items.filter(isDifferent).length;
  const failed = items.filter(
    (item) =>
      !isDifferent(item) &&
      (item.state === 'failed' || item.data === 'not_comparable' || item.called === 'failed'),
  ).length;
  const run = await tx
    .updateTable('run')
    .set((set) => ({
      done: set('done', '+', items.length),
      different: set('different', '+', different),
      failed: set('failed', '+', failed),
      ...(items.some((item) => item.connection_failed) && { connection_failed: 1 as const }),
    }))
    .where('id', '=', runId)
    .where('owner', '=', owner)
    .returning('done')
    .executeTakeFirst();
  if (!run) return false;
  const first = run.done - items.length + 1;
  const table = jsonTable(
    kind,
    { pair_id: 'integer', seq: 'integer', result: 'text' } as const,
    items.map((item, index) => {
      const seq = first + index;
      return [item.pair_id, seq, JSON.stringify({ seq, ...item })];
    }),
  ).as('found');
  await tx
    .updateTable('run_item')
    .from(table)
    .set(({ ref }) => ({
      state: 'done',
      seq: ref('found.seq'),
      result: ref('found.result'),
      checkpoint: null,
    }))
    .where('run_item.run_id', '=', runId)
    .whereRef('run_item.pair_id', '=', 'found.pair_id')
    .execute();
  return true;
}

/** Defaults for fields that former versions did not write. */
const UNKNOWN = {
  state: 'compared',
  verdict: null,
  differences_total: null,
  at_least: false,
  coverage: null,
  explanation: null,
  reason: null,
  connection_failed: false,
  called: null,
  not_called: null,
} as const;

export interface ItemFilter {
  after: number;
  onlyFailed: boolean;
  onlyNotCalled: boolean;
}

export async function readItems(
  db: Db,
  runId: number,
  { after, onlyFailed, onlyNotCalled }: ItemFilter,
  limit: number,
): Promise<(FoundItem & Pick<RunItem, 'seq' | 'calls'>)[]> {
  const rows = await db
    .selectFrom('run_item')
    .leftJoin('pair', 'pair.id', 'run_item.pair_id')
    .select(['result', 'pair.call_result'])
    .where('run_id', '=', runId)
    .where('seq', '>', after)
    .$if(onlyFailed, (query) =>
      query
        .where((where) =>
          where.or([
            where('result', 'like', '%"state":"failed"%'),
            where('result', 'like', '%"data":"not_comparable"%'),
            where('result', 'like', '%"called":"failed"%'),
          ]),
        )
        .where('result', 'not like', '%"structure":"different"%')
        .where('result', 'not like', '%"called":"different"%'),
    )
    .$if(onlyNotCalled, (query) => query.where('result', 'like', '%"not_called":{%'))
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ result, call_result }) => ({
    ...UNKNOWN,
    calls: call_result,
    ...(JSON.parse(result!) as FoundItem & Pick<RunItem, 'seq'>),
  }));
}

/** Whether a finished pair of the run failed because of its connection. */
export async function hasConnectionFailure(db: Db, runId: number): Promise<boolean> {
  const failed = await db
    .selectFrom('run_item')
    .select('pair_id')
    .where('run_id', '=', runId)
    .where('result', 'like', '%"connection_failed":true%')
    .limit(1)
    .executeTakeFirst();
  return failed !== undefined;
}

export const findRun = (db: Db, projectId: number, id: number): Promise<StoredRun | undefined> =>
  db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

export const listRuns = (db: Db, projectId: number, limit: number): Promise<StoredRun[]> =>
  db
    .selectFrom('run')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

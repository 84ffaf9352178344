import { type Selectable, sql } from 'kysely';
import { type Message, asFault } from '../../../../contract/messages/message.ts';
import { type Run, type RunState, runOptions } from '../../../../contract/proof/runs.ts';
import { timestampIn, timestampNow } from '../../../platform/clock.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { RunTable } from '../../../platform/db/proof-tables.ts';

export type StoredRun = Selectable<RunTable>;

/** How long a lease lasts: a process that does not renew it in time loses its run to another. Milliseconds. */
const LEASE = 15_000;

/** When a run pauses, as a timestamp; null where it has no time limit, or has not begun. */
export function pauseTimeOf({ options, started_at: start }: StoredRun): string | null {
  const { within_minutes: minutes } = runOptions.parse(JSON.parse(options));
  if (minutes === undefined || start === null) return null;
  return new Date(Date.parse(start) + minutes * 60_000).toISOString();
}

/** Seconds until a run that is under way pauses; null where it has no time limit. */
export function timeLeft(run: StoredRun): number | null {
  const end = run.state === 'running' ? pauseTimeOf(run) : null;
  return end === null ? null : Math.max(0, Math.round((Date.parse(end) - Date.now()) / 1_000));
}

export function isTimeUp(run: StoredRun): boolean {
  const end = pauseTimeOf(run);
  return end !== null && end <= timestampNow();
}

/** Whether a run waits for a process. */
export async function hasClaimable(db: Db): Promise<boolean> {
  const run = await claimable(db).limit(1).executeTakeFirst();
  return run !== undefined;
}

const claimable = (db: Db) =>
  db
    .selectFrom('run')
    .select('id')
    .where((where) =>
      where.or([
        where('state', '=', 'queued'),
        where.and([where('state', '=', 'running'), where('lease_until', '<', timestampNow())]),
      ]),
    )
    .orderBy('id');

/** Claims the next run that no process works on. */
export function claimRun(store: Store, owner: string): Promise<StoredRun | undefined> {
  return store.transaction(async (tx) => {
    const next = claimable(tx).limit(1);
    const found = await (
      store.kind === 'postgresql' ? next.forUpdate().skipLocked() : next
    ).executeTakeFirst();
    if (!found) return undefined;
    return tx
      .updateTable('run')
      .set((set) => ({
        state: 'running',
        owner,
        lease_until: timestampIn(LEASE),
        started_at: set.fn.coalesce('started_at', set.val(timestampNow())),
        error: null,
      }))
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirst();
  });
}

export interface RunProgress {
  rows_done: number;
  /** Estimated from the engines' statistics. */
  rows_total: number | null;
  rows_per_second: number | null;
  current: readonly Run['current'][number][];
}

/**
 * Renews the owner's lease on its run, and saves the progress.
 * @returns what was requested meanwhile; `lost` when another process owns the run now
 */
export async function renewLease(
  db: Db,
  runId: number,
  owner: string,
  progress: RunProgress,
): Promise<'pause' | 'cancel' | 'lost' | null> {
  const row = await db
    .updateTable('run')
    .set({
      lease_until: timestampIn(LEASE),
      rows_done: progress.rows_done,
      rows_total: progress.rows_total,
      rows_per_second: progress.rows_per_second,
      current: JSON.stringify(progress.current),
    })
    .where('id', '=', runId)
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .returning('request')
    .executeTakeFirst();
  return row ? row.request : 'lost';
}

/** Releases a run in the given state. */
export async function releaseRun(
  db: Db,
  runId: number,
  owner: string,
  state: RunState,
  failure: { said: Message; ofConnection: boolean } | null = null,
): Promise<void> {
  await db
    .updateTable('run_item')
    .set({ attempts: 0 })
    .where('run_id', 'in', ownRun(db, runId, owner))
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0)
    .execute();
  const ended = state === 'finished' || state === 'cancelled' || state === 'failed';
  await db
    .updateTable('run')
    .set((set) => ({
      // A request by a user takes precedence over putting the run back in the queue.
      state: state === 'queued' ? REQUESTED : state,
      // Pairs that were dissolved meanwhile are no longer part of the run.
      ...(state === 'finished' && { total: set.ref('done'), rows_total: set.ref('rows_done') }),
      error: failure && asFault(failure.said),
      ...(failure?.ofConnection && { connection_failed: 1 as const }),
      request: null,
      owner: null,
      lease_until: null,
      current: null,
      rows_per_second: null,
      finished_at: ended ? timestampNow() : null,
    }))
    .where('id', '=', runId)
    .where('owner', '=', owner)
    .execute();
}

const REQUESTED = sql<RunState>`case request when 'cancel' then 'cancelled' when 'pause' then 'paused' else 'queued' end`;

/** The run, as long as this owner holds it. */
export const ownRun = (db: Db, runId: number, owner: string) =>
  db.selectFrom('run').select('id').where('id', '=', runId).where('owner', '=', owner);

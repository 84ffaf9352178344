import type { CutoverStep } from '../../../contract/cutover-runs.ts';
import type { Db } from '../../platform/db/store.ts';
import { readAfter } from './repository.ts';

export interface StoredRun {
  id: number;
  kind: 'rehearsal' | 'cutover';
  state: 'running' | 'finished' | 'aborted';
  started_at: string;
  started_by: string;
  ended_at: string | null;
  ended_by: string | null;
}

export type StoredStep = Omit<CutoverStep, 'ready'> & { step_id: number };

const selectRuns = (db: Db, projectId: number) =>
  db
    .selectFrom('cutover_run')
    .select(['id', 'kind', 'state', 'started_at', 'started_by', 'ended_at', 'ended_by'])
    .where('project_id', '=', projectId);

export const findRun = (db: Db, projectId: number, id: number): Promise<StoredRun | undefined> =>
  selectRuns(db, projectId).where('id', '=', id).executeTakeFirst();

export const findUnderWay = (db: Db, projectId: number): Promise<StoredRun | undefined> =>
  selectRuns(db, projectId).where('state', '=', 'running').executeTakeFirst();

/** Newest first. */
export const listRuns = (db: Db, projectId: number, most: number): Promise<StoredRun[]> =>
  selectRuns(db, projectId).orderBy('id', 'desc').limit(most).execute();

export async function readSteps(db: Db, runId: number): Promise<StoredStep[]> {
  const rows = await db
    .selectFrom('cutover_step')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute();
  return rows.map(({ run_id: _, position: __, after, ...step }) => ({
    ...step,
    after: readAfter(after),
  }));
}

/** Number of steps per run, and of those that are done or skipped. */
export async function countSteps(
  db: Db,
  runIds: readonly number[],
): Promise<Map<number, { steps: number; done: number }>> {
  const rows = await db
    .selectFrom('cutover_step')
    .select(({ fn, case: when }) => [
      'run_id',
      fn.countAll<number>().as('steps'),
      fn
        .sum<number>(when().when('state', 'in', ['done', 'skipped']).then(1).else(0).end())
        .as('done'),
    ])
    .where('run_id', 'in', [0, ...runIds])
    .groupBy('run_id')
    .execute();
  return new Map(
    rows.map(({ run_id: run, steps, done }) => [run, { steps: Number(steps), done: Number(done) }]),
  );
}

/** @returns the run's id */
export async function insertRun(
  tx: Db,
  run: Omit<StoredRun, 'id'> & { project_id: number },
  steps: readonly Omit<StoredStep, 'id'>[],
): Promise<number> {
  const { id } = await tx
    .insertInto('cutover_run')
    .values(run)
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [place, { after, ...step }] of steps.entries())
    await tx
      .insertInto('cutover_step')
      .values({
        ...step,
        run_id: id,
        position: place + 1,
        after: after && JSON.stringify(after),
      })
      .execute();
  return id;
}

export const updateStep = (
  tx: Db,
  id: number,
  set: Partial<Omit<StoredStep, 'after'>>,
): Promise<unknown> => tx.updateTable('cutover_step').set(set).where('id', '=', id).execute();

export const endRun = (
  tx: Db,
  id: number,
  set: Pick<StoredRun, 'state' | 'ended_at' | 'ended_by'>,
): Promise<unknown> => tx.updateTable('cutover_run').set(set).where('id', '=', id).execute();

import { isBehindNoReturn } from '../../../contract/cutover.ts';
import type { Db } from '../../platform/db/store.ts';
import { readRunbook } from './repository.ts';

/** Whether a rehearsal with at least one done step has finished since then. */
export async function hasRehearsal(db: Db, projectId: number, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('cutover_run')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'rehearsal')
    .where('state', '=', 'finished')
    .where('ended_at', '>=', since)
    .where('id', 'in', (select) =>
      select.selectFrom('cutover_step').select('run_id').where('cutover_step.state', '=', 'done'),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A step whose way back is not shown to work; `run`: its newest rehearsal. */
export interface UntriedStep {
  id: number;
  title: string;
  run: number | null;
}

/**
 * Steps of the runbook, in order, whose way back has not been tried as written since then, or failed in its last
 * trial. Steps after the point of no return are excluded: nothing leads back to the source.
 * @returns null if no step has a way back
 */
export async function listUntried(
  db: Db,
  projectId: number,
  since: string,
): Promise<UntriedStep[] | null> {
  const { steps } = await readRunbook(db, projectId);
  const reversible = steps.filter(
    ({ way_back: wayBack }, place) => wayBack.trim() !== '' && !isBehindNoReturn(steps, place),
  );
  if (reversible.length === 0) return null;
  const rehearsed = await readRehearsed(db, projectId);
  return reversible.flatMap(({ id, title, way_back: wayBack }) => {
    const runs = rehearsed.filter(({ step_id: step }) => step === id);
    const tried = runs
      .filter((one) => one.way_back === wayBack && one.way_back_at !== null)
      .toSorted((a, b) => b.way_back_at!.localeCompare(a.way_back_at!))[0];
    const works = tried?.way_back_worked === 1 && tried.way_back_at! >= since;
    return works ? [] : [{ id, title, run: runs[0]?.run_id ?? null }];
  });
}

/** Steps of all rehearsals, newest first. */
const readRehearsed = (db: Db, projectId: number) =>
  db
    .selectFrom('cutover_step')
    .innerJoin('cutover_run', 'cutover_run.id', 'cutover_step.run_id')
    .select(['run_id', 'step_id', 'way_back', 'way_back_worked', 'way_back_at'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'rehearsal')
    .orderBy('run_id', 'desc')
    .execute();

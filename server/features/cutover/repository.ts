import type { EditedStep } from '../../../contract/cutover.ts';
import type { Db } from '../../platform/db/store.ts';

type StoredStep = EditedStep & { id: number };

/** A runbook as stored and edited. */
export interface StoredRunbook {
  starts_at: string | null;
  steps: StoredStep[];
}

export const readAfter = (kept: string | null): number[] | null =>
  kept === null ? null : (JSON.parse(kept) as number[]);

export async function readRunbook(db: Db, projectId: number): Promise<StoredRunbook> {
  const kept = await db
    .selectFrom('runbook')
    .select('starts_at')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('runbook_step')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute();
  return {
    starts_at: kept?.starts_at ?? null,
    steps: rows.map(({ project_id: _, position: __, after, ...step }) => ({
      ...step,
      after: readAfter(after),
    })),
  };
}

/** Replaces a runbook; steps keep their ids. */
export async function writeRunbook(
  tx: Db,
  projectId: number,
  { starts_at, steps }: { starts_at: string | null; steps: readonly EditedStep[] },
): Promise<void> {
  await tx
    .insertInto('runbook')
    .values({ project_id: projectId, starts_at })
    .onConflict((conflicting) => conflicting.column('project_id').doUpdateSet({ starts_at }))
    .execute();
  const kept = steps.flatMap(({ id }) => id ?? []);
  await tx
    .deleteFrom('runbook_step')
    .where('project_id', '=', projectId)
    .where('id', 'not in', [0, ...kept])
    .execute();
  for (const [place, { id, after, ...step }] of steps.entries()) {
    const row = { ...step, position: place + 1, after: after && JSON.stringify(after) };
    await (
      id === null
        ? tx.insertInto('runbook_step').values({ ...row, project_id: projectId })
        : tx.updateTable('runbook_step').set(row).where('id', '=', id)
    ).execute();
  }
}

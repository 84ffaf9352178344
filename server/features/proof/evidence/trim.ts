import type { Store } from '../../../platform/db/store.ts';

export interface TrimmedProof {
  evidence: number;
  run: number;
}

/** Evidence may have a thousand differing rows. */
const MAX_EVIDENCE = 1_000;
const ENDED = ['finished', 'cancelled', 'failed'] as const;

/**
 * Deletes runs that ended before a time, and evidence from before it that newer evidence of the same kind has replaced, in
 * small transactions so that others can write meanwhile. What is known of each pair stays, with its newest evidence, and so
 * do attached files.
 * @param before - a timestamp, or the beginning of one such as a date
 */
export async function trimProof(store: Store, before: string): Promise<TrimmedProof> {
  return { run: await trimRuns(store, before), evidence: await trimEvidence(store, before) };
}

async function trimRuns({ db, rowsPerTransaction }: Store, before: string): Promise<number> {
  const runs = await db
    .selectFrom('run')
    .select('id')
    .where('state', 'in', ENDED)
    .where('finished_at', '<', before)
    .execute();
  for (const { id } of runs) {
    await inParts(rowsPerTransaction, () =>
      db
        .deleteFrom('run_item')
        .where('run_id', '=', id)
        .where('pair_id', 'in', (items) =>
          items
            .selectFrom('run_item')
            .select('pair_id')
            .where('run_id', '=', id)
            .limit(rowsPerTransaction),
        )
        .executeTakeFirst(),
    );
    await db.deleteFrom('run').where('id', '=', id).execute();
  }
  return runs.length;
}

function trimEvidence({ db, rowsPerTransaction }: Store, before: string): Promise<number> {
  const part = Math.min(rowsPerTransaction, MAX_EVIDENCE);
  return inParts(part, () =>
    db
      .deleteFrom('evidence')
      .where('id', 'in', (old) =>
        old
          .selectFrom('evidence as old')
          .select('old.id')
          .where('old.at', '<', before)
          .where('old.kind', '!=', 'attachment')
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('evidence as newer')
                .select('newer.id')
                .whereRef('newer.pair_id', '=', 'old.pair_id')
                .whereRef('newer.kind', '=', 'old.kind')
                .whereRef('newer.id', '>', 'old.id'),
            ),
          )
          .orderBy('old.id')
          .limit(part),
      )
      .executeTakeFirst(),
  );
}

async function inParts(
  size: number,
  deletePart: () => Promise<{ numDeletedRows: bigint }>,
): Promise<number> {
  for (let total = 0; ;) {
    const deleted = Number((await deletePart()).numDeletedRows);
    total += deleted;
    if (deleted < size) return total;
  }
}

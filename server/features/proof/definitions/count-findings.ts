import { jsonTable, lockRows } from '../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { Meanings } from '../../sql/service.ts';
import type { PairService, StoredPair } from '../pairs/service.ts';
import { listAcceptances, stillValid } from './accept/acceptances.ts';
import { type DefinitionOutcome, compareTask, resultsOf } from './outcome.ts';
import { readContext, readEngines } from './read-context.ts';
import { countSettled, foundRows } from './settled-by-rows.ts';
import { findSnapshots } from './snapshots.ts';

/** Pairs per transaction: on SQLite other writers wait for it. */
const CHUNK = 100;
/** Name of the lock under which a project's findings are counted and saved, so that each count uses current acceptances. */
export const findingsLockName = (projectId: number): string => `findings:${projectId}`;

/** Recounts findings when something new is known about them. */
export function createFindingCounts(store: Store, pairs: PairService, meanings: Meanings) {
  const { db } = store;
  return {
    /** Recounts the findings of one pair, or of all compared pairs, from the definitions that were read last. */
    async recount(projectId: number, pairId: number | null): Promise<void> {
      const engines = await readEngines(db, projectId);
      let compared = db
        .selectFrom('pair')
        .select('id')
        .where('project_id', '=', projectId)
        .where('structure_result', 'is not', null);
      if (pairId !== null) compared = compared.where('id', '=', pairId);
      const ids = (await compared.execute()).map(({ id }) => id);
      for (let start = 0; start < ids.length; start += CHUNK) {
        const chunk = ids.slice(start, start + CHUNK);
        const readAll = async (from: Db) => {
          const rename = await pairs.renaming(projectId, from);
          const tasks = await pairs.tasks(chunk, from);
          const members = tasks.flatMap((task) => task.members.map(({ id }) => id));
          return { rename, tasks, snapshots: await findSnapshots(from, members) };
        };
        const before = await readAll(db);
        const context = await readContext(
          store,
          meanings,
          projectId,
          engines,
          before.tasks,
          before.snapshots,
          before.rename,
        );
        await store.transaction(async (tx) => {
          const { rename, tasks, snapshots } = await readAll(tx);
          const acceptances = stillValid(await listAcceptances(tx, projectId));
          const results = tasks.flatMap((task) => {
            const findings = compareTask(task, snapshots, acceptances, rename, context);
            if (!findings) return [];
            return [{ pairId: task.pair.id, ...resultsOf(task, snapshots, findings) }];
          });
          await saveResults(store.kind, tx, results, {});
        }, findingsLockName(projectId));
      }
    },
    /** Some findings depend on the rows: once these are known, only the remaining findings are counted. */
    async weighByRows(
      tx: Db,
      pair: StoredPair,
      { result, findings, numbering, waiting }: DefinitionOutcome,
      rows: Parameters<typeof foundRows>[1],
    ): Promise<void> {
      const settled = countSettled(waiting, foundRows(pair, rows));
      if (settled === 0) return;
      const left = { pairId: pair.id, result, findings: findings - settled, numbering };
      await saveResults(store.kind, tx, [left], {});
    },
  };
}

/** Saves the results of comparing the definitions of pairs. */
export async function saveResults(
  storeKind: Store['kind'],
  tx: Db,
  results: readonly ({ pairId: number } & Pick<
    DefinitionOutcome,
    'result' | 'findings' | 'numbering'
  >)[],
  readAt: { structure_at?: string },
): Promise<void> {
  if (results.length === 0) return;
  const table = jsonTable(
    storeKind,
    { pair_id: 'integer', result: 'text', findings: 'integer', numbering: 'text' } as const,
    results.map(({ pairId, result, findings, numbering }) => [pairId, result, findings, numbering]),
  ).as('compared');
  await lockRows(
    tx,
    'pair',
    results.map(({ pairId }) => pairId),
  );
  await tx
    .updateTable('pair')
    .from(table)
    .set(({ ref }) => ({
      structure_result: ref('compared.result') as never,
      structure_findings: ref('compared.findings') as never,
      numbering: ref('compared.numbering') as never,
      ...readAt,
    }))
    .whereRef('pair.id', '=', 'compared.pair_id')
    .execute();
}

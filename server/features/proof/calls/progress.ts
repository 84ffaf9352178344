import type { CallProgress } from '../../../../contract/proof/calls.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { PairService } from '../pairs/service.ts';

/** Called before each parameter set. */
export type ReportProgress = (progress: CallProgress) => Promise<void> | void;

/** Stores the progress of running calls, so that every process can report it. */
export function createCallProgress({ db }: Pick<Store, 'db'>, pairs: Pick<PairService, 'find'>) {
  return {
    async get(projectId: number, pairId: number): Promise<CallProgress | null> {
      await pairs.find(projectId, pairId);
      const row = await db
        .selectFrom('running_call')
        .select(['parameter_set', 'parameter_sets'])
        .where('pair_id', '=', pairId)
        .executeTakeFirst();
      return row ? { set: row.parameter_set, sets: row.parameter_sets } : null;
    },

    /** Stores the progress while the work goes on, if there is more than one set. */
    async during<T>(pairId: number, work: (report: ReportProgress) => Promise<T>): Promise<T> {
      let isKept = false;
      try {
        return await work(async ({ set, sets }) => {
          if (sets === 1) return;
          isKept = true;
          const values = { parameter_set: set, parameter_sets: sets };
          await db
            .insertInto('running_call')
            .values({ pair_id: pairId, ...values })
            .onConflict((conflict) => conflict.column('pair_id').doUpdateSet(values))
            .execute();
        });
      } finally {
        if (isKept) await db.deleteFrom('running_call').where('pair_id', '=', pairId).execute();
      }
    },
  };
}

import { type Acceptance, DATA_DIFFERENT } from '../../../contract/structure.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { invalid, notFound } from '../../platform/problem.ts';
import { recordHistory } from '../history/service.ts';
import type { PairService } from '../pairs/service.ts';
import { expectProject } from '../projects/lookup-service.ts';
import type { UserService } from '../users/service.ts';
import {
  type StoredAcceptance,
  findDataAcceptance,
  findEnded,
  listAcceptances,
  stillValid,
} from './acceptances.ts';
import { presentAcceptance } from './presenter.ts';

export interface AcceptRequest {
  pair_id: number | null;
  code: string;
  name: string | null;
  source: string | null;
  target: string | null;
  reason: string;
  until: string | null;
}

/**
 * What administrators accept of what was found.
 * @param recount - counts the findings of a pair anew, or of all pairs of a project
 */
export function createAcceptances(
  store: Store,
  users: UserService,
  pairs: PairService,
  recount: (projectId: number, pairId: number | null) => Promise<void>,
) {
  const { db } = store;

  /** Rows are accepted for one pair, and not more of them than there are. */
  const expectCount = async (projectId: number, request: AcceptRequest): Promise<void> => {
    if (request.pair_id === null)
      throw invalid([{ field: 'pair_id', message: 'is required: rows are accepted pair by pair' }]);
    const { data_differences } = await pairs.find(projectId, request.pair_id);
    if (data_differences === null || Number(request.target) !== data_differences)
      throw invalid([
        {
          field: 'target',
          message: `must be the number of differing rows, ${data_differences ?? 0}`,
        },
      ]);
  };

  return {
    /** What an administrator said of so many differing rows of a pair; null where nobody accepted them. */
    async acceptedRows(
      projectId: number,
      pairId: number,
      differences: number,
    ): Promise<{ reason: string } | null> {
      const valid = stillValid(await listAcceptances(db, projectId));
      return findDataAcceptance(valid, pairId, differences) ?? null;
    },

    async acceptances(projectId: number): Promise<Acceptance[]> {
      const names = await users.names();
      const stored = await listAcceptances(db, projectId);
      return stored.map((acceptance) => presentAcceptance(acceptance, names));
    },

    async accept(actor: Actor, projectId: number, request: AcceptRequest): Promise<Acceptance> {
      if (request.code === DATA_DIFFERENT) await expectCount(projectId, request);
      else if (request.pair_id !== null) {
        await pairs.find(projectId, request.pair_id);
      } else if (request.name === null && request.source === null && request.target === null) {
        throw invalid([
          {
            field: 'name',
            message: 'a rule for all pairs must name a column, or the types of both sides',
          },
        ]);
      }
      const stored = await store.transaction(async (tx) => {
        await expectProject(tx, projectId);
        const made = await tx
          .insertInto('acceptance')
          .values({
            ...request,
            project_id: projectId,
            created_by: actor.userId,
            created_at: timestampNow(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await recordAcceptance(tx, actor, projectId, made, 'accepted');
        await settleRows(tx, made);
        return made;
      });
      await recount(projectId, request.pair_id);
      return presentAcceptance(stored, await users.names());
    },

    hasEnded: async (): Promise<boolean> => (await findEnded(db)).length > 0,
    /** Counts results anew where an acceptance has ended. */
    async endAcceptances(): Promise<void> {
      for (const ended of await findEnded(db)) {
        await recount(ended.project_id, ended.pair_id);
        await store.transaction(async (tx) => {
          const seen = await tx
            .updateTable('acceptance')
            .set({ ended_at: timestampNow() })
            .where('id', '=', ended.id)
            .where('ended_at', 'is', null)
            .executeTakeFirst();
          // Another process was faster.
          if (Number(seen.numUpdatedRows) === 0) return;
          await settleRows(tx, ended);
          await recordAcceptance(tx, null, ended.project_id, ended, 'acceptance-ended');
        });
      }
    },

    async withdraw(actor: Actor, projectId: number, id: number): Promise<void> {
      const removed = await store.transaction(async (tx) => {
        const found = await tx
          .deleteFrom('acceptance')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .returningAll()
          .executeTakeFirst();
        if (!found) throw notFound('This acceptance');
        await recordAcceptance(tx, actor, projectId, found, 'acceptance-withdrawn');
        await settleRows(tx, found);
        return found;
      });
      await recount(projectId, removed.pair_id);
    },
  };
}

const recordAcceptance = (
  tx: Db,
  actor: Actor | null,
  projectId: number,
  { pair_id, code, name, reason }: StoredAcceptance,
  action: string,
): Promise<void> =>
  recordHistory(tx, {
    userId: actor?.userId ?? null,
    entity: pair_id === null ? 'project' : 'pair',
    entityId: pair_id ?? projectId,
    projectId,
    action,
    changes: { [name === null ? code : `${code} ${name}`]: [null, reason] },
  });

/** The result of a pair's rows follows what is accepted of them now. */
async function settleRows(tx: Db, { code, pair_id, project_id }: StoredAcceptance): Promise<void> {
  if (code !== DATA_DIFFERENT || pair_id === null) return;
  const pair = await tx
    .selectFrom('pair')
    .select('data_differences')
    .where('id', '=', pair_id)
    .where('data_result', 'in', ['different', 'accepted'])
    .executeTakeFirst();
  if (!pair) return;
  const valid = stillValid(await listAcceptances(tx, project_id));
  const covering = findDataAcceptance(valid, pair_id, pair.data_differences ?? 0);
  await tx
    .updateTable('pair')
    .set({ data_result: covering ? 'accepted' : 'different' })
    .where('id', '=', pair_id)
    .execute();
}

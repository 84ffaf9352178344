import type {
  DependencyLists,
  DependencyRead,
  ObjectDependencies,
  listDifferingReads,
} from '../../../contract/dependencies.ts';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { notFound } from '../../platform/problem.ts';
import { recordProjectHistory } from '../history/service.ts';
import { expectProject } from '../projects/lookup-service.ts';
import type { DefinitionService } from '../proof/definitions/service.ts';
import { type PairService, areRowsCurrent } from '../proof/pairs/service.ts';
import type { UserService } from '../users/service.ts';
import { listBlockers, listCycles, listOutside } from './lists.ts';
import { readNeighbours, relationsOf } from './neighbours.ts';
import { type StoredRead, reads } from './repository.ts';

interface Needs {
  users: UserService;
  pairs: PairService;
  definitions: DefinitionService;
}

export type DependencyService = ReturnType<typeof createDependencyService>;

const NOT_READ: ObjectDependencies = {
  read_at: null,
  neighbours: [],
  edges: [],
  more_needs: 0,
  more_needed_by: 0,
  outside: [],
  unknown: false,
  late: 0,
};

/** Dependencies between objects: readings are requested and shown here, carried out by a worker. */
export function createDependencyService(store: Store, { users, pairs, definitions }: Needs) {
  const { db } = store;
  const listeners = new Set<() => void>();

  const show = async (projectId: number, id: number): Promise<DependencyRead> =>
    present(await reads.find(db, projectId, id), await users.names());

  return {
    /** Calls the listener when a reading is queued in this process. */
    onQueued(listener: () => void): void {
      listeners.add(listener);
    },
    hasWork: (): Promise<boolean> => reads.hasClaimable(db),

    /** @throws ProblemError `conflict` if one is queued or running */
    async start(actor: Actor, projectId: number): Promise<DependencyRead> {
      await expectProject(db, projectId);
      const { id } = await store.transaction(async (tx) => {
        await reads.expectNone(tx, projectId);
        const made = await tx
          .insertInto('dependency_read')
          .values({
            project_id: projectId,
            state: 'queued',
            created_by: actor.userId,
            created_at: timestampNow(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await recordProjectHistory(tx, actor, projectId, 'dependencies-read');
        return made;
      }, `dependencies ${projectId}`);
      for (const listener of listeners) listener();
      return show(projectId, id);
    },

    async list(projectId: number): Promise<DependencyRead[]> {
      await expectProject(db, projectId);
      const names = await users.names();
      return (await reads.list(db, projectId)).map((stored) => present(stored, names));
    },

    /** @throws ProblemError `conflict` if it has ended */
    async cancel(projectId: number, id: number): Promise<DependencyRead> {
      await reads.cancel(store, projectId, id);
      return show(projectId, id);
    },

    async lists(projectId: number): Promise<DependencyLists> {
      await expectProject(db, projectId);
      // No reading has the id 0.
      const readId = (await reads.findNewest(db, projectId))?.id ?? 0;
      return {
        ...(await listCycles(store.longReads, readId)),
        blockers: await listBlockers(store.longReads, projectId, readId),
        ...(await listOutside(store.longReads, readId)),
      };
    },

    async differingReads(
      projectId: number,
      pairId: number,
    ): Promise<ResponseOf<typeof listDifferingReads>> {
      const [task] = await pairs.tasks([pairId]);
      if (task?.pair.project_id !== projectId) throw notFound('what.thisPair');
      const read = await pairs.tasks(await relationsOf(db, definitions, task));
      return read.flatMap(({ pair }) => {
        const { id: pair_id, name, data_result } = pair;
        const differs = data_result === 'different' && areRowsCurrent(pair);
        return differs && pair_id !== pairId ? [{ pair_id, name }] : [];
      });
    },

    async ofObject(objectId: number): Promise<ObjectDependencies> {
      const object = await db
        .selectFrom('object')
        .select('project_id')
        .where('id', '=', objectId)
        .executeTakeFirst();
      if (!object) throw notFound('what.thisObject');
      const read = await reads.findNewest(db, object.project_id);
      return read ? readNeighbours(store.longReads, read, objectId) : NOT_READ;
    },

    /** Id of the current reading; null if there is none. */
    currentId: async (projectId: number): Promise<number | null> =>
      (await reads.findNewest(db, projectId))?.id ?? null,
  };
}

const present = (stored: StoredRead, names: ReadonlyMap<number, string>): DependencyRead => ({
  ...reads.present(stored, names),
  not_read: stored.not_read,
  source_only: stored.source_only === 1,
});

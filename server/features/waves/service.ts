import { sql } from 'kysely';
import { message } from '../../../contract/messages/message.ts';
import type {
  EditedWave,
  MoveEffects,
  WaveBoard,
  WaveObject,
  WaveObjectQuery,
  WaveProposal,
} from '../../../contract/waves.ts';
import { jsonIds } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor, RowStream } from '../../platform/http/route.ts';
import { conflict, invalid, notFound, refuseStale } from '../../platform/problem.ts';
import type { AssessmentService } from '../assessment/service.ts';
import type { DependencyService } from '../dependencies/service.ts';
import { recordProjectHistory } from '../history/service.ts';
import { type MemberService, mayOwn } from '../members/service.ts';
import { expectProject } from '../projects/lookup-service.ts';
import type { UserService } from '../users/service.ts';
import { readBoard } from './board.ts';
import { listObjects } from './list-objects.ts';
import { effectsOf } from './moves.ts';
import { propose } from './propose.ts';
import {
  type StoredWave,
  forgetImage,
  keepImage,
  listWaves,
  placeObjects,
  readPlaces,
  restoreImage,
} from './repository.ts';
import type { Sources } from './standing-service.ts';

export type WaveService = ReturnType<typeof createWaveService>;

interface Move {
  objects: readonly number[];
  wave: number | null;
}

/** Waves: the order in which a project is moved. */
export function createWaveService(
  store: Store,
  {
    users,
    members,
    assessments,
    dependencies,
  }: {
    users: UserService;
    members: MemberService;
    assessments: AssessmentService;
    dependencies: DependencyService;
  },
) {
  const { db } = store;

  const sourcesOf = async (projectId: number): Promise<Sources> => {
    await expectProject(db, projectId);
    return {
      projectId,
      readId: (await dependencies.currentId(projectId)) ?? 0,
      assessed: await assessments.minutesOf(projectId),
    };
  };
  const board = async (projectId: number): Promise<WaveBoard> =>
    readBoard(store.longReads, await sourcesOf(projectId), await users.names());

  const change = <T>(
    actor: Actor,
    projectId: number,
    action: string,
    work: (tx: Db) => Promise<T>,
    changes: Record<string, [unknown, unknown]> = {},
  ): Promise<T> =>
    store.transaction(async (tx) => {
      const done = await work(tx);
      await recordProjectHistory(tx, actor, projectId, action, changes);
      return done;
    }, `waves:${projectId}`);

  /** The input of a proposal; read before the transaction, which has only one connection. */
  const groundsOf = async (projectId: number) => {
    await expectProject(db, projectId);
    const readId = await dependencies.currentId(projectId);
    if (readId === null) throw conflict(message('waves.needDependencies'));
    return { projectId, readId, hours: await assessments.hoursOf(projectId) };
  };

  const effects = async (tx: Db, projectId: number, { objects, wave }: Move) => {
    const ids = [...new Set(objects)];
    await expectOfSource(store, tx, projectId, ids);
    const position = wave === null ? null : (await findWave(tx, projectId, wave)).position;
    return effectsOf(store, tx, await sourcesOf(projectId), { ids, wave, position });
  };

  return {
    board,

    async propose(projectId: number, hoursPerWave: number): Promise<WaveProposal> {
      return (await propose(store.longReads, await groundsOf(projectId), hoursPerWave)).shown;
    },

    /** @throws ProblemError `conflict` if the waves would no longer be those that were shown */
    async apply(
      actor: Actor,
      projectId: number,
      hoursPerWave: number,
      seen: string,
    ): Promise<WaveBoard> {
      const grounds = await groundsOf(projectId);
      await change(actor, projectId, 'waves-applied', async (tx) => {
        const { waves, shown } = await propose(tx, grounds, hoursPerWave);
        if (shown.seen !== seen) throw conflict(message('waves.changed'), { current: shown });
        const before = await listWaves(tx, projectId);
        await keepImage(tx, projectId, {
          waves: before,
          objects: await placesIn(tx, projectId),
        });
        await replacePlanned(store, tx, projectId, before, waves);
      });
      return board(projectId);
    },

    async add(actor: Actor, projectId: number): Promise<WaveBoard> {
      await expectProject(db, projectId);
      await change(actor, projectId, 'wave-added', async (tx) => {
        const last = (await listWaves(tx, projectId)).at(-1);
        await insertWave(tx, projectId, (last?.position ?? 0) + 1);
        await forgetImage(tx, projectId);
      });
      return board(projectId);
    },

    /** @throws ProblemError `conflict` if it no longer equals `was` */
    async change(
      actor: Actor,
      projectId: number,
      id: number,
      edited: EditedWave,
      was?: string,
    ): Promise<WaveBoard> {
      const { starts_on: start, ends_on: end, owner_id: owner } = edited;
      if (start !== null && end !== null && end < start)
        throw invalid([{ field: 'ends_on', message: message('field.endsBeforeStart') }]);
      const isKnown = owner === null || (await mayOwn(users, members, owner, projectId));
      await change(actor, projectId, 'wave-changed', async (tx) => {
        const {
          id: _,
          project_id: __,
          position: ___,
          ...before
        } = await findWave(tx, projectId, id);
        refuseStale(was, before);
        if (!isKnown && owner !== before.owner_id)
          throw invalid([{ field: 'owner_id', message: message('field.noSuchOwner') }]);
        await tx.updateTable('wave').set(edited).where('id', '=', id).execute();
        await forgetImage(tx, projectId);
      });
      return board(projectId);
    },

    async remove(actor: Actor, projectId: number, id: number): Promise<WaveBoard> {
      await change(actor, projectId, 'wave-deleted', async (tx) => {
        await findWave(tx, projectId, id);
        await tx.deleteFrom('wave').where('id', '=', id).execute();
        await forgetImage(tx, projectId);
      });
      return board(projectId);
    },

    async objects(projectId: number, query: WaveObjectQuery): Promise<RowStream<WaveObject>> {
      return listObjects(store.longReads, await sourcesOf(projectId), query);
    },

    previewMove: (projectId: number, move: Move): Promise<MoveEffects> =>
      effects(store.longReads, projectId, move),

    async move(actor: Actor, projectId: number, { objects, wave }: Move): Promise<WaveBoard> {
      const ids = [...new Set(objects)];
      await change(
        actor,
        projectId,
        'waves-moved',
        async (tx) => {
          await expectOfSource(store, tx, projectId, ids);
          if (wave !== null) await findWave(tx, projectId, wave);
          const before = await readPlaces(store, tx, ids);
          await keepImage(tx, projectId, { waves: null, objects: before });
          await placeObjects(
            store,
            tx,
            ids.map((id) => [id, wave]),
          );
        },
        { objects: [null, ids.length] },
      );
      return board(projectId);
    },

    /** @throws ProblemError `conflict` if something has changed since */
    async undo(actor: Actor, projectId: number, token: string): Promise<WaveBoard> {
      await expectProject(db, projectId);
      await change(actor, projectId, 'waves-undone', async (tx) => {
        if (!(await restoreImage(store, tx, projectId, token)))
          throw conflict(message('waves.cannotUndo'));
      });
      return board(projectId);
    },

    async late(projectId: number, id: number): Promise<{ wave: number | null; objects: number }[]> {
      await findWave(db, projectId, id);
      const readId = (await dependencies.currentId(projectId)) ?? 0;
      // Wrapped in a select query: any other statement counts as a write, and `longReads` has no
      // writer.
      const late = sql<{ wave: number | null; objects: number; position: number | null }>`(
        with recursive late(id) as (
          select dependency.object_id from wave_object
            join object on object.id = wave_object.object_id and object.status <> 'verified' and object.missing_since is null
            join dependency on dependency.needs_id = object.id and dependency.read_id = ${readId}
            where wave_object.wave_id = ${id}
          union
          select dependency.object_id from late
            join object on object.id = late.id and object.missing_since is null
            join dependency on dependency.needs_id = late.id and dependency.read_id = ${readId})
        select wave_object.wave_id as wave, wave.position, count(*) as objects from late
          join object on object.id = late.id and object.status <> 'verified' and object.missing_since is null
          left join wave_object on wave_object.object_id = late.id left join wave on wave.id = wave_object.wave_id
          where coalesce(wave_object.wave_id, 0) <> ${id} group by wave_object.wave_id, wave.position)`;
      const rows = await store.longReads
        .selectFrom(late.as('counted'))
        .select(['wave', 'objects'])
        .orderBy('position', (order) => order.asc().nullsLast())
        .execute();
      return rows.map(({ wave, objects }) => ({ wave, objects: Number(objects) }));
    },
  };
}

/** @throws ProblemError `not-found` */
async function findWave(db: Db, projectId: number, id: number): Promise<StoredWave> {
  const found = await db
    .selectFrom('wave')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (!found) throw notFound('what.thisWave');
  return found;
}

/** @throws ProblemError `invalid` naming those that are not objects of the project's source */
async function expectOfSource(
  { kind }: Store,
  db: Db,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  const rows = await db
    .selectFrom('object')
    .select('id')
    .where('project_id', '=', projectId)
    .where('side', '=', 'source')
    .where('id', 'in', jsonIds(kind, ids))
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const strange = ids.find((id) => !there.has(id));
  if (strange === undefined) return;
  throw invalid([{ field: 'objects', message: message('field.notOfSource', { id: strange }) }]);
}

const placesIn = async (tx: Db, projectId: number): Promise<[number, number | null][]> => {
  const rows = await tx
    .selectFrom('object')
    .leftJoin('wave_object', 'wave_object.object_id', 'object.id')
    .select(['object.id', 'wave_id'])
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', 'source')
    .execute();
  return rows.map(({ id, wave_id: wave }) => [id, wave]);
};

const insertWave = async (tx: Db, projectId: number, position: number): Promise<number> => {
  const { id } = await tx
    .insertInto('wave')
    .values({ project_id: projectId, position, state: 'planned' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Replaces waves that have not begun by the proposed ones, in the same order: each keeps its name, dates and owner. */
async function replacePlanned(
  store: Store,
  tx: Db,
  projectId: number,
  before: readonly StoredWave[],
  proposed: readonly (readonly number[])[],
): Promise<void> {
  const planned = before.filter(({ state }) => state === 'planned');
  const begun = before.filter(({ state }) => state !== 'planned');
  const surplus = planned.slice(proposed.length).map(({ id }) => id);
  if (surplus.length > 0) await tx.deleteFrom('wave').where('id', 'in', surplus).execute();
  for (const [at, { id }] of begun.entries())
    await tx
      .updateTable('wave')
      .set({ position: at + 1 })
      .where('id', '=', id)
      .execute();
  const placed: [number, number][] = [];
  for (const [at, ids] of proposed.entries()) {
    const position = begun.length + at + 1;
    const own = planned[at];
    const wave = own?.id ?? (await insertWave(tx, projectId, position));
    if (own) await tx.updateTable('wave').set({ position }).where('id', '=', wave).execute();
    for (const id of ids) placed.push([id, wave]);
  }
  await placeObjects(store, tx, placed);
}

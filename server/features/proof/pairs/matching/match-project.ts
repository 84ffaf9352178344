import { asFault } from '../../../../../contract/messages/message.ts';
import { lockRows } from '../../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import { recordHistory } from '../../../history/service.ts';
import { keepCandidates } from './candidates.ts';
import { insertPairs, type NewPair, raiseVersions, refreshPairs } from '../changes/moves.ts';
import { type Move, type PairImage, imageOf, joinImages, keepImage } from '../changes/undo.ts';
import {
  type MatchCounts,
  type Open,
  type Proposal,
  createShapeReader,
  propose,
  readRules,
} from './propose.ts';
import { readPairs } from '../repository.ts';
import type { DefinitionSource } from '../types.ts';

/** Each pair is three rows: itself and its two objects. */
const ROWS_PER_PAIR = 3;
/** Objects per chunk: statements name them one by one. */
const PAIRS_PER_TRANSACTION = 5_000;
/** Most objects without a counterpart whose definitions are read. */
const MAX_ALONE = 40_000;

async function readMatchRequest(db: Db, projectId: number): Promise<string | null> {
  const row = await db
    .selectFrom('project_proof')
    .select('match_requested_at')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.match_requested_at ?? null;
}

/** Clears a request that was met; a newer one stays. */
export async function clearMatchRequest(db: Db, projectId: number, met: string): Promise<void> {
  await db
    .updateTable('project_proof')
    .set({ match_requested_at: null })
    .where('project_id', '=', projectId)
    .where('match_requested_at', '=', met)
    .execute();
}

/** Pairs to be made: new proposals, and one for each object that is not alone yet. */
function findChanges({ matches, open, alone }: Proposal): NewPair[] {
  const byId = new Map(open.map((object) => [object.id, object]));
  const sizes = new Map<number, number>();
  for (const { pairId } of open)
    if (pairId !== null) sizes.set(pairId, (sizes.get(pairId) ?? 0) + 1);
  const memberOf = (id: number) => {
    const { typeId, side, schema, name } = byId.get(id)!;
    return { id, type_id: typeId, side, schema_name: schema, object_name: name };
  };
  const made: NewPair[] = [];
  for (const { source, target, method, score, reason } of matches) {
    const pairId = byId.get(source.id)!.pairId;
    if (pairId !== null && pairId === byId.get(target.id)!.pairId) continue;
    made.push({
      state: 'proposed',
      method,
      score,
      reason: asFault(reason),
      decidedBy: null,
      members: [memberOf(source.id), memberOf(target.id)],
    } as NewPair);
  }
  for (const { id, state, pairId } of alone) {
    if (state === 'unmatched' && sizes.get(pairId!) === 1) continue;
    made.push({
      state: 'unmatched',
      method: null,
      score: null,
      reason: null,
      decidedBy: null,
      members: [memberOf(id)],
    } as NewPair);
  }
  return made;
}

/** Deletes pairs without objects and evidence, unless the project has changes that can be undone. */
async function removeEmpty(tx: Db, projectId: number): Promise<void> {
  const empty = tx
    .selectFrom('pair')
    .select('id')
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is', null);
  await lockRows(tx, 'pair', empty);
  await tx
    .deleteFrom('pair')
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('evidence').select('evidence.id').whereRef('evidence.pair_id', '=', 'pair.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pair_change')
            .select('pair_change.token')
            .where('pair_change.project_id', '=', projectId),
        ),
      ),
    )
    .execute();
}

/**
 * Matches the open objects of a project. It commits in chunks, and can be run again after it was cut off. Objects that
 * somebody pairs meanwhile stay where they were put.
 * @param userId - null where the program does it by itself; that cannot be undone
 */
export async function matchProject(
  store: Store,
  definitions: DefinitionSource,
  projectId: number,
  userId: number | null,
  signal?: AbortSignal,
): Promise<MatchCounts & { undo: string }> {
  const requested = await readMatchRequest(store.db, projectId);
  const rules = await readRules(store.db, projectId);
  const read = (objects: readonly Open[]): Promise<void> => {
    const wanted = objects.map(({ schema: schema_name, name: object_name, ...object }) => ({
      ...object,
      schema_name,
      object_name,
    }));
    return definitions.readAnew(projectId, wanted, signal);
  };
  const proposal = await propose(store.longReads, projectId, rules, async (objects) => {
    await read(objects);
    return createShapeReader(definitions)(objects.map(({ id }) => id));
  });
  // An object that belongs to another needs no counterpart, which only its definition tells. The definitions of the other
  // objects are needed to write statements that create them on the target, or drop them there.
  await read(proposal.alone.slice(0, MAX_ALONE));
  const changes = findChanges(proposal);
  const before = new Map(proposal.open.map(({ id, pairId }) => [id, pairId]));
  const parts: PairImage[] = [];
  const size = Math.min(PAIRS_PER_TRANSACTION, Math.ceil(store.rowsPerTransaction / ROWS_PER_PAIR));
  for (let start = 0; start < changes.length; start += size) {
    signal?.throwIfAborted();
    const chunk = changes.slice(start, start + size);
    const part = await store.transaction(async (tx): Promise<PairImage> => {
      const still = await withUnmovedObjects(tx, chunk, before);
      const left = [
        ...new Set(
          still.flatMap(({ members }) => members.flatMap(({ id }) => before.get(id) ?? [])),
        ),
      ];
      const pairs = imageOf(await readPairs(tx, left));
      const pairOf = await insertPairs(store.kind, tx, projectId, still);
      await refreshPairs(store.kind, tx, left);
      await raiseVersions(store.kind, tx, left);
      const objects = [...pairOf].map(([id, to]): Move => [id, before.get(id) ?? null, to]);
      return { pairs, objects };
    }, `pairs:${projectId}`);
    parts.push(part);
  }
  await keepCandidates(store, projectId, proposal.candidates);
  const undo = await store.transaction(async (tx) => {
    if (changes.length > 0) {
      await recordHistory(tx, {
        userId,
        entity: 'project',
        entityId: projectId,
        projectId,
        action: 'matched',
        changes: Object.fromEntries(
          Object.entries(proposal.counts.by_method).map(([method, count]) => [
            method,
            [null, count],
          ]),
        ),
      });
    }
    await removeEmpty(tx, projectId);
    if (requested !== null) await clearMatchRequest(tx, projectId, requested);
    return userId === null ? '' : keepImage(tx, projectId, joinImages(parts));
  });
  return { ...proposal.counts, undo };
}

/** Pairs to be made whose objects nobody has moved meanwhile. */
async function withUnmovedObjects(
  tx: Db,
  pairs: readonly NewPair[],
  before: ReadonlyMap<number, number | null>,
): Promise<NewPair[]> {
  const ids = pairs.flatMap(({ members }) => members.map(({ id }) => id));
  const rows = await tx
    .selectFrom('object')
    .select(['id', 'pair_id'])
    .where('id', 'in', ids)
    .execute();
  const now = new Map(rows.map(({ id, pair_id }) => [id, pair_id]));
  return pairs.filter(({ members }) =>
    members.every(({ id }) => now.has(id) && now.get(id) === before.get(id)),
  );
}

import { withDetail } from '../../../../../contract/messages/english.ts';
import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { PairsChanged } from '../../../../../contract/proof/pairs.ts';
import { timestampNow } from '../../../../platform/clock.ts';
import { lockRows } from '../../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import type { Actor } from '../../../../platform/http/route.ts';
import { familyOf } from '../../../../../contract/engines.ts';
import { invalid } from '../../../../platform/problem.ts';
import { insertPairs, raiseVersions, refreshPairs, recordPairs } from './moves.ts';
import { type PairMember, type StoredPair, readMembers, readPairs } from '../repository.ts';
import { type Move, type PairImage, imageOf, joinImages, keepImage } from './undo.ts';

/** Pairs per transaction: on SQLite another writer waits for one transaction at most. */
const CHUNK = 5_000;

type Change = Partial<Pick<StoredPair, 'state' | 'method' | 'score' | 'reason'>>;

interface Bulk {
  action: string;
  reason?: string;
  /** Why a pair must not be changed; null where it may. */
  refuse(pair: StoredPair): Message | null;
  /**
   * Changes the pairs.
   * @returns the objects that it moved
   */
  apply(tx: Db, pairs: StoredPair[]): Promise<Move[]>;
}

/** Changes many pairs in chunks; pairs that the rules refuse are reported, the others are changed. */
async function changePairs(
  store: Store,
  actor: Actor,
  projectId: number,
  ids: readonly number[],
  bulk: Bulk,
): Promise<PairsChanged> {
  const distinct = [...new Set(ids)];
  const refused: PairsChanged['refused'] = [];
  const parts: PairImage[] = [];
  for (let start = 0; start < distinct.length; start += CHUNK) {
    const chunk = distinct.slice(start, start + CHUNK);
    const part = await store.transaction(async (tx) => {
      const found = await readPairs(tx, chunk);
      const pairs = found.filter((pair) => pair.project_id === projectId);
      const known = new Set(pairs.map(({ id }) => id));
      const left: PairsChanged['refused'] = chunk
        .filter((id) => !known.has(id))
        .map((id) => ({ id, name: '', ...withDetail(message('pair.noPairOfThis')) }));
      const accepted = pairs.filter((pair) => {
        const refusal = bulk.refuse(pair);
        if (refusal !== null) left.push({ id: pair.id, name: pair.name, ...withDetail(refusal) });
        return refusal === null;
      });
      const objects = await bulk.apply(tx, accepted);
      const changed = accepted.map(({ id }) => id);
      await raiseVersions(store.kind, tx, changed);
      await recordPairs(tx, actor, changed, bulk.action, bulk.reason ?? null);
      return { left, image: { pairs: imageOf(accepted), objects } };
    }, `pairs:${projectId}`);
    refused.push(...part.left);
    parts.push(part.image);
  }
  const image = joinImages(parts);
  const undo = await store.transaction((tx) => keepImage(tx, projectId, image));
  return { changed: image.pairs.length, refused: refused.slice(0, 1_000), undo };
}

const setPairs = async (tx: Db, actor: Actor, pairs: StoredPair[], change: Change): Promise<[]> => {
  if (pairs.length === 0) return [];
  const ids = pairs.map(({ id }) => id);
  await lockRows(tx, 'pair', ids);
  await tx
    .updateTable('pair')
    .set({ ...change, decided_by: actor.userId, decided_at: timestampNow() })
    .where('id', 'in', ids)
    .execute();
  return [];
};

export const confirmPairs = (store: Store, actor: Actor, projectId: number, ids: number[]) =>
  changePairs(store, actor, projectId, ids, {
    action: 'confirmed',
    refuse: ({ state }) => (state === 'proposed' ? null : message('pair.notProposed')),
    apply: (tx, pairs) => setPairs(tx, actor, pairs, { state: 'confirmed' }),
  });

export const decidePairs = (
  store: Store,
  actor: Actor,
  projectId: number,
  ids: number[],
  state: 'dropped' | 'new',
  reason: string,
) =>
  changePairs(store, actor, projectId, ids, {
    action: state,
    reason,
    refuse: (pair) => {
      const alone = state === 'dropped' ? pair.target_count === 0 : pair.source_count === 0;
      if (alone) return null;
      return state === 'dropped' ? message('pair.hasTarget') : message('pair.hasSource');
    },
    apply: (tx, pairs) => setPairs(tx, actor, pairs, { state, reason }),
  });

export const splitPairs = (store: Store, actor: Actor, projectId: number, ids: number[]) =>
  changePairs(store, actor, projectId, ids, {
    action: 'split',
    refuse: ({ state }) => (state === 'unmatched' ? message('pair.notMatched') : null),
    apply: (tx, pairs) => dissolve(store, tx, projectId, pairs),
  });

/**
 * Dissolves pairs into unmatched objects: the first object stays in its pair, the others get pairs of their own.
 * @returns the objects that left, and where they went
 */
async function dissolve(
  store: Store,
  tx: Db,
  projectId: number,
  pairs: readonly StoredPair[],
): Promise<Move[]> {
  if (pairs.length === 0) return [];
  const ids = pairs.map(({ id }) => id);
  const stays = new Set(pairs.map(({ first_object_id }) => first_object_id));
  const leaving = (await readMembers(tx, ids)).filter(({ id }) => !stays.has(id));
  const alone = { state: 'unmatched', method: null, score: null, reason: null } as const;
  const pairOf = await insertPairs(
    store.kind,
    tx,
    projectId,
    leaving.map((member) => ({
      ...alone,
      decidedBy: null,
      members: [member],
    })),
  );
  await refreshPairs(store.kind, tx, ids);
  await tx.updateTable('pair').set(alone).where('id', 'in', ids).execute();
  return leaving.map(({ id, pair_id }) => [id, pair_id, pairOf.get(id)!]);
}

type Linked = Omit<PairMember, 'pair_id' | 'belongs_to'> & { pair_id: number | null };

/**
 * Makes a confirmed pair of each group of objects, wherever they were. Objects left in their former pairs are unmatched.
 * @returns where each object went, and how the pairs were before
 */
async function linkGroups(
  store: Store,
  tx: Db,
  actor: Actor,
  projectId: number,
  groups: readonly Linked[][],
): Promise<{ pairOf: Map<number, number>; image: PairImage }> {
  const members = groups.flat();
  const formerIds = [...new Set(members.flatMap(({ pair_id }) => pair_id ?? []))];
  const pairs = imageOf(await readPairs(tx, formerIds));
  const pairOf = await insertPairs(
    store.kind,
    tx,
    projectId,
    groups.map((group) => ({
      state: 'confirmed',
      method: 'manual',
      score: 100,
      reason: null,
      decidedBy: actor.userId,
      members: group,
    })),
  );
  await refreshPairs(store.kind, tx, formerIds);
  const left = (await readPairs(tx, formerIds)).filter(
    (pair) => pair.first_object_id !== null && (pair.source_count === 0 || pair.target_count === 0),
  );
  const separated = await dissolve(store, tx, projectId, left);
  await raiseVersions(store.kind, tx, formerIds);
  await recordPairs(tx, actor, [...new Set(pairOf.values())], 'linked', null);
  const moved = members.map(({ id, pair_id }): Move => [id, pair_id, pairOf.get(id)!]);
  return { pairOf, image: { pairs, objects: [...moved, ...separated] } };
}

/**
 * Makes one confirmed pair of objects.
 * @returns the new pair's id, and the token to undo the change with
 * @throws ProblemError `invalid` for objects of another project, side or family
 */
export function linkObjects(
  store: Store,
  actor: Actor,
  projectId: number,
  sourceIds: number[],
  targetIds: number[],
): Promise<{ pairId: number; undo: string }> {
  return store.transaction(async (tx) => {
    const members = await readObjects(tx, projectId, sourceIds, targetIds);
    if (new Set(members.map(({ type_id }) => familyOf(type_id))).size > 1) {
      throw invalid([{ field: 'target_ids', message: message('pair.sameFamily') }]);
    }
    const { pairOf, image } = await linkGroups(store, tx, actor, projectId, [members]);
    const pairId = pairOf.get(members[0]!.id)!;
    return { pairId, undo: await keepImage(tx, projectId, image) };
  }, `pairs:${projectId}`);
}

/** A pair to confirm, or a source and a target object to link. */
export type Link = { confirm: number } | { link: [source: number, target: number] };

/** Links per transaction: each changes five rows at most. */
const LINKS = 1_000;

/** Makes many pairs, which are undone as one change. Objects that somebody has decided about meanwhile are skipped. */
export async function linkMany(
  store: Store,
  actor: Actor,
  projectId: number,
  links: readonly Link[],
): Promise<{ linked: number; undo: string }> {
  const parts: PairImage[] = [];
  let linked = 0;
  for (let start = 0; start < links.length; start += LINKS) {
    const chunk = links.slice(start, start + LINKS);
    const part = await store.transaction(async (tx): Promise<PairImage> => {
      const confirmed = chunk.flatMap((one) => ('confirm' in one ? one.confirm : []));
      const pairs = (await readPairs(tx, confirmed)).filter(({ state }) => state === 'proposed');
      const image = imageOf(pairs);
      await setPairs(tx, actor, pairs, { state: 'confirmed' });
      const ids = pairs.map(({ id }) => id);
      await raiseVersions(store.kind, tx, ids);
      await recordPairs(tx, actor, ids, 'confirmed', null);
      const groups = await readGroups(tx, projectId, chunk);
      const made = await linkGroups(store, tx, actor, projectId, groups);
      linked += pairs.length + groups.length;
      return { pairs: [...image, ...made.image.pairs], objects: made.image.objects };
    }, `pairs:${projectId}`);
    parts.push(part);
  }
  const undo = await store.transaction((tx) => keepImage(tx, projectId, joinImages(parts)));
  return { linked, undo };
}

/** The objects of each link, without those that somebody has decided about meanwhile. */
async function readGroups(tx: Db, projectId: number, links: readonly Link[]): Promise<Linked[][]> {
  const wanted = links.flatMap((one) => ('link' in one ? [one.link] : []));
  if (wanted.length === 0) return [];
  const rows = await tx
    .selectFrom('object')
    .leftJoin('pair', 'pair.id', 'object.pair_id')
    .selectAll('object')
    .where('object.id', 'in', wanted.flat())
    .where('object.project_id', '=', projectId)
    .where((where) =>
      where.or([
        where('object.pair_id', 'is', null),
        where('pair.state', 'in', ['unmatched', 'proposed']),
      ]),
    )
    .execute();
  const byId = new Map<number, Linked>(rows.map((row) => [row.id, row]));
  return wanted
    .map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
    .filter(({ length }) => length === 2);
}

async function readObjects(
  tx: Db,
  projectId: number,
  sourceIds: readonly number[],
  targetIds: readonly number[],
): Promise<Linked[]> {
  const rows = await tx
    .selectFrom('object')
    .selectAll()
    .where('id', 'in', [...sourceIds, ...targetIds])
    .where('project_id', '=', projectId)
    .orderBy('schema_name')
    .orderBy('object_name')
    .execute();
  const sides = new Map(rows.map(({ id, side }) => [id, side]));
  for (const [field, side, ids] of [
    ['source_ids', 'source', sourceIds],
    ['target_ids', 'target', targetIds],
  ] as const) {
    const wrong = ids.findIndex((id) => sides.get(id) !== side);
    if (wrong >= 0)
      throw invalid([
        {
          field: `${field}.${wrong}`,
          message: message('pair.noObjectOfThis', {
            object: ids[wrong]!,
            side: message(`word.${side}`),
          }),
        },
      ]);
  }
  return rows;
}

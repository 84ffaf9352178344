import { message } from '../../../../../contract/messages/message.ts';
import { sql } from 'kysely';
import { timestampNow } from '../../../../platform/clock.ts';
import { jsonIds, jsonTable, lockRows } from '../../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import type { Actor } from '../../../../platform/http/route.ts';
import { conflict, notFound } from '../../../../platform/problem.ts';
import { moveObjects } from '../../../objects/proof-service.ts';
import { newToken, raiseVersions, refreshPairs, recordPairs } from './moves.ts';
import { readPairs, type StoredPair } from '../repository.ts';

const DECISION = [
  'state',
  'method',
  'score',
  'reason',
  'decided_by',
  'decided_at',
] as const satisfies (keyof StoredPair)[];
const RESULTS = [
  'structure_result',
  'structure_findings',
  'structure_at',
  'data_result',
  'data_differences',
  'rows_source',
  'rows_target',
  'data_at',
  'call_result',
  'call_at',
  // Values are stored by position, so new fields come last.
  'data_at_least',
  'data_coverage',
  'data_look',
  'data_accepted',
  'call_gaps',
  'numbering',
] as const satisfies (keyof StoredPair)[];
const KEPT = [...DECISION, ...RESULTS];

const KEPT_TYPES = {
  state: 'text',
  method: 'text',
  score: 'integer',
  reason: 'text',
  decided_by: 'integer',
  decided_at: 'text',
  structure_result: 'text',
  structure_findings: 'integer',
  structure_at: 'text',
  data_result: 'text',
  data_differences: 'integer',
  rows_source: 'integer',
  rows_target: 'integer',
  data_at: 'text',
  call_result: 'text',
  call_at: 'text',
  data_at_least: 'integer',
  data_coverage: 'text',
  data_look: 'text',
  data_accepted: 'integer',
  call_gaps: 'text',
  numbering: 'text',
} as const;

/** Values of fields that images of former versions lack; null for all others. */
const UNKEPT: Partial<Record<(typeof KEPT)[number], number>> = {
  data_at_least: 0,
  data_accepted: 0,
};

/** Pairs per statement of the history. */
const RECORDED = 5_000;

/** An object that was moved from one pair to another. */
export type Move = [objectId: number, from: number | null, to: number];

/** How pairs were before a change. */
export interface PairImage {
  /** Id, version after the change, and the values of KEPT before it. */
  pairs: (number | string | null)[][];
  objects: Move[];
}

export const imageOf = (pairs: readonly StoredPair[]): PairImage['pairs'] =>
  pairs.map((pair) => [pair.id, pair.version + 1, ...KEPT.map((field) => pair[field])]);

/**
 * Joins the parts of one change. A pair may be in two of them, having lost an object in each: its first state counts, and
 * its last version.
 */
export function joinImages(parts: readonly PairImage[]): PairImage {
  const pairs = new Map<PairImage['pairs'][number][0], PairImage['pairs'][number]>();
  for (const [id, version, ...now] of parts.flatMap((part) => part.pairs)) {
    const [, , ...first] = pairs.get(id!) ?? [];
    pairs.set(id!, [id!, version!, ...(first.length > 0 ? first : now)]);
  }
  return { pairs: [...pairs.values()], objects: parts.flatMap((part) => part.objects) };
}

/** For how long, and how many per project, changes can be taken back. */
const KEEP = 20;

/** @returns the token to undo the change with; empty where nothing changed, and so nothing was kept */
export async function keepImage(tx: Db, projectId: number, image: PairImage): Promise<string> {
  // Otherwise twenty calls without effect would displace all changes that can be undone.
  if (image.pairs.length === 0 && image.objects.length === 0) return '';
  const token = newToken();
  await tx
    .insertInto('pair_change')
    .values({ token, project_id: projectId, at: timestampNow(), before: JSON.stringify(image) })
    .execute();
  const old = await tx
    .selectFrom('pair_change')
    .select('token')
    .where('project_id', '=', projectId)
    .orderBy('at', 'desc')
    .orderBy('token')
    .offset(KEEP)
    .limit(1_000)
    .execute();
  if (old.length > 0) {
    await tx
      .deleteFrom('pair_change')
      .where(
        'token',
        'in',
        old.map((row) => row.token),
      )
      .execute();
  }
  return token;
}

/**
 * Undoes a change of pairs as a whole.
 * @returns how many pairs were restored
 * @throws ProblemError `not-found` when the change is no longer kept, `conflict` when one of the pairs was changed since
 */
export function undoChange(
  store: Store,
  actor: Actor,
  projectId: number,
  token: string,
): Promise<number> {
  return store.transaction(async (tx) => {
    const change = await tx
      .selectFrom('pair_change')
      .selectAll()
      .where('token', '=', token)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    if (!change) throw notFound('what.undoableChange');
    const { pairs, objects } = JSON.parse(change.before) as PairImage;
    await expectUnchanged(store, tx, pairs);
    await expectUnmoved(store, tx, objects);
    await tx.deleteFrom('pair_change').where('token', '=', token).execute();

    await moveObjects(
      store.kind,
      tx,
      objects.map(([id, from]) => [id, from]),
    );
    const ids = pairs.map(([id]) => Number(id));
    const moved = new Set(objects.flatMap(([_id, from, to]) => [from ?? to, to]));
    await lockRows(tx, 'pair', [...ids, ...moved]);
    await refreshPairs(store.kind, tx, [...moved]);
    await restore(store, tx, pairs, DECISION);
    // Results are about the objects of a pair: where these stay, newer results stay, too.
    await restore(
      store,
      tx,
      pairs.filter(([id]) => moved.has(Number(id))),
      RESULTS,
    );
    await dateResults(
      store,
      tx,
      [...moved],
      await haveAcceptancesChanged(tx, projectId, change.at),
    );
    await raiseVersions(store.kind, tx, ids);
    for (let start = 0; start < ids.length; start += RECORDED)
      await recordPairs(tx, actor, ids.slice(start, start + RECORDED), 'taken-back', null);
    return pairs.length;
  }, `pairs:${projectId}`);
}

async function restore(
  { kind }: Store,
  tx: Db,
  pairs: PairImage['pairs'],
  fields: readonly (typeof KEPT)[number][],
): Promise<void> {
  const types = Object.fromEntries(fields.map((field) => [field, KEPT_TYPES[field]]));
  const table = jsonTable(
    kind,
    { pair_id: 'integer' as const, ...types },
    pairs.map(([id, _version, ...kept]) => [
      id!,
      ...fields.map((field) => kept[KEPT.indexOf(field)] ?? UNKEPT[field] ?? null),
    ]),
  ).as('former');
  await tx
    .updateTable('pair')
    .from(table)
    .set(({ ref }) =>
      Object.fromEntries(fields.map((field) => [field, ref(`former.${field}` as never)])),
    )
    .whereRef('pair.id', '=', 'former.pair_id')
    .execute();
}

/** Whether acceptances have changed since: while the objects of a pair were apart, its results did not follow them. */
async function haveAcceptancesChanged(tx: Db, projectId: number, since: string): Promise<boolean> {
  const changed = await tx
    .selectFrom('history')
    .select('id')
    .where('project_id', '=', projectId)
    .where('action', 'in', ['accepted', 'acceptance-ended', 'acceptance-withdrawn'])
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Results that have come back are outdated by what was found of the objects while they were apart; in any case where
 * they rest on an acceptance, or may do so.
 */
async function dateResults(
  { kind }: Store,
  tx: Db,
  pairIds: readonly number[],
  acceptancesChanged: boolean,
): Promise<void> {
  const pairs = tx.updateTable('pair').where('id', 'in', jsonIds(kind, pairIds));
  const found = sql<string>`(select max(changed_at) from snapshot join object on object.id = snapshot.object_id where object.pair_id = pair.id)`;
  await pairs
    .set({ definition_changed_at: found })
    .where(sql<boolean>`${found} > coalesce(definition_changed_at, '')`)
    .execute();
  const resting = acceptancesChanged
    ? pairs
    : pairs.where(sql<boolean>`'accepted' in (data_result, call_result)`);
  await resting.set({ definition_changed_at: timestampNow() }).execute();
}

const changedSince = (name: string) => conflict(message('pair.changedSince', { it: name }));

async function expectUnmoved({ kind }: Store, tx: Db, objects: readonly Move[]): Promise<void> {
  const table = jsonTable(
    kind,
    { object_id: 'integer', to_pair: 'integer' } as const,
    objects.map(([id, _from, to]) => [id, to]),
  ).as('move');
  const moved = await tx
    .selectFrom(table)
    .innerJoin('object', 'object.id', 'move.object_id')
    .select('object.object_name')
    .where(sql<boolean>`${sql.ref('object.pair_id')} is distinct from ${sql.ref('move.to_pair')}`)
    .limit(1)
    .executeTakeFirst();
  if (moved) throw changedSince(moved.object_name);
}

async function expectUnchanged({ kind }: Store, tx: Db, pairs: PairImage['pairs']): Promise<void> {
  const table = jsonTable(
    kind,
    { pair_id: 'integer', version: 'integer' } as const,
    pairs.map(([id, version]) => [id!, version!]),
  ).as('then');
  const changed = await tx
    .selectFrom(table)
    .innerJoin('pair', 'pair.id', 'then.pair_id')
    .select(['pair.id'])
    .whereRef('pair.version', '!=', 'then.version')
    .limit(1)
    .executeTakeFirst();
  if (!changed) return;
  const [pair] = await readPairs(tx, [changed.id]);
  throw changedSince(pair?.name || 'one of the objects');
}

import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { jsonIds, jsonTable } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { WaveTable } from '../../platform/db/plan-tables.ts';

export type StoredWave = Selectable<WaveTable>;
type Placed = [objectId: number, wave: number | null];

/** Waves as they were before a change. */
interface WaveImage {
  /** All waves; null if they were not changed. */
  waves: StoredWave[] | null;
  objects: Placed[];
}

export const listWaves = (db: Db, projectId: number): Promise<StoredWave[]> =>
  db
    .selectFrom('wave')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Moves objects into waves; objects that no longer exist are skipped. */
export async function placeObjects(
  { kind }: Store,
  tx: Db,
  placed: readonly Placed[],
): Promise<void> {
  await tx
    .deleteFrom('wave_object')
    .where(
      'object_id',
      'in',
      jsonIds(
        kind,
        placed.map(([id]) => id),
      ),
    )
    .execute();
  const table = jsonTable(
    kind,
    { object: 'integer', wave: 'integer' } as const,
    placed.filter(([, wave]) => wave !== null),
  ).as('placed');
  await tx
    .insertInto('wave_object')
    .columns(['object_id', 'wave_id'])
    .expression(
      tx
        .selectFrom(table)
        .innerJoin('object', 'object.id', 'placed.object')
        .select(['object.id', 'placed.wave'])
        .$castTo<{ object_id: number; wave_id: number }>(),
    )
    .execute();
}

/** Stores the former state, replacing the previous one: only the last change can be undone. */
export async function keepImage(tx: Db, projectId: number, image: WaveImage): Promise<void> {
  const kept = { token: randomBytes(12).toString('hex'), before: JSON.stringify(image) };
  await tx
    .insertInto('wave_change')
    .values({ project_id: projectId, ...kept })
    .onConflict((conflicting) => conflicting.column('project_id').doUpdateSet(kept))
    .execute();
}

/** Forgets the former state: undoing would also lose later manual changes. */
export const forgetImage = (tx: Db, projectId: number): Promise<unknown> =>
  tx.deleteFrom('wave_change').where('project_id', '=', projectId).execute();

export const readPlaces = async (
  { kind }: Store,
  tx: Db,
  ids: readonly number[],
): Promise<Placed[]> => {
  const rows = await tx
    .selectFrom('object')
    .leftJoin('wave_object', 'wave_object.object_id', 'object.id')
    .select(['object.id', 'wave_id'])
    .where('object.id', 'in', jsonIds(kind, ids))
    .execute();
  return rows.map(({ id, wave_id: wave }) => [id, wave]);
};

/** @returns whether there was such a change */
export async function restoreImage(
  store: Store,
  tx: Db,
  projectId: number,
  token: string,
): Promise<boolean> {
  const change = await tx
    .selectFrom('wave_change')
    .select('before')
    .where('project_id', '=', projectId)
    .where('token', '=', token)
    .executeTakeFirst();
  if (!change) return false;
  const { waves, objects } = JSON.parse(change.before) as WaveImage;
  if (waves) {
    await tx.deleteFrom('wave').where('project_id', '=', projectId).execute();
    const owners = await tx
      .selectFrom('app_user')
      .select('id')
      .where('id', 'in', [0, ...waves.flatMap(({ owner_id: id }) => id ?? [])])
      .execute();
    const isThere = (id: number | null) => owners.some((owner) => owner.id === id);
    const former = waves.map((one) => ({
      ...one,
      owner_id: isThere(one.owner_id) ? one.owner_id : null,
    }));
    if (former.length > 0) await tx.insertInto('wave').values(former).execute();
  }
  await placeObjects(store, tx, objects);
  await forgetImage(tx, projectId);
  return true;
}

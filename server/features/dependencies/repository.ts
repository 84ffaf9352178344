import type { Insertable, Selectable } from 'kysely';
import type { DependencyReadState } from '../../../contract/dependencies.ts';
import { asFault } from '../../../contract/messages/fault.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { DependencyReadTable, DependencyTable } from '../../platform/db/dependency-tables.ts';
import { jsonIds, jsonTable } from '../../platform/db/json-table.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Failure, Progress } from '../databases/leased-work-service.ts';
import { componentsOf } from './components-service.ts';

export type StoredRead = Selectable<DependencyReadTable>;
export type NewDependency = Insertable<DependencyTable>;

/** A process that works on a reading says so at least this often, or another one begins it anew. Milliseconds. */
const LEASE = 15_000;
/** Rows in one statement. */
const BATCH = 2_000;

export const findRead = (db: Db, projectId: number, id: number): Promise<StoredRead | undefined> =>
  db
    .selectFrom('dependency_read')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

export const listReads = (db: Db, projectId: number): Promise<StoredRead[]> =>
  db
    .selectFrom('dependency_read')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();

/** The one that counts: the last that came to its end. */
export const findCurrent = (db: Db, projectId: number): Promise<StoredRead | undefined> =>
  db
    .selectFrom('dependency_read')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'finished')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const claimable = (db: Db) =>
  db
    .selectFrom('dependency_read')
    .select('id')
    .where((where) =>
      where.or([
        where('state', '=', 'queued'),
        where.and([where('state', '=', 'running'), where('lease_until', '<', timestampNow())]),
      ]),
    )
    .orderBy('id');

export const hasClaimable = async (db: Db): Promise<boolean> =>
  (await claimable(db).limit(1).executeTakeFirst()) !== undefined;

/** Takes the next reading that nobody works on; what was found of it before is dropped. */
export function claimRead(store: Store, owner: string): Promise<StoredRead | undefined> {
  return store.transaction(async (tx) => {
    const next = claimable(tx).limit(1);
    const found = await (
      store.kind === 'postgresql' ? next.forUpdate().skipLocked() : next
    ).executeTakeFirst();
    if (!found) return undefined;
    await tx.deleteFrom('dependency').where('read_id', '=', found.id).execute();
    return tx
      .updateTable('dependency_read')
      .set({ state: 'running', owner, lease_until: timestampIn(LEASE), done: 0, error: null })
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirst();
  });
}

/** Says that the owner still works on it, and how far it is. @returns what was asked for meanwhile */
export async function renewLease(
  db: Db,
  id: number,
  owner: string,
  progress: Progress,
): Promise<'cancelled' | 'lost' | null> {
  const row = await db
    .updateTable('dependency_read')
    .set({ lease_until: timestampIn(LEASE), ...progress })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .returning('cancelling')
    .executeTakeFirst();
  if (!row) return 'lost';
  return row.cancelling === 1 ? 'cancelled' : null;
}

const isOwn = async (tx: Db, id: number, owner: string): Promise<boolean> =>
  (await tx
    .selectFrom('dependency_read')
    .select('id')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst()) !== undefined;

/** Keeps what was found, as long as the reading is this owner's, of objects that are still there. */
export const insertDependencies = (
  store: Store,
  readId: number,
  owner: string,
  rows: readonly NewDependency[],
): Promise<void> =>
  store.transaction(async (tx) => {
    if (!(await isOwn(tx, readId, owner))) return;
    const named = [...new Set(rows.flatMap((row) => [row.object_id, row.needs_id ?? []].flat()))];
    const there = await tx
      .selectFrom('object')
      .select('id')
      .where('id', 'in', jsonIds(store.kind, named))
      .execute();
    const ids = new Set(there.map(({ id }) => id));
    const kept = rows.filter(
      ({ object_id: of, needs_id: needs }) => ids.has(of) && (needs == null || ids.has(needs)),
    );
    for (let start = 0; start < kept.length; start += BATCH)
      await tx
        .insertInto('dependency')
        .values(kept.slice(start, start + BATCH))
        .execute();
  });

/** Numbers the cycles of a reading, when all of it is known: of edges no more than their ends are held. */
export async function numberCycles(store: Store, tx: Db, readId: number): Promise<void> {
  const edges = await tx
    .selectFrom('dependency')
    .select(['id', 'object_id', 'needs_id'])
    .where('read_id', '=', readId)
    .where('needs_id', 'is not', null)
    .execute();
  const places = new Map<number, number>();
  const placeOf = (id: number): number => {
    const known = places.get(id) ?? places.size;
    places.set(id, known);
    return known;
  };
  const from = edges.map(({ object_id: id }) => placeOf(id));
  const to = edges.map(({ needs_id: id }) => placeOf(id!));
  const { of } = componentsOf({ size: places.size, from, to });
  // No object needs itself: an edge within a component is one of a cycle.
  const inCycles = edges.flatMap(({ id }, edge): [number, number][] =>
    of[from[edge]!] === of[to[edge]!] ? [[id, of[from[edge]!]!]] : [],
  );
  if (inCycles.length === 0) return;
  const numbered = jsonTable(
    store.kind,
    { edge: 'integer', cycle: 'integer' } as const,
    inCycles,
  ).as('numbered');
  await tx
    .updateTable('dependency')
    .from(numbered)
    .set(({ ref }) => ({ cycle: ref('numbered.cycle') }))
    .whereRef('dependency.id', '=', 'numbered.edge')
    .execute();
}

/** Ends a reading in the state that it has come to; those before it go, but the last that came to its end. */
export async function leaveRead(
  tx: Db,
  { id, project_id: projectId }: StoredRead,
  owner: string,
  state: DependencyReadState,
  { error, ...rest }: Partial<Failure> & { not_read?: number; source_only?: 0 | 1 } = {},
): Promise<void> {
  const left = await tx
    .updateTable('dependency_read')
    .set((to) => ({
      state,
      ...rest,
      ...(state === 'finished' && { done: to.ref('total') }),
      error: error ? asFault(error) : null,
      owner: null,
      lease_until: null,
      current: null,
      finished_at: state === 'queued' ? null : timestampNow(),
    }))
    .where('id', '=', id)
    .where('owner', '=', owner)
    .returning('id')
    .executeTakeFirst();
  if (!left) return;
  if (state !== 'finished') await tx.deleteFrom('dependency').where('read_id', '=', id).execute();
  const current = await findCurrent(tx, projectId);
  await tx
    .deleteFrom('dependency_read')
    .where('project_id', '=', projectId)
    .where('state', 'not in', ['queued', 'running'])
    .where('id', 'not in', [id, current?.id ?? id])
    .execute();
}

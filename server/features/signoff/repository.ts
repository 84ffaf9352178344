import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/store.ts';
import type { SignoffTable } from '../../platform/db/plan-tables.ts';
import type { ProvenScope } from '../proof/pairs/proven-service.ts';

/** Sign-offs with the names of those who signed and ended them, newest first, without the signed proof. */
function selectSignoffs(db: Db, projectId: number) {
  return db
    .selectFrom('signoff')
    .leftJoin('app_user as signer', 'signer.id', 'signoff.user_id')
    .leftJoin('app_user as ender', 'ender.id', 'signoff.ended_by')
    .select([
      'signoff.id',
      'signoff.role',
      'signoff.user_id',
      'signer.username as signed_by',
      'signoff.at as signed_at',
      'signoff.remark',
      'signoff.wave_id',
      'signoff.wave_name as wave',
      'signoff.pair_id',
      'signoff.hash',
      'signoff.pairs',
      'signoff.open_pairs',
      'signoff.unpaired',
      'signoff.end_kind',
      'signoff.ended_at',
      'ender.username as ended_by',
    ])
    .where('signoff.project_id', '=', projectId)
    .orderBy('signoff.id', 'desc');
}
export type StoredSignoff = Awaited<
  ReturnType<ReturnType<typeof selectSignoffs>['execute']>
>[number];

export const listAllSignoffs = (db: Db, projectId: number): Promise<StoredSignoff[]> =>
  selectSignoffs(db, projectId).execute();

export const listSignoffs = (
  db: Db,
  { projectId, waveId, pairId }: ProvenScope,
): Promise<StoredSignoff[]> =>
  selectSignoffs(db, projectId)
    .where('signoff.wave_id', 'is not distinct from', waveId)
    .where('signoff.pair_id', 'is not distinct from', pairId)
    .execute();

export const findSignoff = (
  db: Db,
  projectId: number,
  id: number,
): Promise<StoredSignoff | undefined> =>
  selectSignoffs(db, projectId).where('signoff.id', '=', id).executeTakeFirst();

/** The signed proof, in the form of `SealedProof.proof`. */
export async function readSigned(db: Db, id: number): Promise<string> {
  const { proof } = await db
    .selectFrom('signoff')
    .select('proof')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return proof;
}

export const insertSignoff = (tx: Db, row: Insertable<SignoffTable>): Promise<unknown> =>
  tx.insertInto('signoff').values(row).execute();

/** @returns false if it had already ended */
export async function endSignoff(
  tx: Db,
  id: number,
  end: { end_kind: 'renewed' | 'withdrawn'; ended_at: string; ended_by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('signoff')
    .set(end)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether this changed it: another process may have been faster */
export async function setReopened(tx: Db, id: number, at: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('signoff')
    .set({ reopened_at: at })
    .where('id', '=', id)
    .where('reopened_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const place = sql<
  'project' | 'wave' | 'pair'
>`case when signoff.pair_id is not null then 'pair' when signoff.wave_id is not null then 'wave' else 'project' end`;
const alike = sql`partition by signoff.project_id, ${place}`;

/**
 * Sign-offs that were reopened and can be signed anew, by project and place: how many, and the pair of the one that has waited
 * longest; the places that have waited longest first.
 */
export async function countReopened(db: Db, projectIds: readonly number[]) {
  const rows = await db
    .with('reopened', (cte) =>
      cte
        .selectFrom('signoff')
        .leftJoin('wave', 'wave.id', 'signoff.wave_id')
        .leftJoin('pair', 'pair.id', 'signoff.pair_id')
        .select([
          'signoff.id',
          'signoff.project_id',
          'signoff.reopened_at',
          'pair.id as pair_id',
          'pair.name as pair_name',
          place.as('place'),
          sql<number>`count(*) over (${alike})`.as('count'),
          sql<number>`row_number() over (${alike} order by signoff.reopened_at, signoff.id)`.as(
            'rank',
          ),
        ])
        .where('signoff.project_id', 'in', [0, ...projectIds])
        .where('signoff.ended_at', 'is', null)
        .where('signoff.reopened_at', 'is not', null)
        // Of a deleted wave or pair, nothing can be signed.
        .where('wave.id', 'is not distinct from', (one) => one.ref('signoff.wave_id'))
        .where('pair.id', 'is not distinct from', (one) => one.ref('signoff.pair_id')),
    )
    .selectFrom('reopened')
    .select(['project_id', 'place', 'count', 'pair_id', 'pair_name'])
    .where('rank', '=', 1)
    .orderBy('reopened_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export const scopeOf = (
  projectId: number,
  { wave_id: waveId, pair_id: pairId }: Pick<StoredSignoff, 'wave_id' | 'pair_id'>,
): ProvenScope => ({ projectId, waveId, pairId });

/** Whether these sign-offs, all of one scope, are of a whole project. */
export const isOfProject = ([first]: readonly StoredSignoff[]): boolean =>
  first?.wave_id === null && first.pair_id === null;

/** Groups sign-offs by project, wave or pair, in the order of each group's first one. */
export function groupByScope(signoffs: readonly StoredSignoff[]): StoredSignoff[][] {
  const groups = new Map<string, StoredSignoff[]>();
  for (const one of signoffs) {
    const key = `${one.wave_id} ${one.pair_id}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

import { MAX_CHANGED, type Signoff, type SignoffRole } from '../../../contract/signoff.ts';
import type { Db } from '../../platform/db/store.ts';
import {
  type ProvenScope,
  countUnpaired,
  namesOfPairs,
  readPairIds,
  readProven,
} from '../proof/pairs/proven-service.ts';
import { type StoredSignoff, readSigned } from './repository.ts';
import {
  type Change,
  type SealedProof,
  changesBetween,
  sealPart,
  sealProof,
} from './sealed-proof.ts';

/** A sign-off independent of the viewer. */
export type RecordedSignoff = Omit<Signoff, 'may_withdraw'>;
/** The current proof. */
export type Standing = SealedProof & { unpaired: number };

export const readStanding = async (db: Db, scope: ProvenScope): Promise<Standing> => ({
  ...(await sealProof(readProven(db, scope))),
  unpaired: await countUnpaired(db, scope),
});

export type ReadStanding = (scope: ProvenScope) => Promise<Standing>;

/**
 * Reads the current proof for several scopes of a project: once the whole project has been read, its parts need no
 * further hashing.
 */
export function createStandingReader(db: Db): ReadStanding {
  let whole: Standing | undefined;
  return async (scope) => {
    if (scope.waveId === null && scope.pairId === null)
      return (whole ??= await readStanding(db, scope));
    if (!whole) return readStanding(db, scope);
    const part = await sealPart(whole, await readPairIds(db, scope));
    return { ...part, unpaired: await countUnpaired(db, scope) };
  };
}

export const isAsSigned = (
  signed: Pick<StoredSignoff, 'hash' | 'unpaired'>,
  now: Standing,
): boolean => signed.hash === now.hash && now.unpaired <= signed.unpaired;

/** A sign-off compared with the current proof. */
export async function present(
  db: Db,
  projectId: number,
  stored: StoredSignoff,
  now: Standing,
): Promise<RecordedSignoff> {
  const { user_id: _, end_kind: ended, ...row } = stored;
  const changes =
    ended === null && row.hash !== now.hash
      ? [...changesBetween(await readSigned(db, row.id), now.proof)]
      : [];
  return {
    ...row,
    state: ended ?? (isAsSigned(row, now) ? 'standing' : 'reopened'),
    changed_pairs: changes.length,
    changes: await nameChanges(db, projectId, changes.slice(0, MAX_CHANGED)),
  };
}

async function nameChanges(db: Db, projectId: number, changes: readonly Change[]) {
  const names = await namesOfPairs(
    db,
    projectId,
    changes.map(({ id }) => id),
  );
  return changes.map(({ id, was, now }) => ({
    pair_id: id,
    name: names.get(id) ?? null,
    was,
    now,
  }));
}

export interface DemandedRoles {
  roles: readonly SignoffRole[];
  /** Whether roles have to be signed by different people. */
  fourEyes: boolean;
}

/**
 * Number of roles in which nobody has signed the current proof.
 * @param current - sign-offs that have not ended
 */
export async function countMissing(
  read: ReadStanding,
  scope: ProvenScope,
  current: readonly StoredSignoff[],
  { roles, fourEyes }: DemandedRoles,
): Promise<number> {
  const own = current.filter(({ role }) => roles.includes(role));
  // Reads the proof only if a sign-off may match it.
  if (own.length === 0) return roles.length;
  const now = await read(scope);
  const standing = own.filter((one) => isAsSigned(one, now));
  return roles.length - countSigned(standing, roles, fourEyes);
}

/**
 * The largest number of these roles signed at once.
 * @param fourEyes - whether each needs a different signer
 */
function countSigned(
  standing: readonly StoredSignoff[],
  [role, ...others]: readonly SignoffRole[],
  fourEyes: boolean,
  taken: readonly (number | null)[] = [],
): number {
  if (role === undefined) return 0;
  const signers = standing.filter((one) => one.role === role && !taken.includes(one.user_id));
  const without = countSigned(standing, others, fourEyes, taken);
  return signers.reduce((most, { user_id: signer }) => {
    const next = fourEyes ? [...taken, signer] : taken;
    return Math.max(most, 1 + countSigned(standing, others, fourEyes, next));
  }, without);
}

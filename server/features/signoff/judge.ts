import { MOST_CHANGED, type Signoff } from '../../../contract/signoff.ts';
import type { Db } from '../../platform/db/store.ts';
import {
  type ProvenScope,
  countUnpaired,
  namesOfPairs,
  readProven,
} from '../proof/pairs/proven-service.ts';
import { type StoredSignoff, readSigned } from './repository.ts';
import { type Change, type SealedProof, changesBetween, sealProof } from './sealed-proof.ts';

/** As it is kept, whoever asks. */
export type RecordedSignoff = Omit<Signoff, 'may_withdraw'>;
/** What is proven now. */
export type Standing = SealedProof & { unpaired: number };

export const readStanding = async (db: Db, scope: ProvenScope): Promise<Standing> => ({
  ...(await sealProof(readProven(db, scope))),
  unpaired: await countUnpaired(db, scope),
});

export const isAsSigned = (
  signed: Pick<StoredSignoff, 'hash' | 'unpaired'>,
  now: Standing,
): boolean => signed.hash === now.hash && now.unpaired <= signed.unpaired;

/** A sign-off beside what is proven now. */
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
    changes: await nameChanges(db, projectId, changes.slice(0, MOST_CHANGED)),
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

import type { SignedWave } from '../../../contract/signoff.ts';
import type { Db } from '../../platform/db/store.ts';
import {
  type DemandedRoles,
  type ReadStanding,
  countMissing,
  createStandingReader,
  present,
} from './judge.ts';
import { type StoredSignoff, listAllSignoffs, scopeOf } from './repository.ts';

interface Wave {
  id: number;
  position: number;
  name: string | null;
  /** Sign-offs that have not ended, newest first. */
  signed: StoredSignoff[];
}

export async function readSignedWaves(db: Db, projectId: number): Promise<SignedWave[]> {
  const waves: SignedWave[] = [];
  const found = await listWaves(db, projectId);
  const read = createStandingReader(db);
  // Reading all pairs once is cheaper than reading those of several waves separately.
  if (found.filter(({ signed }) => signed.length > 0).length > 1)
    await read({ projectId, waveId: null, pairId: null });
  for (const { id: wave, position, name, signed } of found) {
    const signoffs: SignedWave['signoffs'] = [];
    if (signed[0]) {
      const now = await read(scopeOf(projectId, signed[0]));
      for (const one of signed) {
        const { id, role, signed_by, signed_at, state, changed_pairs } = await present(
          db,
          projectId,
          one,
          now,
        );
        signoffs.push({ id, role, signed_by, signed_at, state, changed_pairs });
      }
    }
    waves.push({ wave, position, name, signoffs });
  }
  return waves;
}

/** Waves with missing sign-offs, in order, and how many each lacks. */
export async function listUnsignedWaves(
  db: Db,
  read: ReadStanding,
  projectId: number,
  demanded: DemandedRoles,
) {
  const unsigned: { wave: { id: number; name: string }; missing: number }[] = [];
  for (const { id, position, name, signed } of await listWaves(db, projectId)) {
    const scope = { projectId, waveId: id, pairId: null };
    const missing = await countMissing(read, scope, signed, demanded);
    if (missing > 0) unsigned.push({ wave: { id, name: name ?? String(position) }, missing });
  }
  return unsigned;
}

/** Waves with pairs, in order: without any there is nothing to sign. */
async function listWaves(db: Db, projectId: number): Promise<Wave[]> {
  const current = (await listAllSignoffs(db, projectId)).filter(
    ({ ended_at: ended }) => ended === null,
  );
  const waves = await db
    .selectFrom('wave')
    .select(['id', 'position', 'name'])
    .where('project_id', '=', projectId)
    .where('id', 'in', (select) =>
      select
        .selectFrom('wave_object')
        .innerJoin('object', 'object.id', 'wave_object.object_id')
        .select('wave_object.wave_id')
        .where('object.project_id', '=', projectId)
        .where('object.pair_id', 'is not', null),
    )
    .orderBy('position')
    .execute();
  return waves.map((wave) => ({
    ...wave,
    signed: current.filter(({ wave_id: signed }) => signed === wave.id),
  }));
}

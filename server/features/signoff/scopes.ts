import type { ProvenScope } from '../proof/pairs/proven-service.ts';
import type { StoredSignoff } from './repository.ts';

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

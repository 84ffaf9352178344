import type { ProvenScope } from '../proof/pairs/proven-service.ts';
import type { StoredSignoff } from './repository.ts';

export const scopeOf = (
  projectId: number,
  { wave_id: waveId, pair_id: pairId }: Pick<StoredSignoff, 'wave_id' | 'pair_id'>,
): ProvenScope => ({ projectId, waveId, pairId });

/** Whether these sign-offs of one scope are of all of a project. */
export const isOfProject = ([first]: readonly StoredSignoff[]): boolean =>
  first?.wave_id === null && first.pair_id === null;

/** Sign-offs of the same project, wave or pair together, in the order of the first of each. */
export function groupByScope(signoffs: readonly StoredSignoff[]): StoredSignoff[][] {
  const groups = new Map<string, StoredSignoff[]>();
  for (const one of signoffs) {
    const key = `${one.wave_id} ${one.pair_id}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

import { groupBy } from '../../../../connectors/core/group.ts';
import type { OtherName } from '../../../../connectors/core/others.ts';

/** A name that is on the source, on the target, or on both. */
export interface NamePair {
  source: OtherName | null;
  target: OtherName | null;
}

const fold = (name: string | null): string => (name ?? '').toLowerCase();

/**
 * Pairs equal names regardless of case: first those of the same table, then those that are left once on each side, because a
 * table may have become another. The others stay alone.
 */
export function compareNames(
  sources: readonly OtherName[],
  targets: readonly OtherName[],
  rename: (name: string) => string,
): NamePair[] {
  const pairs: NamePair[] = [];
  let left = { sources: [...sources], targets: [...targets] };
  const renamed = (name: string | null) => (name === null ? null : rename(name));

  const take = (
    keyOfSource: (one: OtherName) => string,
    keyOfTarget: (one: OtherName) => string,
    onlyUnique: boolean,
  ): void => {
    const bySource = groupBy(left.sources, keyOfSource);
    const byTarget = groupBy(left.targets, keyOfTarget);
    const taken = new Set<OtherName>();
    for (const [key, here] of bySource) {
      const there = byTarget.get(key) ?? [];
      if (onlyUnique && (here.length > 1 || there.length > 1)) continue;
      for (const [index, target] of there.slice(0, here.length).entries()) {
        const source = here[index]!;
        pairs.push({ source, target });
        taken.add(source).add(target);
      }
    }
    left = {
      sources: left.sources.filter((one) => !taken.has(one)),
      targets: left.targets.filter((one) => !taken.has(one)),
    };
  };
  take(
    ({ of, name }) => JSON.stringify([fold(renamed(of)), fold(rename(name))]),
    ({ of, name }) => JSON.stringify([fold(of), fold(name)]),
    false,
  );
  take(
    ({ name }) => fold(rename(name)),
    ({ name }) => fold(name),
    true,
  );
  return [
    ...left.sources.map((source) => ({ source, target: null })),
    ...left.targets.map((target) => ({ source: null, target })),
    ...pairs,
  ];
}

export const isMissing = ({ target }: NamePair): boolean => target === null;
export const isExtra = ({ source }: NamePair): boolean => source === null;

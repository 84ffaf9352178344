export interface Aligned<T> {
  source: T | null;
  target: T | null;
}

/** Migrations change the case, underscores and quotation marks of names, so these are ignored. */
const plainName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Aligns items with the same name, in the order of the source; unmatched ones of the target follow.
 * @param nameOf - the name of a source item as it is on the target, and the name of a target item
 */
export function alignByName<T>(
  sources: readonly T[],
  targets: readonly T[],
  nameOf: Record<'source' | 'target', (item: T) => string>,
): Aligned<T>[] {
  const left = new Set(targets);
  const take = (fits: (target: T) => boolean): T | null => {
    const found = [...left].find(fits) ?? null;
    if (found !== null) left.delete(found);
    return found;
  };
  const exact = new Map<T, T>();
  for (const source of sources) {
    const found = take((target) => nameOf.target(target) === nameOf.source(source));
    if (found !== null) exact.set(source, found);
  }
  const rows = sources.map((source) => ({
    source,
    target:
      exact.get(source) ??
      take((target) => plainName(nameOf.target(target)) === plainName(nameOf.source(source))),
  }));
  return [...rows, ...[...left].map((target) => ({ source: null, target }))];
}

/** Aligns what was left of both sides, as far as `may` allows: each item with the one that most of its words are in. */
export function alignRest<T>(
  rows: readonly Aligned<T>[],
  may: (item: T) => boolean,
  wordsOf: (item: T) => ReadonlySet<string>,
): Aligned<T>[] {
  const left = new Set(
    rows.flatMap(({ source, target }) =>
      source === null && target !== null && may(target) ? [target] : [],
    ),
  );
  const taken = new Set<T>();
  const aligned = rows.map((row) => {
    if (row.source === null || row.target !== null || !may(row.source)) return row;
    const words = wordsOf(row.source);
    const shared = (target: T) => [...wordsOf(target)].filter((word) => words.has(word)).length;
    const [best] = [...left].toSorted((one, other) => shared(other) - shared(one));
    if (best === undefined || shared(best) === 0) return row;
    left.delete(best);
    taken.add(best);
    return { ...row, target: best };
  });
  return aligned.filter(({ source, target }) => source !== null || !taken.has(target!));
}

export interface Aligned<T> {
  source: T | null;
  target: T | null;
}

/** Migrations change the case, underscores and quotation marks of names, so these are ignored. */
const plainName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Aligns items with the same name, in the order of the source; unmatched ones of the target follow. */
export function alignByName<T>(
  sources: readonly T[],
  targets: readonly T[],
  nameOf: (item: T) => string,
): Aligned<T>[] {
  const left = new Set(targets);
  const take = (fits: (target: T) => boolean): T | null => {
    const found = [...left].find(fits) ?? null;
    if (found !== null) left.delete(found);
    return found;
  };
  const exact = new Map<T, T>();
  for (const source of sources) {
    const found = take((target) => nameOf(target) === nameOf(source));
    if (found !== null) exact.set(source, found);
  }
  const rows = sources.map((source) => ({
    source,
    target:
      exact.get(source) ??
      take((target) => plainName(nameOf(target)) === plainName(nameOf(source))),
  }));
  return [...rows, ...[...left].map((target) => ({ source: null, target }))];
}

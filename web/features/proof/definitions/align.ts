export interface Aligned<T> {
  source: T | null;
  target: T | null;
}

/** Case, underscores and quotation marks are what a migration changes of names. */
const plainName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Puts what has the same name side by side, in the order of the source; what is left alone follows. */
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

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

/** Beyond this many pairs of lines, finding the longest common part takes too long. */
const MOST_CELLS = 4_000_000;

/** Two texts line by line: lines in both beside each other, the others alone. */
export function diffLines(source: string, target: string): Aligned<string>[] {
  const one = source.split(/\r?\n/);
  const two = target.split(/\r?\n/);
  const same = (i: number, j: number) => one[i]!.trim() === two[j]!.trim();
  if (one.length * two.length > MOST_CELLS) return besideEachOther(one, two);
  const width = two.length + 1;
  // At [i, j]: the length of the longest common part of what follows.
  const common = new Uint32Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = two.length - 1; j >= 0; j--) {
      common[i * width + j] = same(i, j)
        ? common[(i + 1) * width + j + 1]! + 1
        : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const rows: Aligned<string>[] = [];
  let [onlyOne, onlyTwo]: [string[], string[]] = [[], []];
  const flush = () => {
    rows.push(...besideEachOther(onlyOne, onlyTwo));
    [onlyOne, onlyTwo] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < one.length && j < two.length) {
    if (same(i, j)) {
      flush();
      rows.push({ source: one[i++]!, target: two[j++]! });
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) {
      onlyOne.push(one[i++]!);
    } else onlyTwo.push(two[j++]!);
  }
  onlyOne.push(...one.slice(i));
  onlyTwo.push(...two.slice(j));
  flush();
  return rows;
}

const besideEachOther = (one: readonly string[], two: readonly string[]): Aligned<string>[] =>
  Array.from({ length: Math.max(one.length, two.length) }, (_, index) => ({
    source: one[index] ?? null,
    target: two[index] ?? null,
  }));

/** Letters and digits of a name without case, accents and separators, which all its spellings have in common. */
export const skeleton = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** All sequences of three characters, with marked ends; one for every occurrence. */
export function trigrams(text: string): string[] {
  const marked = `^^${text}$$`;
  return Array.from({ length: marked.length - 2 }, (_, index) => marked.slice(index, index + 3));
}

/** Dice's coefficient, 0 to 100. */
export function similarityOf(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const part of one) left.set(part, (left.get(part) ?? 0) + 1);
  let common = 0;
  for (const part of other) {
    const count = left.get(part) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(part, count - 1);
  }
  return Math.floor((200 * common) / (one.length + other.length));
}

/** Limits of a lookup: its rarest parts, the first things with each of these, and the most frequent ones among those. */
const PARTS = 4;
const THINGS_OF_PART = 100;
const COMPARED = 10;

/** Finds the things that share most of the rare parts, so that 100,000 × 100,000 things need not be compared with each other. */
export function indexParts<T>(
  things: readonly T[],
  partsOf: (thing: T) => Iterable<string>,
): (parts: Iterable<string>) => T[] {
  const index = new Map<string, T[]>();
  for (const thing of things) {
    for (const part of new Set(partsOf(thing))) {
      const list = index.get(part);
      if (list) list.push(thing);
      else index.set(part, [thing]);
    }
  }
  return (parts) => {
    const lists = [...new Set(parts)]
      .flatMap((part) => {
        const list = index.get(part);
        return list ? [list] : [];
      })
      .sort((one, other) => one.length - other.length)
      .slice(0, PARTS);
    const shared = new Map<T, number>();
    for (const list of lists)
      for (const thing of list.slice(0, THINGS_OF_PART))
        shared.set(thing, (shared.get(thing) ?? 0) + 1);
    return [...shared.entries()]
      .sort((one, other) => other[1] - one[1])
      .slice(0, COMPARED)
      .map(([thing]) => thing);
  };
}

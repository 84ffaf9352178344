/** What spellings of one name have in common: letters and digits without case, accents and separators. */
export const skeleton = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Three neighbouring characters each, the ends marked; once for every time they occur. */
function trigrams(text: string): string[] {
  const marked = `^^${text}$$`;
  return Array.from({ length: marked.length - 2 }, (_, index) => marked.slice(index, index + 3));
}

/** Dice's coefficient, 0 to 100. */
function score(one: readonly string[], other: readonly string[]): number {
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

export interface Candidate {
  /** Indexes into the two lists. */
  source: number;
  target: number;
  score: number;
}

/** How much of the index is looked at for one name: its rarest parts, of each the first names, of these the most frequent. */
const PARTS = 4;
const NAMES_OF_PART = 100;
const COMPARED = 10;

const digitsOf = (text: string): string => (text.match(/\p{N}+/gu) ?? []).join(' ');

/**
 * Similar names, found by an index of their parts, so that 100,000 × 100,000 names are not compared with each
 * other. Names that differ in their digits (orders_1, orders_2) are different things, never similar.
 * @returns candidates of at least `minimum`, best first
 */
export function findSimilar(
  sources: readonly string[],
  targets: readonly string[],
  minimum: number,
): Candidate[] {
  const skeletons = targets.map(skeleton);
  const parts = skeletons.map(trigrams);
  const index = new Map<string, number[]>();
  for (const [position, own] of parts.entries()) {
    for (const part of new Set(own)) {
      const list = index.get(part);
      if (list) list.push(position);
      else index.set(part, [position]);
    }
  }
  const found: Candidate[] = [];
  for (const [source, name] of sources.entries()) {
    const bare = skeleton(name);
    const own = trigrams(bare);
    const digits = digitsOf(bare);
    for (const target of mostShared(new Set(own), index)) {
      if (digitsOf(skeletons[target]!) !== digits) continue;
      const points = score(own, parts[target]!);
      if (points >= minimum) found.push({ source, target, score: points });
    }
  }
  return found.sort(
    (one, other) =>
      other.score - one.score || one.source - other.source || one.target - other.target,
  );
}

function mostShared(own: ReadonlySet<string>, index: ReadonlyMap<string, number[]>): number[] {
  const lists = [...own]
    .flatMap((part) => {
      const list = index.get(part);
      return list ? [list] : [];
    })
    .sort((one, other) => one.length - other.length)
    .slice(0, PARTS);
  const shared = new Map<number, number>();
  for (const list of lists) {
    for (const target of list.slice(0, NAMES_OF_PART)) {
      shared.set(target, (shared.get(target) ?? 0) + 1);
    }
  }
  return [...shared.entries()]
    .sort((one, other) => other[1] - one[1])
    .slice(0, COMPARED)
    .map(([target]) => target);
}

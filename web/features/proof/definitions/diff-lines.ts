import type { Aligned } from './align.ts';

/** Beyond this many pairs of lines, finding the longest common part takes too long. */
const MOST_CELLS = 1_000_000;

/** A part of both texts: from a line up to the one before another, on each side. */
interface Part {
  source: [from: number, to: number];
  target: [from: number, to: number];
}
type Same = [source: number, target: number];

/**
 * Two texts line by line: lines in both beside each other, the others alone. Lines that are there once on both
 * sides are found first; what lies between two of them is compared for itself, so that long texts take no long time.
 */
export function diffLines(source: string, target: string): Aligned<string>[] {
  const one = source.split(/\r?\n/);
  const two = target.split(/\r?\n/);
  const number = createNumbering();
  const same: Same[] = [];
  findSame(number(one), number(two), { source: [0, one.length], target: [0, two.length] }, same);
  const rows: Aligned<string>[] = [];
  let [i, j] = [0, 0];
  for (const [sourceLine, targetLine] of [...same, [one.length, two.length] as const]) {
    rows.push(...besideEachOther(one.slice(i, sourceLine), two.slice(j, targetLine)));
    if (sourceLine < one.length) rows.push({ source: one[sourceLine]!, target: two[targetLine]! });
    [i, j] = [sourceLine + 1, targetLine + 1];
  }
  return rows;
}

/** Gives lines that are the same but for blanks around them the same number. */
function createNumbering(): (lines: readonly string[]) => number[] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const key = line.trim();
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  return (lines) => lines.map(numberOf);
}

/** Adds the lines that are the same, in order. */
function findSame(one: readonly number[], two: readonly number[], part: Part, same: Same[]): void {
  let [[i, iEnd], [j, jEnd]] = [part.source, part.target];
  while (i < iEnd && j < jEnd && one[i] === two[j]) same.push([i++, j++]);
  const last: Same[] = [];
  while (i < iEnd && j < jEnd && one[iEnd - 1] === two[jEnd - 1]) last.unshift([--iEnd, --jEnd]);
  const anchors = findAnchors(one, two, { source: [i, iEnd], target: [j, jEnd] });
  if (anchors.length > 0) {
    for (const anchor of [...anchors, [iEnd, jEnd] as Same]) {
      findSame(one, two, { source: [i, anchor[0]], target: [j, anchor[1]] }, same);
      if (anchor[0] < iEnd) same.push(anchor);
      [i, j] = [anchor[0] + 1, anchor[1] + 1];
    }
  } else if ((iEnd - i) * (jEnd - j) <= MOST_CELLS) {
    same.push(
      ...longestCommon(one.slice(i, iEnd), two.slice(j, jEnd)).map(([a, b]): Same => [
        i + a,
        j + b,
      ]),
    );
  }
  for (const pair of last) same.push(pair);
}

/** Lines that are there just once on both sides, as many as have the same order. */
function findAnchors(one: readonly number[], two: readonly number[], part: Part): Same[] {
  const places = (lines: readonly number[], [from, to]: [number, number]) => {
    const found = new Map<number, number>();
    for (let index = from; index < to; index++)
      found.set(lines[index]!, found.has(lines[index]!) ? -1 : index);
    return found;
  };
  const targets = places(two, part.target);
  const pairs = [...places(one, part.source)].flatMap(([line, index]): Same[] => {
    const other = targets.get(line) ?? -1;
    return index >= 0 && other >= 0 ? [[index, other]] : [];
  });
  return longestRising(pairs.toSorted(([a], [b]) => a - b));
}

/** The most pairs whose second numbers rise, too. */
function longestRising(pairs: readonly Same[]): Same[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  }
  const rising: Same[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!)
    rising.push(pairs[index]!);
  return rising.toReversed();
}

function longestCommon(one: readonly number[], two: readonly number[]): Same[] {
  const width = two.length + 1;
  // At [i, j]: the length of the longest common part of what follows.
  const common = new Uint32Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = two.length - 1; j >= 0; j--) {
      common[i * width + j] =
        one[i] === two[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const same: Same[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < two.length) {
    if (one[i] === two[j]) same.push([i++, j++]);
    else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return same;
}

const besideEachOther = (one: readonly string[], two: readonly string[]): Aligned<string>[] =>
  Array.from({ length: Math.max(one.length, two.length) }, (_, index) => ({
    source: one[index] ?? null,
    target: two[index] ?? null,
  }));

import type { Covered } from '../definitions.ts';

/** Bounds of a partition, the upper one exclusive; null: unbounded. */
type Bounds = readonly [from: string | null, to: string | null];

/**
 * The values that range partitions cover, with adjacent ranges merged. A first one without a
 * lower bound stays separate: engines differ in whether there can be one.
 */
export function coverRanges(partitions: readonly Bounds[]): Covered {
  if (partitions.length === 0) return 'unknown';
  const following = new Map(
    partitions.flatMap(([from, to]) => (from === null ? [] : [[from, to]])),
  );
  const ends = new Set(partitions.flatMap(([from, to]) => (from === null ? [] : [to])));
  const ranges = partitions.flatMap(([from, to]): Bounds[] => {
    if (from === null) return [[from, to]];
    if (ends.has(from)) return [];
    let end = to;
    while (end !== null && following.has(end)) end = following.get(end) ?? null;
    return [[from, end]];
  });
  const beginning = ranges.find(([from]) => from === null);
  const isAll =
    beginning !== undefined &&
    (beginning[1] === null || ranges.some(([from, to]) => from === beginning[1] && to === null));
  return isAll ? 'all' : { ranges: ranges.map(([from, to]) => [from, to]) };
}

/** Coverage of consecutive ranges given by their upper bounds; the first has no lower bound. */
export const coverUpTo = (ends: readonly (string | null)[]): Covered =>
  coverRanges(ends.map((end, index) => [index === 0 ? null : ends[index - 1]!, end]));

/** The literals of a list; null where it holds anything else. */
export function literalsIn(list: string): string[] | null {
  const LITERAL = String.raw`'(?:[^']|'')*'(?:::[\w ]+)?|[-+]?[\w.]+`;
  if (!new RegExp(`^\\s*(?:${LITERAL})(?:\\s*,\\s*(?:${LITERAL}))*\\s*$`, 'u').test(list))
    return null;
  return list.match(new RegExp(LITERAL, 'gu'))?.map(valueOf) ?? null;
}

/** What a literal says, without its quotes. */
export const valueOf = (literal: string): string => {
  const [, quoted] = /^'((?:[^']|'')*)'/.exec(literal.trim()) ?? [];
  return quoted === undefined ? literal.trim() : quoted.replaceAll("''", "'");
};

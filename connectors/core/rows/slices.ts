import type { Slice } from '../data.ts';

type Range = Extract<Slice, { kind: 'range' }>;

/**
 * The condition of a range, with the key as SQL; null where it is every row. Rows with a NULL key belong to the first
 * range, so that the ranges together are the whole table.
 */
export function rangeCondition(key: string, { from, to }: Range): string | null {
  if (from !== null && to !== null) return `${key} >= ${number(from)} AND ${key} < ${number(to)}`;
  if (from !== null) return `${key} >= ${number(from)}`;
  return to === null ? null : `(${key} < ${number(to)} OR ${key} IS NULL)`;
}

/** Ensures that nothing but a number gets into a statement. */
function number(text: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError(`Not a boundary: ${text}`);
  return text;
}

/** Prefixes of the hashes of keys in a slice, all of one length; null where it is every row. */
export function prefixesOf(slice: Exclude<Slice, Range>): readonly string[] | null {
  const prefixes = slice.kind === 'bucket' ? [slice.prefix] : slice.prefixes;
  const wrong = prefixes.find(
    (prefix) => !/^[0-9a-f]*$/.test(prefix) || prefix.length !== prefixes[0]?.length,
  );
  if (wrong !== undefined) throw new RangeError(`Not a prefix: ${wrong}`);
  return prefixes[0] === '' ? null : prefixes;
}

/** Facts about a key that need no sorted pass. */
export interface Extent {
  rows: number;
  /** As texts; null where there are no rows. */
  min: string | null;
  max: string | null;
}

/**
 * Boundaries `rows` apart, where at least every second key exists, so that no slice has more than `rows` rows
 * and nothing needs to be sorted; null where keys are sparser.
 */
export function cutDense({ rows: count, min, max }: Extent, rows: number): string[] | null {
  if (min === null || max === null) return [];
  if (!/^-?\d+$/.test(min) || !/^-?\d+$/.test(max)) return null;
  const [first, last, step] = [BigInt(min), BigInt(max), BigInt(rows)];
  if (last - first >= 2n * BigInt(count)) return null;
  const boundaries: string[] = [];
  for (let at = first + step; at <= last; at += step) boundaries.push(at.toString());
  return boundaries;
}

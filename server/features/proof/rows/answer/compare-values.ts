import type { TextRow } from '../../../../../connectors/core/data.ts';
import { canonicalJson } from './canonical-json.ts';
import { isOfCause } from '../causes/find-causes.ts';
import type { Looseness, Tolerance } from '../plan/choose-form.ts';

/** The looseness of a column apart from what a person tolerates. */
export const meaningOf = (loose: Looseness | Tolerance | null): Looseness | null =>
  loose?.as === 'tolerated' ? loose.also : loose;

/** Whether two texts of a column mean the same value. */
export function areEqual(
  source: string | null,
  target: string | null,
  loose: Looseness | Tolerance | null,
): boolean {
  if (source === target) return true;
  if (loose?.as === 'tolerated')
    return (
      areEqual(source, target, loose.also) ||
      loose.causes.some((cause) => isOfCause(cause, source, target, loose.utf8))
    );
  if (source === null || target === null || loose === null) return false;
  switch (loose.as) {
    case 'json':
      return canonicalJson(source) === canonicalJson(target);
    case 'number':
      return areClose(source, target, loose);
    case 'case':
      return source.toLowerCase() === target.toLowerCase();
  }
}

function areClose(
  source: string,
  target: string,
  { tolerance, single }: Extract<Looseness, { as: 'number' }>,
): boolean {
  const [one, other] = [Number(source), Number(target)];
  if (Number.isNaN(one) || Number.isNaN(other)) return false;
  if (one === other || (single && Math.fround(one) === Math.fround(other))) return true;
  const difference = Math.abs(one - other);
  return difference <= tolerance * Math.max(Math.abs(one), Math.abs(other));
}

/** The differences between rows that share a key. */
export interface GroupDifferences {
  changed: [source: TextRow, target: TextRow][];
  missing: TextRow[];
  extra: TextRow[];
  /** Columns, by index, in which values were equal in meaning only. */
  loosely: Set<number>;
  /** Columns, by index, in which values were equal only because a person tolerates the difference. */
  letPass: Set<number>;
}

/** Larger groups are compared by text alone, because otherwise each row is tried with each. */
const MAX_TRIED = 200;

/**
 * Matches rows of one key: equal texts first, then equal meanings; what is left differs.
 */
export function compareGroup(
  source: readonly TextRow[],
  target: readonly TextRow[],
  keyed: boolean,
  {
    loose,
    hashOf,
  }: { loose: readonly (Looseness | Tolerance | null)[]; hashOf: (row: TextRow) => string },
): GroupDifferences {
  const loosely = new Set<number>();
  const letPass = new Set<number>();
  const [left, right] = withoutSameRows(source, target);
  const mayMatch =
    loose.some((one) => one !== null) && Math.max(left.length, right.length) <= MAX_TRIED;
  const missing = !mayMatch
    ? left
    : left.filter((row) => {
        const place = right.findIndex((other) => areRowsEqual(row, other, loose));
        if (place < 0) return true;
        const [other = []] = right.splice(place, 1);
        row.forEach((text, index) => {
          const seen = other[index] ?? null;
          if (text === seen) return;
          const isSame = areEqual(text, seen, meaningOf(loose[index] ?? null));
          (isSame ? loosely : letPass).add(index);
        });
        return false;
      });
  return { ...pairUp(missing, right, keyed, hashOf), loosely, letPass };
}

/**
 * Pairs rows of one key that differ, in an order that does not depend on how they were read.
 * @param keyed - if false, nothing tells which row became which, and none counts as `changed`
 */
export function pairUp<Row>(
  source: readonly Row[],
  target: readonly Row[],
  keyed: boolean,
  hashOf: (row: Row) => string,
): { changed: [source: Row, target: Row][]; missing: Row[]; extra: Row[] } {
  const pairs = keyed ? Math.min(source.length, target.length) : 0;
  const inOrder = (rows: readonly Row[]) =>
    rows.length < 2 ? rows : rows.toSorted((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1));
  const [left, right] = [inOrder(source), inOrder(target)];
  return {
    changed: left.slice(0, pairs).map((row, index) => [row, right[index]!]),
    missing: left.slice(pairs),
    extra: right.slice(pairs),
  };
}

/** Drops equal rows. Most groups have one row per side, possibly long: these are compared without a copy. */
function withoutSameRows(
  source: readonly TextRow[],
  target: readonly TextRow[],
): [source: TextRow[], target: TextRow[]] {
  const [one, other] = [source[0], target[0]];
  if (source.length !== 1 || target.length !== 1 || !one || !other)
    return withoutSame(source, target);
  return areSame(one, other) ? [[], []] : [[one], [other]];
}

const areSame = (one: TextRow, other: TextRow) =>
  one.length === other.length && one.every((text, index) => text === other[index]);

export const areRowsEqual = (
  one: TextRow,
  other: TextRow,
  loose: readonly (Looseness | Tolerance | null)[],
) => one.every((text, index) => areEqual(text, other[index] ?? null, loose[index] ?? null));

/** The rows that each side has more often than the other. */
export function withoutSame<Row>(
  source: readonly Row[],
  target: readonly Row[],
): [source: Row[], target: Row[]] {
  const counts = new Map<string, number>();
  for (const row of target) {
    const text = JSON.stringify(row);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const matched = new Map<string, number>();
  const left = source.filter((row) => {
    const text = JSON.stringify(row);
    const taken = matched.get(text) ?? 0;
    if (taken >= (counts.get(text) ?? 0)) return true;
    matched.set(text, taken + 1);
    return false;
  });
  const right = target.filter((row) => {
    const text = JSON.stringify(row);
    const taken = matched.get(text) ?? 0;
    if (taken === 0) return true;
    matched.set(text, taken - 1);
    return false;
  });
  return [left, right];
}

import type { Column } from '../../../../connectors/core/definitions.ts';
import { readName, relateNames } from '../pairs/naming-service.ts';
import { compareTypes } from './compare-types.ts';

/** How strongly two names suggest that one column became the other. The same place counts 1. */
const CONFIDENCE = {
  derived: 4,
  initials: 3,
  contained: 3,
  alike: 2,
  unlike: 0,
  apart: 0,
} as const;

/** Two tables with more combinations of such columns than this have too little in common to guess. */
const MAX_COMBINATIONS = 2_500;

/** Columns of both sides, those with a counterpart in `pairs`. */
interface Sides {
  source: readonly Column[];
  target: readonly Column[];
  pairs: readonly (readonly [source: Column, target: Column])[];
  lost: readonly Column[];
  added: readonly Column[];
}

/**
 * Finds, among the columns without a counterpart, those of the source that probably have another name on the target.
 * Where several come into question alike, none is named.
 * @returns the target's column by the source's
 */
export function findRenamed(sides: Sides): Map<Column, Column> {
  if (sides.lost.length * sides.added.length > MAX_COMBINATIONS) return new Map();
  const names = new Map(
    [...sides.lost, ...sides.added].map((column) => [column, readName(column.name)]),
  );
  const rate = (from: Column, to: Column): number => {
    const relation = relateNames(names.get(from)!, names.get(to)!);
    return relation === 'unlike' && isSamePlace(from, to, sides) ? 1 : CONFIDENCE[relation];
  };
  const candidates = sides.lost.flatMap((from) =>
    sides.added.flatMap((to) => {
      const confidence = fits(from, to) ? rate(from, to) : 0;
      return confidence > 0 ? [{ from, to, confidence }] : [];
    }),
  );
  const found = new Map<Column, Column>();
  for (const one of candidates) {
    const rivals = candidates.filter(
      (other) => other !== one && (other.from === one.from || other.to === one.to),
    );
    if (rivals.every(({ confidence }) => confidence < one.confidence)) found.set(one.from, one.to);
  }
  return found;
}

const fits = (from: Column, to: Column): boolean =>
  compareTypes(from.canonical, to.canonical)?.severity !== 'error';

const mayHold = ({ canonical: { kind } }: Column, { canonical }: Column): boolean =>
  kind === canonical.kind || ['date', 'time', 'timestamp'].includes(kind);

/**
 * Whether both stand between the same neighbours and are of one type, or of two types of which only the values tell whether
 * they fit, such as SQLite's texts for days.
 */
function isSamePlace(from: Column, to: Column, { source, target, pairs }: Sides): boolean {
  const relation = compareTypes(from.canonical, to.canonical);
  if (relation !== null && !(relation.settledByRows && mayHold(to, from))) return false;
  const [at, place] = [source.indexOf(from), target.indexOf(to)];
  return [-1, 1].every((step) => {
    const [one, other] = [source[at + step], target[place + step]];
    return one === undefined
      ? other === undefined
      : pairs.some(([its, theirs]) => its === one && theirs === other);
  });
}

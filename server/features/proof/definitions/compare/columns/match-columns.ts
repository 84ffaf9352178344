import type { ColumnCounterpart } from '../../../../../../contract/proof/rows.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type { KnownColumn, Letters } from '../../../../sql/service.ts';
import type { Column } from '../../../../../../connectors/core/definitions.ts';
import { readName, relateNames } from '../../../pairs/naming-service.ts';
import { compareTypes } from './compare-types.ts';
import { type ColumnEvidence, areAlike } from '../../../../../../contract/proof/verdicts.ts';

interface Matched {
  pairs: [source: Column, target: Column][];
  /** Source columns in `pairs` that have another name on the target, which nobody confirmed yet. */
  assumed: ReadonlySet<Column>;
  lost: Column[];
  added: Column[];
  /** What else may have become of columns in `lost`. */
  renamed: ReadonlyMap<Column, Column>;
}

/**
 * Which target column a source column became: as people named it, then by exact, folded and renamed names, then by names
 * that leave little doubt.
 */
export function matchColumns(
  source: readonly Column[],
  target: readonly Column[],
  rename: (name: string) => string,
  named: readonly ColumnCounterpart[],
): Matched {
  const left = new Map(target.map((column) => [column.name, column]));
  const found = new Map<Column, Column>();
  for (const one of named) {
    const [from, to] = [source.find(({ name }) => name === one.source), left.get(one.target)];
    if (!from || !to || found.has(from)) continue;
    found.set(from, to);
    left.delete(to.name);
  }
  const steps: ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => rename(name).toLowerCase(),
    (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ];
  for (const [index, step] of steps.entries()) {
    const same = index === 2 ? steps[1]! : step;
    const byName = new Map([...left.values()].map((column) => [same(column.name), column]));
    for (const column of source) {
      const match = found.has(column) ? undefined : byName.get(step(column.name));
      if (!match || !left.has(match.name)) continue;
      found.set(column, match);
      left.delete(match.name);
    }
  }
  const pairsOf = () =>
    source.flatMap((column): [Column, Column][] => {
      const match = found.get(column);
      return match ? [[column, match]] : [];
    });
  const isLost = (column: Column) => !found.has(column);
  const renamed = new Map<Column, Column>();
  const assumed = new Set<Column>();
  const open = {
    source,
    target,
    pairs: pairsOf(),
    lost: source.filter(isLost),
    added: [...left.values()],
  };
  for (const [from, to] of findRenamed(open)) {
    if (!to.assumed) {
      renamed.set(from, to.column);
      continue;
    }
    assumed.add(from);
    found.set(from, to.column);
    left.delete(to.column.name);
  }
  return {
    pairs: pairsOf(),
    assumed,
    lost: source.filter(isLost),
    added: [...left.values()],
    renamed,
  };
}

/** Finds the counterpart of a column on the other side. */
export type OtherColumn = (side: Side, name: string) => Column | undefined;

/** The columns of both sides as expressions name them. */
export type KnownColumns = Record<Side, KnownColumn[]>;

/** Columns under the names that they have on the target. */
export const knownColumns = (
  source: readonly Column[],
  target: readonly Column[],
  rename: (name: string) => string,
  named: readonly ColumnCounterpart[],
): KnownColumns =>
  columnsOfPairs(matchColumns(source, target, rename, named).pairs, source, target, rename);

/** How a column or parameter treats letters. */
export const lettersOf = (
  column: Pick<Column, 'type' | 'canonical' | 'caseSensitive' | 'accentBlind' | 'padSpace'>,
): Letters => {
  const { type, canonical, caseSensitive, accentBlind, padSpace } = column;
  const citext = /^(?:(.+)\.)?citext$/u.exec(type);
  return {
    ...(caseSensitive !== null && { foldsCase: !caseSensitive }),
    ...(caseSensitive === null && canonical.kind === 'text' && { foldsCase: 'unknown' as const }),
    ...(accentBlind && { accentBlind }),
    ...(padSpace && { padSpace }),
    ...(citext && { citext: citext[1] ?? '' }),
  };
};

/** Likewise, where the pairs are known. */
export function columnsOfPairs(
  pairs: Matched['pairs'],
  source: readonly Column[],
  target: readonly Column[],
  rename: (name: string) => string,
): KnownColumns {
  const others = new Map(
    pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
  );
  const known = (column: Column, as: string): KnownColumn => {
    const { name } = column;
    const other = others.get(column);
    const theirs = other?.canonical;
    // MySQL stores booleans as numbers: a column whose counterpart is a boolean counts as one. That only one side is nullable
    // is a finding of its own, so here a column is nullable only if both are.
    return {
      name,
      as,
      nullable: column.nullable && other?.nullable !== false,
      canonical: theirs?.kind === 'boolean' ? theirs : column.canonical,
      ...lettersOf(column),
      ...(other && { there: lettersOf(other) }),
      ...(theirs?.kind === 'text' && !theirs.fixed && { textThere: true }),
    };
  };
  return {
    source: source.map((column) => known(column, others.get(column)?.name ?? rename(column.name))),
    target: target.map((column) => known(column, column.name)),
  };
}

/** How strongly two names suggest that one column became the other. The same place counts 1. */
const CONFIDENCE = {
  derived: 4,
  key: 4,
  initials: 4,
  contained: 3,
  alike: 2,
  unlike: 0,
  apart: 0,
} as const;

/** From here on, the names leave so little doubt that the columns are compared with each other before anybody says so. */
const ASSUMED = 4;

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
 * @returns the target's column by the source's, and whether it is assumed to be the same until somebody decides
 */
function findRenamed(sides: Sides): Map<Column, { column: Column; assumed: boolean }> {
  const combinations = sides.lost.length * sides.added.length;
  if (combinations === 0 || combinations > MAX_COMBINATIONS) return new Map();
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
  const found = new Map<Column, { column: Column; assumed: boolean }>();
  for (const one of candidates) {
    const rivals = candidates.filter(
      (other) => other !== one && (other.from === one.from || other.to === one.to),
    );
    if (rivals.every(({ confidence }) => confidence < one.confidence))
      found.set(one.from, { column: one.to, assumed: one.confidence >= ASSUMED });
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

/** A column of the other side, with what the values tell; absent where the names alone tell it. */
export interface Likely {
  column: Column;
  evidence?: ColumnEvidence;
}

/**
 * What columns without a confirmed counterpart probably became: by their values, otherwise by their names.
 * @returns both by source column; `unlike` where the values speak against the names
 */
export function weighNames(
  { pairs, assumed, lost, added, renamed }: ReturnType<typeof matchColumns>,
  values: readonly ColumnEvidence[],
): Record<'became' | 'unlike', Map<Column, Likely>> {
  const compared = pairs.filter(([one]) => assumed.has(one));
  const sources = [...lost, ...compared.map(([one]) => one)];
  const targets = [...added, ...compared.map(([, other]) => other)];
  const known = values.flatMap((evidence) => {
    const from = sources.find(({ name }) => name === evidence.source);
    const column = targets.find(({ name }) => name === evidence.target);
    return from && column ? [{ from, column, evidence }] : [];
  });
  const became = new Map<Column, Likely>();
  for (const { from, ...likely } of known.filter((one) => areAlike(one.evidence)))
    became.set(from, likely);
  const taken = new Set([...became.values()].map(({ column }) => column));
  const unlike = new Map<Column, Likely>();
  for (const [from, column] of [...renamed, ...compared]) {
    const held = known.find((one) => one.from === from && one.column === column);
    if (held && !areAlike(held.evidence)) unlike.set(from, held);
    else if (renamed.has(from) && !became.has(from) && !taken.has(column))
      became.set(from, { column });
  }
  return { became, unlike };
}

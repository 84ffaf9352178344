import { type Message, message } from '../../../../../contract/messages/message.ts';
import { isTracked, objectTypeOf, familyOf } from '../../../../../contract/engines.ts';
import { type Match, type Name, groupBy, compositeKey } from './match.ts';
import {
  type NameSimilarity,
  compareNames,
  partsOf,
  indexParts,
  trigrams,
  type NameParts,
  spellingKeyOf,
} from './similarity.ts';
import {
  type Shape,
  type ShapeSimilarity,
  type WeightOf,
  compareShapes,
  createColumnWeights,
} from './shape.ts';
import { findAffixes, wordsOf } from './words.ts';
import { splitSignature } from './naming.ts';

/** Objects that matching by spelling has left over. */
export interface Unspelled {
  sources: readonly Name[];
  targets: readonly Name[];
  /** All names of the sides' schemas, matched or not, which show the prefixes and suffixes that most of them share. */
  all: { sources: readonly Name[]; targets: readonly Name[] };
  /** Matches so far, to tell where foreign keys lead. */
  matches: readonly Match[];
  /** The target schema of a source schema; null where unknown: then objects of all schemas are considered. */
  schemaOf: (schema: string) => string | null;
  rename: (name: string) => string;
  /** The least score of a name that is merely similar. */
  minimum: number;
}

interface Scored extends Match {
  /** Whether it is likely enough to be proposed; otherwise it is only a candidate for people to decide on. */
  likely: boolean;
  rank: number;
}

/** Candidates of objects without a certain match, best first. */
export type Candidates = Map<Name, Match[]>;
const CANDIDATES = 5;

/** Columns with a lower score show that two objects differ, whatever their names are. */
const AGAINST = 35;
/** Scores that columns need where names are similar, or weakly similar. */
const ALIKE = 50;
const WEAKLY_ALIKE = { name: 40, columns: 75, strength: 1 };
/** Scores with which columns suffice, whatever the names are. */
const CONCLUSIVE = { columns: 90, strength: 2, common: 3 };
/** The least distance to the next best match. */
const MARGIN = 12;
const OTHER_TYPE = 15;
const BEST_SCORE = 98;

/** An object, and what is known of it. */
interface Known {
  object: Name;
  parts: NameParts;
  /** Null where its columns are not known. */
  shape: Shape | null;
}

const keyOf = ({ schema, name }: { schema: string; name: string }): string =>
  compositeKey(schema, name);

/** Targets that a source may have become: those with equal or similar names, those that share rare columns, and triggers of the same table. */
function indexTargets(
  targets: readonly Known[],
  became: ReadonlyMap<string, Name>,
): (source: Known, schema: string | null) => Set<Known> {
  const partsOfName = ({ parts }: Known) => [
    spellingKeyOf(parts),
    ...trigrams(parts.bare),
    ...(parts.stem === parts.bare ? [] : trigrams(parts.stem)),
  ];
  const columnsOf = ({ shape }: Known) =>
    shape && shape.kind !== 'routine' ? shape.columns.keys() : [];
  const tableOf = ({ shape }: Known) =>
    shape?.kind === 'trigger' ? keyOf(shape.references[0]!) : null;
  const tableNow = (source: Known) => {
    const table = became.get(tableOf(source) ?? '');
    return table ? keyOf(table) : '';
  };
  const placeOf = ({ typeId, schema }: Name) => compositeKey(familyOf(typeId), schema);
  const index = (group: readonly Known[]) => {
    const bySpelling = groupBy(group, ({ parts }) => spellingKeyOf(parts));
    const byName = indexParts(group, partsOfName);
    const byColumns = indexParts(group, columnsOf);
    const byTable = groupBy(group, tableOf);
    return (source: Known) =>
      new Set([
        ...(bySpelling.get(spellingKeyOf(source.parts)) ?? []).slice(0, 100),
        ...byName(partsOfName(source)),
        ...byColumns(columnsOf(source)),
        ...(byTable.get(tableNow(source)) ?? []).slice(0, 100),
      ]);
  };
  const bySchema = new Map(
    [...groupBy(targets, ({ object }) => placeOf(object))].map(([place, group]) => [
      place,
      index(group),
    ]),
  );
  const anywhere = new Map(
    [...groupBy(targets, ({ object }) => familyOf(object.typeId))].map(([family, group]) => [
      family,
      once(() => index(group)),
    ]),
  );
  return (source, schema) => {
    const { object } = source;
    const find =
      schema === null
        ? anywhere.get(familyOf(object.typeId))?.()
        : bySchema.get(placeOf({ ...object, schema }));
    return find?.(source) ?? new Set();
  };
}

function once<T>(make: () => T): () => T {
  let made: { it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}

/**
 * Matches objects by the similarity of their names and columns. An object is matched only where no other comes near; ties
 * are left to people, as candidates.
 */
export function matchAlike(
  left: Unspelled,
  shapes: ReadonlyMap<number, Shape>,
): { matches: Match[]; candidates: Candidates } {
  const [ownOfSource, ownOfTarget] = [left.all.sources, left.all.targets].map(affixesOf);
  // A prefix or suffix that both sides use stays part of the names.
  const own = new Set([...ownOfSource!].filter((word) => !ownOfTarget!.has(word)));
  const others = new Set([...ownOfTarget!].filter((word) => !ownOfSource!.has(word)));
  const knownOf =
    (affixes: ReadonlySet<string>, nameOf: (name: string) => string) => (object: Name) => {
      const shape = shapes.get(object.id) ?? null;
      const name = nameOf(object.name);
      // Argument types are only in the names of overloads; where a side has one of them, its parameters tell which one.
      const own = shape?.kind === 'routine' ? splitSignature(name).base : name;
      return { object, parts: partsOf(own, affixes), shape };
    };
  const sources = left.sources.map(knownOf(own, left.rename));
  const targets = left.targets.map(knownOf(others, (name) => name));
  const became = new Map(left.matches.map(({ source, target }) => [keyOf(source), target]));
  const judge = judgeOf(left, became, createColumnWeights(shapes.values()));
  const scored: Scored[] = [];
  const lookUp = indexTargets(targets, became);
  for (const source of sources) {
    const schema = left.schemaOf(source.object.schema);
    for (const target of lookUp(source, schema)) {
      const found = judge(source, target, schema !== null);
      if (found) scored.push(found);
    }
  }
  scored.sort((one, other) => other.rank - one.rank || one.source.id - other.source.id);
  const matches = assign(scored);
  const taken = new Set(matches.flatMap(({ source, target }) => [source, target]));
  return { matches, candidates: candidatesOf(scored, taken) };
}

const affixesOf = (names: readonly Name[]): Set<string> =>
  new Set(
    [
      ...groupBy(names, ({ typeId, schema }) => compositeKey(String(typeId), schema)).values(),
    ].flatMap((group) => [...findAffixes(group.map(({ name }) => wordsOf(name)))]),
  );

/** Whether an object may have become another one, and why. */
function judgeOf(
  { matches, minimum }: Unspelled,
  became: ReadonlyMap<string, Name>,
  weightOf: WeightOf,
) {
  const reached = schemasReached(matches);
  const leadsTo = (from: Shape['references'][number], to: Shape['references'][number]) => {
    const target = became.get(keyOf(from));
    return target && target.schema === to.schema && target.name === to.name;
  };
  return (source: Known, target: Known, isMapped: boolean): Scored | null => {
    const shapes = compareKnown(source.shape, target.shape, weightOf, leadsTo);
    // Columns are compared first, which is faster than comparing names.
    if (shapes && shapes.score < AGAINST) return null;
    const names = compareNames(source.parts, target.parts);
    // Triggers of one table and event have names of many kinds.
    if (source.shape?.kind === 'trigger' && shapes && areColumnsConclusive(shapes))
      names.apart = false;
    const sameType = source.object.typeId === target.object.typeId;
    const found = shapes
      ? scoreNamesAndColumns(
          names,
          shapes,
          isMapped || reached.has(compositeKey(source.object.schema, target.object.schema)),
          minimum,
        )
      : isMapped &&
        (sameType || names.derived) &&
        scoreNames(names, minimum, isTracked(objectTypeOf(source.object.typeId)));
    if (!found) return null;
    const rank = found.rank - (sameType ? 0 : OTHER_TYPE);
    return { source: source.object, target: target.object, ...found, rank };
  };
}

/** Least number of a schema's objects that went to a target schema, so that others may have gone there, too. */
const REACHED = 3;

/** Source schemas, each with a target schema that some of its objects went to. */
function schemasReached(matches: readonly Match[]): Set<string> {
  const groups = groupBy(matches, ({ source, target }) =>
    compositeKey(source.schema, target.schema),
  );
  return new Set([...groups].filter(([, of]) => of.length >= REACHED).map(([schemas]) => schemas));
}

type Score = Omit<Scored, 'source' | 'target'>;

function scoreNamesAndColumns(
  names: NameSimilarity,
  shapes: ShapeSimilarity,
  isSchemaLikely: boolean,
  minimum: number,
): Score | null {
  const byName = isAlike(names, shapes, minimum);
  const byColumns = areColumnsConclusive(shapes);
  // Where the target schema is unknown, equal names alone prove nothing.
  const isPlaced = isSchemaLikely || shapes.score >= WEAKLY_ALIKE.columns;
  const likely = !names.apart && isPlaced && (byName || byColumns);
  if (!likely && !byColumns && names.score < minimum) return null;
  const score = byName ? (names.score + shapes.score) / 2 : shapes.score;
  return {
    method: byName ? 'similar' : 'columns',
    score: Math.min(BEST_SCORE, Math.round(score)),
    reason: reasonOf([...(byName ? names.reasons : []), ...shapes.reasons]),
    likely,
    rank: 2 * shapes.score + names.score,
  };
}

/** Null where one of them is unknown, or has no columns to compare. */
const compareKnown = (
  source: Shape | null,
  target: Shape | null,
  ...more: [WeightOf, Parameters<typeof compareShapes>[3]]
): ShapeSimilarity | null => {
  const tells = (shape: Shape | null): shape is Shape =>
    shape !== null &&
    (shape.kind === 'routine' || shape.kind === 'trigger' || shape.columns.size > 0);
  return tells(source) && tells(target) ? compareShapes(source, target, ...more) : null;
};

/** @param columnless - whether such objects have no columns at all */
const scoreNames = (
  { score, apart, reasons }: NameSimilarity,
  minimum: number,
  columnless: boolean,
): Score | null =>
  apart || score < minimum
    ? null
    : {
        method: 'similar',
        score,
        reason: reasonOf(columnless ? reasons : [...reasons, message('pair.columnsUnknown')]),
        likely: true,
        rank: 3 * score,
      };

const isAlike = (
  names: NameSimilarity,
  { score, strength }: ShapeSimilarity,
  minimum: number,
): boolean =>
  names.derived ||
  (names.score >= minimum && score >= ALIKE) ||
  (names.score >= WEAKLY_ALIKE.name &&
    score >= WEAKLY_ALIKE.columns &&
    strength >= WEAKLY_ALIKE.strength);

const areColumnsConclusive = ({ score, strength, common }: ShapeSimilarity): boolean =>
  score >= CONCLUSIVE.columns && strength >= CONCLUSIVE.strength && common >= CONCLUSIVE.common;

const reasonOf = (reasons: readonly Message[]): Message => message('pair.because', { reasons });

/**
 * Takes matches that are best for both objects by a clear margin, until none is left; objects that are taken no longer
 * compete.
 */
function assign(scored: readonly Scored[]): Match[] {
  const matches: Match[] = [];
  let open = scored.filter(({ likely }) => likely);
  for (;;) {
    const ranks = new Map<Name, number[]>();
    for (const { source, target, rank } of open)
      for (const one of [source, target])
        ranks.set(one, [...(ranks.get(one) ?? []), rank].slice(0, 2));
    const isFirst = (name: Name, rank: number) => {
      const [best, next] = ranks.get(name)!;
      return rank === best && (next === undefined || best - next >= MARGIN);
    };
    const sure = open.filter(
      ({ source, target, rank }) => isFirst(source, rank) && isFirst(target, rank),
    );
    if (sure.length === 0) return matches;
    const taken = new Set(sure.flatMap(({ source, target }) => [source, target]));
    matches.push(...sure.map(toMatch));
    open = open.filter(({ source, target }) => !taken.has(source) && !taken.has(target));
  }
}

const toMatch = ({ source, target, method, score, reason }: Scored): Match => ({
  source,
  target,
  method,
  score,
  reason,
});

function candidatesOf(scored: readonly Scored[], taken: ReadonlySet<Name>): Candidates {
  const candidates: Candidates = new Map();
  for (const one of scored) {
    if (taken.has(one.source) || taken.has(one.target)) continue;
    for (const name of [one.source, one.target]) {
      const own = candidates.get(name) ?? [];
      if (own.length < CANDIDATES) candidates.set(name, [...own, toMatch(one)]);
    }
  }
  return candidates;
}

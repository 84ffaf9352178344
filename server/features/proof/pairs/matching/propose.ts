import { familyOf, OBJECT_TYPE_NAMES, objectTypeOf } from '../../../../../contract/engines.ts';
import {
  DEFAULT_MATCHING_RULES,
  type MatchMethod,
  type MatchingRules,
  type MatchPreview,
} from '../../../../../contract/proof/pairs.ts';
import type { Db } from '../../../../platform/db/store.ts';
import type { Match, Name } from './match.ts';
import { type Candidates, matchAlike } from './match-alike.ts';
import { type Spelled, matchSpelled } from './matcher.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { DefinitionSource } from '../types.ts';
import { withEnglish } from '../../../../../contract/messages/english.ts';

/** An object that can be matched: it is in no pair, alone in one, or only proposed. */
export interface Open extends Name {
  side: 'source' | 'target';
  pairId: number | null;
  state: 'unmatched' | 'proposed' | null;
  missing: boolean;
}

export interface MatchCounts {
  by_method: Partial<Record<MatchMethod, number>>;
  unmatched: { source: number; target: number };
  milliseconds: number;
}

export async function readRules(db: Db, projectId: number): Promise<MatchingRules> {
  const row = await db
    .selectFrom('project_proof')
    .select('matching')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.matching ? (JSON.parse(row.matching) as MatchingRules) : DEFAULT_MATCHING_RULES;
}

/** The objects of a project with the state of the pair that they are in. */
export const selectObjects = (db: Db, projectId: number) =>
  db
    .selectFrom('object')
    .leftJoin('pair', 'pair.id', 'object.pair_id')
    .select([
      'object.id',
      'object.side',
      'object.type_id as typeId',
      'object.schema_name as schema',
      'object.object_name as name',
      'object.pair_id as pairId',
      'pair.state',
    ])
    .where('object.project_id', '=', projectId);

async function readOpen(db: Db, projectId: number): Promise<Open[]> {
  const rows = await selectObjects(db, projectId)
    .select('object.missing_since')
    .where((where) =>
      where.or([
        where('object.pair_id', 'is', null),
        where('pair.state', 'in', ['unmatched', 'proposed']),
      ]),
    )
    .orderBy('object.id')
    .execute();
  return rows.map(({ missing_since: missing, ...row }) => ({
    ...row,
    state: row.state as Open['state'],
    missing: missing !== null,
  }));
}

export interface Proposal {
  counts: MatchCounts;
  matches: Match[];
  candidates: Candidates;
  open: Open[];
  alone: Open[];
}

/**
 * What rules propose for the open objects of a project; changes no pair.
 * @param learn - gives the shapes of objects whose names tell too little
 */
export async function propose(
  db: Db,
  projectId: number,
  rules: MatchingRules,
  learn: (objects: readonly Open[]) => Promise<ReadonlyMap<number, Shape>>,
): Promise<Proposal> {
  const start = performance.now();
  const open = await readOpen(db, projectId);
  const onSide = (side: Open['side']) =>
    open.filter((object) => object.side === side && !object.missing);
  const [sources, targets] = [onSide('source'), onSide('target')];
  const spelled = matchSpelled(sources, targets, rules);
  const { matches, candidates } = await matchRest(spelled, { sources, targets }, rules, learn);
  const matched = new Set(matches.flatMap(({ source, target }) => [source.id, target.id]));
  const alone = open.filter(({ id }) => !matched.has(id));
  const by_method: MatchCounts['by_method'] = {};
  for (const { method } of matches) by_method[method] = (by_method[method] ?? 0) + 1;
  const left = (side: Open['side']) => alone.filter((object) => object.side === side).length;
  const milliseconds = Math.round(performance.now() - start);
  const unmatched = { source: left('source'), target: left('target') };
  return { counts: { by_method, unmatched, milliseconds }, matches, candidates, open, alone };
}

/** If a side has more objects than this, only names are compared. */
const MAX_SHAPES = 20_000;

async function matchRest(
  { matches, schemaOf, rename, ...left }: Spelled,
  all: { sources: Open[]; targets: Open[] },
  { similarity }: MatchingRules,
  learn: (objects: readonly Open[]) => Promise<ReadonlyMap<number, Shape>>,
): Promise<{ matches: Match[]; candidates: Candidates }> {
  if (similarity === null || left.sources.length === 0 || left.targets.length === 0)
    return { matches, candidates: new Map() };
  const wanted = (own: readonly Name[], others: readonly Name[], of: readonly Open[]) => {
    const families = new Set(others.map(({ typeId }) => familyOf(typeId)));
    const open = new Set(own.filter(({ typeId }) => families.has(familyOf(typeId))));
    return of.filter((one) => open.has(one)).slice(0, MAX_SHAPES);
  };
  const shapes = await learn([
    ...wanted(left.sources, left.targets, all.sources),
    ...wanted(left.targets, left.sources, all.targets),
  ]);
  // What became of their tables tells triggers apart, so they come last.
  const found = { matches, candidates: new Map() as Candidates };
  for (const isTurn of [(one: Name) => !isTrigger(one), isTrigger]) {
    const [sources, targets] = [left.sources.filter(isTurn), left.targets.filter(isTurn)];
    if (sources.length === 0 || targets.length === 0) continue;
    const rest = { sources, targets, all, matches: found.matches, schemaOf, rename };
    const alike = matchAlike({ ...rest, minimum: similarity }, shapes);
    found.matches = [...found.matches, ...alike.matches];
    for (const [name, its] of alike.candidates) found.candidates.set(name, its);
  }
  return found;
}

const isTrigger = ({ typeId }: Name): boolean => objectTypeOf(typeId) === 'triggers';

/** Gives shapes by the definitions that were read last. */
export const createShapeReader =
  (definitions: DefinitionSource) =>
  async (ids: readonly number[]): Promise<Map<number, Shape>> => {
    const shapes = new Map<number, Shape>();
    await definitions.visit(ids, (id, definition) => shapes.set(id, shapeOf(definition)));
    return shapes;
  };

const SHOWN = 100;

/** What rules would propose, by the definitions that were read last; the least certain matches first. */
export async function previewMatching(
  longReads: Db,
  projectId: number,
  rules: MatchingRules,
  learn: Parameters<typeof propose>[3],
): Promise<MatchPreview> {
  const { counts, matches, alone } = await propose(longReads, projectId, rules, learn);
  const fullName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
  // Matches that no rule of equality explains are the first to look at.
  const telling = matches.toSorted((one, other) => one.score - other.score);
  const left = (side: 'source' | 'target') =>
    alone
      .filter((object) => object.side === side)
      .slice(0, SHOWN)
      .map(fullName);
  return {
    ...counts,
    examples: telling.slice(0, SHOWN).map(({ source, target, method, score, reason }) => ({
      object_type: OBJECT_TYPE_NAMES[source.typeId - 1]!,
      source: fullName(source),
      target: fullName(target),
      method,
      score,
      ...withEnglish('reason', reason),
    })),
    left: { source: left('source'), target: left('target') },
  };
}

import { sql } from 'kysely';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import {
  CALL_RESULTS,
  DATA_RESULTS,
  type ProofSummary,
  SETTLED,
  DEFINITION_RESULTS,
  VERDICTS,
  isSettled,
} from '../../../../contract/proof/pairs.ts';
import type { Db } from '../../../platform/db/store.ts';
import { verdictOf, verdictRankOf } from './verdict.ts';

type TypeCounts = ProofSummary['by_type'][number];

const none = <T extends string>(names: readonly T[]): Record<T | 'none', number> =>
  Object.fromEntries([...names, 'none' as const].map((name) => [name, 0])) as Record<
    T | 'none',
    number
  >;

const emptyCounts = (typeId: TypeCounts['object_type_id']): TypeCounts => ({
  object_type_id: typeId,
  proposed: 0,
  confirmed: 0,
  dropped: 0,
  new: 0,
  unmatched_source: 0,
  unmatched_target: 0,
  structure: none(DEFINITION_RESULTS),
  data: none(DATA_RESULTS),
  calls: none(CALL_RESULTS),
  verdicts: Object.fromEntries(VERDICTS.map((name) => [name, 0])) as TypeCounts['verdicts'],
  verified: 0,
  stale: 0,
});

/** Counts by type of object. */
export async function countByType(db: Db, projectId: number): Promise<TypeCounts[]> {
  const groups = await db
    .selectFrom('pair')
    .select(({ fn }) => [
      'type_id',
      'state',
      'structure_result',
      'data_result',
      'call_result',
      verdictOf(projectId).as('verdict'),
      sql<number>`case when source_count = 0 then 1 else 0 end`.as('sourceless'),
      fn.countAll<number>().as('count'),
    ])
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is not', null)
    .groupBy([
      'type_id',
      'state',
      'structure_result',
      'data_result',
      'call_result',
      'sourceless',
      'verdict',
    ])
    .execute();
  const byType = new Map<number, TypeCounts>();
  for (const group of groups) {
    const counts = byType.get(group.type_id) ?? emptyCounts(group.type_id);
    byType.set(group.type_id, counts);
    counts.verdicts[group.verdict] += group.count;
    if (group.verdict === 'belongs') continue;
    if (group.state === 'unmatched') {
      counts[group.sourceless ? 'unmatched_target' : 'unmatched_source'] += group.count;
      continue;
    }
    counts[group.state] += group.count;
    if (group.state === 'dropped' || group.state === 'new') continue;
    counts.structure[group.structure_result ?? 'none'] += group.count;
    counts.data[group.data_result ?? 'none'] += group.count;
    counts.calls[group.call_result ?? 'none'] += group.count;
  }
  await addObjectCounts(db, projectId, byType);
  return [...byType.values()].sort((one, other) => one.object_type_id - other.object_type_id);
}

/** Adds the pairs whose objects are all verified, and the pairs with a changed definition. */
async function addObjectCounts(
  db: Db,
  projectId: number,
  byType: ReadonlyMap<number, TypeCounts>,
): Promise<void> {
  const perPair = db
    .selectFrom('object')
    .select([
      'type_id',
      'pair_id',
      sql<number>`min(case when status = 'verified' then 1 else 0 end)`.as('verified'),
      sql<number>`max(case when stale_since is null then 0 else 1 end)`.as('stale'),
    ])
    .where('project_id', '=', projectId)
    .where('pair_id', 'is not', null)
    .groupBy(['type_id', 'pair_id']);
  const rows = await db
    .selectFrom(perPair.as('pairs'))
    .select(({ fn }) => [
      'type_id',
      fn.sum<number>('verified').as('verified'),
      fn.sum<number>('stale').as('stale'),
    ])
    .groupBy('type_id')
    .execute();
  for (const { type_id, verified, stale } of rows) {
    const counts = byType.get(type_id);
    if (counts) Object.assign(counts, { verified: Number(verified), stale: Number(stale) });
  }
}

/** Number of objects that were verified against their proof. */
export async function countVerifiedAgainst(db: Db, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('object')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('status', '=', 'verified')
    .where('against_evidence', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * What follows from a difference, worst first: a table has wrong rows, a definition rejects or alters what is written,
 * a routine answers otherwise, a view shows what may only follow from its tables.
 */
const CONSEQUENCE = sql<number>`case
  when data_result = 'different' and type_id = ${sql.lit(OBJECT_TYPES.tables)} then 0
  when structure_result = 'different' then 1
  when call_result = 'different' then 2
  else 3 end`;

/** Ids of the pairs that block, worst first. */
export async function findBlocking(db: Db, projectId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('pair')
    .select('id')
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is not', null)
    .where(verdictOf(projectId), 'not in', SETTLED)
    .orderBy(verdictRankOf(projectId))
    .orderBy(CONSEQUENCE)
    .orderBy(sql`coalesce(data_differences, 0) - coalesce(data_accepted, 0)`, 'desc')
    .orderBy('structure_findings', 'desc')
    .orderBy(sql`case when source_count = 0 then 1 else 0 end`)
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many pairs block. */
export const countBlocking = (byType: readonly TypeCounts[]): number =>
  byType
    .flatMap(({ verdicts }) => VERDICTS.map((name) => (isSettled(name) ? 0 : verdicts[name])))
    .reduce((sum, count) => sum + count, 0);

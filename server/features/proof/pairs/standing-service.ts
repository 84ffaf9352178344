import { sql } from 'kysely';
import { DAY } from '../../../../contract/days.ts';
import { SETTLED } from '../../../../contract/proof/verdicts.ts';
import { timestampIn } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/store.ts';
import { WITH_ROWS, nextNumbersOf, verdictOf } from './verdict.ts';

/** The state of a project's proof, for deciding about the switch to its target. */
export interface Standing {
  pairs: number;
  /** Pairs that are not settled. */
  open: number;
  /** Pairs with both sides whose comparison is older than allowed. */
  old: number;
  /** Pairs whose next numbers are taken (`behind`), and those where that is unknown (`unnumbered`). */
  behind: number;
  unnumbered: number;
  /** Objects that have changed since they were verified. */
  stale: number;
  /** Objects that testers have not verified, without those that were decided to have no counterpart. */
  unverified: number;
  returned: number;
  /** Objects that were verified against their proof. */
  against: number;
  /** Acceptances in force that end within a day. */
  ending: number;
  /** Runs that are under way or waiting. */
  runs: number;
}

/** @param since - comparisons that began earlier are too old */
export async function readStanding(db: Db, projectId: number, since: string): Promise<Standing> {
  // One after the other, because a transaction has one connection.
  const pairs = await countPairs(db, projectId, since);
  const objects = await countObjects(db, projectId);
  const ending = await db
    .selectFrom('acceptance')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .where('until', '<=', timestampIn(DAY).slice(0, 10))
    .executeTakeFirstOrThrow();
  const runs = await db
    .selectFrom('run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('state', 'in', ['queued', 'running', 'paused'])
    .executeTakeFirstOrThrow();
  return { ...pairs, ...objects, ending: Number(ending.count), runs: Number(runs.count) };
}

/** Pairs whose next numbers are taken, by name. */
export const listPairsWithTakenNumbers = (
  db: Db,
  projectId: number,
  most: number,
): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('pair')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is not', null)
    .where(nextNumbersOf(projectId), '=', 'behind')
    .orderBy('name')
    .limit(most)
    .execute();

/** The pairs of a project that are not settled. */
export const openPairs = (db: Db, projectId: number) =>
  db
    .selectFrom('pair')
    .select('pair.id')
    .where('project_id', '=', projectId)
    .where(verdictOf(projectId), 'not in', [...SETTLED]);

const sumOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

async function countPairs(
  db: Db,
  projectId: number,
  since: string,
): Promise<Pick<Standing, 'pairs' | 'open' | 'old' | 'behind' | 'unnumbered'>> {
  const old = sql`state in ('proposed', 'confirmed') and (
    coalesce(structure_at, '') < ${since}
    or type_id in (${sql.join(WITH_ROWS)}) and coalesce(data_at, '') < ${since}
    or call_at < ${since})`;
  const numbers = nextNumbersOf(projectId);
  const counts = await db
    .selectFrom('pair')
    .select(({ fn }) => [
      fn.countAll<number>().as('pairs'),
      sumOf(sql`${verdictOf(projectId)} not in (${sql.join(SETTLED)})`).as('open'),
      sumOf(old).as('old'),
      sumOf(sql`${numbers} = 'behind'`).as('behind'),
      sumOf(sql`${numbers} = 'unknown'`).as('unnumbered'),
    ])
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    pairs: Number(counts.pairs),
    open: Number(counts.open),
    old: Number(counts.old),
    behind: Number(counts.behind),
    unnumbered: Number(counts.unnumbered),
  };
}

async function countObjects(
  db: Db,
  projectId: number,
): Promise<Pick<Standing, 'stale' | 'unverified' | 'returned' | 'against'>> {
  const unneeded = db
    .selectFrom('pair')
    .select('pair.id')
    .where('project_id', '=', projectId)
    .where(verdictOf(projectId), 'in', ['decided', 'belongs']);
  const unverified = sql`status <> 'verified' and missing_since is null
    and (pair_id is null or pair_id not in (${unneeded}))`;
  const counts = await db
    .selectFrom('object')
    .select([
      sumOf(sql`stale_since is not null`).as('stale'),
      sumOf(unverified).as('unverified'),
      sumOf(sql`returned_at is not null`).as('returned'),
      sumOf(sql`status = 'verified' and against_evidence is not null`).as('against'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return {
    stale: Number(counts.stale),
    unverified: Number(counts.unverified),
    returned: Number(counts.returned),
    against: Number(counts.against),
  };
}

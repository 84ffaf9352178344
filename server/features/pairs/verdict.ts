import { type SqlBool, sql } from 'kysely';
import { OBJECT_TYPES } from '../../../contract/engines.ts';
import { type Verdict, VERDICTS } from '../../../contract/pairs.ts';

const WITH_ROWS = [OBJECT_TYPES.tables, OBJECT_TYPES.views];
const ROUTINES = [OBJECT_TYPES.functions, OBJECT_TYPES.procedures];

/** Whether one of a pair's objects is stale; the few stale ones of a project are found by their index. */
export const isStale = (projectId: number) =>
  sql<SqlBool>`(pair.id in (select pair_id from object where project_id = ${sql.lit(projectId)} and stale_since is not null and pair_id is not null))`;

/** When a pair has which verdict; the first that holds is its own. */
const CONDITIONS: Record<Exclude<Verdict, 'stale' | 'proven'>, string> = {
  decided: `state in ('dropped', 'new')`,
  different: `'different' in (structure_result, data_result, call_result)`,
  call_failed: `call_result = 'failed'`,
  partly_compared: `'partly_compared' in (data_result, call_result)`,
  not_comparable: `data_result = 'not_comparable'`,
  unmatched: `state = 'unmatched'`,
  outdated: `definition_changed_at > data_at or definition_changed_at > call_at`,
  never_compared: `structure_result is null or (data_result is null and type_id in (${WITH_ROWS.join()}))`,
  never_called: `call_result is null and type_id in (${ROUTINES.join()})`,
  unconfirmed: `state = 'proposed'`,
  accepted: `data_result = 'accepted'`,
};

const ORDER = ['decided', ...VERDICTS.filter((verdict) => verdict !== 'decided')] as const;

/** The verdict of each pair of a project: the one place that decides what is proven. */
export function verdictOf(projectId: number) {
  const cases = ORDER.flatMap((verdict) => {
    if (verdict === 'proven') return [];
    const condition = verdict === 'stale' ? isStale(projectId) : sql.raw(CONDITIONS[verdict]);
    return [sql`when ${condition} then ${sql.lit(verdict)}`];
  });
  return sql<Verdict>`case ${sql.join(cases, sql` `)} else 'proven' end`;
}

/** Its place in the order of `VERDICTS`, worst first. */
export const verdictRankOf = (projectId: number) => {
  const ranks = VERDICTS.map(
    (verdict, rank) => sql`when ${sql.lit(verdict)} then ${sql.lit(rank)}`,
  );
  return sql<number>`case ${verdictOf(projectId)} ${sql.join(ranks, sql` `)} end`;
};

/** What the proof of a pair says against calling its objects done: its verdict, or that it was never called; else null. */
export function contradictionOf(projectId: number, callsAllowed: boolean) {
  const verdict = verdictOf(projectId);
  const neverCalled = sql.raw(
    `call_result is null and type_id in (${ROUTINES.join()}) and state in ('proposed', 'confirmed')`,
  );
  return sql<Verdict | null>`case
    when ${verdict} in ('different', 'call_failed', 'partly_compared') then ${verdict}
    when ${callsAllowed ? neverCalled : sql.raw('1 = 0')} then 'never_called' end`;
}

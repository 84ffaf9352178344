import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { type Verdict, VERDICTS } from '../../../../contract/proof/pairs.ts';

const WITH_ROWS = [OBJECT_TYPES.tables, OBJECT_TYPES.views];
const ROUTINES = [OBJECT_TYPES.functions, OBJECT_TYPES.procedures];

/** Whether one of a pair's objects has this moment: the few of a project are found by their index. */
const hasObject = (projectId: number, moment: 'stale_since' | 'missing_since') =>
  sql<SqlBool>`(pair.id in (select pair_id from object where project_id = ${sql.lit(projectId)} and ${sql.ref(moment)} is not null and pair_id is not null))`;

export const isStale = (projectId: number) => hasObject(projectId, 'stale_since');

const MATCHED = sql.raw(`state in ('proposed', 'confirmed')`);

type Condition = (projectId: number) => RawBuilder<SqlBool>;
const holds =
  (condition: string): Condition =>
  () =>
    sql.raw(condition);

/** When a pair has which verdict; the first that holds is its own. */
const CONDITIONS: Record<Exclude<Verdict, 'proven'>, Condition> = {
  decided: holds(`state in ('dropped', 'new')`),
  different: holds(`'different' in (structure_result, data_result, call_result)`),
  call_failed: holds(`call_result = 'failed'`),
  stale: isStale,
  partly_compared: holds(`'partly_compared' in (data_result, call_result)`),
  // Definitions that were read and have no result: several on a side, or one that is not there any more.
  not_comparable: (projectId) =>
    sql`(data_result = 'not_comparable' or (structure_result is null and structure_at is not null) or ${hasObject(projectId, 'missing_since')})`,
  unmatched: holds(`state = 'unmatched'`),
  outdated: holds(
    `(definition_changed_at > structure_at or definition_changed_at > data_at or definition_changed_at > call_at
      or rules_changed_at > data_at or rows_outdated_at > data_at)`,
  ),
  never_compared: holds(
    `(structure_result is null or (data_result is null and type_id in (${WITH_ROWS.join()})))`,
  ),
  never_called: holds(`(call_result is null and type_id in (${ROUTINES.join()}))`),
  warned: holds(`structure_findings > 0`),
  unconfirmed: holds(`state = 'proposed'`),
  accepted: holds(`'accepted' in (data_result, call_result)`),
};

const ORDER = ['decided', ...VERDICTS.filter((verdict) => verdict !== 'decided')] as const;

/** The verdict of each pair of a project: the one place that decides what is proven. */
export function verdictOf(projectId: number) {
  const cases = ORDER.flatMap((verdict) => {
    if (verdict === 'proven') return [];
    return [sql`when ${CONDITIONS[verdict](projectId)} then ${sql.lit(verdict)}`];
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
  const neverCalled = sql`${MATCHED} and call_result is null and type_id in (${sql.raw(ROUTINES.join())})`;
  return sql<Verdict | null>`case
    when ${verdict} in ('different', 'call_failed') then ${verdict}
    when ${MATCHED} and 'partly_compared' in (data_result, call_result) then 'partly_compared'
    when ${callsAllowed ? neverCalled : sql.raw('1 = 0')} then 'never_called' end`;
}

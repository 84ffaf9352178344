import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { type NextNumbers, VERDICTS, type Verdict } from '../../../../contract/proof/pairs.ts';

/** Types whose pairs have rows to compare. */
export const WITH_ROWS = [OBJECT_TYPES.tables, OBJECT_TYPES.views];
const ROUTINES = [OBJECT_TYPES.functions, OBJECT_TYPES.procedures];

/** Whether one of a pair's objects has this time set. Few objects of a project do, and an index finds them. */
const hasObject = (projectId: number, moment: 'stale_since' | 'missing_since') =>
  sql<SqlBool>`(pair.id in (select pair_id from object where project_id = ${sql.lit(projectId)} and ${sql.ref(moment)} is not null and pair_id is not null))`;

export const isStale = (projectId: number) => hasObject(projectId, 'stale_since');

/**
 * Whether one of the pair's objects belongs to another one; if that is a table, the project must have it. The cross join
 * keeps SQLite to this join order, with the few parts first.
 */
export const isBelonging = (projectId: number) =>
  sql<SqlBool>`(pair.id in (select part.pair_id from snapshot cross join object as part
    where part.id = snapshot.object_id and snapshot.belongs_to is not null and part.project_id = ${sql.lit(projectId)} and part.pair_id is not null
      and (snapshot.parent_name is null or exists (select 1 from object as parent
        where parent.project_id = part.project_id and parent.side = part.side and parent.type_id = ${sql.lit(OBJECT_TYPES.tables)}
          and parent.schema_name = snapshot.parent_schema and parent.object_name = snapshot.parent_name))))`;

const MATCHED = sql.raw(`state in ('proposed', 'confirmed')`);

type Condition = (projectId: number) => RawBuilder<SqlBool>;
const holds =
  (condition: string): Condition =>
  () =>
    sql.raw(condition);

/** The conditions of the verdicts; the first one that holds decides. */
const CONDITIONS: Record<Exclude<Verdict, 'proven'>, Condition> = {
  decided: holds(`state in ('dropped', 'new')`),
  belongs: (projectId) => sql`(state = 'unmatched' and ${isBelonging(projectId)})`,
  different: holds(`'different' in (structure_result, data_result, call_result)`),
  call_failed: holds(`call_result = 'failed'`),
  stale: isStale,
  partly_compared: holds(`'partly_compared' in (data_result, call_result)`),
  // Definitions were read but could not be compared: a side has several objects, or one that is gone.
  not_comparable: (projectId) =>
    sql`(data_result = 'not_comparable' or (structure_result is null and structure_at is not null) or ${hasObject(projectId, 'missing_since')})`,
  unmatched: holds(`state = 'unmatched'`),
  outdated: holds(
    `(definition_changed_at > structure_at or definition_changed_at > data_at or definition_changed_at > call_at
      or rules_changed_at > data_at or rules_changed_at > call_at or rows_outdated_at > data_at)`,
  ),
  never_compared: holds(
    `(structure_result is null or (data_result is null and type_id in (${WITH_ROWS.join()})))`,
  ),
  // Only a trigger can call its trigger function.
  never_called: (projectId) =>
    sql`(call_result is null and type_id in (${sql.raw(ROUTINES.join())}) and not ${isBelonging(projectId)})`,
  warned: holds(`structure_findings > 0`),
  unconfirmed: holds(`state = 'proposed'`),
  accepted: holds(`'accepted' in (data_result, call_result)`),
};

const FIRST = ['decided', 'belongs'] as const;
const ORDER = [
  ...FIRST,
  ...VERDICTS.filter((verdict) => verdict !== 'decided' && verdict !== 'belongs'),
] as const;

/** The verdict of each pair of a project: the one place that decides what is proven. */
export function verdictOf(projectId: number) {
  const cases = ORDER.flatMap((verdict) => {
    if (verdict === 'proven') return [];
    return [sql`when ${CONDITIONS[verdict](projectId)} then ${sql.lit(verdict)}`];
  });
  return sql<Verdict>`case ${sql.join(cases, sql` `)} else 'proven' end`;
}

/** The rank of a pair's verdict in `VERDICTS`, worst first. */
export const verdictRankOf = (projectId: number) => {
  const ranks = VERDICTS.map(
    (verdict, rank) => sql`when ${sql.lit(verdict)} then ${sql.lit(rank)}`,
  );
  return sql<number>`case ${verdictOf(projectId)} ${sql.join(ranks, sql` `)} end`;
};

/** What speaks against calling a pair's objects done: its verdict, or that it was never called; null where nothing does. */
export function contradictionOf(projectId: number, callsAllowed: boolean) {
  const verdict = verdictOf(projectId);
  const neverCalled = sql`${MATCHED} and call_result is null and type_id in (${sql.raw(ROUTINES.join())}) and not ${isBelonging(projectId)}`;
  return sql<Verdict | null>`case
    when ${verdict} in ('different', 'call_failed') then ${verdict}
    when ${MATCHED} and 'partly_compared' in (data_result, call_result) then 'partly_compared'
    when ${callsAllowed ? neverCalled : sql.raw('1 = 0')} then 'never_called' end`;
}

const NUMBERED = [OBJECT_TYPES.tables, OBJECT_TYPES.sequences];

/**
 * How the next numbers of a pair's target relate to the numbers in use; null where it has none. What is new on the target
 * cannot repeat numbers of the source.
 */
export const nextNumbersOf = (projectId: number) => sql<NextNumbers | null>`case
  when type_id not in (${sql.raw(NUMBERED.join())}) or target_count = 0 or state in ('dropped', 'new')
    or (state = 'unmatched' and ${isBelonging(projectId)}) then null
  when state = 'unmatched' or structure_result is null or numbering is null or definition_changed_at > structure_at
    then 'unknown'
  when numbering = 'none' then null
  else numbering end`;

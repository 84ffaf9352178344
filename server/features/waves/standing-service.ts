import { type RawBuilder, sql } from 'kysely';
import type { WaveStanding } from '../../../contract/waves.ts';
import type { Db } from '../../platform/db/store.ts';
import type { AssessedMinutes } from '../assessment/service.ts';

/** The inputs of waves' figures. */
export interface Sources {
  projectId: number;
  /** 0 if dependencies have not been read. */
  readId: number;
  assessed: AssessedMinutes | null;
}

/**
 * Pending objects that need another one that is not migrated; foreign keys, their own cycle and missing objects do not
 * block them.
 * @param only - a further condition
 */
const blocked = (readId: number, only = sql`true`) => sql`
  select dependency.object_id from dependency join object as needed on needed.id = dependency.needs_id
    where dependency.read_id = ${readId} and ${only} and dependency.kind <> 'foreign_key'
      and dependency.cycle is null and needed.status = 'pending' and needed.missing_since is null`;

const standingBy = (isBlocked: RawBuilder<unknown>) => sql<WaveStanding>`case
  when object.status = 'verified' then 'done' when object.status = 'migrated' then 'testing'
  when ${isBlocked} then 'blocked' else 'ready' end`;

export const standingOf = (readId: number): RawBuilder<WaveStanding> =>
  standingBy(sql`exists (${blocked(readId, sql`dependency.object_id = object.id`)})`);

/** The same where the standings of all objects are wanted: what is blocked is found once, not for each object. */
export const standingAmongAll = (readId: number): RawBuilder<WaveStanding> =>
  standingBy(sql`object.id in (${blocked(readId)})`);

/** Minutes of an object; null if it is not assessed. */
export const minutesOf = ({ assessed }: Sources): RawBuilder<number | null> =>
  assessed ? sql`(${assessed.minutes})` : sql`cast(null as integer)`;

/** The objects of the source, each with its wave and its estimate. */
export const selectMoved = (db: Db, { projectId, assessed }: Sources) =>
  db
    .selectFrom('object')
    .leftJoin('wave_object', 'wave_object.object_id', 'object.id')
    .leftJoin('assessed_object', (join) =>
      join
        .onRef('assessed_object.object_id', '=', 'object.id')
        .on('assessed_object.assessment_id', '=', assessed?.id ?? 0),
    )
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', 'source')
    .where('object.missing_since', 'is', null);

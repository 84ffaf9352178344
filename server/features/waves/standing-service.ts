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
 * Whether a pending object needs another one that is not migrated; foreign keys, its own cycle and missing objects do
 * not block it.
 */
const isBlocked = (readId: number) => sql<boolean>`exists (
  select 1 from dependency join object as needed on needed.id = dependency.needs_id
    where dependency.read_id = ${readId} and dependency.object_id = object.id and dependency.kind <> 'foreign_key'
      and dependency.cycle is null and needed.status = 'pending' and needed.missing_since is null)`;

export const standingOf = (readId: number): RawBuilder<WaveStanding> => sql<WaveStanding>`case
  when object.status = 'verified' then 'done' when object.status = 'migrated' then 'testing'
  when ${isBlocked(readId)} then 'blocked' else 'ready' end`;

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

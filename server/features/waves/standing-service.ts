import { type RawBuilder, sql } from 'kysely';
import type { WaveStanding } from '../../../contract/waves.ts';
import type { Db } from '../../platform/db/store.ts';
import type { AssessedMinutes } from '../assessment/service.ts';

/** What figures of waves are counted by. */
export interface Sources {
  projectId: number;
  /** 0 where nobody has read dependencies. */
  readId: number;
  assessed: AssessedMinutes | null;
}

/** Whether an object that is not migrated needs another one that is not; a foreign key, its own cycle and what is gone do not hold it up. */
const isBlocked = (readId: number) => sql<boolean>`exists (
  select 1 from dependency join object as needed on needed.id = dependency.needs_id
    where dependency.read_id = ${readId} and dependency.object_id = object.id and dependency.kind <> 'foreign_key'
      and dependency.cycle is null and needed.status = 'pending' and needed.missing_since is null)`;

export const standingOf = (readId: number): RawBuilder<WaveStanding> => sql<WaveStanding>`case
  when object.status = 'verified' then 'done' when object.status = 'migrated' then 'testing'
  when ${isBlocked(readId)} then 'blocked' else 'ready' end`;

/** Minutes of an object; null where nobody has assessed it. */
export const minutesOf = ({ assessed }: Sources): RawBuilder<number | null> =>
  assessed ? sql`(${assessed.minutes})` : sql`cast(null as integer)`;

/** The objects of the source that are moved, each with its wave and its estimate. */
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

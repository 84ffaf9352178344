import { sql } from 'kysely';
import type { Wave, WaveBoard, WaveCell } from '../../../contract/waves.ts';
import type { Db } from '../../platform/db/store.ts';
import { openPairs } from '../proof/pairs/standing-service.ts';
import { type Sources, minutesOf, selectMoved, standingAmongAll } from './standing-service.ts';
import { listWaves } from './repository.ts';

/** Working hours of two weeks. */
const TWO_WEEKS = 80;

type Figures = Pick<Wave, 'objects' | 'hours' | 'done' | 'ready' | 'blocked'>;
const NONE: Figures = { objects: 0, hours: 0, done: 0, ready: 0, blocked: 0 };

/** @param names - of users, by id */
export async function readBoard(
  db: Db,
  sources: Sources,
  names: ReadonlyMap<number, string>,
): Promise<WaveBoard> {
  const { projectId, readId, assessed } = sources;
  const stored = await listWaves(db, projectId);
  const cells = await countCells(db, sources);
  const proof = await countPairs(db, projectId);
  const change = await db
    .selectFrom('wave_change')
    .select('token')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const { people } = await db
    .selectFrom('project_member')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('people'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return {
    waves: stored.map(({ project_id: _, ...row }) => ({
      ...row,
      owner: row.owner_id === null ? null : (names.get(row.owner_id) ?? null),
      ...sum(cells.filter((cell) => cell.wave === row.id)),
      ...(proof.get(row.id) ?? { pairs: 0, open_pairs: 0 }),
    })),
    cells,
    has_dependencies: readId !== 0,
    has_assessment: assessed !== null,
    suggested_hours: Math.max(Number(people), 1) * TWO_WEEKS,
    undo: change?.token ?? null,
  };
}

function sum(cells: readonly Figures[]): Figures {
  const total = cells.reduce(
    (all, { objects, hours, done, ready, blocked }) => ({
      objects: all.objects + objects,
      hours: all.hours + hours,
      done: all.done + done,
      ready: all.ready + ready,
      blocked: all.blocked + blocked,
    }),
    NONE,
  );
  return { ...total, hours: rounded(total.hours) };
}

const rounded = (hours: number): number => Math.round(hours * 10) / 10;

async function countCells(db: Db, sources: Sources): Promise<WaveCell[]> {
  const objects = selectMoved(db, sources).select([
    'wave_object.wave_id as wave',
    'object.schema_name',
    minutesOf(sources).as('minutes'),
    standingAmongAll(sources.readId).as('standing'),
  ]);
  const counted = (standing: string) =>
    sql<number>`sum(case when standing = ${sql.lit(standing)} then 1 else 0 end)`;
  const rows = await db
    .selectFrom(objects.as('moved'))
    .select(({ fn }) => [
      'wave',
      'schema_name',
      fn.countAll<number>().as('objects'),
      sql<number | null>`sum(minutes)`.as('minutes'),
      counted('done').as('done'),
      counted('ready').as('ready'),
      counted('blocked').as('blocked'),
    ])
    .groupBy(['wave', 'schema_name'])
    .orderBy('schema_name')
    .execute();
  return rows.map(({ wave, schema_name: schema, minutes, ...counts }) => ({
    wave,
    schema_name: schema,
    objects: Number(counts.objects),
    hours: rounded(Number(minutes ?? 0) / 60),
    done: Number(counts.done),
    ready: Number(counts.ready),
    blocked: Number(counts.blocked),
  }));
}

/** Numbers of pairs of each wave's objects. */
async function countPairs(
  db: Db,
  projectId: number,
): Promise<Map<number, Pick<Wave, 'pairs' | 'open_pairs'>>> {
  const rows = await db
    .selectFrom('wave')
    .innerJoin('wave_object', 'wave_object.wave_id', 'wave.id')
    .innerJoin('object', 'object.id', 'wave_object.object_id')
    .leftJoin(openPairs(db, projectId).as('open'), 'open.id', 'object.pair_id')
    .select(({ fn }) => [
      'wave.id',
      fn.count<number>('object.pair_id').distinct().as('pairs'),
      fn.count<number>('open.id').distinct().as('open_pairs'),
    ])
    .where('wave.project_id', '=', projectId)
    .groupBy('wave.id')
    .execute();
  return new Map(
    rows.map(({ id, pairs, open_pairs: open }) => [
      id,
      { pairs: Number(pairs), open_pairs: Number(open) },
    ]),
  );
}

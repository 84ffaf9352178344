import { sql } from 'kysely';
import type { DependencyKind } from '../../../contract/dependencies.ts';
import { MAX_BROKEN, type MoveEffects } from '../../../contract/waves.ts';
import { jsonIds } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { type Sources, minutesOf, selectMoved } from './standing-service.ts';

/** A position after all waves, for objects in no wave. */
const AFTER_ALL_WAVES = 1_000_000;

const fullName = (table: 'object' | 'needed') => {
  const [schema, name] = [sql.ref(`${table}.schema_name`), sql.ref(`${table}.object_name`)];
  return sql<string>`case when ${schema} = '' then ${name} else ${schema} || '.' || ${name} end`;
};

/** Effects of moving objects to a wave. @param position - of the wave; null: into none */
export async function effectsOf(
  { kind }: Store,
  db: Db,
  sources: Sources,
  { ids, wave, position }: { ids: readonly number[]; wave: number | null; position: number | null },
): Promise<MoveEffects> {
  const moved = jsonIds(kind, ids);
  const now = (place: string) =>
    sql<number>`coalesce(${sql.ref(place)}, ${sql.lit(AFTER_ALL_WAVES)})`;
  const then = (id: string, place: string) =>
    sql<number>`case when ${sql.ref(id)} in ${moved} then ${sql.lit(position ?? AFTER_ALL_WAVES)} else ${now(place)} end`;
  const edges = db
    .selectFrom('dependency')
    .innerJoin('object', 'object.id', 'dependency.object_id')
    .innerJoin('object as needed', 'needed.id', 'dependency.needs_id')
    .leftJoin('wave_object as own', 'own.object_id', 'object.id')
    .leftJoin('wave as own_wave', 'own_wave.id', 'own.wave_id')
    .leftJoin('wave_object as other', 'other.object_id', 'needed.id')
    .leftJoin('wave as other_wave', 'other_wave.id', 'other.wave_id')
    .where('dependency.read_id', '=', sources.readId)
    .where(sql<boolean>`(object.id in ${moved} or needed.id in ${moved})`)
    // An object in no wave does not wait for others.
    .where(
      sql<boolean>`${then('object.id', 'own_wave.position')} < ${then('needed.id', 'other_wave.position')}`,
    )
    .where(sql<boolean>`${now('own_wave.position')} >= ${now('other_wave.position')}`);
  const { count } = await edges
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const broken = await edges
    .select([
      fullName('object').as('object'),
      fullName('needed').as('needs'),
      'dependency.kind',
      'dependency.cycle',
    ])
    .orderBy('dependency.id')
    .limit(MAX_BROKEN)
    .$castTo<{ object: string; needs: string; kind: DependencyKind; cycle: number | null }>()
    .execute();
  const { minutes } = await selectMoved(db, sources)
    .select(sql<number | null>`sum(${minutesOf(sources)})`.as('minutes'))
    .where((where) =>
      where.or([where('object.id', 'in', moved), where('wave_object.wave_id', '=', wave ?? 0)]),
    )
    .executeTakeFirstOrThrow();
  return {
    moved: ids.length,
    hours: Math.round(Number(minutes ?? 0) / 6) / 10,
    broken: broken.map(({ cycle, ...row }) => ({ ...row, in_cycle: cycle !== null })),
    broken_count: Number(count),
  };
}

import { type ObjectTypeId, objectTypeOf } from '../../../contract/engines.ts';
import { fingerprint } from '../../../contract/stale.ts';
import type { WaveProposal } from '../../../contract/waves.ts';
import type { Db } from '../../platform/db/store.ts';
import type { ObjectHours } from '../assessment/service.ts';
import { planWaves } from './plan.ts';
import { listWaves } from './repository.ts';

/** Hours of an object about which nothing is known. */
const ONE_HOUR = 1;

export interface Proposed {
  shown: WaveProposal;
  /** Object ids by wave. */
  waves: number[][];
}

/**
 * Plans all objects that are not in a wave that has begun; of objects only id, type and hours are held, of
 * dependencies only their ends.
 */
export async function propose(
  db: Db,
  {
    projectId,
    readId,
    hours,
  }: { projectId: number; readId: number; hours: readonly ObjectHours[] },
  capacity: number,
): Promise<Proposed> {
  const rows = await db
    .selectFrom('object')
    .leftJoin('wave_object', 'wave_object.object_id', 'object.id')
    .leftJoin('wave', 'wave.id', 'wave_object.wave_id')
    .select(['object.id', 'object.type_id', 'wave.id as wave', 'wave.state'])
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', 'source')
    .where('object.missing_since', 'is', null)
    .orderBy('object.id')
    .execute();
  const objects = rows.filter(({ state }) => state === null || state === 'planned');
  const places = new Map(objects.map(({ id }, place) => [id, place]));
  const edges = await db
    .selectFrom('dependency')
    .select(['object_id', 'needs_id'])
    .where('read_id', '=', readId)
    .where('needs_id', 'is not', null)
    .orderBy('id')
    .execute();
  const [from, to]: [number[], number[]] = [[], []];
  for (const { object_id: one, needs_id: other } of edges) {
    const [start, end] = [places.get(one), places.get(other!)];
    if (start === undefined || end === undefined) continue;
    from.push(start);
    to.push(end);
  }
  const { known, ofType } = estimatesOf(hours);
  const hoursOf = objects.map(
    ({ id, type_id: type }) => known.get(id) ?? ofType.get(objectTypeOf(type)) ?? ONE_HOUR,
  );
  const types = objects.map(({ type_id: type }) => type - 1);
  const plan = planWaves({ size: objects.length, from, to, hours: hoursOf, types, capacity });
  const stored = await listWaves(db, projectId);
  const kept = stored.filter(({ state }) => state !== 'planned').length;
  const count =
    objects.length === 0 ? 0 : plan.waves.reduce((most, wave) => Math.max(most, wave), 0) + 1;
  const waves = Array.from({ length: count }, (): number[] => []);
  for (const [place, { id }] of objects.entries()) waves[plan.waves[place]!]!.push(id);
  const planned = stored.filter(({ state }) => state === 'planned').map(({ id }) => id);
  const moved = objects.filter(
    ({ wave }, place) => wave === null || planned.indexOf(wave) !== plan.waves[place],
  ).length;
  const shown = waves.map((ids) => {
    const of = ids.map((id) => places.get(id)!);
    return {
      objects: ids.length,
      hours: Math.round(of.reduce((sum, place) => sum + hoursOf[place]!, 0) * 10) / 10,
      by_type: countTypes(of.map((place) => objects[place]!.type_id)),
    };
  });
  const inFirst = new Set(shown[0]?.by_type.map(({ object_type: type }) => type));
  return {
    waves,
    shown: {
      waves: shown,
      kept,
      moved,
      cycles: plan.cycles,
      without_hours: objects.filter(({ id }) => !known.has(id)).length,
      not_in_first: countTypes(objects.map(({ type_id: type }) => type))
        .map(({ object_type: type }) => type)
        .filter((type) => !inFirst.has(type)),
      seen: fingerprint([kept, waves]),
    },
  };
}

function countTypes(types: readonly ObjectTypeId[]): WaveProposal['waves'][number]['by_type'] {
  const counts = new Map<ObjectTypeId, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([type, count]) => ({ object_type: objectTypeOf(type), count }));
}

/** Hours of assessed objects, and the average of each type. */
function estimatesOf(hours: readonly ObjectHours[]) {
  const known = new Map<number, number>();
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { objectId, type, develop, test } of hours) {
    known.set(objectId, develop + test);
    const { sum, count } = sums.get(type) ?? { sum: 0, count: 0 };
    sums.set(type, { sum: sum + develop + test, count: count + 1 });
  }
  return {
    known,
    ofType: new Map([...sums].map(([type, { sum, count }]) => [type, sum / count])),
  };
}

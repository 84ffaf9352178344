import { compareShapes, createColumnWeights, type Shape } from './shape.ts';

/** Most schemas, and objects of both sides, whose columns are read: the page waits for them. */
const [MAX_SCHEMAS, MAX_READ] = [50, 5_000];
/** So many tables of a schema tell enough. */
const MAX_SAMPLED = 20;

/** A source schema, and the objects in it that have a namesake in several target schemas. */
export interface Ambiguous {
  schema: string;
  /** The target objects of the same name, by their schemas. */
  objects: { id: number; there: ReadonlyMap<string, number> }[];
}

/**
 * How much the columns of namesakes have in common, in percent, by source and target schema. A schema whose namesakes are not
 * all known is left out: what was read of some would decide against the others.
 */
export async function compareNamesakes(
  ambiguous: readonly Ambiguous[],
  learn: (ids: readonly number[]) => Promise<ReadonlyMap<number, Shape>>,
): Promise<Map<string, Map<string, number>>> {
  const some = ambiguous.slice(0, MAX_SCHEMAS);
  const room = MAX_READ / Math.max(1, some.length);
  const sampled = some.map((one) => ({ ...one, objects: sampleOf(one.objects, room) }));
  const ids = sampled.flatMap(({ objects }) =>
    objects.flatMap(({ id, there }) => [id, ...there.values()]),
  );
  const shapes = ids.length === 0 ? new Map<number, Shape>() : await learn(ids);
  const weightOf = createColumnWeights(shapes.values());
  const found = new Map<string, Map<string, number>>();
  for (const { schema, objects } of sampled) {
    const scores = new Map<string, number[]>();
    for (const { id, there } of objects)
      for (const [to, other] of there) {
        const [from, its] = [shapes.get(id), shapes.get(other)];
        const all = scores.get(to) ?? [];
        scores.set(to, all);
        if (from && its) all.push(compareShapes(from, its, weightOf, () => undefined).score);
      }
    if (scores.size === 0 || [...scores.values()].some((all) => all.length === 0)) continue;
    found.set(
      schema,
      new Map(
        [...scores].map(([to, all]) => [
          to,
          Math.round(all.reduce((sum, score) => sum + score, 0) / all.length),
        ]),
      ),
    );
  }
  return found;
}

function sampleOf(objects: Ambiguous['objects'], room: number): Ambiguous['objects'] {
  let left = room;
  return objects.slice(0, MAX_SAMPLED).filter(({ there }) => (left -= 1 + there.size) >= 0);
}

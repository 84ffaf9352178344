import { compareShapes, createColumnWeights, type Shape } from './shape.ts';

/** Most schemas, and objects of both sides, whose columns are read: the page waits for them. */
const [MAX_SCHEMAS, MAX_READ] = [50, 5_000];
/** So many tables of a schema tell enough. */
const MAX_SAMPLED = 20;

/** A source schema whose objects have namesakes in several target schemas, and all of these objects. */
export interface Ambiguous {
  schema: string;
  /** The target objects of the same name, by their schemas. */
  objects: { id: number; there: ReadonlyMap<string, number> }[];
}

/**
 * How much the columns of namesakes have in common, in percent, by source and target schema. A schema is left out unless
 * something was read of every target schema with its namesakes: what was read of some would decide against the others.
 */
export async function compareNamesakes(
  ambiguous: readonly Ambiguous[],
  learn: (ids: readonly number[]) => Promise<ReadonlyMap<number, Shape>>,
): Promise<Map<string, Map<string, number>>> {
  const some = ambiguous.slice(0, MAX_SCHEMAS);
  const room = MAX_READ / Math.max(1, some.length);
  const sampled = some.map((one) => ({ ...one, sample: sampleOf(one.objects, room) }));
  const ids = sampled.flatMap(({ sample }) =>
    sample.flatMap(({ id, there }) => [id, ...there.values()]),
  );
  const shapes = ids.length === 0 ? new Map<number, Shape>() : await learn(ids);
  const weightOf = createColumnWeights(shapes.values());
  const found = new Map<string, Map<string, number>>();
  for (const { schema, objects, sample } of sampled) {
    const scores = new Map<string, number[]>();
    for (const { id, there } of sample)
      for (const [to, other] of there) {
        const [from, its] = [shapes.get(id), shapes.get(other)];
        if (!from || !its) continue;
        const all = scores.get(to) ?? [];
        scores.set(to, all);
        all.push(compareShapes(from, its, weightOf, () => undefined).score);
      }
    if (objects.some((one) => !hasAll(scores, one))) continue;
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

function hasAll(
  known: { has(schema: string): boolean },
  { there }: Ambiguous['objects'][number],
): boolean {
  for (const schema of there.keys()) if (!known.has(schema)) return false;
  return true;
}

/** Few objects, with every target schema among their namesakes where there is room. */
function sampleOf(objects: Ambiguous['objects'], room: number): Ambiguous['objects'] {
  let left = room;
  const sample: Ambiguous['objects'] = [];
  const reached = new Set<string>();
  const take = (one: Ambiguous['objects'][number]) => {
    const cost = 1 + one.there.size;
    if (sample.length === MAX_SAMPLED || cost > left) return;
    left -= cost;
    sample.push(one);
    for (const schema of one.there.keys()) reached.add(schema);
  };
  const others = objects.filter((one) => {
    if (hasAll(reached, one)) return true;
    take(one);
    return false;
  });
  others.forEach(take);
  return sample;
}

import { adjacencyOf } from '../dependencies/components-service.ts';

/** An object that needs people. Hours are above 0 for each kind of work that needs somebody. */
export interface Waiting {
  develop: number;
  test: number;
  /** Who already has it, in the other role or for the other work. */
  developer: number | null;
  tester: number | null;
  type: number;
  schema: string;
}

export interface Candidate {
  id: number;
  develops: boolean;
  tests: boolean;
  /** Share of the coming time in which somebody is available: 0 to 1. */
  capacity: number;
  /** Hours of already open work. */
  load: number;
  /** How familiar somebody is with such objects: 0 to 1. */
  knows(work: Work, object: Waiting): number;
}

export type Work = 'develop' | 'test';

export interface Allocation {
  /** For each object the person who gets it; null if nobody is needed, or nobody is eligible. */
  developer: (number | null)[];
  tester: (number | null)[];
  /** For each object the number of its unit: objects that one person gets together. */
  units: Int32Array;
  /** Hours of each person after the allocation, by id. */
  hours: ReadonlyMap<number, number>;
}

/** Connected objects stay together up to this share of the average hours per person. */
export const WHOLE_SHARE = 1 / 2;
/** Larger components, and unconnected objects, are cut into units of this share. */
export const PART_SHARE = 1 / 6;
/** Smaller differences in familiarity do not count. */
const KNOWN_STEP = 0.1;
/** Somebody who is never available gets work only if nobody else could do it. */
const MIN_CAPACITY = 0.001;

const weightOf = ({ develop, test }: Waiting) => develop + test;
const sumOf = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0);

/**
 * Allocates objects to people: connected ones together; each unit to the person most familiar with such objects while
 * within their fair share, else to the one who would finish it first. Nobody develops and tests the same object.
 * @param edges - dependencies, as indexes into `objects`
 */
export function allocate(
  objects: readonly Waiting[],
  edges: { from: readonly number[]; to: readonly number[] },
  people: readonly Candidate[],
): Allocation {
  const total = sumOf(objects, weightOf);
  const capacities = Math.max(
    1,
    sumOf(people, ({ capacity }) => capacity),
  );
  const units = cutIntoUnits(objects, edges, total / capacities);
  const loads = new Map(people.map(({ id, load }) => [id, load]));
  const deal = createDealer(objects, loads);

  const testers = people.filter(({ tests }) => tests);
  const canBeTested = ({ id }: Candidate) => testers.some((tester) => tester.id !== id);
  const developer = deal('develop', units, {
    people: people.filter(({ develops }) => develops),
    not: ({ tester }) => tester,
    // Prefers not to let the only possible tester develop an object.
    isGood: (person, { test }) => test === 0 || canBeTested(person),
  });
  const tester = deal('test', units, {
    people: testers,
    not: (object, place) => object.developer ?? developer[place]!,
    isGood: () => true,
  });
  return { developer, tester, units, hours: loads };
}

interface Choosing {
  people: readonly Candidate[];
  /** The person who must not get it. */
  not: (object: Waiting, place: number) => number | null;
  /** Preferred people, among those eligible. */
  isGood: (person: Candidate, object: Waiting) => boolean;
}

/** Allocates units, longest first, adding each one's hours to the load of the person who gets it. */
function createDealer(objects: readonly Waiting[], loads: Map<number, number>) {
  return (work: Work, units: Int32Array, { people, not, isGood }: Choosing): (number | null)[] => {
    const parts = new Map<string, { places: number[]; hours: number; not: number | null }>();
    for (const [place, object] of objects.entries()) {
      if (object[work] === 0) continue;
      const excluded = not(object, place);
      const key = `${units[place]} ${excluded} ${object.test > 0}`;
      const part = parts.get(key) ?? { places: [], hours: 0, not: excluded };
      parts.set(key, part);
      part.places.push(place);
      part.hours += object[work];
    }
    const given = objects.map((): number | null => null);
    const longestFirst = [...parts.values()].toSorted((one, other) => other.hours - one.hours);
    const capacityOf = ({ capacity }: Candidate) => Math.max(MIN_CAPACITY, capacity);
    // The time at which all would finish with evenly shared work.
    const part =
      (sumOf(people, ({ id }) => loads.get(id)!) + sumOf(longestFirst, (one) => one.hours)) /
      sumOf(people, capacityOf);
    for (const { places, hours, not: excluded } of longestFirst) {
      const may = people.filter(({ id }) => id !== excluded);
      const good = may.filter((person) => isGood(person, objects[places[0]!]!));
      let best: Candidate | null = null;
      let [most, least] = [-Infinity, Infinity];
      for (const person of good.length > 0 ? good : may) {
        const done = (loads.get(person.id)! + hours) / capacityOf(person);
        // Familiarity decides until more than half of the unit would exceed the person's share.
        const known =
          done - hours / 2 / capacityOf(person) > part
            ? -Infinity
            : sumOf(places, (at) => person.knows(work, objects[at]!) * objects[at]![work]) / hours;
        const step = Math.round(known / KNOWN_STEP);
        if (step < most || (step === most && done >= least)) continue;
        [best, most, least] = [person, step, done];
      }
      if (!best) continue;
      loads.set(best.id, loads.get(best.id)! + hours);
      for (const place of places) given[place] = best.id;
    }
    return given;
  };
}

/**
 * Numbers units: connected components, cut by schema if too large for one person; unconnected objects by schema and
 * type.
 */
function cutIntoUnits(
  objects: readonly Waiting[],
  { from, to }: { from: readonly number[]; to: readonly number[] },
  fair: number,
): Int32Array {
  const size = objects.length;
  const near = adjacencyOf({ size, from: [...from, ...to], to: [...to, ...from] });
  const units = new Int32Array(size).fill(-1);
  const alone: number[] = [];
  let unit = -1;
  const cut = (places: readonly number[], most: number) => {
    let held = Infinity;
    for (const place of places) {
      const hours = weightOf(objects[place]!);
      if (held === Infinity || held + hours > most) [unit, held] = [unit + 1, 0];
      units[place] = unit;
      held += hours;
    }
  };
  /** Objects reachable from an object, nearest first. */
  const walk = (start: number, seen: Uint8Array, isIn: (place: number) => boolean): number[] => {
    seen[start] = 1;
    const found = [start];
    for (const place of found)
      for (const next of near.targets.subarray(near.starts[place]!, near.starts[place + 1]!)) {
        if (seen[next] || !isIn(next)) continue;
        seen[next] = 1;
        found.push(next);
      }
    return found;
  };
  const [seen, seenWithin] = [new Uint8Array(size), new Uint8Array(size)];
  for (let start = 0; start < size; start += 1) {
    if (seen[start]) continue;
    const component = walk(start, seen, () => true);
    if (component.length === 1) alone.push(start);
    else if (sumOf(component, (place) => weightOf(objects[place]!)) <= WHOLE_SHARE * fair)
      cut(component, Infinity);
    else
      for (const place of component.toSorted((one, other) => one - other)) {
        if (seenWithin[place]) continue;
        const { schema } = objects[place]!;
        cut(
          walk(place, seenWithin, (other) => objects[other]!.schema === schema),
          PART_SHARE * fair,
        );
      }
  }
  const kindOf = (place: number) => `${objects[place]!.schema} ${objects[place]!.type}`;
  const byKind = new Map<string, number[]>();
  for (const place of alone) {
    const kind = kindOf(place);
    const places = byKind.get(kind) ?? [];
    byKind.set(kind, places);
    places.push(place);
  }
  for (const places of byKind.values()) cut(places, PART_SHARE * fair);
  return units;
}

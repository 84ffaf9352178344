import { type Graph, adjacencyOf, componentsOf } from '../dependencies/components-service.ts';

export interface PlanInput extends Graph {
  /** By node; types are numbered from 0. */
  hours: readonly number[];
  types: readonly number[];
  /** Most hours of a wave. */
  capacity: number;
}

export interface Plan {
  /** By node, numbered from 0. */
  waves: Int32Array;
  /** Number of components with several nodes. */
  cycles: number;
}

/** Objects of each type that come first, so that the forecast learns early how long each type takes. */
const PILOTS = 5;
/** Most candidates tried per type, and most units that one may bring along. */
const MAX_TRIED = 200;
const MAX_ALONG = 200;

/**
 * Plans waves of at most `capacity` hours: an object's dependencies are in its own wave or an earlier one, cycles
 * stay together, and units with the longest chain of dependents go first.
 */
export function planWaves(input: PlanInput): Plan {
  const units = unitsOf(input);
  const placed = new Int32Array(units.count).fill(-1);
  const missing = new Int32Array(units.count);
  for (let unit = 0; unit < units.count; unit += 1)
    missing[unit] = units.needs.starts[unit + 1]! - units.needs.starts[unit]!;
  const ready = createHeap(units.rank);
  const place = (unit: number, wave: number): void => {
    placed[unit] = wave;
    for (const next of targetsOf(units.neededBy, unit)) {
      missing[next]! -= 1;
      if (missing[next] === 0 && placed[next] === -1) ready.push(next);
    }
  };
  let used = placePilots(input, units, placed, place);
  for (let unit = 0; unit < units.count; unit += 1)
    if (missing[unit] === 0 && placed[unit] === -1 && !ready.has(unit)) ready.push(unit);
  let wave = 0;
  for (let unit = ready.pop(); unit !== undefined; unit = ready.pop()) {
    if (placed[unit] !== -1) continue;
    const hours = units.hours[unit]!;
    if (used > 0 && used + hours > input.capacity) {
      wave += 1;
      used = 0;
    }
    used += hours;
    place(unit, wave);
  }
  return {
    waves: Int32Array.from(units.of, (unit) => placed[unit]!),
    cycles: units.sizes.reduce((sum, size) => sum + (size > 1 ? 1 : 0), 0),
  };
}

type Units = ReturnType<typeof unitsOf>;

/** Units to move together: an object, or a cycle. A unit has a higher number than those that it needs. */
function unitsOf({ size, from, to, hours }: PlanInput) {
  const { of, count } = componentsOf({ size, from, to });
  const hoursOf = new Float64Array(count);
  const sizes = new Int32Array(count);
  for (let node = 0; node < size; node += 1) {
    hoursOf[of[node]!]! += hours[node]!;
    sizes[of[node]!]! += 1;
  }
  const [unitFrom, unitTo]: [number[], number[]] = [[], []];
  for (let edge = 0; edge < from.length; edge += 1) {
    const [one, other] = [of[from[edge]!]!, of[to[edge]!]!];
    if (one === other) continue;
    unitFrom.push(one);
    unitTo.push(other);
  }
  const needs = adjacencyOf({ size: count, from: unitFrom, to: unitTo });
  const neededBy = adjacencyOf({ size: count, from: unitTo, to: unitFrom });
  // Length of the longest chain of dependents: these have higher numbers, so it goes backwards.
  const rank = Float64Array.from(hoursOf);
  for (let unit = count - 1; unit >= 0; unit -= 1)
    for (const needed of targetsOf(needs, unit))
      rank[needed] = Math.max(rank[needed]!, hoursOf[needed]! + rank[unit]!);
  return { of, count, hours: hoursOf, sizes, needs, neededBy, rank };
}

const targetsOf = ({ starts, targets }: ReturnType<typeof adjacencyOf>, node: number) =>
  targets.subarray(starts[node]!, starts[node + 1]!);

/**
 * Places some objects of each type, with their dependencies, into the first wave while there is room.
 * @returns their hours
 */
function placePilots(
  { size, types, capacity }: PlanInput,
  units: Units,
  placed: Int32Array,
  place: (unit: number, wave: number) => void,
): number {
  const byType = new Map<number, number[]>();
  for (let node = 0; node < size; node += 1) {
    const nodes = byType.get(types[node]!) ?? [];
    byType.set(types[node]!, nodes);
    nodes.push(node);
  }
  let used = 0;
  for (const nodes of byType.values()) {
    let room = capacity / byType.size;
    let pilots = 0;
    // Objects without dependencies usually have the lowest numbers.
    const candidates = nodes.toSorted((one, other) => units.of[one]! - units.of[other]!);
    for (const node of candidates.slice(0, MAX_TRIED)) {
      if (pilots === PILOTS) break;
      const along = alongWith(units, placed, units.of[node]!);
      const hours = along.reduce((sum, unit) => sum + units.hours[unit]!, 0);
      // The first object of a type may use all of the remaining room.
      const most = pilots === 0 ? capacity - used : room;
      if (along.length > MAX_ALONG || hours > most) continue;
      for (const unit of along) place(unit, 0);
      used += hours;
      room -= hours;
      pilots += 1;
    }
  }
  return used;
}

/** A unit with all of its unplaced dependencies, dependencies first. */
function alongWith(units: Units, placed: Int32Array, unit: number): number[] {
  if (placed[unit] !== -1) return [];
  const found = new Set([unit]);
  for (const one of found)
    for (const needed of targetsOf(units.needs, one)) {
      if (placed[needed] === -1) found.add(needed);
      if (found.size > MAX_ALONG) return [...found];
    }
  return [...found].toSorted((one, other) => one - other);
}

/** A heap that returns the unit with the highest rank. */
function createHeap(rank: Float64Array) {
  const heap: number[] = [];
  const inside = new Set<number>();
  const above = (one: number, other: number) => rank[heap[one]!]! > rank[heap[other]!]!;
  const swap = (one: number, other: number): void => {
    [heap[one], heap[other]] = [heap[other]!, heap[one]!];
  };
  return {
    has: (unit: number): boolean => inside.has(unit),
    push(unit: number): void {
      inside.add(unit);
      heap.push(unit);
      for (let at = heap.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (!above(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop(): number | undefined {
      const [first] = heap;
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return first;
      heap[0] = last;
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        let best = at;
        if (left < heap.length && above(left, best)) best = left;
        if (right < heap.length && above(right, best)) best = right;
        if (best === at) break;
        swap(at, best);
        at = best;
      }
      return first;
    },
  };
}

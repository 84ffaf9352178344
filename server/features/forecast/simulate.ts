import { setImmediate as letOthers } from 'node:timers/promises';
import type { ObjectType } from '../../../contract/engines.ts';
import type { Beliefs } from '../assessment/service.ts';
import { type Worker, endOf } from '../calendar/service.ts';
import { DAY_HOURS } from '../../platform/working-days.ts';

/** Remaining work of an object, or of a bundle of a kind, in estimated hours: 0 is done. */
export interface Task {
  type: ObjectType;
  /** Index of its wave in the order of the work; the same for all without waves. */
  wave: number;
  develop: number;
  test: number;
  /** It moves automatically, so no pace applies to it. */
  automatic: boolean;
  /** Hours at the team's pace that it counts for once done. */
  counts: { develop: number; test: number };
  /** Number of equal objects as which a bundle varies; 1 by default. */
  objects?: number;
}

/**
 * With more tasks, similar ones are bundled: their noise averages out, and a large project does not delay other
 * forecasts.
 */
const MAX_TASKS = 10_000;

/** Bundles consecutive tasks of one kind, so that there are at most `most` tasks, or one bundle per kind. */
export function bundle(tasks: readonly Task[], most = MAX_TASKS): readonly Task[] {
  const size = Math.ceil(tasks.length / most);
  if (size <= 1) return tasks;
  const open = new Map<string, Task[]>();
  const bundles: Task[] = [];
  for (const task of tasks) {
    const kind = [task.type, task.wave, task.automatic, task.develop > 0, task.test > 0].join();
    const own = open.get(kind) ?? [];
    open.set(kind, own);
    own.push(task);
    if (own.length === size) bundles.push(together(own.splice(0)));
  }
  for (const own of open.values()) if (own.length > 0) bundles.push(together(own));
  return bundles;
}

function together(tasks: readonly Task[]): Task {
  const sum = (hoursOf: (task: Task) => number) =>
    tasks.reduce((all, task) => all + hoursOf(task), 0);
  const hoursOf = ({ develop, test }: Task) => develop + test;
  const squares = sum((task) => hoursOf(task) ** 2);
  return {
    ...tasks[0]!,
    develop: sum(({ develop }) => develop),
    test: sum(({ test }) => test),
    counts: {
      develop: sum(({ counts }) => counts.develop),
      test: sum(({ counts }) => counts.test),
    },
    // A long task among short ones varies almost as if it were alone.
    objects: squares > 0 ? sum(hoursOf) ** 2 / squares : tasks.length,
  };
}

/** A random factor for a task, such that a bundle has the mean and deviation of the sum of its objects. */
function noiseOf(noise: number, objects: number): (normal: () => number) => number {
  const deviation = Math.sqrt(Math.log1p(Math.expm1(noise ** 2) / objects));
  const shift = (noise ** 2 - deviation ** 2) / 2;
  return (normal) => Math.exp(shift + normal() * deviation);
}

const withNoise = (task: Task, { develop, test }: Situation['beliefs']) => ({
  ...task,
  noise: {
    develop: noiseOf(develop.noise, task.objects ?? 1),
    test: noiseOf(test.noise, task.objects ?? 1),
  },
});

export const fullTime = (people: number): Worker[] =>
  Array.from({ length: people }, () => ({ share: 1, away: [] }));

export interface Situation {
  tasks: readonly Task[];
  beliefs: Record<'develop' | 'test', Beliefs>;
  developers: readonly Worker[];
  testers: readonly Worker[];
  /** Share of the testers who also develop: half of their time counts for each role while both have work. */
  both: number;
  /** Working hours of a week. */
  weekHours: number;
  /** Work done in past weeks, relative to their mean. */
  paces: readonly number[];
  /** Share of the hours that the team delivers: mean and standard deviation of its logarithm. */
  pace: { mean: number; deviation: number };
}

/** Ends in working hours from now, one per simulation, ascending. */
export interface Outcome {
  ends: Float64Array;
  types: ReadonlyMap<ObjectType, Float64Array>;
  /** By index of the wave. */
  waves: ReadonlyMap<number, Float64Array>;
  /** Hours at the team's pace done after each working day: one per simulation, ascending. */
  days: readonly Float64Array[];
}

/** Bounds of a week's pace: fast enough that all work ends some day, and no faster than people can work. */
const PACES = { least: 0.2, most: 3 };
/** Working days that are simulated. */
const MAX_DAYS = 520;
/** Milliseconds between yields to other requests. */
const TURN = 20;

/** Pseudo-random numbers from 0 to 1, reproducible by seed. */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normally distributed: mean 0, deviation 1. */
export function normalOf(random: () => number): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()];
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/**
 * The person who is free first takes the next task; among several, the one who has waited longest. Times are in
 * hours.
 */
function createPool(people: readonly Worker[]) {
  const free = new Float64Array(people.length);
  const isUniform = people.every(({ share, away }) => share === 1 && away.length === 0);
  return (ready: number, hours: number): number => {
    let [first, end] = [0, Infinity];
    if (isUniform) {
      for (let index = 1; index < free.length; index += 1)
        if (free[index]! < free[first]!) first = index;
      end = Math.max(ready, free[first]!) + hours;
    } else {
      for (const [index, person] of people.entries()) {
        const own = endOf(person, Math.max(ready, free[index]!), hours);
        if (own > end || (own === end && free[index]! >= free[first]!)) continue;
        [first, end] = [index, own];
      }
    }
    free[first] = end;
    return end;
  };
}

const capacityOf = (people: readonly Worker[]): number =>
  people.reduce((sum, { share }) => sum + share, 0);

/**
 * Simulates the remaining work repeatedly, each time with other random factors: of the team's pace, of all estimates,
 * of each type, of each object, and of each week's pace. Whoever is free first takes the next task, in the order of
 * the waves.
 */
export async function simulate(
  situation: Situation,
  draws: number,
  seed: number,
): Promise<Outcome> {
  const { beliefs, developers, testers, both, paces, pace, weekHours } = situation;
  const tasks = bundle(situation.tasks).map((task) => withNoise(task, beliefs));
  const random = randomOf(seed);
  const normal = normalOf(random);
  const places = new Set(tasks.map(({ wave }) => wave));
  const waves = [...places]
    .toSorted((one, other) => one - other)
    .map((wave) => ({ wave, own: tasks.filter((task) => task.wave === wave) }));
  const types = [...new Set(tasks.map(({ type }) => type))];
  const isShared = tasks.some(({ develop }) => develop > 0) && tasks.some(({ test }) => test > 0);
  const share = isShared ? both / 2 : 0;
  const speedOf = (people: readonly Worker[]) => {
    const capacity = capacityOf(people);
    return Math.max(capacity / 2, capacity - share) / (capacity || 1);
  };
  const speed = { develop: speedOf(developers), test: speedOf(testers) };
  const ends = new Float64Array(draws);
  const byType = new Map(types.map((type) => [type, new Float64Array(draws)]));
  const byWave = new Map(waves.map(({ wave }) => [wave, new Float64Array(draws)]));
  const days = Array.from({ length: MAX_DAYS }, () => new Float64Array(draws));
  const done = new Float64Array(MAX_DAYS + 1);
  let rested = performance.now();
  for (let draw = 0; draw < draws; draw += 1) {
    const factorOf = { develop: beliefs.develop.draw(normal), test: beliefs.test.draw(normal) };
    const whole = Math.exp(normal() * pace.deviation - pace.mean);
    const calendar = createCalendar(paces, weekHours, random);
    const [develop, test] = [createPool(developers), createPool(testers)];
    done.fill(0);
    const finish = (at: number, hours: number): number => {
      const end = calendar(at * whole);
      done[Math.min(MAX_DAYS, Math.max(0, Math.ceil(end / DAY_HOURS) - 1))]! += hours;
      return end;
    };
    for (const { wave, own } of waves) {
      const ofWave = byWave.get(wave)!;
      // Starts at a random task, so that no type is always last.
      const first = Math.floor(random() * own.length);
      for (let at = 0; at < own.length; at += 1) {
        const task = own[(first + at) % own.length]!;
        let ready = 0;
        let end = 0;
        if (task.develop > 0) {
          const factor = task.automatic
            ? 1
            : factorOf.develop(task.type) * task.noise.develop(normal);
          ready = develop(0, (task.develop * factor) / speed.develop);
          end = finish(ready, task.counts.develop);
        }
        if (task.test > 0) {
          const factor = factorOf.test(task.type) * task.noise.test(normal);
          end = finish(test(ready, (task.test * factor) / speed.test), task.counts.test);
        }
        const ofType = byType.get(task.type)!;
        ofType[draw] = Math.max(ofType[draw]!, end);
        ofWave[draw] = Math.max(ofWave[draw]!, end);
        ends[draw] = Math.max(ends[draw]!, end);
      }
    }
    let sum = 0;
    for (let day = 0; day < MAX_DAYS; day += 1) {
      sum += done[day]!;
      days[day]![draw] = sum;
    }
    if (performance.now() - rested > TURN) {
      await letOthers();
      rested = performance.now();
    }
  }
  for (const list of [ends, ...byType.values(), ...byWave.values(), ...days]) list.sort();
  return { ends, types: byType, waves: byWave, days };
}

/** Converts hours of work at the usual pace into calendar hours, week by week. */
function createCalendar(paces: readonly number[], weekHours: number, random: () => number) {
  if (paces.length === 0) return (hours: number) => hours;
  const drawn: number[] = [];
  /** Cumulative hours of work at the end of each week. */
  const sums: number[] = [];
  const grow = () => {
    const pace = paces[Math.floor(random() * paces.length)]!;
    const kept = Math.min(PACES.most, Math.max(PACES.least, pace));
    drawn.push(kept);
    sums.push((sums.at(-1) ?? 0) + kept * weekHours);
  };
  return (hours: number): number => {
    while ((sums.at(-1) ?? 0) < hours) grow();
    // Binary search for the first week with a larger sum.
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < hours) low = middle + 1;
      else high = middle;
    }
    const before = sums[low - 1] ?? 0;
    return low * weekHours + (hours - before) / (drawn[low] ?? 1);
  };
}

/**
 * The value below which a share of the values lies.
 * @param sorted - ascending, not empty
 * @param share - below 1
 */
export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.floor(share * sorted.length)]!;

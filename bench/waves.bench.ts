import { adjacencyOf } from '../server/features/dependencies/components-service.ts';
import { planWaves } from '../server/features/waves/plan.ts';
import { time } from './support/probe.ts';
import { type Report, round } from './support/report.ts';

/** Proposing waves for 20,000 objects with known dependencies, compared with sorting the dependencies once. */

const OBJECTS = 20_000;
const LIMIT_MS = 1_000;
const LIMIT_RATIO = 60;

/** Pseudo-random numbers that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Every object needs about two earlier ones, usually near ones; one in a hundred also needs a later one. */
function graph() {
  const next = random(11);
  const [from, to]: [number[], number[]] = [[], []];
  for (let node = 1; node < OBJECTS; node += 1) {
    for (let edge = 0; edge < 2; edge += 1) {
      from.push(node);
      to.push(Math.floor(node * (next() < 0.5 ? next() : 1 - next() * next() * 0.1)));
    }
    if (next() < 0.01 && node + 5 < OBJECTS) {
      from.push(node);
      to.push(node + 1 + Math.floor(next() * 4));
    }
  }
  const hours = Array.from({ length: OBJECTS }, () => 0.5 + next() * 8);
  const types = Array.from({ length: OBJECTS }, () => Math.floor(next() * 4));
  return { size: OBJECTS, from, to, hours, types, capacity: 1_600 };
}

export async function measure(): Promise<Report> {
  const input = graph();
  planWaves(input);
  let cycles = 0;
  const planned = await time(async () => {
    ({ cycles } = planWaves(input));
  });
  const floor = await time(async () => {
    adjacencyOf(input);
  });
  if (cycles === 0) throw new Error('no cycles');
  const what = `${OBJECTS.toLocaleString('en')} objects with cycles`;
  return {
    title: 'Waves, once dependencies were read',
    ratios: [
      { what: `${what}: planned`, value: planned, limit: LIMIT_MS, unit: 'ms' },
      {
        what: `${what}: beside sorting the dependencies`,
        value: planned / floor,
        limit: LIMIT_RATIO,
        unit: '×',
      },
    ],
    tables: [
      {
        title: what,
        columns: ['dependencies', 'cycles', 'milliseconds'],
        rows: [[input.from.length.toLocaleString('en'), String(cycles), round(planned)]],
      },
    ],
    notes: ['Two dependencies each on average, one in a hundred backwards; waves of 1,600 hours.'],
  };
}

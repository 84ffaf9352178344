import { type Candidate, type Waiting, allocate } from '../server/features/assignments/allocate.ts';
import { time } from './support/probe.ts';
import { type Report, round } from './support/report.ts';

/** Time to propose assignments, how evenly they spread the hours, and how many dependencies stay with one person. */

const OBJECTS = 10_000;
const PEOPLE = { both: 4, developers: 11, testers: 5 };
const SCHEMAS = 40;
const LIMIT_MS = 2_000;
/** Ratio to the hours that each person would have if all work were distributed at once. */
const LIMIT_SPREAD = 1.1;

/** Pseudo-random numbers that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function situation() {
  const next = random(7);
  const objects = Array.from({ length: OBJECTS }, (_, place): Waiting => {
    const develop = 0.25 + next() ** 4 * 40;
    return {
      develop,
      test: develop / 2,
      developer: null,
      tester: null,
      type: 1 + Math.floor(next() * 4),
      schema: `schema${Math.floor((place * SCHEMAS) / OBJECTS)}`,
    };
  });
  const [from, to]: [number[], number[]] = [[], []];
  for (let node = 1; node < OBJECTS; node += 1)
    for (let edge = 0; edge < 2; edge += 1) {
      if (next() < 0.4) continue;
      from.push(node);
      // Usually within the same schema.
      to.push(
        next() < 0.9 ? Math.max(0, node - 1 - Math.floor(next() * 60)) : Math.floor(next() * node),
      );
    }
  const { both, developers, testers } = PEOPLE;
  const people = Array.from({ length: both + developers + testers }, (_, id): Candidate => {
    const knows = Array.from({ length: 5 }, () => (next() < 0.3 ? 0.5 : 0));
    return {
      id: id + 1,
      develops: id < both + developers,
      tests: id < both || id >= both + developers,
      capacity: next() < 0.25 ? 0.5 : 1,
      load: next() * 100,
      knows: (_work, { type }) => knows[type]!,
    };
  });
  return { objects, edges: { from, to }, people };
}

export async function measure(): Promise<Report> {
  const { objects, edges, people } = situation();
  let found = allocate(objects, edges, people);
  const took = await time(async () => {
    found = allocate(objects, edges, people);
  });
  if (found.developer.some((id, place) => id === null || id === found.tester[place]))
    throw new Error('somebody is missing, or has both roles');
  const spreadOf = (group: readonly Candidate[]) => {
    const done = group.map(({ id, capacity }) => found.hours.get(id)! / capacity);
    const all = group.reduce((sum, { id }) => sum + found.hours.get(id)!, 0);
    return (Math.max(...done) * group.reduce((sum, { capacity }) => sum + capacity, 0)) / all;
  };
  const spread = {
    developers: spreadOf(people.filter(({ develops, tests }) => develops && !tests)),
    testers: spreadOf(people.filter(({ develops, tests }) => tests && !develops)),
  };
  const together = edges.from.filter(
    (one, edge) => found.developer[one] === found.developer[edges.to[edge]!],
  ).length;
  const what = `${OBJECTS.toLocaleString('en')} objects among ${people.length} people`;
  return {
    title: 'Assignment, as it is proposed',
    ratios: [
      { what: `${what}: proposed`, value: took, limit: LIMIT_MS, unit: 'ms' },
      {
        what: `${what}: the latest developer beside all done at once`,
        value: spread.developers,
        limit: LIMIT_SPREAD,
        unit: '×',
      },
      {
        what: `${what}: the latest tester beside all done at once`,
        value: spread.testers,
        limit: LIMIT_SPREAD,
        unit: '×',
      },
    ],
    tables: [
      {
        title: what,
        columns: ['milliseconds', 'developers', 'testers', 'dependencies with one developer'],
        rows: [
          [
            round(took),
            spread.developers.toFixed(2),
            spread.testers.toFixed(2),
            `${Math.round((100 * together) / edges.from.length)} %`,
          ],
        ],
      },
    ],
    notes: [
      `${PEOPLE.developers} developers, ${PEOPLE.testers} testers and ${PEOPLE.both} with both roles, a quarter of them half of the week; 40 schemas.`,
    ],
  };
}

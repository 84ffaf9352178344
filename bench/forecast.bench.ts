import { type ObjectType, type ObjectTypeId, objectTypeOf } from '../contract/engines.ts';
import { type Finished, actualTimes } from '../server/features/assessment/actual-times.ts';
import { believe } from '../server/features/assessment/calibrate.ts';
import { believePace, pacesOf } from '../server/features/forecast/pace.ts';
import { type Planned, priorOf, taskOf } from '../server/features/forecast/planned.ts';
import { withOverallDeviation, drawsFor } from '../server/features/forecast/service.ts';
import {
  fullTime,
  normalOf,
  quantile,
  randomOf,
  simulate,
} from '../server/features/forecast/simulate.ts';
import {
  USUAL_CALENDAR,
  addDays,
  weekHours,
  workingDaysBetween,
} from '../server/platform/working-days.ts';
import { FULL_TIME } from '../server/features/calendar/service.ts';
import { asOf } from '../server/platform/clock.ts';
import { time } from './support/probe.ts';
import { type Report, round } from './support/report.ts';

/** Simulated teams whose actual end is known: how often the ranges of the forecast contain it. */

const TEAMS = 60;
const OBJECTS = 600;
/** Number of waves; objects are begun in their order. */
const WAVES = 3;
const TEAM = { developers: 4, testers: 2 };
const PEOPLE = {
  developers: fullTime(TEAM.developers),
  testers: fullTime(TEAM.testers),
  weekHours: weekHours(USUAL_CALENDAR),
};
const always = (...ids: number[]) =>
  ids.map((userId) => ({ userId, from: '2001-01-01', until: null }));
const STAYS = { developer: always(1, 2, 3, 4), tester: always(100, 101) };
const MOMENTS = [0.05, 0.2, 0.5];
/** Full weeks of work after which a young team is forecast. */
const YOUNG = [1, 2, 3];
/** For teams that deliver less than their hours: minimum and maximum share. */
const LESS = { least: 0.2, most: 1 };
/** Minimum percentage of ends within ranges that should contain 80 %. */
const MIN_HELD = 65;
const LARGE = { objects: 100_000, ms: 3_000 };
const START = '2026-01-05';
const NO_WORK = new Set([0, 6]);

/** For each type: its share of the objects, and the maximum hours of development and testing. */
const TYPES: readonly { id: ObjectTypeId; share: number; develop: number; test: number }[] = [
  { id: 1, share: 0.6, develop: 3, test: 1 },
  { id: 2, share: 0.2, develop: 6, test: 2 },
  { id: 4, share: 0.2, develop: 20, test: 5 },
];

interface Truth {
  objects: Planned[];
  finished: Record<'develop' | 'test', Finished[]>;
  end: string;
}

/**
 * Simulates the work of a team day by day: it starts slowly, people are sometimes away, and weeks differ.
 * @param isElsewhere - everybody also spends part of the time on other work that no calendar shows
 */
function live(seed: number, isElsewhere: boolean): Truth {
  const random = randomOf(seed);
  const normal = normalOf(random);
  const common = { develop: normal() * 0.5, test: normal() * 0.5 };
  const factors = new Map(
    TYPES.map(({ id }) => [
      id,
      {
        develop: Math.exp(common.develop + normal() * 0.4),
        test: Math.exp(common.test + normal() * 0.4),
      },
    ]),
  );
  const objects = Array.from({ length: OBJECTS }, (_, id) => {
    // The first objects cover every type, later ones are random.
    const share = id < 30 ? (id % TYPES.length) / TYPES.length + 0.01 : random();
    let below = 0;
    const type =
      id < 30
        ? TYPES[id % TYPES.length]!
        : (TYPES.find((one) => share < (below += one.share)) ?? TYPES.at(-1)!);
    const size = 0.2 + random() * 0.8;
    const own = factors.get(type.id)!;
    return {
      id,
      typeId: type.id,
      develop: type.develop * size,
      test: type.test * size,
      left: {
        develop: type.develop * size * own.develop * Math.exp(normal() * 0.6),
        test: type.test * size * own.test * Math.exp(normal() * 0.6),
      },
      migrated_at: null as string | null,
      verified_at: null as string | null,
    };
  });
  const finished: Truth['finished'] = { develop: [], test: [] };
  const waiting = { develop: [...objects], test: [] as typeof objects };
  const people = (['develop', 'test'] as const).flatMap((work) =>
    Array.from({ length: work === 'develop' ? TEAM.developers : TEAM.testers }, (_, index) => ({
      work,
      id: (work === 'develop' ? 1 : 100) + index,
      at: null as (typeof objects)[number] | null,
      there: isElsewhere ? LESS.least + random() * (LESS.most - LESS.least) : 1,
    })),
  );
  let [day, date, pace] = [0, START, 1];
  for (; objects.some((one) => one.verified_at === null); date = addDays(date, 1)) {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    if (weekday === 1) pace = Math.exp(normal() * 0.25);
    if (NO_WORK.has(weekday)) continue;
    day += 1;
    for (const person of people) {
      if (random() < 0.06) continue;
      let hours = 8 * person.there * pace * Math.min(1, 0.5 + day / 20);
      while (hours > 0) {
        person.at ??= waiting[person.work].shift() ?? null;
        const object = person.at;
        if (!object) break;
        const did = Math.min(hours, object.left[person.work]);
        object.left[person.work] -= did;
        hours -= did;
        if (object.left[person.work] > 0) break;
        person.at = null;
        const at = `${date}T12:00:00.000Z`;
        const estimate = object[person.work];
        finished[person.work].push({ user_id: person.id, at, type_id: object.typeId, estimate });
        if (person.work === 'develop') {
          object.migrated_at = at;
          waiting.test.push(object);
        } else object.verified_at = at;
      }
    }
  }
  return {
    objects: objects.map(({ typeId, id, develop, test, migrated_at, verified_at }) => ({
      id,
      wave: Math.floor((id * WAVES) / OBJECTS),
      wave_id: null,
      type: objectTypeOf(typeId) as ObjectType,
      develop,
      test,
      automatic: false,
      counts: { develop, test },
      created_at: `${START}T00:00:00.000Z`,
      migrated_at,
      verified_at,
    })),
    finished,
    end: addDays(date, -1),
  };
}

/** The day on which a share of the hours is done. */
function whenDone({ objects }: Truth, share: number): string {
  const hours = (one: Planned) => one.develop + one.test;
  const all = objects.reduce((sum, one) => sum + hours(one), 0);
  const steps = objects
    .flatMap((one) => [
      { at: one.migrated_at!, hours: one.develop },
      { at: one.verified_at!, hours: one.test },
    ])
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  let done = 0;
  return steps.find((step) => (done += step.hours) >= share * all)!.at;
}

/** The evening of the last day after this many full weeks. */
const afterWeeks = (weeks: number): string => `${addDays(START, 7 * weeks)}T06:00:00.000Z`;

/** Compares the forecast at a moment with the actual end. */
async function look({ objects, finished, end }: Truth, now: string) {
  const by = (at: string | null) => (at !== null && at <= now ? at : null);
  const then = objects.map((one) => ({
    ...one,
    migrated_at: by(one.migrated_at),
    verified_at: by(one.verified_at),
  }));
  const known = (work: 'develop' | 'test') =>
    believe(
      actualTimes(
        finished[work].filter(({ at }) => at <= now),
        FULL_TIME,
      ),
    );
  const beliefs = { develop: known('develop'), test: known('test') };
  const counted = then.map((one) => ({
    ...one,
    counts: {
      develop: one.develop * beliefs.develop.factor(one.type),
      test: one.test * beliefs.test.factor(one.type),
    },
  }));
  const outcome = await asOf(Date.parse(now), () =>
    simulate(
      {
        tasks: counted.filter((one) => one.verified_at === null).map(taskOf),
        beliefs,
        ...PEOPLE,
        both: 0,
        paces: pacesOf(counted),
        pace: withOverallDeviation(
          believePace(counted, beliefs, STAYS, FULL_TIME),
          priorOf(counted, beliefs, USUAL_CALENDAR).length > 0,
        ),
      },
      drawsFor(then.length),
      1,
    ),
  );
  const hoursUntil = (day: string) => workingDaysBetween(now, day) * 8;
  const isHeld = (sorted: Float64Array, truth: number) =>
    truth >= quantile(sorted, 0.1) - 8 && truth <= quantile(sorted, 0.9) + 8;
  const truth = hoursUntil(end);
  const lastOf = (wave: number) =>
    objects
      .filter((one) => one.wave === wave)
      .map((one) => one.verified_at!.slice(0, 10))
      .reduce((last, day) => (day > last ? day : last));
  return {
    held: isHeld(outcome.ends, truth),
    waves: [...outcome.waves].map(([wave, sorted]) => isHeld(sorted, hoursUntil(lastOf(wave)))),
    kept: truth <= quantile(outcome.ends, 0.85) + 8,
    off: (quantile(outcome.ends, 0.5) - truth) / truth,
    width: (quantile(outcome.ends, 0.9) - quantile(outcome.ends, 0.1)) / truth,
  };
}

/** Forecasts every team at its moment, as a row of a table; adds what must hold to the ratios. */
async function lookAtAll(
  what: string,
  teams: readonly Truth[],
  momentOf: (team: Truth) => string,
  ratios: Report['ratios'],
): Promise<string[]> {
  const looks: Awaited<ReturnType<typeof look>>[] = [];
  for (const team of teams) looks.push(await look(team, momentOf(team)));
  const share = (of: (one: (typeof looks)[number]) => boolean) =>
    (100 * looks.filter(of).length) / looks.length;
  const held = share((one) => one.held);
  const waves = looks.flatMap((one) => one.waves);
  const wavesHeld = (100 * waves.filter(Boolean).length) / waves.length;
  const middle = (of: (one: (typeof looks)[number]) => number) =>
    looks.map(of).toSorted((one, other) => one - other)[Math.floor(looks.length / 2)]!;
  for (const [which, value] of [
    ['range', held],
    ['ranges of waves', wavesHeld],
  ] as const)
    ratios.push({
      what: `${what}: misses of the 80 % ${which}`,
      value: 100 - value,
      limit: 100 - MIN_HELD,
      unit: '%',
    });
  return [
    what,
    `${round(held)} %`,
    `${round(wavesHeld)} %`,
    `${round(share((one) => one.kept))} %`,
    `${round(100 * middle((one) => one.off))} %`,
    `${round(100 * middle((one) => one.width))} %`,
  ];
}

export async function measure(): Promise<Report> {
  const teams = Array.from({ length: TEAMS }, (_, index) => live(index + 1, false));
  const elsewhere = Array.from({ length: TEAMS }, (_, index) => live(index + 1, true));
  const rows: string[][] = [];
  const ratios: Report['ratios'] = [];
  for (const [group, some] of [
    ['at work all day', teams],
    ['elsewhere in part', elsewhere],
  ] as const) {
    for (const share of MOMENTS)
      rows.push(
        await lookAtAll(
          `${group}, ${share * 100} % done`,
          some,
          (team) => whenDone(team, share),
          ratios,
        ),
      );
    for (const weeks of YOUNG)
      rows.push(
        await lookAtAll(`${group}, week ${weeks} over`, some, () => afterWeeks(weeks), ratios),
      );
  }
  const [team] = teams;
  const many = Array.from(
    { length: LARGE.objects },
    (_, index) => team!.objects[index % OBJECTS]!,
  ).map((one) => taskOf({ ...one, migrated_at: null }));
  const beliefs = { develop: believe([]), test: believe([]) };
  const took = await time(() =>
    simulate(
      { tasks: many, beliefs, ...PEOPLE, both: 0, paces: [], pace: { mean: 0, deviation: 0.2 } },
      drawsFor(many.length),
      1,
    ),
  );
  ratios.push({
    what: `${LARGE.objects.toLocaleString('en')} objects, ${drawsFor(LARGE.objects)} times`,
    value: took,
    limit: LARGE.ms,
    unit: 'ms',
  });
  return {
    title: 'Forecasts of teams whose end is known',
    ratios,
    tables: [
      {
        title: `${TEAMS} teams, ${OBJECTS} objects in ${WAVES} waves each`,
        columns: [
          'moment',
          '80 % range held',
          '80 % ranges of waves held',
          'later date kept',
          'middle of what the earlier date was off',
          'middle of the width of the range, of the time left',
        ],
        rows,
      },
    ],
    notes: [
      'The teams are made up: slow in their first two weeks, away 6 days of 100, in better weeks and worse, each object off by a factor with a standard deviation of 0.6, some of every type first. They resemble what the forecast assumes, so that real teams will be met less often.',
    ],
  };
}

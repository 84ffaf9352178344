import { expect, it } from 'vitest';
import type { Beliefs } from '../assessment/service.ts';
import { endOf } from '../calendar/service.ts';
import {
  type Situation,
  type Task,
  bundle,
  fullTime,
  normalOf,
  quantile,
  randomOf,
  simulate,
} from './simulate.ts';

/** Estimates that are right, or off by one factor for everything. */
const known = (factor: number, noise = 0): Beliefs => ({
  noise,
  finished: () => 100,
  factor: () => factor,
  deviation: () => 0,
  draw: () => () => factor,
});
const task = (develop: number, test: number, over: Partial<Task> = {}): Task => ({
  type: 'tables',
  wave: 0,
  develop,
  test,
  automatic: false,
  counts: { develop, test },
  ...over,
});
const CERTAIN: Situation = {
  tasks: [],
  beliefs: { develop: known(1), test: known(1) },
  developers: fullTime(1),
  testers: fullTime(1),
  both: 0,
  weekHours: 40,
  paces: [],
  pace: { mean: 0, deviation: 0 },
};
const end = async (over: Partial<Situation>, draws = 20) =>
  (await simulate({ ...CERTAIN, ...over }, draws, 1)).ends;

it('whoever is free first takes the next object, and testing waits for development', async () => {
  const five = Array.from({ length: 5 }, () => task(8, 0));
  expect((await end({ tasks: five }))[0]).toBe(40);
  expect((await end({ tasks: five, developers: fullTime(2) }))[0]).toBe(24);
  // The last one is developed in hour 40, and tested after that.
  expect((await end({ tasks: five.map((one) => ({ ...one, test: 4 })) }))[0]).toBe(44);
  expect((await end({ tasks: [task(0, 4), task(0, 4)], testers: fullTime(2) }))[0]).toBe(4);
});

it("a team's factor makes everything longer but what moves by itself", async () => {
  const beliefs = { develop: known(2), test: known(3) };
  expect((await end({ tasks: [task(8, 4)], beliefs }))[0]).toBe(28);
  expect((await end({ tasks: [task(8, 4, { automatic: true })], beliefs }))[0]).toBe(20);
});

it('splits a person with both roles while both have work', async () => {
  const shared = { both: 1, developers: fullTime(1), testers: fullTime(1) };
  expect((await end({ tasks: [task(8, 0)], ...shared }))[0]).toBe(8);
  expect((await end({ tasks: [task(8, 4)], ...shared }))[0]).toBe(24);
});

it('a part of the week takes longer, and what begins before an absence ends after it', async () => {
  const half = { share: 0.5, away: [] };
  expect((await end({ tasks: [task(8, 0)], developers: [half] }))[0]).toBe(16);
  // Whoever is done first takes it, though both are free.
  expect((await end({ tasks: [task(8, 0)], developers: [half, ...fullTime(1)] }))[0]).toBe(8);
  expect((await end({ tasks: [task(8, 0)], developers: [...fullTime(1), half] }))[0]).toBe(8);
  const away = {
    share: 1,
    away: [
      [0, 8],
      [16, 24],
      [20, 32],
    ] as const,
  };
  expect([0, 8, 16, 20, 40].map((begin) => endOf(away, begin, 8))).toEqual([16, 16, 40, 40, 48]);
  expect(endOf(away, 0, 12)).toBe(36);
  expect((await end({ tasks: [task(8, 0), task(8, 0)], developers: [away] }))[0]).toBe(40);
});

it('weeks to come go as weeks before did', async () => {
  const tasks = [task(60, 0)];
  expect((await end({ tasks, paces: [0.5] }))[0]).toBe(120);
  // No week is so slow that nothing ever ends.
  expect((await end({ tasks: [task(8, 0)], paces: [0] }))[0]).toBe(40);
  // A good week first, or after one, two or three bad ones.
  const mixed = await end({ tasks, paces: [0.5, 1.5] }, 200);
  expect([...new Set([...mixed].map(Math.round))]).toEqual([40, 67, 93, 120]);
});

it('gives the finished share after each working day, and the end of each type', async () => {
  const tasks = [task(40, 0), task(40, 8, { type: 'views', counts: { develop: 60, test: 10 } })];
  const { days, types } = await simulate({ ...CERTAIN, tasks }, 50, 1);
  // Either of them is first.
  expect([...types.keys()]).toEqual(['tables', 'views']);
  expect(types.get('tables')![0]).toBe(40);
  expect(types.get('tables')!.at(-1)).toBe(80);
  // Developed after five days and ten, tested a day after the views.
  expect(new Set(days[4])).toEqual(new Set([40, 60]));
  expect(quantile(days[3]!, 0.9)).toBe(0);
  expect(new Set(days[10])).toEqual(new Set([110]));
});

it('counts what is done now, and not what was before', async () => {
  const tested = task(0, 4, { counts: { develop: 8, test: 4 } });
  const developed = task(8, 0, { counts: { develop: 8, test: 5 } });
  const dayOf = async (tasks: readonly Task[]) =>
    (await simulate({ ...CERTAIN, tasks }, 1, 1)).days[0]![0];
  expect(await dayOf([tested])).toBe(4);
  expect(await dayOf([developed])).toBe(8);
});

it('a team that delivers half of its hours takes twice as long', async () => {
  const half = { mean: Math.log(0.5), deviation: 0 };
  expect((await end({ tasks: [task(8, 0)], pace: half }))[0]).toBeCloseTo(16);
});

it('works in the order of waves, and gives the end of each', async () => {
  const tasks = [task(8, 0, { wave: 1 }), task(16, 0), task(8, 0, { wave: 2 }), task(8, 4)];
  const { waves, ends } = await simulate({ ...CERTAIN, tasks }, 50, 1);
  // In whatever order the objects of a wave are done, its end is where those of the next one begin.
  expect([...waves].map(([wave, sorted]) => [wave, sorted[0], sorted.at(-1)])).toEqual([
    [0, 24, 28],
    [1, 32, 32],
    [2, 40, 40],
  ]);
  expect(ends.at(-1)).toBe(40);
});

it('objects of one wave, whichever, end as if there were none', async () => {
  const beliefs = { develop: known(1, 0.6), test: known(1, 0.6) };
  const of = (wave: number) =>
    end({ tasks: Array.from({ length: 30 }, () => task(8, 2, { wave })), beliefs }, 50);
  expect(await of(3)).toEqual(await of(0));
});

it('the same seed gives the same, and noise a range', async () => {
  const tasks = Array.from({ length: 30 }, () => task(8, 2));
  const beliefs = { develop: known(1, 0.6), test: known(1, 0.6) };
  const [one, again] = await Promise.all([
    end({ tasks, beliefs }, 300),
    end({ tasks, beliefs }, 300),
  ]);
  expect(one).toEqual(again);
  const [low, high] = [quantile(one, 0.1), quantile(one, 0.9)];
  expect(low).toBeGreaterThan(240);
  expect(high / low).toBeGreaterThan(1.15);
  const wider = await end({ tasks, beliefs, pace: { mean: 0, deviation: 0.3 } }, 300);
  expect(quantile(wider, 0.9) / quantile(wider, 0.1)).toBeGreaterThan((high / low) * 1.3);
});

it('draws are normally distributed', () => {
  const normal = normalOf(randomOf(7));
  const drawn = Float64Array.from({ length: 20_000 }, normal);
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const deviation = Math.sqrt(drawn.reduce((sum, value) => sum + value ** 2, 0) / drawn.length);
  expect(mean).toBeCloseTo(0, 1);
  expect(deviation).toBeCloseTo(1, 1);
  drawn.sort();
  expect(quantile(drawn, 0.9)).toBeCloseTo(1.28, 1);
});

it('many are drawn in bundles, which end when and as widely as their objects would', async () => {
  const random = randomOf(7);
  const tasks = Array.from({ length: 3_000 }, (_, index) =>
    task(index % 3 === 0 ? 0 : 1 + random() * 9, 1 + random() * 3, {
      type: index % 2 === 0 ? 'views' : 'tables',
      wave: index < 2_000 ? 0 : 1,
    }),
  );
  const bundles = bundle(tasks, 300);
  expect(bundles.length).toBeLessThan(320);
  const sum = (list: readonly Task[]) =>
    list.reduce((all, { counts }) => all + counts.develop + counts.test, 0);
  expect(sum(bundles)).toBeCloseTo(sum(tasks), 6);
  expect(bundle(tasks)).toBe(tasks);

  const beliefs = { develop: known(1, 1), test: known(1, 1) };
  const people = { developers: fullTime(4), testers: fullTime(4) };
  const [alone, together] = await Promise.all(
    [tasks, bundles].map((list) =>
      simulate({ ...CERTAIN, ...people, tasks: list, beliefs }, 400, 1),
    ),
  );
  const widthOf = (ends: Float64Array) => quantile(ends, 0.9) - quantile(ends, 0.1);
  for (const [one, other] of [
    [alone!.ends, together!.ends],
    [alone!.waves.get(0)!, together!.waves.get(0)!],
    [alone!.types.get('views')!, together!.types.get('views')!],
  ] as const) {
    expect(Math.abs(quantile(other, 0.5) / quantile(one, 0.5) - 1)).toBeLessThan(0.02);
    expect(widthOf(other) / widthOf(one)).toBeCloseTo(1, 0);
  }
});

it('a bundle of one long object and short ones varies nearly as the long one alone', () => {
  const [mixed] = bundle([task(100, 0), ...Array.from({ length: 9 }, () => task(1, 0))], 1);
  expect(mixed?.objects).toBeCloseTo(1.19, 2);
  const [equal] = bundle(
    Array.from({ length: 10 }, () => task(4, 0)),
    1,
  );
  expect(equal?.objects).toBeCloseTo(10);
});

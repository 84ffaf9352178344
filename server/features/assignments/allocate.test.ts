import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  PART_SHARE,
  WHOLE_SHARE,
  type Waiting,
  type Work,
  allocate,
} from './allocate.ts';

const NO_EDGES = { from: [], to: [] };
const waiting = (over: Partial<Waiting> = {}): Waiting => ({
  develop: 4,
  test: 2,
  developer: null,
  tester: null,
  type: 1,
  schema: 'shop',
  ...over,
});
const person = (id: number, over: Partial<Candidate> = {}): Candidate => ({
  id,
  develops: true,
  tests: true,
  capacity: 1,
  load: 0,
  knows: () => 0,
  ...over,
});
const many = (count: number, over: Partial<Waiting> = {}) =>
  Array.from({ length: count }, () => waiting(over));
const countOf = (list: readonly (number | null)[], id: number) =>
  list.filter((one) => one === id).length;

const hours = fc.constantFrom(0, 0.5, 1, 2, 5, 12);
const holder = fc.constantFrom(null, null, null, 0, 1, 2);
const someObjects = fc.array(
  fc
    .record({
      develop: hours,
      test: hours,
      developer: holder,
      tester: holder,
      type: fc.integer({ min: 1, max: 4 }),
      schema: fc.constantFrom('a', 'b'),
    })
    // Nobody is looked for where somebody is.
    .map((one) => ({
      ...one,
      develop: one.developer === null ? one.develop : 0,
      test: one.tester === null ? one.test : 0,
    })),
  { minLength: 1, maxLength: 60 },
);
const someEdges = (size: number) =>
  fc
    .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: size })
    .map((edges) => ({ from: edges.map(([one]) => one), to: edges.map(([, other]) => other) }));
const somePeople = fc.array(
  fc.record({
    develops: fc.boolean(),
    tests: fc.boolean(),
    capacity: fc.constantFrom(0, 0.3, 1),
    load: fc.constantFrom(0, 10, 40),
    skill: fc.constantFrom(0, 1),
  }),
  { maxLength: 6 },
);
const situation = someObjects.chain((objects) =>
  fc.record({
    objects: fc.constant(objects),
    edges: someEdges(objects.length),
    people: somePeople.map((list) =>
      list.map(({ skill, ...one }, id) => person(id, { ...one, knows: () => skill })),
    ),
  }),
);

describe('whatever waits', () => {
  it('goes to somebody whenever somebody may take it, never in both roles, and is counted once', () => {
    fc.assert(
      fc.property(situation, ({ objects, edges, people }) => {
        const { developer, tester, hours: after } = allocate(objects, edges, people);
        const left = new Map(people.map(({ id, load }) => [id, load]));
        const give = (id: number | null, more: number) =>
          id !== null && left.set(id, left.get(id)! + more);
        for (const [place, object] of objects.entries()) {
          const [dev, test] = [developer[place]!, tester[place]!];
          const looksFor = { dev: object.develop > 0, test: object.test > 0 };
          const otherThan = (role: 'develops' | 'tests', id: number | null) =>
            people.some((one) => one[role] && one.id !== id);
          expect(dev !== null).toBe(looksFor.dev && otherThan('develops', object.tester));
          const developed = object.developer ?? dev;
          expect(test !== null).toBe(looksFor.test && otherThan('tests', developed));
          expect(dev === null || dev !== (test ?? object.tester)).toBe(true);
          expect(test === null || test !== developed).toBe(true);
          give(dev, object.develop);
          give(test, object.test);
        }
        for (const { id } of people) expect(after.get(id)).toBeCloseTo(left.get(id)!);
      }),
      { numRuns: 300 },
    );
  });

  it('is spread evenly: nobody exceeds their share by more than one unit', () => {
    const work = fc.record({
      objects: fc.array(fc.record({ develop: hours, schema: fc.constantFrom('a', 'b', 'c') }), {
        minLength: 1,
        maxLength: 80,
      }),
      skills: fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(work, ({ objects, skills }) => {
        const list = objects.map((one) => waiting({ ...one, test: 0 }));
        const people = skills.map((skill, id) => person(id, { tests: false, knows: () => skill }));
        const loads = [...allocate(list, NO_EDGES, people).hours.values()];
        const fair = list.reduce((sum, { develop }) => sum + develop, 0) / people.length;
        const largest = Math.max(PART_SHARE * fair, ...list.map(({ develop }) => develop));
        expect(Math.max(...loads)).toBeLessThanOrEqual(fair + largest + 1e-9);
      }),
    );
  });

  it('stays together where it is connected and not too much for one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 12, maxLength: 30 }),
        (sizes) => {
          // Chains of some objects each, some of which are more than a unit holds.
          const of = sizes.flatMap((size, chain) => Array.from({ length: size }, () => chain));
          const list = many(of.length);
          const from = of.flatMap((chain, place) => (of[place + 1] === chain ? [place] : []));
          const edges = { from, to: from.map((place) => place + 1) };
          const fits = WHOLE_SHARE * (list.length / 3);
          const { developer, tester } = allocate(list, edges, [person(1), person(2), person(3)]);
          for (const [chain, size] of sizes.entries()) {
            if (size > fits) continue;
            const own = of.flatMap((one, place) => (one === chain ? [place] : []));
            expect(new Set(own.map((place) => developer[place])).size).toBe(1);
            expect(new Set(own.map((place) => tester[place])).size).toBe(1);
          }
        },
      ),
    );
  });
});

it('unconnected objects are split into parts of one schema and type', () => {
  const kinds = [
    { schema: 'a', type: 1 },
    { schema: 'b', type: 1 },
    { schema: 'b', type: 2 },
  ];
  const list = Array.from({ length: 18 }, (_, place) => waiting({ test: 0, ...kinds[place % 3] }));
  // 72 hours for one: parts of 12 hours, which are three objects.
  const { units } = allocate(list, NO_EDGES, [person(1)]);
  const inParts = Array.from({ length: 6 }, (_, part) =>
    list.flatMap((__, place) => (units[place] === part ? [place % 3] : [])),
  );
  expect(inParts).toEqual([0, 0, 1, 1, 2, 2].map((kind) => [kind, kind, kind]));
});

describe('whoever', () => {
  const developers = (over: Partial<Candidate>[], count = 40) => {
    const people = over.map((one, index) => person(index + 1, { tests: false, ...one }));
    const { developer } = allocate(many(count, { test: 0 }), NO_EDGES, people);
    return people.map(({ id }) => countOf(developer, id));
  };

  it('is there half of the time gets half as much, and who is away nothing', () => {
    const [whole, half] = developers([{}, { capacity: 0.5 }], 60);
    expect(half! / whole!).toBeGreaterThan(0.35);
    expect(half! / whole!).toBeLessThan(0.65);
    expect(developers([{}, { capacity: 0 }])).toEqual([40, 0]);
    expect(developers([{ capacity: 0 }])).toEqual([40]);
  });

  it('has much to do already gets less', () => {
    expect(developers([{ load: 160 }, {}])).toEqual([0, 40]);
  });

  it('knows such objects gets them first, and not more than is fair', () => {
    const ofType = (type: number) => (_: Work, object: Waiting) => (object.type === type ? 1 : 0);
    const people = [1, 2].map((id) => person(id, { tests: false, knows: ofType(id) }));
    const list = [...many(10, { test: 0, type: 2 }), ...many(10, { test: 0, type: 1 })];
    const { developer } = allocate(list, NO_EDGES, people);
    expect(developer).toEqual([...Array(10).fill(2), ...Array(10).fill(1)]);
  });

  it('knows most of the connected hours gets it, not who knows most of its objects', () => {
    const ofType = (type: number) => (_: Work, object: Waiting) => (object.type === type ? 1 : 0);
    const people = [1, 2].map((id) => person(id, { tests: false, knows: ofType(id) }));
    const connected = [10, 1, 1].map((develop) =>
      waiting({ develop, test: 0, type: develop === 10 ? 1 : 2 }),
    );
    const list = [...connected, ...many(30, { test: 0, type: 3 })];
    const { developer } = allocate(list, { from: [0, 1], to: [1, 2] }, people);
    expect(developer.slice(0, 3)).toEqual([1, 1, 1]);
  });

  it('alone could test it does not develop it', () => {
    const people = [person(1), person(2, { tests: false })];
    const { developer, tester } = allocate(many(6), NO_EDGES, people);
    expect([countOf(developer, 2), countOf(tester, 1)]).toEqual([6, 6]);
  });
});

import { expect, test } from 'vitest';
import { columnOf, INTEGER, memorySide, tableOf, taskOf } from '../memory-fixture.ts';
import { planComparison } from '../plan.ts';
import { createCounter } from './count-differences.ts';
import { addTally } from './tally.ts';

const table = tableOf([columnOf('id', INTEGER, false), columnOf('amount', INTEGER)]);
const plan = planComparison(taskOf(memorySide(table, []), memorySide(table, [])));

/** Every third row is more by 7, the others each by another number. */
function tallyOf(first: number, rows: number) {
  const counter = createCounter(plan);
  for (let place = first; place < first + rows; place += 1) {
    const more = place % 3 === 0 ? 7 : 1_000 + place;
    const [source, target] = [place, place + more].map((amount) => [`${place}`, `${amount}`]);
    counter.change([source!, target!], () => ({ key: null, source: null, target: null }));
  }
  return counter.tally();
}

test.each([
  ['counted at once', () => tallyOf(0, 3_000)],
  [
    'added up, also after what was read from a checkpoint',
    () => {
      const tally = tallyOf(0, 1_500);
      const restored = JSON.parse(JSON.stringify(tally)) as typeof tally;
      addTally(restored, tallyOf(1_500, 1_500));
      return restored;
    },
  ],
])('few of many causes are followed, the most frequent whole: %s', (_how, make) => {
  const { held = {}, rows } = make().columns['1'] ?? {};
  expect(rows).toBe(3_000);
  expect(held['offset:7']?.rows).toBe(1_000);
  expect(Object.keys(held).length).toBeGreaterThan(90);
  expect(Object.keys(held).length).toBeLessThanOrEqual(200);
});

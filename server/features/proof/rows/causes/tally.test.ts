import { expect, test } from 'vitest';
import { columnOf, INTEGER, memorySide, tableOf, taskOf } from '../memory-fixture.ts';
import { planComparison } from '../plan/plan.ts';
import { createCounter } from './count-differences.ts';
import { addTally, noTally } from './tally.ts';

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

test('columns that are swapped in one row of each slice are counted in all, however many rows differ elsewhere', () => {
  const columns = ['id', 'one', 'other', 'amount'].map((name) => columnOf(name, INTEGER));
  const wide = memorySide(tableOf(columns), []);
  const tally = noTally();
  for (let slice = 0; slice < 4; slice += 1) {
    const counter = createCounter(planComparison(taskOf(wide, wide)));
    for (let row = 0; row < 300; row += 1) {
      const [id, one, other] = [`${slice * 300 + row}`, `${slice}`, `${slice + 10}`];
      const source = [id!, one!, other!, '0'];
      const target = row === 0 ? [id!, other!, one!, '1'] : [id!, one!, other!, '1'];
      counter.change([source, target], () => ({ key: null, source: null, target: null }));
    }
    addTally(tally, counter.tally());
  }
  expect(tally.swapped).toMatchObject({ '1 2': { rows: 4, varied: true } });
  expect(tally.swapped['1 2']?.examples).toHaveLength(3);
});

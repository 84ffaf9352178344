import { describe, expect, test } from 'vitest';
import { areAlike } from '../../../../../contract/proof/verdicts.ts';
import { type HeldColumns, type ValuePair, weighValues } from './weigh-values.ts';

type Value = string | null;
const ROWS = 200;
type Make = (row: number) => Value;

const valuesOf = (source: Make, target: Make): ValuePair[] =>
  Array.from({ length: ROWS }, (_, row) => {
    const [one, other] = [source(row), target(row)];
    return { source: one, target: other, equal: one === other, key: [String(row)] };
  });

/** Holds columns of both sides against each other, in all combinations. */
function weigh(
  sources: Record<string, Make>,
  targets: Record<string, Make>,
  { named = {}, witness = words }: { named?: Record<string, string>; witness?: Make | null } = {},
) {
  const held = Object.entries(sources).flatMap(([source, one]) =>
    Object.entries(targets).map(([target, other]): HeldColumns => ({
      source,
      target,
      form: { as: 'text', trim: false, fold: false, emptyIsNull: false },
      named: named[source] === target,
      values: (first) => valuesOf(one, other).slice(0, first),
    })),
  );
  const witnesses = witness ? [valuesOf(witness, witness)] : [];
  return weighValues(held, witnesses).map(
    (one) =>
      `${one.source} ${areAlike(one) ? '=' : '≠'} ${one.target}: ${one.equal} of ${one.rows}`,
  );
}

const words: Make = (row) => `word ${row * 7}`;
const others: Make = (row) => `thing ${(row * row) % 101}`;
const status: Make = (row) => ['new', 'paid', 'sent'][row % 3]!;
const rarely =
  (often: Value, every: number, make: Make): Make =>
  (row) =>
    row % every === 0 ? make(row) : often;

describe('columns are the same', () => {
  test('if their values are, also where a few rows differ', () => {
    const damaged: Make = (row) => (row % 100 === 0 ? 'damaged' : words(row));
    expect(weigh({ f1: words }, { surname: words })).toEqual(['f1 = surname: 200 of 200']);
    expect(weigh({ f1: words }, { surname: damaged })).toEqual(['f1 = surname: 198 of 200']);
  });

  test('if they hold a few words only', () => {
    expect(weigh({ f1: status, f2: words }, { note: words, status })).toEqual([
      'f1 = status: 200 of 200',
      'f2 = note: 200 of 200',
    ]);
  });

  test('if most values are NULL, counted in the others', () => {
    const some = rarely(null, 4, words);
    expect(weigh({ f1: some }, { remark: some })).toEqual(['f1 = remark: 50 of 50']);
  });

  test('and names that suggest it are confirmed', () => {
    expect(weigh({ qty: words }, { quantity: words }, { named: { qty: 'quantity' } })).toEqual([
      'qty = quantity: 200 of 200',
    ]);
  });
});

describe('values tell nothing', () => {
  const flag: Make = (row) => String(row % 2);
  test.each<[string, Make, Make]>([
    ['where all are NULL', () => null, () => null],
    ['of a constant', () => 'EUR', () => 'EUR'],
    ['of two values', flag, flag],
    ['of a few rows', rarely(null, 25, words), rarely(null, 25, words)],
    ['where all but a few rows are a constant', rarely('0', 25, words), rarely('0', 25, words)],
    [
      'where only the constant agrees',
      rarely('0', 17, words),
      rarely('0', 17, (row) => (row % 2 === 0 ? words(row) : others(row))),
    ],
    ['that agree in nine of ten rows', words, (row) => (row % 10 === 0 ? 'x' : words(row))],
    ['that count rows as the key does', String, String],
    ['that are other ones', words, others],
  ])('%s', (_, source, target) => {
    expect(weigh({ a: source }, { b: target })).toEqual([]);
  });

  test('of a column that agrees with two', () => {
    const changed: Make = (row) => (row % 20 === 0 ? 'later' : words(row));
    expect(weigh({ created: words }, { made_on: words, changed_on: changed })).toEqual([]);
    expect(weigh({ created: words, changed }, { made_on: words })).toEqual([]);
    // A constant that agrees with most rows is no second one.
    const amounts = rarely('0', 4, words);
    expect(weigh({ rebate: amounts }, { discount: amounts, fee: () => '0' })).toEqual([
      'rebate = discount: 200 of 200',
    ]);
  });
});

describe('values speak against names', () => {
  const named = { cust: 'customer' };
  const against = (source: Make, target: Make, witness: Make | null = words) =>
    weigh({ cust: source }, { customer: target }, { named, witness });

  test('if almost none agrees', () => {
    expect(against(words, others)).toEqual(['cust ≠ customer: 0 of 200']);
    const hardly: Make = (row) => (row % 50 === 0 ? words(row) : others(row));
    expect(against(words, hardly)).toEqual(['cust ≠ customer: 4 of 200']);
  });

  test('but not of columns whose names suggest nothing', () => {
    expect(weigh({ cust: words }, { customer: others })).toEqual([]);
  });

  test('unless a key does not tell the same row on both sides', () => {
    expect(against(words, others, null)).toEqual([]);
    expect(against(words, others, (row) => (row % 2 === 0 ? 'x' : 'y'))).toEqual([]);
  });

  test.each<[string, Make, Make]>([
    ['was never filled', words, () => null],
    ['has its default everywhere', words, () => 'none'],
    ['is written in another case', words, (row) => words(row)!.toUpperCase()],
    [
      'is later by an hour',
      (row) => `2024-05-0${(row % 9) + 1} 10:00:00`,
      (row) => `2024-05-0${(row % 9) + 1} 11:00:00`,
    ],
    ['is a hundred times as much', (row) => String(row + 3), (row) => String((row + 3) * 100)],
    ['has a code for each word', status, (row) => ['1', '2', '3'][row % 3]!],
    ['agrees in some rows', words, (row) => (row % 10 === 0 ? words(row) : others(row))],
  ])('unless the target %s', (_, source, target) => {
    expect(against(source, target)).toEqual([]);
  });
});

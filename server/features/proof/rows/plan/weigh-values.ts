import type { Form, TextRow } from '../../../../../connectors/core/data.ts';
import type { ColumnEvidence } from '../../../../../contract/proof/verdicts.ts';
import { findCauses } from '../causes/find-causes.ts';

/** The values that a column of each side has in one row. */
export interface ValuePair {
  source: string | null;
  target: string | null;
  /** Under the rules of values. */
  equal: boolean;
  key: TextRow;
}

/** Two columns, by their names, with their values in some rows. */
export interface HeldColumns {
  source: string;
  target: string;
  form: Form;
  /** Whether the names suggest that they are the same. */
  named: boolean;
  /** Of the first rows, or of all. Made when asked for, because all combinations at once would take much memory. */
  values: (first?: number) => readonly ValuePair[];
}

/** Columns that are the same differ in no more than a few rows, and others agree in no more. */
const NEARLY_ALL = 0.95;
const ALMOST_NONE = 1 - NEARLY_ALL;
/** A column that agrees with a second one in this share of its telling rows tells nothing. */
const RIVAL = 0.9;
/** Rows that have to tell something, and the values that they have to have. */
const MIN_TELLING = 10;
const MIN_VALUES = 3;
/** The share of differing values that a known cause, or one code for each value, explains. */
const EXPLAINED = 0.5;

/**
 * Which columns the values show to be the same, and which the names alone took for the same.
 * @param witnesses - values of columns with a known counterpart; unless one of these agrees, equal keys do not tell the same row
 */
export function weighValues(
  columns: readonly HeldColumns[],
  witnesses: readonly (readonly ValuePair[])[],
): ColumnEvidence[] {
  const counted = columns
    .filter((one) => one.named || isPossible(one.values(GLANCE)))
    .map((one) => ({ ...one, ...count(one.values()) }));
  const isRow = witnesses.some((values) => isSame(count(values)));
  const isAlone = (one: (typeof counted)[number]) =>
    !counted.some(
      (other) =>
        other !== one &&
        (other.source === one.source || other.target === one.target) &&
        agrees(other),
    );
  return counted.flatMap((one) => {
    const { source, target, equal, rows } = one;
    const tells = (isSame(one) && isAlone(one) && !isKey(one.values())) || (isRow && isOther(one));
    return tells ? [{ source, target, equal, rows }] : [];
  });
}

/** Rows that show of most combinations that their columns are not the same. */
const GLANCE = 20;
const isPossible = (values: readonly ValuePair[]): boolean =>
  values.filter(({ equal }) => equal).length * 2 >= values.length;

interface Counts {
  /** Rows in which a side has a value, and those of them in which both have the same. */
  rows: number;
  equal: number;
  /** Likewise without those in which the source has its most frequent value: anything agrees with a constant. */
  telling: number;
  agreeing: number;
  /** Number of values that are the same on both sides. */
  shared: number;
}

function count(values: readonly ValuePair[]): Counts {
  const given = values.filter(({ source, target }) => source !== null || target !== null);
  const frequent = mostFrequent(given.map(({ source }) => source));
  const same = given.filter(({ equal }) => equal);
  const telling = given.filter(({ source }) => source !== frequent);
  return {
    rows: given.length,
    equal: same.length,
    telling: telling.length,
    agreeing: telling.filter(({ equal }) => equal).length,
    shared: new Set(same.map(({ source }) => source)).size,
  };
}

function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

const isSame = ({ rows, equal, telling, agreeing, shared }: Counts): boolean =>
  telling >= MIN_TELLING &&
  shared >= MIN_VALUES &&
  equal >= rows * NEARLY_ALL &&
  agreeing >= telling * NEARLY_ALL;

const agrees = ({ telling, agreeing }: Counts): boolean =>
  telling > 0 && agreeing >= telling * RIVAL;

/** Whether the values are those of the key, as a count of rows has them, too. */
const isKey = (values: readonly ValuePair[]): boolean =>
  values.filter(({ source, key }) => key.includes(source)).length >= values.length * RIVAL;

/** Whether two columns are not the same although their names suggest it. */
function isOther({ named, values, form }: HeldColumns): boolean {
  if (!named) return false;
  // A column that was never filled may be the right one.
  const given = values().filter(({ source, target }) => source !== null && target !== null);
  const differing = given.filter(({ equal }) => !equal);
  const numberOf = (side: 'source' | 'target') => new Set(differing.map((one) => one[side])).size;
  return (
    given.length >= MIN_TELLING &&
    given.length - differing.length <= given.length * ALMOST_NONE &&
    Math.min(numberOf('source'), numberOf('target')) >= MIN_VALUES &&
    !isExplained(differing, form)
  );
}

/** Whether one cause, or a code for each value, made the target's values of the source's. */
function isExplained(differing: readonly ValuePair[], form: Form): boolean {
  const causes = differing.flatMap(({ source, target }) => [
    ...new Set(findCauses(source, target, { ...form, masked: false })),
  ]);
  const frequent = mostFrequent(causes);
  if (causes.filter((id) => id === frequent).length >= differing.length * EXPLAINED) return true;
  const became = new Map<string | null, Map<string | null, number>>();
  for (const { source, target } of differing) {
    const counts = became.get(source) ?? new Map<string | null, number>();
    became.set(source, counts.set(target, (counts.get(target) ?? 0) + 1));
  }
  // Of a value that occurs once, nobody knows whether it would become the same again.
  const again = [...became.values()].map((counts) => Math.max(...counts.values()) - 1);
  return again.reduce((sum, rows) => sum + rows, 0) >= differing.length * EXPLAINED;
}

import type { Calibration } from '../../../contract/assessment.ts';
import { OBJECT_TYPE_NAMES, type ObjectType } from '../../../contract/engines.ts';

/** Something that was finished, with what it was estimated at and what it took. Hours. */
export interface Completion {
  type: ObjectType;
  estimate: number;
  actual: number;
}

/** How far off estimates are, as logarithms of what they are multiplied by, before anything is known of a team. */
const PRIOR = { overall: 0.5, type: 0.4, object: 0.75, weight: 10 };
/** Of fewer finished objects of a type, most of the factor is the prior's. */
const FEW = 4;
/** What took more than eight times as long was something else besides; likewise the other way round. */
const MOST_OFF = Math.log(8);
/** 80 of 100 lie within so many standard deviations. */
const DEVIATIONS = 1.28;

export interface Calibrated extends Calibration {
  /** Standard deviation of the logarithm of the factor. */
  deviation: number;
}
export type Calibrations = Readonly<Record<ObjectType, Calibrated>>;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * What the team's own times say of estimates, by type: means of ln(actual / estimate), shrunk towards what all types
 * have in common, and that towards nothing.
 */
export function calibrate(completions: readonly Completion[]): Calibrations {
  const byType = new Map<ObjectType, number[]>();
  for (const { type, estimate, actual } of completions) {
    if (!(estimate > 0 && actual > 0)) continue;
    const known = byType.get(type) ?? [];
    const ratio = Math.log(actual / estimate);
    byType.set(type, [...known, Math.max(-MOST_OFF, Math.min(MOST_OFF, ratio))]);
  }
  const groups = [...byType.values()];
  const freedom = groups.reduce((sum, values) => sum + values.length - 1, 0);
  const squares = groups.reduce((sum, values) => {
    const middle = mean(values);
    return sum + values.reduce((all, value) => all + (value - middle) ** 2, 0);
  }, 0);
  const noise = (squares + PRIOR.weight * PRIOR.object ** 2) / (freedom + PRIOR.weight);
  const between = PRIOR.type ** 2;
  let [precision, weighted] = [1 / PRIOR.overall ** 2, 0];
  for (const values of groups) {
    const own = 1 / (between + noise / values.length);
    precision += own;
    weighted += own * mean(values);
  }
  const overall = { mean: weighted / precision, variance: 1 / precision };
  return Object.fromEntries(
    OBJECT_TYPE_NAMES.map((type) => {
      const values = byType.get(type) ?? [];
      const own = 1 / between + values.length / noise;
      const sum = values.reduce((all, value) => all + value, 0);
      const exponent = (overall.mean / between + sum / noise) / own;
      const share = 1 / between / own;
      const deviation = Math.sqrt(1 / own + share ** 2 * overall.variance);
      return [
        type,
        {
          object_type: type,
          factor: Math.exp(exponent),
          finished: values.length,
          mostly_prior: values.length < FEW,
          deviation,
        },
      ];
    }),
  ) as Record<ObjectType, Calibrated>;
}

/**
 * The range that holds the hours of some objects four times of five. Estimates of one type are off together, and so
 * are those of several, so that nothing evens out.
 */
export function rangeOf(
  parts: readonly { type: ObjectType; hours: number }[],
  calibrations: Calibrations,
): { low: number; high: number } {
  const total = parts.reduce((sum, { hours }) => sum + hours, 0);
  if (total === 0) return { low: 0, high: 0 };
  const deviation =
    parts.reduce((sum, { type, hours }) => sum + hours * calibrations[type].deviation, 0) / total;
  return {
    low: total * Math.exp(-DEVIATIONS * deviation),
    high: total * Math.exp(DEVIATIONS * deviation),
  };
}
